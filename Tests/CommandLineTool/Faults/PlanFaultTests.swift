// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import Foundation
    import Testing

    /// A plan is asked whom it is about, and whatever is wrong with it or with arguments is named.
    @Suite struct PlanFaultTests {
        @Test func `What was changed is named, and what is missed is an answer of no`() async throws
        {
            let workspace = try await Workspace.withSample()
            _ = try await workspace.plan("--to qonversion")
            let run = try await workspace.shell(
                """
                echo >> plan/ids.csv; allonym migrate verify --plan plan; echo $?
                allonym migrate verify --plan nothing; echo $?
                """)
            #expect(run.output == "65\n65\n")
            #expect(run.errors.contains("ids.csv: "))
            #expect(run.errors.contains("nothing: the folder does not exist; make"))
        }

        #if Server
            private static let sending = [
                "rehearse --plan plan",
                "apply --plan plan --to-url http://127.0.0.1:9 --dry-run offline",
            ]
        #else
            private static let sending: [String] = []
        #endif

        @Test(
            arguments: [
                "verify --plan plan", "list --plan plan", "explain --plan plan --id nobody",
                "diff plan plan",
            ] + sending)
        func `A plan of another version is named by its path, and both versions are said`(
            command: String
        ) async throws {
            let workspace = try await Workspace.withSample()
            _ = try await workspace.plan("--to qonversion")
            let manifest = try workspace.content(of: "plan/manifest.json")
            for (version, advice) in [
                (0, "make the plan again"),
                (
                    9,
                    "the program is older than the plan: use a newer one, or make the plan again"
                ),
            ] {
                let other = manifest.replacing("\"version\" : 1", with: "\"version\" : \(version)")
                try workspace.write(other, to: "plan/manifest.json")
                let run = try await workspace.run("migrate \(command)")
                #expect(run.code == 65 && run.output.isEmpty)
                #expect(
                    run.errors
                        == "allonym: plan/manifest.json: it has version \(version), and this "
                        + "program reads 1; \(advice)\n")
            }
        }

        @Test(arguments: [
            ("formats", "to.formats"), ("records", "inputs[0].records"), ("options", "options"),
        ])
        func `What the manifest of an older plan lacks is named, with what to do`(
            member: String, place: String
        ) async throws {
            let workspace = try await Workspace.withSample()
            _ = try await workspace.plan("--to qonversion")
            let text = try workspace.content(of: "plan/manifest.json")
            var object = try #require(
                try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            if place.hasPrefix("to.") {
                var side = try #require(object["to"] as? [String: Any])
                side[member] = nil
                object["to"] = side
            } else if place.hasPrefix("inputs") {
                var inputs = try #require(object["inputs"] as? [[String: Any]])
                inputs[0][member] = nil
                object["inputs"] = inputs
            } else {
                object[member] = nil
            }
            let earlier = try JSONSerialization.data(withJSONObject: object)
            try workspace.write(String(decoding: earlier, as: UTF8.self), to: "plan/manifest.json")
            let run = try await workspace.run("migrate verify --plan plan")
            #expect(run.code == 65 && run.output.isEmpty)
            #expect(
                run.errors
                    == "allonym: plan/manifest.json: \"\(place)\" is missing: an older version of "
                    + "Allonym wrote the plan; make it again with allonym migrate plan and the same "
                    + "inputs\n")
        }

        @Test(
            arguments: [
                (
                    "list --plan plan --code brought-by-app --format csv", 0,
                    "code,severity,source_id"
                ),
                ("list --plan plan --code brought-by-app", 0, "code            severity"),
                ("list --plan plan --severity needs-decision --format jsonl", 0, "{\"action\":\""),
                ("list --plan plan --severity needs-decision --format json", 0, "[\n  {\n"),
                (
                    "list --plan plan --code collision", 1,
                    "allonym: The plan's findings.csv has no finding collision.\n"
                ),
                (
                    "list --plan plan --code missing-recipt", 64,
                    "\"missing-recipt\": unknown; did you mean \"missing-receipt\"?"
                ),
                (
                    "list --plan plan --code missing-price --severity kept", 1,
                    "has no finding missing-price of the severity kept."
                ),
                (
                    "list --plan plan --code no-such-code", 64,
                    "code of a finding \"no-such-code\": unknown"
                ),
                ("list --plan plan --severity grave", 64, "--severity \"grave\": unknown"),
                ("list --plan nothing", 65, "nothing: the folder does not exist; make"),
                (
                    "explain --plan plan --id nobody", 1,
                    "--id \"nobody\": the plan knows no such ID and no such transaction; look it "
                        + "up in plan/ids.csv"
                ),
                (
                    "explain --plan nothing --id nobody", 65,
                    "nothing: the folder does not exist; make"
                ),
            ])
        func `A plan is asked whom it is about`(
            arguments: String, code: Int32, beginning: String
        ) async throws {
            let workspace = try await Workspace.withSample()
            _ = try await workspace.plan("--to qonversion")
            let run = try await workspace.run("migrate \(arguments)")
            #expect(run.code == code, "\(run.errors)")
            if code == 0 {
                #expect(run.output.hasPrefix(beginning), "\(run.output.prefix(100))")
                #expect(run.output.split(separator: "\n").count > 1)
            } else {
                #expect(beginning.isEmpty || run.errors.contains(beginning), "\(run.errors)")
            }
        }

        @Test func `A folder of plans that is no plan itself names a few of them`() async throws {
            let workspace = try Workspace()
            let run = try await workspace.shell(
                """
                for name in a b c d e; do mkdir -p plans/$name; echo {} > plans/$name/manifest.json
                done
                mkdir plans/0; allonym migrate list --plan plans; echo $?
                rm -r plans/c plans/d plans/e; allonym migrate list --plan plans
                """)
            #expect(run.output == "65\n")
            let few =
                "allonym: plans: the folder itself is no plan; give one of those in it: plans/a, "
            #expect(
                run.errors == "\(few)plans/b, plans/c, 2 more\n\(few)plans/b\n", "\(run.errors)")
        }

        @Test func `Everybody that a list names is explained`() async throws {
            let workspace = try await Workspace.withSample()
            _ = try await workspace.plan("--to qonversion")
            let run = try await workspace.shell(
                """
                allonym migrate list --plan plan --code brought-by-app --format csv | tail -n +2 \\
                    | cut -d, -f3,8 | tr , '\\n' | sort -u | head -12 | while read -r id; do
                    allonym migrate explain --plan plan --id "$id" | grep -c brought-by-app
                done
                """)
            let counts = run.output.split(separator: "\n")
            #expect(counts.count == 12 && counts.allSatisfy { $0 != "0" }, "\(run.errors)")
        }

        @Test(
            arguments: [
                ("plan --from x --to nami --in f --out d", 64, "provider \"x\": unknown; expected"),
                ("plan --from nami --to nami --out d", 64, "--in"),
                ("plan --from nami --to neutral --in nothing --out d", 65, "nothing: the file"),
                ("plan --from nami --to neutral --in text --out d", 65, "text:1: no format"),
                (
                    "plan --from nami --to neutral --in text --out d --at soon", 64,
                    "--at: \"soon\" is invalid"
                ),
                (
                    "plan --from nami --to neutral --in text --out d --set revenuecat.restore=keep",
                    64, "it is neither the source nor the target"
                ),
                (
                    "plan --from nami --to neutral --in text --out d --products nothing", 65,
                    "nothing: the file cannot be read"
                ),
                (
                    "plan --from nami --to neutral --in text --out d --products text", 65,
                    "text:1:1: column \"hello\": unknown; expected source_product, "
                ),
                ("plan --from nami --to neutral --in text --out d --threads 0", 64, "--threads"),
                (
                    "sample --from nami --customers 0", 64,
                    "--customers: \"0\" is invalid; expected a number from 1"
                ),
                (
                    "sample --from nami --format x", 64,
                    "format of Nami with purchases \"x\": unknown"
                ),
                (
                    "plan --from nami --to neutral --in text --out text/x", 74,
                    "text/x: the folder cannot be made: text is a file; name another folder"
                ),
                ("verify --plan .", 65, ".: the folder holds no plan; make one"),
                ("verify --plan text", 65, "text: it is a file; give the folder of a plan"),
            ] as [(String, Int32, String)])
        func `A wrong argument or file is named, and nothing is left`(
            arguments: String, code: Int32, message: String
        ) async throws {
            let workspace = try Workspace()
            try workspace.write("hello\n", to: "text")
            let run = try await workspace.run("migrate \(arguments)")
            #expect(run.code == code, "\(run.errors)")
            #expect(run.output.isEmpty)
            #expect(run.errors.contains(message), "\(run.errors)")
            #expect(try await workspace.shell("ls").output.split(separator: "\n") == ["text"])
        }

        @Test func `Nothing in a name acts on the terminal`() async throws {
            let workspace = try Workspace()
            try workspace.write("user,\u{1B}[2J,\u{202E}abc\n1,2,3\n", to: "in\u{7}\u{202E}.csv")
            let run = try await workspace.run(
                "migrate plan --from revenuecat --to nami --out plan --in in*")
            #expect(run.code == 65)
            #expect(run.errors.contains(#"allonym: in\u{7}\u{202e}.csv:1: "#), "\(run.errors)")
            #expect(run.errors.contains(#"\u{1b}"#) && run.errors.contains(#"\u{202e}"#))
            let acting = run.errors.unicodeScalars.filter {
                "\u{1B}\u{7}\u{202E}".unicodeScalars.contains($0)
            }
            #expect(acting.isEmpty)
        }
    }
#endif
