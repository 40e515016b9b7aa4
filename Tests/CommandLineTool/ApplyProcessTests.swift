// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import Foundation
    import Testing

    /// `migrate apply` and `migrate undo` as processes: ended anyhow, and started again.
    @Suite(.serialized) struct ApplyProcessTests {
        private static let project = """
            {"project":"demo","provider":"qonversion",
             "keys":{"public":["pk_demo"],"secret":["sk_demo"],"admin":["ak_demo"]}}
            """
        private static let keys = ["PROJECT": "pk_demo", "SECRET": "sk_demo"]
        private static let named = "--key-env 'project key=PROJECT' --key-env 'secret key=SECRET'"

        /// A plan, and a server of its target.
        private func begin(customers: Int) async throws -> (Workspace, ServerProcess) {
            let workspace = try Workspace()
            try workspace.write(Self.project, to: "demo.json")
            for command in [
                "migrate sample --from revenuecat --customers \(customers) --output export",
                "migrate plan --from revenuecat --to qonversion --route api --in export --out plan",
            ] { #expect(try await workspace.run(command).code == 0) }
            let server = try await ServerProcess(
                in: workspace, project: "demo.json", ["--from-plan", "plan"])
            return (workspace, server)
        }

        private func apply(_ server: ServerProcess, _ more: String = "") -> String {
            "migrate apply --plan plan --to-url \(server.address) --rate off \(Self.named) \(more)"
        }

        /// As many calls as a plan has.
        private func calls(_ workspace: Workspace) throws -> Int {
            try workspace.content(of: "plan/qonversion-calls.jsonl").split(separator: "\n").count
        }

        /// What the server answers of everybody in the plan, in the order of the paths.
        private func answers(
            of server: ServerProcess, _ workspace: Workspace
        ) async throws -> [String] {
            var paths: Set<String> = []
            for call in try PlannedCalls(in: workspace, "plan").calls {
                let parts = call.path.split(separator: "/").prefix(3)
                let path = "/" + parts.joined(separator: "/")
                paths.insert(path.replacing("/v4/", with: "/v3/"))
            }
            var found: [String] = []
            for path in paths.sorted() {
                for more in path.contains("/users/") ? ["", "/entitlements"] : [""] {
                    let reply = try #require(
                        await server.call("GET", path + more, key: "sk_demo"))
                    #expect(reply.status == 200, "\(path + more)")
                    let body = String(decoding: reply.body, as: UTF8.self)
                    found.append("\(path + more) \(body)")
                }
            }
            return found
        }

        @Test func `Killed again and again, a run goes on and does nothing twice`() async throws {
            let kills =
                ProcessInfo.processInfo.environment["ALLONYM_KILLS"].flatMap { Int($0) } ?? 3
            let (workspace, server) = try await begin(customers: 60 * kills)
            let calls = try calls(workspace)
            // Another server, and a copy of the plan, for a run that nothing disturbs.
            _ = try await workspace.shell("cp -R plan quiet")
            let undisturbed = try await ServerProcess(
                in: workspace, project: "demo.json", data: "quiet-data", ["--from-plan", "quiet"])
            let quiet = try await workspace.run(
                apply(undisturbed).replacing("--plan plan", with: "--plan quiet"),
                environment: Self.keys)
            #expect(quiet.code == 0, "\(quiet.errors)")
            let expected = try await answers(of: undisturbed, workspace)
            #expect(expected.count > calls / 2)
            #expect(undisturbed.terminate() == 0)
            var generator = SystemRandomNumberGenerator()
            var killedCount = 0
            for _ in 0..<kills {
                let pause = Double.random(in: 0.15...0.6, using: &generator)
                let line =
                    "\(apply(server).replacing("--rate off", with: "--rate 400/1s")) & child=$!; sleep \(pause); kill -9 $child; "
                    + "wait $child"
                let killed = try await workspace.shell("allonym " + line, environment: Self.keys)
                // It may have been done before.
                #expect(killed.code == 137 || killed.code == 0, "\(killed.errors)")
                if killed.code == 137 { killedCount += 1 }
            }
            #expect(killedCount * 2 >= kills, "only \(killedCount) of \(kills) runs were killed")
            let last = try await workspace.run(
                apply(server, "--format json"), environment: Self.keys)
            #expect(last.code == 0, "\(last.output) \(last.errors)")
            let report = try #require(
                try JSONSerialization.jsonObject(with: Data(last.output.utf8)) as? [String: Any])
            let states = try #require(report["calls"] as? [String: Int])
            #expect(states.values.reduce(0, +) == calls)
            #expect(
                Set(states.keys).isSubset(of: [
                    "done", "there already", "found after a lost answer",
                ]))
            // Users who were made twice would have been refused, and that is told as being there.
            #expect(states["there already", default: 0] == 0)
            #expect(try await answers(of: server, workspace) == expected)
            for file in try FileManager.default.contentsOfDirectory(
                atPath: workspace.folder.appendingPathComponent("plan").path)
            {
                let url = workspace.folder.appendingPathComponent("plan/\(file)")
                let bytes = try Data(contentsOf: url)
                #expect(bytes.range(of: Data("sk_demo".utf8)) == nil, "\(file)")
                #expect(bytes.range(of: Data("pk_demo".utf8)) == nil, "\(file)")
            }
            #expect(server.terminate() == 0)
        }

        @Test func `The commands of steps.md carry a plan out, and take it back`() async throws {
            let (workspace, server) = try await begin(customers: 30)
            let steps = try workspace.content(of: "plan/steps.md").matches(
                of: /`(allonym migrate (verify|rehearse|apply|undo) [^`]+)`/)
            var verbs: [Substring] = []
            // Nobody has an export of the target here.
            for step in steps where !step.1.contains("FILE") {
                let command = step.1.replacing("https://api.qonversion.io", with: server.address)
                let run = try await workspace.shell(
                    "PLAN=plan; \(command)",
                    environment: ["PROJECT_KEY": "pk_demo", "SECRET_KEY": "sk_demo"])
                #expect(run.code == 0, "\(command): \(run.errors)")
                verbs.append(step.2)
            }
            #expect(verbs == ["verify", "rehearse", "apply", "apply", "undo"])
            #expect(server.terminate() == 0)
        }

        @Test func `Undo that takes nothing back says so, and exits with 1`() async throws {
            let workspace = try Workspace()
            try workspace.write(
                Self.project.replacing("qonversion", with: "purchasely"), to: "demo.json")
            for command in [
                "migrate sample --from revenuecat --customers 30 --output export",
                "migrate plan --from revenuecat --to purchasely --route api --in export --out plan",
            ] { #expect(try await workspace.run(command).code == 0) }
            let server = try await ServerProcess(
                in: workspace, project: "demo.json", ["--from-plan", "plan"])
            func run(_ verb: String) async throws -> Run {
                try await workspace.run(
                    "migrate \(verb) --plan plan --to-url \(server.address) --rate off "
                        + "--key-env 'api key=SECRET' --key-env 'client shared secret=SECRET'",
                    environment: Self.keys)
            }
            #expect(try await run("apply").code == 0)
            let undo = try await run("undo")
            #expect(undo.code == 1, "\(undo.errors)")
            #expect(undo.output.contains("\nNothing was taken back.\n"))
            #expect(!undo.output.contains("- complete:"))
            #expect(server.terminate() == 0)
        }

        @Test func `A plan is foretold, tried, applied and taken back`() async throws {
            let (workspace, server) = try await begin(customers: 40)
            let calls = try calls(workspace)
            let offline = try await workspace.run(
                apply(server, "--dry-run offline"), environment: Self.keys)
            #expect(offline.code == 0, "\(offline.errors)")
            #expect(offline.output.contains("customers have calls"))
            #expect(offline.output.contains("for good: An identity is never taken away"))
            // What costs nobody access, and waits for nobody, is left out.
            #expect(
                offline.output.contains("\n- brought-by-app: 33 customers wait for the new app"))
            #expect(!offline.output.contains("anonymous-not-held"))
            #expect(offline.output.contains("allonym migrate list --plan plan --code CODE"))
            let look = try await workspace.run(
                apply(server, "--dry-run read"), environment: Self.keys)
            #expect(look.code == 0, "\(look.errors)")
            #expect(look.output.contains("Would be new: \(calls)"))
            #expect(look.output.contains("Would be overwritten: 0"))
            let canary = try await workspace.run(
                apply(server, "--canary 2"), environment: Self.keys)
            #expect(canary.code == 0)
            #expect(canary.output.contains("It stopped after 2 customers, as --canary asks."))
            let applied = try await workspace.run(apply(server), environment: Self.keys)
            #expect(applied.code == 0, "\(applied.errors)")
            #expect(applied.output.contains("Everything is done."))
            let again = try await workspace.run(
                apply(server, "--dry-run read"), environment: Self.keys)
            #expect(again.output.contains("There already, and equal: \(calls)"))
            for file in [
                "apply-report.json", "apply-report.md", "apply-report.html", "apply.sqlite",
            ] {
                let path = workspace.folder.appendingPathComponent("plan/\(file)").path
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
            }
            let undo = try await workspace.run(
                "migrate undo --plan plan --to-url \(server.address) --rate off --key-env SECRET",
                environment: Self.keys)
            #expect(undo.code == 0, "\(undo.output) \(undo.errors)")
            let note = "note: Customers who are undone cannot be applied again there: "
            #expect(undo.errors.contains("\(note)Qonversion erases for good"), "\(undo.errors)")
            let gone = try await workspace.run(
                apply(server, "--dry-run read"), environment: Self.keys)
            #expect(gone.output.contains("Would be new: \(calls)"))
            #expect(server.terminate() == 0)
        }

        @Test func `Ctrl-C lets what is on its way end, and says what is left`() async throws {
            let (workspace, server) = try await begin(customers: 60)
            let line =
                "\(apply(server).replacing("--rate off", with: "--rate 20/1s")) & child=$!; "
                + "until [ -s plan/apply.sqlite-wal ]; do sleep 0.05; done; sleep 0.5; "
                + "kill -INT $child; wait $child"
            // A shell's background process takes no notice of SIGINT, so it is a SIGTERM there.
            let stopped = try await workspace.shell(
                "allonym " + line.replacing("-INT", with: "-TERM"), environment: Self.keys)
            #expect(stopped.code == 143, "\(stopped.errors)")
            #expect(stopped.output.contains("it was interrupted"))
            #expect(stopped.output.contains("- left: "))
            let rest = try await workspace.run(apply(server), environment: Self.keys)
            #expect(rest.code == 0, "\(rest.errors)")
            #expect(!rest.output.contains("found after a lost answer"))
            #expect(server.terminate() == 0)
        }
    }
#endif
