// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation
    import Testing

    /// What a user gives beside an export: tables, and files in the neutral format.
    @Suite struct AddedFilesCommandTests {
        private func workspace() async throws -> Workspace {
            let workspace = try Workspace()
            let run = try await workspace.run(
                "migrate sample --from revenuecat --customers 30 --output export.csv")
            #expect(run.code == 0, "\(run.errors)")
            return workspace
        }

        private static let products =
            "migrate products --from revenuecat --in export.csv --output products.csv --entitlements "

        @Test func `Both tables are begun together, for their owner alone`() async throws {
            let workspace = try await workspace()
            let run = try await workspace.run(Self.products + "entitlements.csv")
            #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
            let written = "products.csv and entitlements.csv are written.\n"
            #expect(
                run.output == written
                    + "Next: change the names that differ at the target, then plan: allonym migrate "
                    + "plan --from revenuecat --to PROVIDER --in export.csv --products products.csv "
                    + "--entitlements entitlements.csv --out PLAN\n")
            let modes = try await workspace.shell("stat -c %a products.csv entitlements.csv")
            #expect(modes.output == "600\n600\n")
            let table = try workspace.content(of: "entitlements.csv")
            #expect(table.hasPrefix("source_entitlement,target_entitlement\n"))
            let plan = try await workspace.run(
                "migrate plan --from revenuecat --to nami --in export.csv --out plan "
                    + "--products products.csv --entitlements entitlements.csv")
            #expect(plan.code == 0, "\(plan.errors)")
            #expect(try await workspace.run("migrate verify --plan plan").code == 0)
        }

        @Test(arguments: [("./products.csv", 64), ("export.csv", 64), ("no/such/folder", 74)])
        func `A table of entitlements goes to a file of its own`(
            file: String, code: Int32
        ) async throws {
            let workspace = try await workspace()
            let before = try workspace.content(of: "export.csv")
            let run = try await workspace.run(Self.products + file)
            #expect(run.code == code, "\(run.errors)")
            #expect(try workspace.content(of: "export.csv") == before)
            let left = try await workspace.shell("ls")
            #expect(left.output == "export.csv\n")
        }

        @Test(arguments: [
            ("products.csv", "--output"), ("entitlements.csv", "--entitlements"),
        ])
        func `A table that is there already is overwritten only with --force`(
            file: String, option: String
        ) async throws {
            let workspace = try await workspace()
            try workspace.write("edited\n", to: file)
            let run = try await workspace.run(Self.products + "entitlements.csv")
            #expect(run.code == 64)
            #expect(
                run.errors.hasPrefix(
                    "allonym: \(file): it is there already; give --force to overwrite it, or "
                        + "another file with \(option)\n"), "\(run.errors)")
            #expect(try workspace.content(of: file) == "edited\n")
            #expect(try await workspace.shell("ls").output.split(separator: "\n").count == 2)
            let forced = try await workspace.run(Self.products + "entitlements.csv --force")
            #expect(forced.code == 0, "\(forced.errors)")
            #expect(try workspace.content(of: file).hasPrefix("source_"))
        }

        @Test(arguments: [
            ("source_entitlement,target_entitlement\ngolf,Golf\n", "entitlements.csv:2:1: "),
            ("source_entitlement,target_entitlement\npro,a\npro,b\n", "entitlements.csv:3:1: "),
            ("source_entitlement,colour\npro,red\n", "entitlements.csv:1:20: "),
        ])
        func `A wrong table ends the run with its place, and nothing is written`(
            table: String, place: String
        ) async throws {
            let workspace = try await workspace()
            try workspace.write(table, to: "entitlements.csv")
            let run = try await workspace.run(
                "migrate plan --from revenuecat --to nami --in export.csv --out plan "
                    + "--entitlements entitlements.csv")
            #expect(run.code == 65 && run.errors.contains(place), "\(run.errors)")
            let left = try await workspace.shell("ls -A plan 2> /dev/null")
            #expect(left.output.isEmpty)
        }

        @Test func `A neutral file alone is no export of a provider`() async throws {
            let workspace = try await workspace()
            try workspace.write(
                #"{"allonym":1,"type":"customer","ids":[{"id":"ada","kind":"custom"}]}"# + "\n",
                to: "ids.jsonl")
            let run = try await workspace.run(
                "migrate plan --from revenuecat --to nami --in ids.jsonl --out plan")
            #expect(run.code == 65 && run.errors.contains("--from neutral"), "\(run.errors)")
        }
    }
#endif
