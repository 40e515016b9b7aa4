// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import Foundation
    import Testing

    /// The server as a process that is asked to end: it finishes what it has begun, and nothing else.
    @Suite struct StoppedServerTests {
        /// What a client was told, and how the last answer came out.
        private struct Told {
            var acknowledged: [String] = []
            /// The status of the answer that was no acknowledgement; nil where there was none.
            var last: Int?
        }

        /// How much was acknowledged to all clients so far.
        private actor Count {
            private(set) var value = 0

            func add() { value += 1 }
        }

        /// Writes until something else than an acknowledgement comes back.
        private func write(
            _ client: Int, to server: ServerProcess, _ acknowledged: Count
        ) async -> Told {
            var told = Told()
            while true {
                let id = "user-\(client)-\(told.acknowledged.count)"
                let reply = await server.call(
                    "POST", "/v1/subscribers/\(id)/attributes",
                    #"{"attributes":{"$email":{"value":"\#(id)@mail.test"}}}"#, key: "pk_demo")
                guard let reply, reply.status == 200 else {
                    told.last = reply?.status
                    return told
                }
                told.acknowledged.append(id)
                await acknowledged.add()
            }
        }

        private func load(
            _ clients: Int, on server: ServerProcess, _ acknowledged: Count
        ) -> Task<[Told], Never> {
            Task {
                await withTaskGroup(of: Told.self) { group in
                    for client in 0..<clients {
                        group.addTask { await write(client, to: server, acknowledged) }
                    }
                    var told: [Told] = []
                    for await one in group { told.append(one) }
                    return told
                }
            }
        }

        /// A connection that has been answered once and is kept open.
        private func idle(on server: ServerProcess) async throws -> OpenConnection {
            let connection = try #require(OpenConnection(to: server.address))
            let said = await aside {
                connection.send(
                    Array("GET /allonym/v1/healthz HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
                return connection.receive()
            }
            #expect(said.hasPrefix("HTTP/1.1 200"), "\(said)")
            return connection
        }

        @Test
        func `Told to stop under load, it exits 0 soon, and all that it acknowledged is there`()
            async throws
        {
            let workspace = try Workspace()
            try workspace.write(ServeProcessTests.project, to: "demo.json")
            let server = try await ServerProcess(in: workspace, project: "demo.json")
            // One that has asked something, and one that never has: neither is waited for.
            let asked = try await idle(on: server)
            let silent = try #require(OpenConnection(to: server.address))
            let count = Count()
            let load = load(8, on: server, count)
            for _ in 0..<6_000 {
                if await count.value > 80 { break }
                try await Task.sleep(for: .milliseconds(10))
            }
            let start = ContinuousClock.now
            let code = await aside { server.terminate() }
            #expect(code == 0, "\(server.complaints)")
            #expect(start.duration(to: .now) < .seconds(10))
            for connection in [asked, silent] {
                let said = await aside { connection.receive() }
                #expect(said.isEmpty, "\(said)")
            }
            #expect(OpenConnection(to: server.address) == nil)
            let told = await load.value
            let acknowledged = told.flatMap(\.acknowledged)
            #expect(acknowledged.count > 80)
            // Nobody was told that it failed: an answer is an acknowledgement, or there is none.
            #expect(told.allSatisfy { $0.last == nil }, "\(told.map(\.last))")
            let next = try await ServerProcess(in: workspace, project: "demo.json")
            for id in acknowledged {
                let known = await next.call(
                    "GET", "/allonym/v1/customers/\(id)", key: "ak_demo")
                let attributes = known?.object["attributes"] as? [String: String]
                #expect(attributes == ["$email": "\(id)@mail.test"], "\(id)")
            }
            let last = await aside { next.terminate() }
            #expect(last == 0)
        }

        @Test func `A request that is being sent when it is told to stop is answered first`()
            async throws
        {
            let workspace = try Workspace()
            try workspace.write(ServeProcessTests.project, to: "demo.json")
            let server = try await ServerProcess(in: workspace, project: "demo.json")
            let connection = try #require(OpenConnection(to: server.address))
            let body = Array(#"{"attributes":{"tea":{"value":"green"}}}"#.utf8)
            let head =
                "POST /v1/subscribers/ann/attributes HTTP/1.1\r\nHost: a\r\n"
                + "Authorization: Bearer pk_demo\r\nContent-Length: \(body.count)\r\n\r\n"
            await aside {
                _ = connection.send(Array(head.utf8) + body[..<10])
            }
            // It has come as far as the server by now.
            try await Task.sleep(for: .milliseconds(500))
            let ended = Task { await aside { server.terminate() } }
            try await Task.sleep(for: .milliseconds(500))
            let said = await aside {
                connection.send(Array(body[10...]))
                return connection.receive()
            }
            #expect(said.hasPrefix("HTTP/1.1 200"), "\(said)")
            let code = await ended.value
            #expect(code == 0, "\(server.complaints)")
            let next = try await ServerProcess(in: workspace, project: "demo.json")
            let known = await next.call("GET", "/allonym/v1/customers/ann", key: "ak_demo")
            #expect(known?.object["attributes"] as? [String: String] == ["tea": "green"])
        }
    }
#endif
