// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// What `migrate apply` refuses, asks and hands over before it sends anything.
    @Suite(.serialized) struct ApplyPromptTests {
        private static let keys = ["PROJECT": "pk_demo", "SECRET": "sk_demo"]
        private static let named = "--key-env 'project key=PROJECT' --key-env 'secret key=SECRET'"

        /// A folder with a plan of a sample.
        private func workspace(_ target: String) async throws -> Workspace {
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

        @Test func `A list of nobody is refused, and of one with some is said how many`()
            async throws
        {
            let workspace = try await workspace("--to qonversion --route api")
            try workspace.write("nobody\n", to: "none.txt")
            // The first call's customer, by the ID at the target.
            let filled = try await workspace.shell(
                "sed -n 's|.*/v3/identities/\\([^\"/]*\\)\".*|\\1|p' plan/qonversion-calls.jsonl "
                    + "| head -n 1 | cat - none.txt > some.txt")
            #expect(filled.code == 0)
            let target = "--plan plan --to-url http://127.0.0.1:9 \(Self.named)"
            for command in [
                "apply \(target)", "apply --dry-run offline \(target)",
                "apply --dry-run read \(target)", "undo \(target)",
            ] {
                let run = try await workspace.run(
                    "migrate \(command) --only none.txt", environment: Self.keys)
                #expect(run.code == 65 && run.output.isEmpty, "\(command): \(run.errors)")
                #expect(run.errors.contains("none.txt: its ID is of no customer who has calls"))
            }
            let some = try await workspace.run(
                "migrate apply --dry-run offline \(target) --only some.txt", environment: Self.keys)
            #expect(some.code == 0, "\(some.errors)")
            #expect(some.output.hasPrefix("1 customer has calls:"))
            #expect(some.errors.contains("Of the 2 IDs in some.txt, 1 is of no customer"))
        }

        #if os(Linux)
            @Test(arguments: [
                ("api.allonym.invalid", true), ("example.com", false), ("yes", false), ("", false),
            ])
            func `At a terminal another machine is asked about by its name`(
                answer: String, goesOn: Bool
            ) async throws {
                let workspace = try await workspace("--to qonversion --route api")
                // The name leads nowhere, so that whoever goes on has to be stopped.
                try workspace.write(
                    """
                    echo $$ > process
                    exec allonym migrate apply --plan plan \\
                        --to-url https://api.allonym.invalid --really \(Self.named)
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
                #expect(run.output.contains("calls will be made at api.allonym.invalid"))
                #expect(run.output.contains("An identity is never taken away"))
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
            let read = try await workspace.run(
                "migrate apply --plan plan --to-url http://127.0.0.1:9 --dry-run read")
            #expect(read.code == 64, "\(read.errors)")
            // What is handed over is what the plan has written.
            #expect(try await workspace.shell("echo >> plan/nami-log-in.csv").code == 0)
            let changed = try await workspace.run(
                "migrate apply --plan plan --to-url http://127.0.0.1:9")
            #expect(changed.code == 65 && changed.errors.contains("nami-log-in.csv"))
        }
    }
#endif
