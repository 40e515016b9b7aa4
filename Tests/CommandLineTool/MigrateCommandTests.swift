// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymMappings
    import Foundation
    import Testing

    @Suite struct MigrateCommandTests {
        /// A folder with a sample, and what a plan of it prints.
        private func workspace(customers: Int = 300) async throws -> Workspace {
            let workspace = try Workspace()
            let run = try await workspace.run(
                "migrate sample --from revenuecat --customers \(customers) --output export.csv")
            #expect(run.code == 0, "\(run.errors)")
            return workspace
        }

        private func plan(_ more: String, _ workspace: Workspace) async throws -> Run {
            try await workspace.run(
                "migrate plan --from revenuecat --in export.csv --out plan \(more)")
        }

        @Test func `A sample is planned for each provider, and the plan verified`() async throws {
            let workspace = try await workspace()
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

        @Test func `A plan says where to start, and leaves names out of what is shared`()
            async throws
        {
            let workspace = try await workspace()
            let whole = try await plan("--to qonversion", workspace)
            let end = "The plan is in plan: start with report.html; steps.md says what to do."
            #expect(whole.output.split(separator: "\n").contains(end[...]))
            let shared = try await plan("--to qonversion --redact --format json", workspace)
            let stakes = try #require(object(shared)["stakes"] as? [String: Any])
            let names = try #require(stakes["entitlements"] as? [String: Any]).keys.sorted()
            #expect(names == ["entitlement 1", "entitlement 2", "entitlement 3"])
            #expect(!shared.output.contains("QON_") && !shared.output.contains("pro_monthly"))
            let again = try await plan("--to qonversion --format json", workspace)
            #expect(again.code == 0 && again.output.contains("pro_monthly"))
        }

        @Test func `A decision that is needed fails only when that is asked for`() async throws {
            let workspace = try await workspace()
            #expect(try await plan("--to qonversion", workspace).code == 0)
            #expect(try await plan("--to qonversion --exit-code", workspace).code == 1)
            #expect(try await plan("--to qonversion --on-loss fail", workspace).code == 1)
        }

        @Test
        func `What is printed to a file is its owner's alone, and can be in the plan's folder`()
            async throws
        {
            let workspace = try await workspace(customers: 50)
            let command = "allonym migrate plan --from revenuecat --to nami --in export.csv --out"
            let run = try await workspace.shell(
                """
                \(command) one --output told.json --format json; \(command) two --output ./two/told.md
                allonym migrate verify --plan one --output verified.txt
                allonym migrate products --from revenuecat --in export.csv --output products.csv
                stat -c %a told.json two/told.md verified.txt products.csv
                \(command) three --output no/such/folder; echo $?; ls three 2> /dev/null
                """)
            let lines = run.output.split(separator: "\n").filter { !$0.contains(" ") }
            #expect(lines.prefix(4) == ["600", "600", "600", "600"], "\(run.output)")
            #expect(lines.count == 5 && lines[4] != "0" && lines[4] != "1", "\(run.output)")
        }

        @Test func `What the system does not write is no wrong argument`() async throws {
            let workspace = try await workspace(customers: 5)
            let command = "migrate plan --from revenuecat --to nami --in export.csv"
            for folder in ["/proc/plan", "export.csv/plan"] {
                let run = try await workspace.run("\(command) --out \(folder)")
                #expect(run.code == 74 && run.errors.contains("the folder cannot be made"))
            }
            let run = try await workspace.run("\(command) --out plan --output /dev/full")
            #expect(run.code == 74 && run.errors.contains("cannot be written"), "\(run.errors)")
        }

        @Test func `A killed run is made up for, to the byte`() async throws {
            let workspace = try await workspace(customers: 20_000)
            let command = "allonym migrate plan --from revenuecat --to qonversion --in export.csv"
            let digests = "sort -k2 | sed 's/ .*\\// /'"
            let run = try await workspace.shell(
                """
                \(command) --out whole > /dev/null
                for pause in 0.05 0.1 0.2 0.3 0.5 0.8 1.2; do
                    \(command) --out killed > /dev/null 2>&1 & run=$!
                    sleep $pause; kill -KILL $run 2> /dev/null; wait $run 2> /dev/null
                    case $? in 0 | 1 | 137) ;; *) echo it crashed ;; esac
                done
                \(command) --out killed > /dev/null
                sha256sum whole/* | \(digests) > one; sha256sum killed/* | \(digests) > other
                cmp one other && ls -A killed | wc -l; wc -l < one
                """)
            let counts = run.output.split(separator: "\n").map { $0.filter(\.isNumber) }
            #expect(counts.count == 2 && counts[0] == counts[1], "\(run.output)\(run.errors)")
        }

        @Test func `A second run into a folder says who writes to it, and does nothing`()
            async throws
        {
            let workspace = try await workspace(customers: 50)
            let command = "allonym migrate plan --from revenuecat --to nami --out plan --in"
            let run = try await workspace.shell(
                """
                mkfifo pipe
                \(command) pipe > first 2>&1 & first=$!
                exec 3> pipe
                for turn in $(seq 100); do [ -e plan/.unfinished/lock ] && break; sleep 0.1; done
                \(command) export.csv; echo "second $?"
                cat export.csv >&3; exec 3>&-
                wait $first; echo "first $? $first"
                """)
            #expect(run.output.contains("second 64\n"), "\(run.output)")
            let process = run.output.split(separator: " ").last.map { $0.filter(\.isNumber) } ?? ""
            #expect(run.output.contains("first 0 \(process)"))
            #expect(
                run.errors.contains("plan: process \(process) has been writing to it since 20"),
                "\(run.errors)")
            #expect(run.errors.contains("stop it with \"kill \(process)\", or give another folder"))
        }

        @Test(
            arguments: [
                "migrate plan --from revenuecat --to nami --out plan --in export.csv --output",
                "migrate products --from revenuecat --in export.csv --output",
                "check export.csv --column rc_original_app_user_id --output",
            ])
        func `What is printed to a file is not written over an input`(command: String) async throws
        {
            let workspace = try await workspace(customers: 20)
            let before = try workspace.content(of: "export.csv")
            for name in ["export.csv", "./export.csv", "link.csv"] {
                let run = try await workspace.shell(
                    "ln -sf export.csv link.csv; allonym \(command) \(name); echo $?; ls")
                #expect(run.output == "64\nexport.csv\nlink.csv\n")
                #expect(run.errors.contains("which is never written over"), "\(run.errors)")
                #expect(try workspace.content(of: "export.csv") == before)
            }
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

        @Test func `A plan is not written over another one, unless that is forced`() async throws {
            let workspace = try await workspace()
            #expect(try await plan("--to nami", workspace).code == 0)
            #expect(try await plan("--to nami", workspace).code == 0)
            let other = try await plan("--to purchasely", workspace)
            #expect(other.code == 64)
            #expect(other.errors.contains("plan: it holds the outputs of another plan"))
            #expect(try await plan("--to purchasely --force", workspace).code == 0)
        }

        @Test func `What was changed is named, and what is missed is an answer of no`() async throws
        {
            let workspace = try await workspace()
            _ = try await plan("--to qonversion", workspace)
            let run = try await workspace.shell(
                """
                echo >> plan/ids.csv; allonym migrate verify --plan plan; echo $?
                allonym migrate verify --plan nothing; echo $?
                """)
            #expect(run.output == "65\n65\n")
            #expect(run.errors.contains("ids.csv: "))
            #expect(run.errors.contains("manifest.json: it is missing"))
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
        func `A plan of another version is named by its path, and is to be made again`(
            command: String
        ) async throws {
            let workspace = try await workspace()
            _ = try await plan("--to qonversion", workspace)
            let earlier = try workspace.content(of: "plan/manifest.json")
                .replacing("\"version\" : 1", with: "\"version\" : 0")
            try workspace.write(earlier, to: "plan/manifest.json")
            let run = try await workspace.run("migrate \(command)")
            #expect(run.code == 65 && run.output.isEmpty)
            #expect(
                run.errors
                    == "allonym: plan/manifest.json: it has another version; make the plan again\n")
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
                ("list --plan nothing", 65, "manifest.json: it is missing"),
                ("explain --plan plan --id nobody", 1, "knows no ID and no transaction \"nobody\""),
                ("explain --plan nothing --id nobody", 65, "manifest.json: it is missing"),
            ])
        func `A plan is asked whom it is about`(
            arguments: String, code: Int32, beginning: String
        ) async throws {
            let workspace = try await workspace()
            _ = try await plan("--to qonversion", workspace)
            let run = try await workspace.run("migrate \(arguments)")
            #expect(run.code == code, "\(run.errors)")
            if code == 0 {
                #expect(run.output.hasPrefix(beginning), "\(run.output.prefix(100))")
                #expect(run.output.split(separator: "\n").count > 1)
            } else {
                #expect(beginning.isEmpty || run.errors.contains(beginning), "\(run.errors)")
            }
        }

        @Test func `Everybody that a list names is explained`() async throws {
            let workspace = try await workspace()
            _ = try await plan("--to qonversion", workspace)
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

        @Test func `The table of products goes on in a plan`() async throws {
            let workspace = try await workspace()
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
            let run = try await plan(
                "--to neutral --products products.csv --format markdown", workspace)
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
                ("sample --from nami --customers 0", 64, "a sample is of one customer or more"),
                (
                    "sample --from nami --format x", 64,
                    "format of Nami with purchases \"x\": unknown"
                ),
                (
                    "plan --from nami --to neutral --in text --out text/x", 74,
                    "text/x: the folder cannot be made: text is a file"
                ),
                ("verify --plan .", 65, "./manifest.json: it is missing"),
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

        @Test func `Standard input is a file as well`() async throws {
            let workspace = try await workspace()
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
