// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import Foundation
    import Testing

    /// The server as a process: what it says, and what is left of it when it ends.
    @Suite(.serialized) struct ServeProcessTests {
        static let project = """
            {"project":"demo","provider":"revenuecat",
             "keys":{"public":["pk_demo"],"secret":["sk_demo"],"admin":["ak_demo"]},
             "catalogue":[{"id":"coins","kind":"consumable"},{"id":"month","entitlements":["pro"]}]}
            """

        private func workspace() throws -> Workspace {
            let workspace = try Workspace()
            try workspace.write(Self.project, to: "demo.json")
            return workspace
        }

        /// How often the process is killed; `.ci/server` says more.
        private static let kills =
            ProcessInfo.processInfo.environment["ALLONYM_KILLS"].flatMap { Int($0) } ?? 3

        /// What a client was told that it has done.
        private struct Acknowledged {
            var customers = 0
            var purchases = 0
            var attempts = 0
        }

        @Test func `Killed under load, it has everything that it acknowledged, and nothing twice`()
            async throws
        {
            let workspace = try workspace()
            var acknowledged = [Acknowledged](repeating: Acknowledged(), count: 8)
            for round in 0..<Self.kills {
                let before = acknowledged.reduce(0) { $0 + $1.customers }
                let server = try await ServerProcess(in: workspace, project: "demo.json")
                try await check(acknowledged, on: server)
                let answers = AnswerCount()
                let load = Task { [acknowledged] in
                    await withTaskGroup(of: (Int, Acknowledged).self) { group in
                        for client in acknowledged.indices {
                            group.addTask {
                                let done = await write(
                                    client, acknowledged[client], to: server, answers)
                                return (client, done)
                            }
                        }
                        var written = acknowledged
                        for await (client, done) in group { written[client] = done }
                        return written
                    }
                }
                // On a busy machine the first answer may take long; without one nothing is tried.
                try await answers.reach(8)
                try await Task.sleep(for: .milliseconds(30 + 70 * (round % 5)))
                server.kill()
                acknowledged = await load.value
                #expect(acknowledged.reduce(0) { $0 + $1.customers } > before)
            }
            let server = try await ServerProcess(in: workspace, project: "demo.json")
            try await check(acknowledged, on: server)
            #expect(server.complaints.isEmpty)
            #expect(server.terminate() == 0)
        }

        /// How many answers clients have got so far.
        private actor AnswerCount {
            private var count = 0

            func add() { count += 1 }

            /// Waits for so many, up to a minute.
            func reach(_ wanted: Int) async throws {
                for _ in 0..<3_000 where count < wanted {
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
        }

        /// Writes until nobody answers any more.
        private func write(
            _ client: Int, _ before: Acknowledged, to server: ServerProcess, _ answers: AnswerCount
        ) async -> Acknowledged {
            var done = before
            while true {
                let id = "user-\(client)-\(done.customers)"
                let made = await server.call("GET", "/v1/subscribers/\(id)", key: "pk_demo")
                // One that was being made when the process was killed may be there.
                guard let made, [200, 201].contains(made.status) else { return done }
                done.customers += 1
                done.attempts += 1
                await answers.add()
                let bought = await server.call(
                    "POST", "/allonym/v1/purchases",
                    #"{"account":"app_store:\#(client)","product":"coins"}"#, key: "ak_demo")
                guard bought?.status == 201 else { return done }
                done.purchases += 1
            }
        }

        /// Looks for everything that was acknowledged.
        private func check(_ acknowledged: [Acknowledged], on server: ServerProcess) async throws {
            for (client, done) in acknowledged.enumerated() {
                for number in Set([0, done.customers / 2, done.customers - 1]) where number >= 0 {
                    guard number < done.customers else { continue }
                    let reply = await server.call(
                        "GET", "/allonym/v1/customers/user-\(client)-\(number)", key: "ak_demo")
                    #expect(reply?.status == 200, "user-\(client)-\(number)")
                }
            }
            // The store numbers its transactions: none is missing, and none was made twice.
            let reply = await server.call(
                "POST", "/allonym/v1/purchases",
                #"{"account":"app_store:count","product":"month"}"#,
                key: "ak_demo")
            let transaction = try #require(reply?.object["transaction"] as? String)
            let before = (Int(transaction) ?? 0) - 1_000_000_001
            let purchases = acknowledged.reduce(0) { $0 + $1.purchases }
            let attempts = acknowledged.reduce(0) { $0 + $1.attempts }
            let isNew = await server.call(
                "POST", "/allonym/v1/store-events",
                #"{"token":"\#(reply?.object["token"] as? String ?? "")","event":"refund"}"#,
                key: "ak_demo")
            #expect(isNew?.status == 200)
            #expect(before >= purchases)
            // Each look makes up to two more: the purchase itself, and its refund.
            #expect(before <= attempts + 2 * (Self.kills + 1))
        }

        @Test func `A second process with the same data is refused`() async throws {
            let workspace = try workspace()
            let server = try await ServerProcess(in: workspace, project: "demo.json")
            let second = try await workspace.run(
                "serve --project demo.json --data data --listen 127.0.0.1:0")
            #expect(second.code == 74)
            #expect(second.errors.contains("demo.sqlite is in use by another process"))
            #expect(server.terminate() == 0)
        }

        @Test(
            arguments: [
                ("serve --project none.json", 65, "none.json: the file cannot be read"),
                (
                    "serve --project wrong.json", 65,
                    "wrong.json: keys.pubic: there is no such member"
                ),
                ("serve --project demo.json --listen nowhere", 64, "--listen takes an address"),
                ("serve --project open.json --listen 0.0.0.0:0", 64, "has no admin key"),
                ("serve --project demo.json --data demo.json", 74, "demo.json"),
                ("serve --project demo.json --data /dev/null/data", 74, "/dev/null/data"),
                ("serve --project demo.json --data keyless", 65, "allonym.key is no key"),
                ("serve --project demo.json --data empty", 65, "demo.sqlite has 0 bytes"),
            ])
        func `A wrong argument or file is named`(arguments: String, code: Int32, says: String)
            async throws
        {
            let workspace = try workspace()
            try workspace.write(
                #"{"project":"a","provider":"revenuecat","keys":{"pubic":["x"]}}"#, to: "wrong.json"
            )
            try workspace.write(#"{"project":"a","provider":"revenuecat"}"#, to: "open.json")
            _ = try await workspace.shell(
                "mkdir keyless empty; printf 0123 > keyless/allonym.key; : > empty/demo.sqlite")
            let run = try await workspace.run(
                arguments + (arguments.contains("--data") ? "" : " --data d"))
            #expect(run.code == code)
            #expect(run.errors.contains(says), "\(run.errors)")
            #expect(run.output.isEmpty)
        }

        @Test func `Without a file there is a project for each provider, with keys told once`()
            async throws
        {
            let workspace = try Workspace()
            for isFirst in [true, false] {
                let run = try await workspace.shell(
                    """
                    rm -f said
                    timeout -s TERM 100 allonym serve --data data --listen 127.0.0.1:0 > said & child=$!
                    until [ -s said ] || ! kill -0 $child; do sleep 0.1; done
                    kill $child; wait; cat said
                    """)
                let line = try #require(run.output.split(separator: "\n").first)
                let said = try #require(
                    try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
                #expect(
                    said["projects"] as? [String] == [
                        "nami", "purchasely", "qonversion", "revenuecat",
                    ])
                #expect((said["keys"] != nil) == isFirst)
            }
        }
    }
#endif
