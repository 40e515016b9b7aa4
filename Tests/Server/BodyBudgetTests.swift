// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymServer
    import Foundation
    import Testing

    /// How much of what callers send is in memory at once.
    @Suite struct BodyBudgetTests {
        /// What a request is in these tests: a head that says how long its body is, and as much of it
        /// as is sent.
        private func post(_ declared: Int, sending count: Int, key: String = "pk_test") -> String {
            "POST /v1/subscribers/ann/attributes HTTP/1.1\r\nHost: a\r\n"
                + "Authorization: Bearer \(key)\r\nContent-Length: \(declared)\r\n\r\n"
                + String(repeating: " ", count: count)
        }

        /// Waits until so many bytes are free.
        private func expectFree(
            _ count: Int, _ budget: BodyBudget, sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            for _ in 0..<1_000 where budget.free != count {
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(budget.free == count, sourceLocation: sourceLocation)
        }

        /// What is answered to a call whose body has some length.
        ///
        /// Then the connection is closed.
        private func answer(of length: Int, at port: Int) async throws -> String {
            let connection = try #require(RawConnection(port: port))
            let members = #"{"attributes":{"tea":{"value":"green"}}}"#
            return await waiting {
                connection.send(
                    post(length, sending: length - members.utf8.count) + members)
                return connection.receive(until: "\r\n\r\n")
            }
        }

        @Test func `Room is taken whole or not at all, and a share gives all of its own back`() {
            let budget = BodyBudget(10)
            var (first, second) = (BodyBudget.Share(of: budget), BodyBudget.Share(of: budget))
            let taken = [
                first.take(4), second.take(5), first.take(2), first.take(1), second.take(1),
            ]
            #expect(taken == [true, true, false, true, false])
            #expect(budget.free == 0 && budget.most == 10)
            first.giveBack()
            #expect(budget.free == 5)
            // Nobody gives the same twice.
            first.giveBack()
            #expect(budget.free == 5)
            let more = [second.take(5), first.take(1), first.take(0)]
            #expect(more == [true, false, true])
            second.giveBack()
            #expect(budget.free == 10)
        }

        @Test func `Shares of many requests at once come to nothing in the end`() async {
            let budget = BodyBudget(1_000)
            await withTaskGroup(of: Void.self) { group in
                for request in 0..<200 {
                    group.addTask {
                        var share = BodyBudget.Share(of: budget)
                        defer { share.giveBack() }
                        for _ in 0..<10 where share.take(request % 7 + 1) { await Task.yield() }
                    }
                }
            }
            #expect(budget.free == 1_000)
        }

        @Test func `Callers who hold the budget keep others from sending, until they leave`()
            async throws
        {
            let budget = BodyBudget(1 << 20)
            try await servingOverPort(bodies: budget) { port in
                var held: [RawConnection] = []
                for _ in 0..<3 {
                    let connection = try #require(RawConnection(port: port))
                    let text = post(400_000, sending: 300_000)
                    await waiting { _ = connection.send(text) }
                    held.append(connection)
                }
                try await expectFree((1 << 20) - 900_000, budget)
                let said = try await answer(of: 200_000, at: port)
                #expect(said.hasPrefix("HTTP/1.1 503"), "\(said)")
                #expect(said.lowercased().contains("\r\nretry-after: 1\r\n"), "\(said)")
                // Of what was refused nothing is kept, and what fits is served meanwhile.
                try await expectFree((1 << 20) - 900_000, budget)
                #expect(try await answer(of: 100_000, at: port).hasPrefix("HTTP/1.1 200"))
                held.removeAll()
                try await expectFree(1 << 20, budget)
                #expect(try await answer(of: 200_000, at: port).hasPrefix("HTTP/1.1 200"))
                try await expectFree(1 << 20, budget)
            }
        }

        @Test(
            arguments: [
                // Larger than any body may be; from nobody who is known; of a wrong length; cut off.
                (5_000_000, 5_000_000, "pk_test", "413"), (100_000, 100_000, "nobody", "401"),
                (100, 40, "pk_test", ""),
            ])
        func `However a request ends, its bytes are given back`(
            declared: Int, sent: Int, key: String, status: String
        ) async throws {
            let budget = BodyBudget(8 << 20)
            try await servingOverPort(requestSeconds: 1, bodies: budget) { port in
                let connection = try #require(RawConnection(port: port))
                let text = post(declared, sending: sent, key: key)
                let said = await waiting {
                    connection.send(text)
                    return connection.receive(until: "\r\n\r\n")
                }
                // Who is cut off need not be told anything.
                #expect(status.isEmpty || said.isEmpty || said.contains(" \(status) "), "\(said)")
                try await expectFree(8 << 20, budget)
            }
        }

        @Test func `A body that breaks off in the middle gives its bytes back`() async throws {
            let budget = BodyBudget(8 << 20)
            try await servingOverPort(bodies: budget) { port in
                let connection = try #require(RawConnection(port: port))
                let part = String(repeating: "a", count: 0x1_0000)
                let said = await waiting {
                    connection.send(
                        "POST /v1/receipts HTTP/1.1\r\nAuthorization: Bearer pk_test\r\n"
                            + "Transfer-Encoding: chunked\r\n\r\n10000\r\n\(part)\r\nno length\r\n")
                    return connection.receive(until: "\r\n\r\n")
                }
                #expect(said.hasPrefix("HTTP/1.1 400"), "\(said)")
                try await expectFree(8 << 20, budget)
            }
        }

        @Test func `A connection too many waits until one is closed, and is served then`()
            async throws
        {
            try await servingOverPort(mostConnections: 2) { port in
                let get =
                    "GET /v1/subscribers/ann HTTP/1.1\r\nHost: a\r\n"
                    + "Authorization: Bearer pk_test\r\n\r\n"
                @Sendable func ask(_ connection: RawConnection) async -> String {
                    await waiting {
                        connection.send(get)
                        return connection.receive(until: "\r\n\r\n")
                    }
                }
                var open: [RawConnection] = []
                for _ in 0..<2 {
                    let connection = try #require(RawConnection(port: port))
                    #expect(await ask(connection).hasPrefix("HTTP/1.1 20"))
                    open.append(connection)
                }
                let third = try #require(RawConnection(port: port))
                let answer = Task { (said: await ask(third), at: ContinuousClock.now) }
                try await Task.sleep(for: .seconds(1))
                let closed = ContinuousClock.now
                open.removeFirst()
                let (said, at) = await answer.value
                #expect(said.hasPrefix("HTTP/1.1 200"), "\(said)")
                #expect(at > closed, "it was answered while two others were open")
                // Who was there before is served on.
                #expect(await ask(open[0]).hasPrefix("HTTP/1.1 200"))
            }
        }
    }
#endif
