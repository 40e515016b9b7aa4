// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation
    import Testing

    /// Options that are kept in `migration.json`.
    @Suite struct MigrationFileTests {
        private func workspace() async throws -> Workspace {
            let workspace = try Workspace()
            let run = try await workspace.run(
                "migrate sample --from revenuecat --customers 60 --output export.csv")
            #expect(run.code == 0, "\(run.errors)")
            return workspace
        }

        private static let options =
            "--from revenuecat --to qonversion --in export.csv --set qonversion.restore=transfer"

        @Test func `A plan of the file is the plan of its options`() async throws {
            let workspace = try await workspace()
            let run = try await workspace.shell(
                """
                allonym migrate init \(Self.options) --out plan
                allonym migrate plan > told.txt; rm migration.json
                allonym migrate plan \(Self.options) --out same > /dev/null
                diff -r plan same && echo equal; sed 's/plan/same/' told.txt | head -n 1
                """)
            #expect(run.output.hasPrefix("migration.json is written. Next: allonym migrate plan\n"))
            #expect(run.output.contains("\nequal\n"), "\(run.output)")
            #expect(run.errors == "allonym: options are read from migration.json\n")
        }

        @Test func `Options of the command line win, and files are found from where it lies`()
            async throws
        {
            let workspace = try await workspace()
            let run = try await workspace.shell(
                """
                mkdir deep
                allonym migrate init \(Self.options) --out plan --output deep/m.json > /dev/null
                mv export.csv deep; allonym migrate plan --config deep/m.json > /dev/null
                ls deep; allonym migrate plan --config deep/m.json --to nami --out other \
                    --set qonversion.restore=copy | head -n 1
                allonym migrate plan --config deep/m.json --out other \
                    --set qonversion.restore=copy > /dev/null; grep '"restore"' other/manifest.json
                """)
            let lines = run.output.split(separator: "\n").map(String.init)
            #expect(lines.prefix(3) == ["export.csv", "m.json", "plan"], "\(run.output)")
            // A setting of neither provider is still one.
            #expect(run.errors.contains("setting of qonversion: it is neither"), "\(run.errors)")
            #expect(lines.dropFirst(3).contains { $0.contains(#""restore" : "copy""#) })
        }

        @Test func `Help says which file is written without --output`() async throws {
            let run = try await Workspace().run("migrate init --help")
            #expect(run.output.contains("The file to write (default: migration.json)."))
            #expect(!run.output.contains("instead of standard output"))
            #expect(run.output.contains("--mappings <dir>"))
        }

        @Test func `A file that is there is not written over`() async throws {
            let workspace = try Workspace()
            try workspace.write("mine", to: "migration.json")
            let run = try await workspace.run("migrate init --from nami")
            #expect(run.code == 64 && run.errors.contains("give --force"))
            #expect(try workspace.content(of: "migration.json") == "mine")
            #expect(try await workspace.run("migrate init --from nami --force").code == 0)
            #expect(try workspace.content(of: "migration.json").contains(#""from" : "nami""#))
        }

        @Test(
            arguments: [
                ("", #"fill in "from", "to" and "in" there, or give them as options: "#),
                ("--from nami --to revenuecat", #"fill in "in" there, or give it as an option: "#),
                ("--from nami --to revenuecat --in a.csv", ""),
            ])
        func `What a plan needs and the file lacks is to be filled in first`(
            options: String, words: String
        ) async throws {
            let run = try await Workspace().run("migrate init \(options)")
            #expect(run.code == 0, "\(run.errors)")
            #expect(
                run.output
                    == "migration.json is written. Next: \(words)allonym migrate plan "
                    + "--out PLAN\n")
        }

        @Test func `A provider that there is not is said at once, and nothing is written`()
            async throws
        {
            let workspace = try Workspace()
            for option in ["--from", "--to"] {
                let run = try await workspace.run("migrate init \(option) revenucat")
                #expect(run.code == 64 && run.output.isEmpty)
                #expect(run.errors.contains(#"did you mean "revenuecat"?"#), "\(run.errors)")
            }
            #expect(try await workspace.shell("ls").output == "")
        }

        @Test func `A setting that there is not is said at once`() async throws {
            let run = try await Workspace().run(
                "migrate init --from nami --to revenuecat --set revenuecat.restore=never")
            #expect(run.code == 64 && run.errors.contains("\"never\": unknown"))
        }

        @Test(arguments: [
            ("", "migration.json: no valid JSON"), ("[]", "expected an object, found a list"),
            ("{\n\n\"to\":}", "migration.json:3: no valid JSON at or before line 3"),
            (#"{"form": "x"}"#, #"member "form": unknown; did you mean "from"?"#),
            (#"{"from": 5}"#, #""from": expected a text, found a number"#),
            (#"{"in": "x"}"#, #""in": expected a list of texts, found "x""#),
            (#"{"in": [1]}"#, #""in": expected a list of texts, found a number"#),
            (#"{"sample": "1"}"#, #""sample": expected a share such as 1%, found "1""#),
            (#"{"at": "soon"}"#, #""at": expected a date in ISO 8601, found "soon""#),
            (#"{"route": "x"}"#, #""route": expected one of bulk-import, api, client, manual"#),
            (#"{"settings": {"a.b": 1}}"#, #""settings.a.b": expected a text, found a number"#),
            (#"{"settings": []}"#, #""settings": expected an object, found a list"#),
        ])
        func `What is wrong in the file is said with its member`(
            text: String, message: String
        ) async throws {
            let workspace = try Workspace()
            try workspace.write(text, to: "migration.json")
            let run = try await workspace.run("migrate plan")
            #expect(run.code == 65 && run.errors.contains(message), "\(run.errors)")
        }

        @Test(arguments: [
            (
                "init", "plan",
                "--from <provider>, --to <provider>, --in <file>, --out <dir>: missing; give them, "
                    + #"or set "from", "to", "in", "out" in migration.json"#
            ),
            (
                "init --in a.csv --from nami --to revenuecat", "plan",
                #"--out <dir>: missing; give it, or set "out" in migration.json"#
            ),
            (
                "init --in a.csv --output m.json", "plan --config m.json --to nami --out p",
                #"--from <provider>: missing; give it, or set "from" in m.json"#
            ),
            (
                "init --output m.json", "plan --from nami --to revenuecat --out p",
                "--in <file>: missing; give it, or give it to allonym migrate init, which keeps it "
                    + "in migration.json"
            ),
        ])
        func `What neither the file nor the command line gives is asked for, with its place`(
            begin: String, plan: String, says: String
        ) async throws {
            let workspace = try Workspace()
            #expect(try await workspace.run("migrate \(begin)").code == 0)
            let run = try await workspace.run("migrate \(plan)")
            #expect(run.code == 64 && run.errors.contains("allonym: \(says)\n"), "\(run.errors)")
        }
    }
#endif
