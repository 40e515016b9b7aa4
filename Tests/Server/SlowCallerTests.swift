// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymServer
    import AllonymService
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// Callers who send or read as slowly as they like: none holds a connection for good.
    @Suite struct SlowCallerTests {
        private static let head = "Host: a\r\nAuthorization: Bearer sk_test\r\n"

        /// A call whose answer is large.
        private static let large = "GET /v1/subscribers/ann HTTP/1.1\r\n" + head

        /// A server whose customer `ann` has bought more than any buffer holds of an answer.
        private func stocked() async throws -> (server: TestServer, size: Int) {
            let server = try TestServer("revenuecat")
            _ = try await server.project.perform { state, now in
                for _ in 0..<3_000 {
                    guard let purchase = state.buy("coins", by: .init(.appStore, "ann"), now: now)
                    else { return }
                    let item = state.world.product(state.ledger.product(of: purchase)).product
                    state.perform(
                        .buy(item), by: .user(.init(unchecked: "ann"), .init(.appStore, "ann")),
                        now: now)
                }
            }
            let size = await server.call(.get, "/v1/subscribers/ann", key: "secret").body.count
            #expect(size > 400_000)
            return (server: server, size: size)
        }

        private func serving(
            _ server: TestServer, mostConnections: Int = AllonymServer.mostConnections,
            _ body: @escaping @Sendable (_ port: Int) async throws -> Void
        ) async throws {
            try await servingOverPort(
                ServedProjects([server.hosted], EveryProvider.mappings), requestSeconds: 1,
                mostConnections: mostConnections, body)
        }

        /// What somebody is answered who reads at once.
        private func answerToOther(at port: Int) async throws -> String {
            let other = try #require(RawConnection(port: port))
            return await waiting {
                other.send(
                    "GET /allonym/v1/readyz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                return other.receive()
            }
        }

        @Test func `A body that comes byte by byte is cut off in time, and others are served`()
            async throws
        {
            try await serving(TestServer("revenuecat")) { port in
                let slow = try #require(RawConnection(port: port))
                slow.send(
                    "POST /v1/receipts HTTP/1.1\r\n\(Self.head)Content-Length: 1000\r\n\r\n{")
                let other = try await answerToOther(at: port)
                #expect(other.hasPrefix("HTTP/1.1 200"), "\(other)")
                var sent = 0
                while sent < 40, slow.send(" ") {
                    sent += 1
                    try await Task.sleep(for: .milliseconds(250))
                }
                // Forty bytes would take ten seconds.
                #expect(sent < 40)
            }
        }

        @Test func `Who never reads a large answer makes room for others`() async throws {
            let (server, _) = try await stocked()
            try await serving(server, mostConnections: 2) { port in
                let deaf = try #require(RawConnection(port: port, window: 4_096))
                // The next requests have come before the first answer is written, and after it.
                deaf.send(String(repeating: Self.large + "\r\n", count: 3))
                let beside = try await answerToOther(at: port)
                #expect(beside.hasPrefix("HTTP/1.1 200"), "\(beside)")
                deaf.send(Self.large + "\r\n")
                let second = try #require(RawConnection(port: port, window: 4_096))
                second.send(Self.large + "\r\n")
                // There is no third place: the answer comes when one of the two is cut off.
                let after = try await answerToOther(at: port)
                #expect(after.hasPrefix("HTTP/1.1 200"), "\(after)")
                let cut = await waiting {
                    for _ in 0..<100 {
                        guard deaf.send("x") else { return true }
                        Thread.sleep(forTimeInterval: 0.1)
                    }
                    return false
                }
                #expect(cut)
            }
        }

        @Test func `Who reads a large answer slowly gets all of it, however long that takes`()
            async throws
        {
            let (server, size) = try await stocked()
            try await serving(server) { port in
                let slow = try #require(RawConnection(port: port, window: 32_768))
                slow.send(Self.large + "Connection: close\r\n\r\n")
                let start = ContinuousClock.now
                let part = size / 50
                let received = await waiting { slow.receiveSlowly(part, pause: 0.1) }
                // It takes longer than an answer may that is not read.
                #expect(ContinuousClock.now - start > .seconds(3))
                #expect(received > size)
            }
        }
    }
#endif
