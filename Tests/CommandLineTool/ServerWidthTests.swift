// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// What a terminal of some width shows of the commands that rehearse, send, export, serve and
    /// check webhooks: nothing is cut.
    @Suite(.serialized) struct ServerWidthTests {
        private static let keys = ["PROJECT": "pk_demo", "SECRET": "sk_demo"]
        private static let widths = [60, 80, 200]

        /// Expects lines that end at the width, but for commands, rows of tables and single words.
        private func expectFit(_ run: Run, _ width: Int, _ command: String) {
            #expect(run.code == 0, "\(command): \(run.errors)\(run.output)")
            #expect(!run.output.isEmpty)
            #expect(run.output.lines(over: width) == [], "\(command) at \(width)")
            #expect(run.errors.lines(over: width) == [], "\(command) at \(width)")
        }

        private func environment(_ width: Int) -> [String: String] {
            Self.keys.merging(["COLUMNS": "\(width)"]) { _, new in new }
        }

        /// Runs a command at each width.
        private func check(_ command: String, in workspace: Workspace) async throws {
            for width in Self.widths {
                let run = try await workspace.run(
                    command.replacing("WIDTH", with: "\(width)"), environment: environment(width))
                expectFit(run, width, command)
            }
        }

        /// A folder with a project file of Qonversion, and what some commands make in it.
        private func workspace(_ commands: [String]) async throws -> Workspace {
            let workspace = try Workspace()
            try workspace.write(
                """
                {"project":"demo","provider":"qonversion",
                 "keys":{"public":["pk_demo"],"secret":["sk_demo"],"admin":["ak_demo"]}}
                """, to: "demo.json")
            for command in commands {
                let run = try await workspace.run("migrate \(command)")
                #expect(run.code == 0, "\(run.errors)")
            }
            return workspace
        }

        @Test func `What apply and undo say of a plan's calls ends at the width`() async throws {
            let workspace = try await workspace([
                "sample --from revenuecat --customers 40 --output export",
                "plan --from revenuecat --to qonversion --route api --in export --out plan",
            ])
            let server = try await ServerProcess(
                in: workspace, project: "demo.json", ["--from-plan", "plan"])
            let target = "--plan plan --to-url \(server.address) --rate off"
            let apply =
                "migrate apply \(target) --key-env 'project key=PROJECT' "
                + "--key-env 'secret key=SECRET'"
            try await check("\(apply) --dry-run offline", in: workspace)
            try await check("\(apply) --dry-run read", in: workspace)
            try await check("\(apply) --canary 2", in: workspace)
            try await check(apply, in: workspace)
            try await check("migrate undo \(target) --key-env SECRET", in: workspace)
            #expect(server.terminate() == 0)
        }

        @Test func `What apply says of a plan that has files alone ends at the width`() async throws
        {
            let workspace = try await workspace([
                "sample --from revenuecat --customers 20 --output export",
                "plan --from revenuecat --to nami --in export --out plan",
            ])
            try await check(
                "migrate apply --plan plan --to-url http://127.0.0.1:9", in: workspace)
        }

        @Test func `What rehearse says ends at the width, and leads to the steps`() async throws {
            let workspace = try await workspace([
                "sample --from revenuecat --customers 40 --output export",
                "plan --from revenuecat --to qonversion --in export --out plan",
            ])
            try await check("migrate rehearse --plan plan", in: workspace)
            let run = try await workspace.run(
                "migrate rehearse --plan plan", environment: environment(80))
            let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("Next, steps.md in plan has the commands"), "\(run.output)")
        }

        @Test func `What export says, before and after, ends at the width`() async throws {
            let workspace = try await workspace([
                "sample --from qonversion --customers 40 --output given"
            ])
            let server = try await ServerProcess(
                in: workspace, project: "demo.json",
                ["--from-export", "given", "--from", "qonversion"])
            try await check(
                "migrate export --from qonversion --from-url \(server.address) --key-env SECRET "
                    + "--rate off --out export-WIDTH", in: workspace)
            #expect(server.terminate() == 0)
        }

        @Test(arguments: [60, 80, 200, nil])
        func `A server says in one line that it listens, and wraps what it could not take over`(
            width: Int?
        ) async throws {
            let workspace = try await workspace([
                "sample --from revenuecat --customers 40 --output given"
            ])
            let run = try await workspace.shell(
                """
                timeout -s TERM 100 allonym serve --from-export given --from revenuecat \\
                    --data data --listen 127.0.0.1:0 > said 2> told & child=$!
                until [ -s said ] || ! kill -0 $child; do sleep 0.1; done
                kill $child; wait; cat said; cat told >&2
                """, environment: width.map(environment) ?? [:])
            // Programs read it, whatever the terminal is.
            #expect(run.output.split(separator: "\n").count == 1)
            let said = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
            #expect((said as? [String: Any])?["listening"] != nil)
            #expect(run.errors.words.contains("begins with "), "\(run.errors)")
            if let width {
                #expect(run.errors.lines(over: width) == [])
            } else {
                let lines = run.errors.split(separator: "\n")
                #expect(lines.allSatisfy { $0.hasPrefix("allonym: ") }, "\(run.errors)")
            }
        }

        @Test func `What a webhook shows is said in lines that end at the width`() async throws {
            let workspace = try await workspace([])
            let lines = ["POST /hook HTTP/1.1", "Authorization: sk_demo", "", "{}"]
            try workspace.write(lines.joined(separator: "\r\n"), to: "hook.http")
            try await check(
                "webhook verify --provider revenuecat --secret-env SECRET --request hook.http",
                in: workspace)
        }
    }
#endif
