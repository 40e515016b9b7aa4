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
                ("Testing-a-backend", "demo.json", 22), ("Testing-an-app", "demo.json", 9),
                ("Receiving-webhooks", "hooks.json", 4),
            ])
        func `Every line of a guide prints what it shows`(
            guide: String, project: String, count: Int
        ) async throws {
            let page = "Sources/Server/AllonymServer.docc/\(guide).md"
            let blocks = try ConsoleBlocks(of: page)
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

        @Test(arguments: [("Migrating", 36), ("Applying-a-plan", 8)])
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
    }
#endif
