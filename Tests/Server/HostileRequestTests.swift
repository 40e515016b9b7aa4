// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymServer
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import Logging
    import Testing

    /// Requests that mean no good, over a port: each is answered or cut off, and the next caller is
    /// served.
    @Suite struct HostileRequestTests {
        /// Serves a project while a body runs.
        private func serving(
            requestSeconds: Int64 = 60,
            _ body: @escaping @Sendable (_ port: Int) async throws -> Void
        ) async throws {
            let hosted = try TestServer("revenuecat").hosted
            let (ports, found) = AsyncStream.makeStream(of: Int.self)
            let server = AllonymServer(
                host: "127.0.0.1", port: 0,
                projects: ServedProjects([hosted], EveryProvider.mappings),
                profiles: [:],
                requestSeconds: requestSeconds,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            ) { address in
                found.yield(Int(address.split(separator: ":").last ?? "") ?? 0)
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await server.run() }
                group.addTask {
                    var iterator = ports.makeAsyncIterator()
                    try await body(await iterator.next() ?? 0)
                }
                try await group.next()
                group.cancelAll()
            }
        }

        /// What every request has.
        private static let head =
            "Host: a\r\nAuthorization: Bearer pk_test\r\nConnection: close\r\n"

        private func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\n\(Self.head)\r\n" }

        private func post(_ body: String, _ headers: String = "") -> String {
            "POST /v1/receipts HTTP/1.1\r\n" + Self.head + headers
                + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
        }

        /// The first line of what is answered to a request.
        private func status(of request: String, at port: Int) async throws -> Int {
            let connection = try #require(RawConnection(port: port))
            let said = await waiting {
                connection.send(request)
                return connection.receive()
            }
            return Int(said.split(separator: " ").dropFirst().first ?? "") ?? 0
        }

        @Test func `Bodies that are none are refused in the provider's words`() async throws {
            try await serving { port in
                for body in [
                    "", "no JSON", "{\"a\":", String(repeating: "[", count: 1_000_000),
                    String(repeating: "{\"a\":", count: 200_000), "{\"app_user_id\":\"\\u0000\"}",
                    "\u{0}\u{0}",
                ] {
                    let status = try await status(of: post(body), at: port)
                    #expect(status == 400, "\(body.prefix(20))")
                }
                let status = try await status(of: get("/v1/subscribers/ann"), at: port)
                #expect(status == 201)
            }
        }

        @Test func `A body of a hundred megabytes is not read to its end`() async throws {
            try await serving { port in
                let connection = try #require(RawConnection(port: port))
                let (said, sent) = await waiting { () -> (String, Int) in
                    connection.send(
                        "POST /v1/receipts HTTP/1.1\r\n\(Self.head)Content-Length: 104857600\r\n\r\n"
                    )
                    let megabyte = String(repeating: "x", count: 1 << 20)
                    var sent = 0
                    while sent < 100, connection.send(megabyte) { sent += 1 }
                    return (connection.receive(until: "\r\n\r\n"), sent)
                }
                // Where it goes on sending it may be cut off before it has read the answer.
                #expect(said.isEmpty ? sent < 100 : said.contains(" 413 "))
            }
        }

        @Test func `Too many headers, or too large ones, are refused`() async throws {
            try await serving { port in
                let many = (0..<5_000).map { "X-\($0): 1\r\n" }.joined()
                let large = "X-A: \(String(repeating: "a", count: 1 << 20))\r\n"
                for headers in [many, large] {
                    let status = try await status(of: post("{}", headers), at: port)
                    #expect(status == 0 || (400..<500).contains(status))
                }
            }
        }

        @Test func `IDs with encoded slashes, dots and bars are IDs`() async throws {
            try await serving { port in
                for id in ["%2e%2e", ".", "..", "%25", "a%20b", "%E4%BD%A0"] {
                    let status = try await status(of: get("/v1/subscribers/\(id)"), at: port)
                    #expect([200, 201].contains(status), "\(id)")
                }
                // RevenueCat takes no ID with a slash.
                for path in ["/v1/subscribers/a%2Fb", "/%", "/%zz", "/%00", "/%FF"] {
                    let status = try await status(of: get(path), at: port)
                    #expect(status == 400, "\(path)")
                }
            }
        }

        @Test func `Whoever sends a byte now and then is cut off, and others are served`()
            async throws
        {
            try await serving(requestSeconds: 2) { port in
                let slow = (0..<50).compactMap { _ in RawConnection(port: port) }
                #expect(slow.count == 50)
                for connection in slow { connection.send("GET /v1/subscribers/") }
                let status = try await status(of: get("/v1/subscribers/ann"), at: port)
                #expect(status == 201)
                for _ in 0..<4 {
                    try await Task.sleep(for: .milliseconds(800))
                    for connection in slow { connection.send("a") }
                }
                let said = await waiting { slow.map { $0.receive() } }
                #expect(said.allSatisfy { !$0.contains("200 OK") })
                #expect(slow.allSatisfy { !$0.send("b") || !$0.send("c") })
            }
        }
    }
#endif
