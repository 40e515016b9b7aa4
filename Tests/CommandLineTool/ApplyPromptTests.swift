// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// What `migrate apply` refuses, asks and hands over before it sends anything.
    @Suite(.serialized) struct ApplyPromptTests {
        static let keys = ["PROJECT": "pk_demo", "SECRET": "sk_demo"]
        static let named = "--key-env 'project key=PROJECT' --key-env 'secret key=SECRET'"

        /// A folder with a plan of a sample.
        func workspace(_ target: String) async throws -> Workspace {
            let workspace = try Workspace()
            for command in [
                "migrate sample --from revenuecat --customers 20 --output export",
                "migrate plan --from revenuecat \(target) --in export --out plan",
            ] { #expect(try await workspace.run(command).code == 0) }
            return workspace
        }

        @Test(
            arguments: [
                ("--to-url http://api.example.com --key-env PROJECT", "begins with https"),
                ("--to-url https://api.example.com --rate off --key-env PROJECT", "this machine"),
                ("--to-url https://api.example.com", "is missing"),
                ("--to-url https://api.example.com \(named)", "there; add --really if you mean it"),
                (
                    "--to-url https://api.example.com --dry-run read \(named)",
                    "readings would be made there; add --really if you mean it"
                ),
                (
                    "--to-url https://api.example.com --really \(named)",
                    "needs a terminal; name the host instead, --really api.example.com"
                ),
                (
                    "--to-url https://api.example.com --really example.com \(named)",
                    "--really: it names example.com, and --to-url api.example.com; name the same "
                        + "host"
                ),
                (
                    "--to-url nowhere --key-env PROJECT",
                    "--to-url: \"nowhere\" is invalid; expected an address such as https://"
                ),
                (
                    "--to-url http://127.0.0.1:9 --key-env PROJECT",
                    "2 keys that were not given by name"
                ),
                ("--to-url http://127.0.0.1:9 --key-env NOWHERE", "NOWHERE: it is not set; put"),
                (
                    "--to-url http://127.0.0.1:9 --key-env 'projct key=PROJECT'",
                    "key \"projct key\": unknown; did you mean \"project key\"?"
                ),
                (
                    "--to-url http://127.0.0.1:9 \(named) --value name=x",
                    "--value \"name\": "
                ),
                (
                    "--to-url http://127.0.0.1:9 --key-file open.key",
                    "open.key: others can read the key (mode 644); run chmod 600 open.key"
                ),
                ("--to-url http://127.0.0.1:9 --rate fast", "--rate: \"fast\" is invalid"),
                ("--to-url http://127.0.0.1:9 --concurrency 0", "--concurrency: \"0\" is invalid"),
            ])
        func `What is missing is said before anything is sent`(
            options: String, words: String
        ) async throws {
            let workspace = try await workspace("--to qonversion --route api")
            _ = try await workspace.shell("echo sk > open.key; chmod 644 open.key")
            let run = try await workspace.run(
                "migrate apply --plan plan \(options)", environment: Self.keys)
            #expect(run.code == 64)
            #expect(run.errors.contains(words), "\(run.errors)")
        }

        @Test(arguments: ["http://127.0.0.1:9", "https://api.allonym.invalid"])
        func `A dry run that asks nobody needs no key, and names the list of a finding`(
            address: String
        ) async throws {
            let workspace = try await workspace("--to qonversion --route api")
            let offline = "migrate apply --plan plan --to-url \(address) --dry-run offline"
            let run = try await workspace.run(offline)
            #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
            let hint = "To list everybody whom a finding concerns: allonym "
            let line = try #require(run.output.split(separator: "\n").last)
            #expect(line.hasPrefix(hint), "\(run.output)")
            try await workspace.done(String(line.dropFirst(hint.count)))
            // A key that is named is not read.
            try await workspace.done("\(offline) --key-env 'secret key=NOWHERE'")
            let other = try await workspace.run("\(offline) --key-env 'secrt key=NOWHERE'")
            #expect(other.code == 64 && other.errors.contains("did you mean \"secret key\"?"))
        }

        @Test func `While another process applies a plan, a dry run and another run end for later`()
            async throws
        {
            let workspace = try await workspace("--to qonversion --route api")
            // Nobody is there, so that the first one waits, and keeps the journal.
            let apply =
                "allonym migrate apply --plan plan --to-url http://127.0.0.1:9 \(Self.named)"
            let run = try await workspace.shell(
                """
                \(apply) > first 2>&1 & first=$!
                until [ -e plan/apply.sqlite-wal ]; do sleep 0.1; done
                sleep 1
                \(apply) --dry-run offline; echo "$?"
                \(apply); echo "$?"
                kill -INT $first; wait $first
                """, environment: Self.keys)
            #expect(run.output == "75\n75\n", "\(run.output) \(run.errors)")
            #expect(run.errors.contains("another process is applying this plan; wait until"))
        }

        #if os(Linux)
            @Test(arguments: [
                ("api.allonym.invalid", "--really", true), ("example.com", "--really", false),
                ("yes", "--really", false), ("", "--really", false),
                ("api.allonym.invalid", "--really api.allonym.invalid", true),
                ("no", "--really api.allonym.invalid", false),
            ])
            func `At a terminal another machine is asked about, whether it was named or not`(
                answer: String, really: String, goesOn: Bool
            ) async throws {
                let workspace = try await workspace("--to qonversion --route api")
                // The name leads nowhere, so that whoever goes on has to be stopped.
                try workspace.write(
                    """
                    echo $$ > process
                    exec allonym migrate apply --plan plan \\
                        --to-url https://api.allonym.invalid \(really) \(Self.named)
                    """, to: "apply.sh")
                let run = try await workspace.shell(
                    """
                    mkfifo answers
                    (timeout 100 script -qefc 'sh apply.sh' shown < answers > /dev/null; : > ended) &
                    exec 3> answers
                    until grep -qs 'Type the host' shown || [ -e ended ]; do sleep 0.1; done
                    echo '\(answer)' >&3
                    until [ -s plan/apply.sqlite ] || [ -e ended ]; do sleep 0.1; done
                    [ -e ended ] || kill -INT "$(cat process)"
                    wait; cat shown
                    """, environment: Self.keys)
                let calls = try workspace.content(of: "plan/qonversion-calls.jsonl")
                let count = calls.split(separator: "\n").count
                #expect(run.output.contains("Up to \(count) calls will be made at api.allonym.inv"))
                let linked = calls.components(separatedBy: "\"writer\":\"qonversion.rest-identity")
                    .count
                #expect(
                    run.output.contains(": \(linked - 1) calls. An identity is never taken away"))
                #expect(run.output.contains("nothing was sent") == !goesOn)
                let files = try FileManager.default.contentsOfDirectory(
                    atPath: workspace.folder.appendingPathComponent("plan").path)
                #expect(files.contains("apply.sqlite") == goesOn)
            }
        #endif

        @Test func `Of a plan of files alone is said what to hand to whom, and nothing is sent`()
            async throws
        {
            let workspace = try await workspace("--to nami")
            let run = try await workspace.run(
                "migrate apply --plan plan --to-url http://127.0.0.1:9")
            #expect(run.code == 0, "\(run.errors)")
            #expect(run.output.hasPrefix("For your app developers:\n  nami-"))
            let sheet = try await workspace.run(
                "migrate apply --plan plan --to-url http://127.0.0.1:9 --format json")
            #expect(sheet.code == 0, "\(sheet.errors)")
            let object = try JSONSerialization.jsonObject(with: Data(sheet.output.utf8))
            let files = try #require((object as? [String: Any])?["files"] as? [[String: Any]])
            #expect(!files.isEmpty && files.allSatisfy { $0["route"] as? String == "client" })
            for file in files {
                let name = try #require(file["name"] as? String)
                #expect(run.output.contains("  \(name), "))
            }
            let offline = try await workspace.run(
                "migrate apply --plan plan --to-url http://127.0.0.1:9 --dry-run offline")
            #expect(offline.code == 0 && offline.output == run.output, "\(offline.errors)")
            let read = try await workspace.run(
                "migrate apply --plan plan --to-url http://127.0.0.1:9 --dry-run read")
            #expect(read.code == 64, "\(read.errors)")
            // What is handed over is what the plan has written.
            #expect(try await workspace.shell("echo >> plan/nami-log-in.csv").code == 0)
            let changed = try await workspace.run(
                "migrate apply --plan plan --to-url http://127.0.0.1:9")
            #expect(changed.code == 65 && changed.errors.contains("nami-log-in.csv"))
        }

        /// Customers of whom RevenueCat's REST v2 takes no ID, so that its REST v1 makes everything.
        private static let mailed = """
            {"allonym":1,"type":"customer","ids":[{"id":"ada@example.com","kind":"custom"}]}
            {"allonym":1,"type":"customer","ids":[{"id":"bob@example.com","kind":"custom"}]}
            {"allonym":1,"type":"grant","user-id":"ada@example.com","entitlement":["gold"],\
            "state":"active","expiry-date":"2027-11-01T00:00:00Z"}

            """

        @Test(
            arguments: [
                (
                    "revenuecat", "purchasely",
                    "--dry-run read: Purchasely has no call that reads back what this plan makes "
                        + "without making something; give --dry-run offline, which asks nobody"
                ),
                ("revenuecat", "nami", "it has no calls for Nami; its steps.md says what to do"),
                (
                    "neutral", "revenuecat",
                    "key \"secret key, version 2\": it is missing, and reads back \"REST v1, "
                        + "promotional grant with an end\""
                ),
            ])
        func `Where nothing reads without making something, a dry run that reads is refused`(
            source: String, target: String, words: String
        ) async throws {
            let workspace = try Workspace()
            if source == "neutral" {
                try workspace.write(Self.mailed, to: "export")
            } else {
                try await workspace.done(
                    "migrate sample --from \(source) --customers 40 --output export")
            }
            let moment = source == "neutral" ? "--at 2026-11-20T00:00:00Z" : ""
            try await workspace.done(
                "migrate plan --from \(source) --to \(target) --route api --in export --out plan "
                    + moment)
            let plan = try PlannedCalls(in: workspace, "plan")
            #expect(plan.calls.isEmpty == (target == "nami"))
            if source == "neutral" {
                #expect(
                    Set(plan.calls.map(\.writer))
                        == [
                            "revenuecat.grant", "revenuecat.rest-v1-customer",
                            "revenuecat.rest-v1-granted",
                        ])
            }
            let apply =
                "migrate apply --plan plan --to-url http://127.0.0.1:9 --project demo "
                + "\(plan.keyOptions) --dry-run"
            let read = try await workspace.run("\(apply) read", environment: Workspace.keys)
            #expect(read.code == 64 && read.output.isEmpty, "\(read.output)")
            #expect(read.errors.contains(words), "\(read.errors)")
            if !plan.calls.isEmpty { try await workspace.done("\(apply) offline") }
            let files = try FileManager.default.contentsOfDirectory(
                atPath: workspace.folder.appendingPathComponent("plan").path)
            #expect(!files.contains { $0.hasPrefix("apply") })
        }
    }
#endif
