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
            // Nothing is sent, so that nobody looks for the keys.
            let offline = try await workspace.run(apply(server, "--dry-run offline"))
            #expect(offline.code == 0, "\(offline.errors)")
            #expect(offline.output.contains("customers have calls"))
            #expect(offline.output.contains("for good: An identity is never taken away"))
            // What costs nobody access, and waits for nobody, is left out.
            #expect(
                offline.output.contains("\n- brought-by-app: 33 customers wait for the new app"))
            #expect(!offline.output.contains("anonymous-not-held"))
            #expect(offline.output.contains("migrate list --plan plan --code brought-by-app\n"))
            let look = try await workspace.run(
                apply(server, "--dry-run read"), environment: Self.keys)
            #expect(look.code == 0, "\(look.errors)")
            #expect(look.output.contains("Would be new: \(calls)"))
            #expect(look.output.contains("There, different, and newer than the plan: 0"))
            // Running it again would not help.
            let refused = try await workspace.run(
                apply(server, "--dry-run read"),
                environment: ["PROJECT": "pk_other", "SECRET": "sk_other"])
            #expect(refused.code == 1, "\(refused.output) \(refused.errors)")
            #expect(refused.output.contains("does not take the key"))
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
            // It needs no key, and takes nothing back.
            let foretold = try await workspace.run(
                "migrate undo --plan plan --to-url \(server.address) --dry-run")
            #expect(foretold.code == 0, "\(foretold.errors)")
            #expect(foretold.output.contains(" customers would be taken back:\n"))
            #expect(foretold.output.contains("  does: Erases the customer with everything"))
            #expect(foretold.output.contains("but its customer would be deleted: "))
            let undo = try await workspace.run(
                "migrate undo --plan plan --to-url \(server.address) --rate off --key-env SECRET",
                environment: Self.keys)
            #expect(undo.code == 0, "\(undo.output) \(undo.errors)")
            #expect(undo.output.contains("undo-left.jsonl in the plan's folder has each of them"))
            let note = "note: Customers who are undone cannot be applied again there: "
            #expect(undo.errors.contains("\(note)Qonversion erases for good"), "\(undo.errors)")
            let gone = try await workspace.run(
                apply(server, "--dry-run read"), environment: Self.keys)
            #expect(gone.output.contains("Would be new: 0"))
            #expect(
                gone.output.contains(
                    "Not there, and not made again after a former run: \(calls)"))
            #expect(server.terminate() == 0)
        }

        @Test(arguments: [("1%", true), ("50%", false)])
        func `A run stops once more than the share of its calls has failed, and only then`(
            share: String, stops: Bool
        ) async throws {
            let (workspace, server) = try await begin(customers: 120)
            // Somebody else has the identities of the first customers.
            let identities = try PlannedCalls(in: workspace, "plan").calls
                .filter { $0.path.hasPrefix("/v3/identities/") }.prefix(8)
            for (number, call) in identities.enumerated() {
                for (path, body) in [
                    ("/v3/users/QON_other\(number)", #"{"environment":"prod"}"#),
                    (call.path, #"{"user_id":"QON_other\#(number)"}"#),
                ] {
                    let reply = await server.call("POST", path, body, key: "sk_demo")
                    #expect((200..<300).contains(reply?.status ?? 0), "\(path)")
                }
            }
            let run = try await workspace.run(
                apply(server, "--concurrency 2 --stop-on-errors \(share)"), environment: Self.keys)
            #expect(run.code == 1, "\(run.errors)")
            let stopped = run.output.firstMatch(
                of:
                    /It has stopped: too many errors: \d+ of \d+ calls did not succeed, more than 1 %/
            )
            #expect((stopped != nil) == stops, "\(run.output)")
            #expect(run.output.contains("\n- left: ") == stops)
            #expect(run.output.contains("\n- conflict: "))
            let percent = try await workspace.run(
                apply(server, "--stop-on-errors 1"), environment: Self.keys)
            #expect(percent.code == 64)
            #expect(
                percent.errors.contains(
                    #"--stop-on-errors: "1" is invalid; expected a share such as 1%"#))
            #expect(server.terminate() == 0)
        }

        @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
        func `Ctrl-C and SIGTERM let what is on its way end, and say what is left`(
            signal: Int32, code: Int32
        ) async throws {
            let (workspace, server) = try await begin(customers: 60)
            let slow = apply(server).replacing("--rate off", with: "--rate 20/1s")
            let stopped = try await workspace.shell(
                "allonym \(slow) & child=$!; "
                    + "until [ -s plan/apply.sqlite-wal ]; do sleep 0.05; done; sleep 0.5; "
                    + "kill -\(signal) $child; wait $child",
                environment: Self.keys)
            #expect(stopped.code == code, "\(stopped.errors)")
            #expect(stopped.output.contains("it was interrupted"))
            #expect(stopped.output.contains("- left: "))
            let rest = try await workspace.run(apply(server), environment: Self.keys)
            #expect(rest.code == 0, "\(rest.errors)")
            #expect(!rest.output.contains("found after a lost answer"))
            #expect(server.terminate() == 0)
        }
    }
#endif
