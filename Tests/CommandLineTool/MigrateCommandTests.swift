// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymMappings
    import Foundation
    import Testing

    /// Samples and tables are made and planned, and a plan says how it went.
    @Suite struct MigrateCommandTests {
        @Test func `A sample is planned for each provider, and the plan verified`() async throws {
            let workspace = try await Workspace.withSample()
            let providers = try Mappings.load().formats.keys.sorted()
            for target in providers.filter({ $0 != "revenuecat" }) + ["neutral"] {
                let run = try await workspace.run(
                    "migrate plan --from RevenueCat --to \(target) --in export.csv --out \(target)")
                #expect(run.code == 0, "\(run.errors)")
                #expect(run.errors.isEmpty)
                let lines = run.output.split(separator: "\n")
                #expect((6...13).contains(lines.count))
                #expect(lines.contains("Next: allonym migrate verify --plan \(target)"))
                #expect(lines[0].hasPrefix("From RevenueCat to "))
                let verified = try await workspace.run("migrate verify --plan \(target)")
                #expect(verified.code == 0, "\(verified.output)\(verified.errors)")
                #expect(verified.output.contains(", 0 unexplained."))
            }
        }

        @Test(
            arguments: [
                ("nami", "qonversion", "--depth 6"), ("nami", "revenuecat", "--depth 6"),
                ("purchasely", "qonversion", "--depth 6"), ("qonversion", "nami", "--depth 6"),
                ("qonversion", "purchasely", "--depth 6"),
                ("qonversion", "revenuecat", "--depth 6"),
                ("revenuecat", "nami", "--depth 6"), ("revenuecat", "purchasely", "--depth 6"),
                ("revenuecat", "qonversion", "--depth 6"),
                // A device that brings a purchase of its own needs a second product.
                ("purchasely", "revenuecat", "--products 2 --depth 7"),
            ])
        func `What a plan says will be another is what the search finds`(
            from source: String, to target: String, world: String
        ) async throws {
            let workspace = try Workspace()
            _ = try await workspace.run(
                "migrate sample --from \(source) --customers 300 --output in")
            let plan = try await workspace.run(
                "migrate plan --from \(source) --to \(target) --in in --out plan --format json")
            let search = try await workspace.run(
                "diverge \(source) \(target) --format json \(world)")
            let differences = try #require(try object(search)["differences"] as? [[String: Any]])
            let pairs = Set(differences.compactMap { $0["rules"] as? [String] })
            let findings = try #require(try object(plan)["findings"] as? [[String: Any]])
            var count = 0
            for finding in findings {
                let code = try #require(finding["code"] as? String)
                // What is over gives nobody access, so the search does not follow it; a state is no
                // action, and a merge is told of the target alone.
                guard code.hasPrefix("behaviour-"), code != "behaviour-expired-at-store",
                    !code.hasPrefix("behaviour-state-"), !code.hasSuffix("merge-on-log-in")
                else { continue }
                let message = try #require(finding["message"] as? String)
                let rows = message.matches(of: /\(([a-z]+\.[a-z]+\.[0-9]+)\)/).map { String($0.1) }
                #expect(pairs.contains(rows), "\(code): \(message)")
                count += 1
            }
            #expect(count > 0)
        }

        private func object(_ run: Run) throws -> [String: Any] {
            let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
            return try #require(object as? [String: Any])
        }

        @Test func `The help of migrate gives the order of its steps`() async throws {
            let help = try await Workspace().run("migrate --help").output
            let order = try #require(help.range(of: "In order:"))
            var rest = help[order.upperBound...]
            for step in ["export", "plan", "verify", "rehearse", "apply", "undo"] {
                let found = try #require(rest.range(of: step), "\(step)")
                rest = rest[found.upperBound...]
            }
        }

        @Test func `Losses fail only when they are to`() async throws {
            let workspace = try Workspace()
            // An anonymous customer without purchases: nothing to decide, and an ID that is dropped.
            try workspace.write(
                #"{"allonym":1,"type":"customer","ids":[{"id":"a1","kind":"anonymous"}]}"# + "\n",
                to: "people.jsonl")
            let command = "migrate plan --from neutral --to nami --in people.jsonl --out plan"
            #expect(try await workspace.run(command).code == 0)
            #expect(try await workspace.run("\(command) --on-loss report").code == 0)
            #expect(try await workspace.run("\(command) --exit-code").code == 0)
            #expect(try await workspace.run("\(command) --on-loss fail").code == 1)
        }

        @Test func `Access that is lost for good fails even where its purchase is migrated`()
            async throws
        {
            let workspace = try Workspace()
            // No device knows the new anonymous ID, and no store account has the grant.
            try workspace.write(
                #"{"allonym":1,"type":"customer","ids":[{"id":"a1","kind":"anonymous"}]}"# + "\n"
                    + #"{"allonym":1,"type":"purchase","user-id":"a1","product":"pro","#
                    + #""store":"promotional","kind":"subscription","state":"active","#
                    + #""environment":"production","expiry-date":"2027-11-01T00:00:00Z","#
                    + #""purchase-date":"2026-11-01T00:00:00Z","entitlement":["pro"]}"# + "\n",
                to: "people.jsonl")
            let command =
                "migrate plan --from neutral --to revenuecat --at 2026-11-20T00:00:00Z "
                + "--in people.jsonl --out plan"
            let run = try await workspace.run("\(command) --exit-code")
            #expect(run.code == 0, "\(run.errors)\(run.output)")
            #expect(run.output.contains("changed, 1 \u{00d7} owner-out-of-reach"))
            #expect(try await workspace.run("\(command) --on-loss fail").code == 1)
            let steps = try workspace.content(of: "plan/steps.md")
            let step =
                "- [ ] 1 \u{00d7} `owner-out-of-reach` (1 customer loses access for good): Ask these "
                + "customers to log in before the import, then export again. `allonym migrate list "
                + "--plan \"$PLAN\" --code owner-out-of-reach`"
            #expect(steps.split(separator: "\n").contains(step[...]))
        }

        @Test func `A plan says where to start, and leaves names out of what is shared`()
            async throws
        {
            let workspace = try await Workspace.withSample()
            let whole = try await workspace.plan("--to qonversion")
            let end = "The plan is in plan: start with report.html; steps.md says what to do."
            #expect(whole.output.split(separator: "\n").contains(end[...]))
            let shared = try await workspace.plan("--to qonversion --redact --format json")
            let stakes = try #require(object(shared)["stakes"] as? [String: Any])
            let names = try #require(stakes["entitlements"] as? [String: Any]).keys.sorted()
            #expect(names == ["entitlement 1", "entitlement 2", "entitlement 3"])
            #expect(!shared.output.contains("QON_") && !shared.output.contains("pro_monthly"))
            let again = try await workspace.plan("--to qonversion --format json")
            #expect(again.code == 0 && again.output.contains("pro_monthly"))
        }

        @Test func `A decision that is needed fails only when that is asked for`() async throws {
            let workspace = try await Workspace.withSample()
            #expect(try await workspace.plan("--to qonversion").code == 0)
            #expect(try await workspace.plan("--to qonversion --exit-code").code == 1)
            #expect(try await workspace.plan("--to qonversion --on-loss fail").code == 1)
        }

        @Test func `The table of products goes on in a plan`() async throws {
            let workspace = try await Workspace.withSample()
            let table = try await workspace.run(
                "migrate products --from revenuecat --in export.csv --output products.csv")
            #expect(table.code == 0)
            let rows = try workspace.content(of: "products.csv").split(separator: "\n")
            #expect(
                rows.first
                    == "source_product,target_product,target_store_product,kind,entitlements")
            #expect(rows.count > 3)
            let mapped = try workspace.content(of: "products.csv")
                .replacingOccurrences(of: ",pro_monthly,", with: ",pro_every_month,")
            try workspace.write(mapped, to: "products.csv")
            let run = try await workspace.plan(
                "--to neutral --products products.csv --format markdown")
            #expect(run.code == 0, "\(run.errors)")
            #expect(run.output.contains("product-mapped**"))
            #expect(try await workspace.run("migrate verify --plan plan").code == 0)
        }

        @Test func `The same sample is made again, and another seed makes another`() async throws {
            let workspace = try Workspace()
            let command = "migrate sample --from qonversion --customers 50"
            let first = try await workspace.run(command).output
            #expect(try await workspace.run(command).output == first)
            #expect(try await workspace.run("\(command) --seed 2").output != first)
        }

        @Test func `A last row that is cut off is rejected, and verify does not miss it`()
            async throws
        {
            let workspace = try Workspace()
            let run = try await workspace.shell(
                "allonym migrate sample --from revenuecat --customers 20 > export && "
                    + "printf 'cut_1,cut_1,IN' >> export && allonym migrate plan "
                    + "--from revenuecat --to qonversion --in export --out plan > said && "
                    + "allonym migrate verify --plan plan")
            #expect(run.code == 0, "\(run.output)")
            #expect(try workspace.content(of: "plan/rejected.jsonl").contains("cut_1"))
        }

        @Test(arguments: [80, nil])
        func `A file that no format recognises is an error with a line for each known format`(
            width: Int?
        ) async throws {
            let workspace = try Workspace()
            try workspace.write("hello;world\n", to: "x.txt")
            let run = try await workspace.run(
                "migrate plan --from revenuecat --to nami --in x.txt --out plan",
                environment: width.map { ["COLUMNS": "\($0)"] } ?? [:])
            #expect(run.code == 65)
            let first =
                "allonym: x.txt:1: no format recognises this file; its first row has \"hello\", "
                + "\"world\"; expected one of these: Scheduled data export, versions 4 to 7 (CSV with "
            #expect(run.errors.words.hasPrefix(first), "\(run.errors)")
            if let width {
                #expect(run.errors.lines(over: width) == [])
            } else {
                let lines = run.errors.split(separator: "\n")
                #expect(lines.count > 5 && lines[0].count < 120)
                #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("  ") })
            }
        }

        @Test(
            arguments: [
                ("none", 0, ""), ("refunded_at", 0, ""),
                ("is_sandbox", 1, ""),
                (
                    "entitlement_identifiers", 65,
                    "in.csv:1: the first row lacks \"entitlement_identifiers\" of "
                ),
            ] as [(String, Int32, String)])
        func `A plan of an export without a column exits by what the column costs`(
            column: String, code: Int32, says: String
        ) async throws {
            let workspace = try await Workspace.withSample(customers: 60)
            let run = try await workspace.shell(
                "sed '1s/,\(column),/,x,/' export.csv > in.csv && allonym migrate plan "
                    + "--from revenuecat --to neutral --in in.csv --out plan --exit-code")
            #expect(run.code == code, "\(run.errors)")
            #expect(says.isEmpty || run.errors.contains(says), "\(run.errors)")
        }

        @Test func `What a table of products has to make up for is said where it begins`()
            async throws
        {
            let workspace = try await Workspace.withSample(customers: 60)
            let run = try await workspace.shell(
                "sed '1s/,entitlement_identifiers,/,x,/' export.csv > in.csv && allonym migrate "
                    + "products --from revenuecat --in in.csv --output products.csv")
            #expect(run.code == 0, "\(run.errors)")
            #expect(run.output.contains("in.csv lacks entitlement_identifiers: fill in "))
        }

        @Test func `Standard input is a file as well`() async throws {
            let workspace = try await Workspace.withSample()
            let run = try await workspace.shell(
                "cat export.csv | allonym migrate plan --from revenuecat --to neutral --in - "
                    + "--out plan --format json")
            #expect(run.code == 0, "\(run.errors)")
            let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
            #expect((object as? [String: Any])?["from"] as? String == "revenuecat")
        }

        @Test(arguments: ["plan", "verify", "products", "sample"])
        func `Help shows an example`(command: String) async throws {
            let run = try await Workspace().run("migrate \(command) --help")
            #expect(run.output.contains("Example: allonym migrate \(command)"))
        }
    }
#endif
