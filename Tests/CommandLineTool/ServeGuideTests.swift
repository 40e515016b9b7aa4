// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// The server's guides, run as they stand.
    @Suite struct ServeGuideTests {
        @Test(
            arguments: [
                ("Testing-a-backend", "demo.json", 24), ("Testing-an-app", "demo.json", 9),
                ("Receiving-webhooks", "hooks.json", 4),
            ])
        func `Every line of a guide prints what it shows`(
            guide: String, project: String, count: Int
        ) async throws {
            let page = "Sources/Server/AllonymServer.docc/\(guide).md"
            let blocks = try ConsoleBlocks(of: page)
            #expect(blocks.notRun.filter { $0.contains("curl ") } == [])
            let workspace = try Workspace()
            try blocks.writeFiles(to: workspace)
            let server = try await ServerProcess(in: workspace, project: project)
            let host = server.address.replacing("http://", with: "")
            let commands = try await blocks.run(in: workspace) {
                $0.replacing("127.0.0.1:8080", with: host)
            }
            #expect(commands == count)
            #expect(server.terminate() == 0)
        }

        @Test(arguments: [("Migrating", 44), ("Applying-a-plan", 8)])
        func `An article on migrations is run from its first command to its last, servers included`(
            article: String, count: Int
        ) async throws {
            let page = "Sources/Migration/AllonymMigration.docc/\(article).md"
            let blocks = try ConsoleBlocks(of: page)
            #expect(blocks.notRun == [])
            let workspace = try Workspace()
            let served = ServedPage(in: workspace)
            let commands = try await blocks.run(in: workspace) {
                try await served.made(of: $0)
            }
            #expect(commands == count)
            let codes = served.terminate()
            #expect(!codes.isEmpty && codes.allSatisfy { $0 == 0 })
        }

        @Test func `A plan is made, served and carried out as the guide shows`() async throws {
            let page = "Sources/Server/AllonymServer.docc/Rehearsing-a-migration.md"
            let blocks = try ConsoleBlocks(of: page)
            let workspace = try Workspace()
            try blocks.writeFiles(to: workspace)
            for command in [
                "migrate sample --from purchasely --customers 60 --output export.jsonl",
                "migrate plan --from purchasely --to revenuecat --route api --in export.jsonl "
                    + "--out plan",
            ] {
                #expect(try await workspace.run(command).code == 0)
            }
            let server = try await ServerProcess(
                in: workspace, project: "demo.json", ["--from-plan", "plan"])
            let host = server.address.replacing("http://", with: "")
            let commands = try await blocks.run(in: workspace) {
                $0.replacing("127.0.0.1:8080", with: host)
            }
            #expect(commands == 3)
            #expect(server.terminate() == 0)
        }

        @Test func `The step that serves in CI says where, and fails where it cannot start`()
            async throws
        {
            let workspace = try Workspace()
            let tool = Workspace.products.appendingPathComponent("allonym").path
            let start = ConsoleBlocks.root.appendingPathComponent(".github/actions/serve/start")
                .path
            try workspace.write(
                #"{"project":"demo","provider":"nami","keys":{"admin":["ak_demo"]}}"#,
                to: "demo.json")
            let command =
                "env -u GITHUB_OUTPUT bash '\(start)' '\(tool)'"
            let said = try await workspace.shell(
                "\(command) demo.json data 127.0.0.1:0 frozen > said.txt; . ./said.txt; "
                    + "curl -s $address/allonym/v1/readyz; kill $pid; rm -f $log $log.errors"
            ).output
            #expect(said == "ok\n")
            try workspace.write("{}", to: "wrong.json")
            let failed = try await workspace.shell(
                "\(command) wrong.json data 127.0.0.1:0 frozen > /dev/null 2>&1 || echo failed"
            ).output
            #expect(failed == "failed\n")
        }

        @Test func `The workflow that takes the step gets the answer that it looks for`()
            async throws
        {
            func text(_ path: String) throws -> String {
                try String(
                    contentsOf: ConsoleBlocks.root.appendingPathComponent(".github/\(path)"),
                    encoding: .utf8)
            }
            let job = try #require(
                try text("workflows/checks.yml").firstMatch(
                    of: #/\n  serve:\n((?:    .*\n)+)/#)?.output.1)
            let halves = job.split(separator: "      - uses: ./.github/actions/serve\n")
            try #require(halves.count == 2)
            let (before, after) = (halves[0], halves[1])
            let given = Dictionary(
                uniqueKeysWithValues: after.matches(of: #/\n          (\w+): (.+)/#).map {
                    (String($0.output.1), String($0.output.2))
                })
            let action = try text("actions/serve/action.yml").split(separator: "\noutputs:\n")
            func names(_ part: Substring) -> Set<String> {
                Set(part.matches(of: #/\n? *(\w+):\n    description/#).map { String($0.output.1) })
            }
            #expect(names(action[0]).isSuperset(of: given.keys) && !given.isEmpty)
            let used = after.matches(of: #/steps\.served\.outputs\.(\w+)/#).map {
                String($0.output.1)
            }
            #expect(names(action[1]).isSuperset(of: used) && !used.isEmpty)
            func commands(_ part: Substring) -> [String] {
                part.matches(of: #/- run: '?(.+?)'?\n/#).map {
                    String($0.output.1).replacing(
                        "${{ steps.served.outputs.address }}", with: "$address")
                }.filter { !$0.hasPrefix("apt-get ") }
            }
            let start = ConsoleBlocks.root.appendingPathComponent(".github/actions/serve/start")
                .path
            let tool = Workspace.products.appendingPathComponent("allonym").path
            let step =
                "env -u GITHUB_OUTPUT bash '\(start)' '\(tool)' '\(given["project"] ?? "")' data "
                + "\(given["listen"] ?? "127.0.0.1:0") frozen > said.txt && . ./said.txt"
            let lines =
                commands(before) + [step]
                + commands(after).map { "\($0) > answer.txt && echo held" }
                + ["kill $pid; rm -f $log $log.errors"]
            let run = try await Workspace().shell(lines.joined(separator: "\n"))
            #expect(commands(after).count == 1 && run.output == "held\n", "\(run.errors)")
        }
    }
#endif
