// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import Foundation
    import Testing

    /// Requests that mean no good, over a port: each is answered or cut off, and the next caller is
    /// served.
    @Suite struct HostileRequestTests {
        /// What every request has.
        private static let head =
            "Host: a\r\nAuthorization: Bearer pk_test\r\nConnection: close\r\n"

        private func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\n\(Self.head)\r\n" }

        private func post(_ body: String, _ headers: String = "") -> String {
            "POST /v1/receipts HTTP/1.1\r\n" + Self.head + headers
                + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
        }

        /// What is answered to a request until the connection is closed.
        private func answer(to request: String, at port: Int) async throws -> String {
            let connection = try #require(RawConnection(port: port))
            return await waiting {
                connection.send(request)
                return connection.receive()
            }
        }

        /// The status in the first line of what is answered to a request.
        private func status(of request: String, at port: Int) async throws -> Int {
            let said = try await answer(to: request, at: port)
            return Int(said.split(separator: " ").dropFirst().first ?? "") ?? 0
        }

        @Test func `Bodies that are none are refused in the provider's words`() async throws {
            try await servingOverPort { port in
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

        @Test(arguments: ["/v1/subscribers/ann", "/allonym/v1/clock", "/", "/allonym/v1/readyz"])
        func `Who asks for the head of an answer gets no body, and asks on`(
            path: String
        ) async throws {
            try await servingOverPort { port in
                let head = "HEAD \(path) HTTP/1.1\r\nHost: a\r\n\r\n"
                let said = try await answer(to: head + get("/allonym/v1/readyz"), at: port)
                let parts = said.components(separatedBy: "\r\n\r\n")
                #expect(parts.count == 3, "\(said)")
                let next = parts.dropFirst().first ?? ""
                #expect(next.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(said)")
            }
        }

        @Test func `A body of a hundred megabytes is not read to its end`() async throws {
            try await servingOverPort { port in
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

        /// Requests that no parser takes, and what is said of each.
        private static let unreadable: [(request: String, reason: String)] = [
            ("GET /v1/subscribers/\(String(repeating: "a", count: 100_000)) HTTP/1.1", large),
            ("GET /\(String(repeating: "a", count: 4 << 20)) HTTP/1.1", large),
            (
                "GET / HTTP/1.1\r\n" + (0..<5_000).map { "X-\($0): 1\r\n" }.joined(), large
            ),
            ("GET / HTTP/1.1\r\nX-A: \(String(repeating: "a", count: 1 << 20))", large),
            ("BREW /v1/subscribers/ann HTTP/1.1", other), ("\u{0}\u{1}\u{2}", other),
            ("GET /v1/subscribers/ann HTTP/2.0", other), ("GET / HTTP/9.9", other),
            ("GET /v1/subscribers/ann HTTP/1.1\r\nX A: 1", other),
            ("POST /v1/receipts HTTP/1.1\r\nContent-Length: ten", other), ("{}", other),
        ]
        private static let large = "The path or the headers are too large."
        private static let other = "This is not HTTP/1.1."

        @Test func `What cannot be read is refused in the provider's words, and nothing follows`()
            async throws
        {
            try await servingOverPort { port in
                for (request, reason) in Self.unreadable {
                    let said = try await answer(to: request + "\r\n\r\nmore", at: port)
                    let start = "HTTP/1.1 400 Bad Request\r\n"
                    #expect(said.hasPrefix(start), "\(request.prefix(40)): \(said)")
                    #expect(said.contains("\r\nConnection: close\r\n"))
                    // RevenueCat's form of an error, once.
                    let body = said.components(separatedBy: "\r\n\r\n").dropFirst()
                    #expect(body.count == 1)
                    let object = try JSONSerialization.jsonObject(
                        with: Data((body.first ?? "").utf8))
                    let error = try #require(object as? [String: Any])
                    #expect(error["code"] is Int)
                    #expect(error["message"] as? String == reason)
                }
                let status = try await status(of: get("/v1/subscribers/ann"), at: port)
                #expect(status == 201)
            }
        }

        @Test(
            arguments: [
                // By its path, whatever it ends in; by its key; and without either.
                ("GET /v1/subscribers/LONG HTTP/1.1\r\n", #""code":"#),
                ("GET /v3/users/LONG HTTP/1.1\r\n", #""type":"#),
                ("GET / HTTP/1.1\r\nAuthorization: Bearer sk_test\r\nX: LONG\r\n", #""type":"#),
                ("GET /LONG HTTP/1.1\r\n", #""type":"#),
            ])
        func `It is refused in the words of the project that it is for`(
            request: String, mark: String
        ) async throws {
            try await servingOverPort(["qonversion", "revenuecat"]) { port in
                let long = String(repeating: "a", count: 100_000)
                let said = try await answer(
                    to: request.replacing("LONG", with: long) + "\r\n", at: port)
                #expect(said.contains(mark), "\(said)")
            }
        }

        @Test func `What was asked before is answered before`() async throws {
            try await servingOverPort { port in
                let good =
                    "GET /v1/subscribers/ann HTTP/1.1\r\nAuthorization: Bearer pk_test\r\n\r\n"
                let said = try await answer(to: good + good + "no HTTP\r\n\r\n" + good, at: port)
                let statuses = said.matches(of: #/HTTP/1\.1 (\d+)/#).map { String($0.output.1) }
                #expect(statuses == ["201", "200", "400"])
                // Nobody who has said that it is over is answered again.
                let over = try await answer(to: get("/v1/subscribers/ann") + "more", at: port)
                #expect(over.matches(of: #/HTTP/1\.1/#).count == 1)
            }
        }

        @Test func `A body that cannot be read is refused once, and the connection closed`()
            async throws
        {
            try await servingOverPort { port in
                let said = try await answer(
                    to: "POST /v1/receipts HTTP/1.1\r\nAuthorization: Bearer pk_test\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\nno length\r\n", at: port)
                #expect(said.matches(of: #/HTTP/1\.1 400/#).count == 1, "\(said)")
                #expect(said.contains("\r\nConnection: close\r\n"))
                #expect(said.contains("The body cannot be read."))
            }
        }

        @Test func `IDs with encoded slashes, dots and bars are IDs`() async throws {
            try await servingOverPort { port in
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

        @Test func `Of a caller without a key no megabytes are waited for`() async throws {
            try await servingOverPort { port in
                let head = "POST /v1/receipts HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                let part = String(repeating: "a", count: 100_000)
                for key in ["", "Authorization: Bearer nobody\r\n"] {
                    let said = try await answer(
                        to: head + key + "Content-Length: 4000000\r\n\r\n" + part, at: port)
                    #expect(said.hasPrefix("HTTP/1.1 401"), "\(said.prefix(80))")
                }
            }
        }

        @Test func `Whoever sends a byte now and then is cut off, and others are served`()
            async throws
        {
            try await servingOverPort(requestSeconds: 2) { port in
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
