// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymMappings
    import AllonymService
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// What SDKs and backends send, with all the headers and members that the server has no use for.
    @Suite struct SDKRequestTests {
        /// The files, each with the store account that buys before, and how many requests it has.
        private static let files = [
            ("revenuecat/ios", "app_store:alice", 10),
            ("revenuecat/android", "play_store:ben", 8),
            ("revenuecat/web", "test_store:cem", 5),
            ("revenuecat/beside", "app_store:dora", 17),
            ("qonversion/ios", "app_store:alice", 12),
            ("qonversion/android", "play_store:ben", 9),
            ("qonversion/beside", "app_store:cem", 16),
            ("purchasely/backend", "app_store:alice", 9),
        ]

        /// A webhook with the secret that Purchasely's documented signature is made with.
        private static let webhooks =
            #"[{"url":"http://127.0.0.1:9/hook","secret":"foobar","allowLoopback":true}]"#

        private static func provider(of name: String) -> String {
            String(name.prefix { $0 != "/" })
        }

        @Test(arguments: files)
        func `The requests of an SDK are answered as it needs`(
            name: String, account: String, count: Int
        ) async throws {
            let server = try TestServer(Self.provider(of: name), webhooks: Self.webhooks)
            let exchanges = try RecordedExchange.all(of: name)
            #expect(exchanges.count == count)
            let token = await server.buy("month", by: account)
            #expect(!token.isEmpty)
            var tag = ""
            for exchange in exchanges {
                let reply = await server.call(
                    exchange.method, exchange.path,
                    exchange.body.replacing("{token}", with: token),
                    headers: exchange.headers.mapValues { $0.replacing("{etag}", with: tag) })
                tag = reply.header("X-RevenueCat-ETag") ?? tag
                #expect(reply.status == exchange.status, "\(exchange.path): \(reply.text)")
                for member in exchange.members {
                    #expect(
                        member.isFound(in: reply.body),
                        "\(exchange.path), \(member.path), \(member.value): \(reply.text)")
                }
            }
        }

        @Test(arguments: files.map(\.0))
        func `Every request says where its form is published`(name: String) throws {
            let operations = try #require(
                EveryProvider.mappings.operations[Self.provider(of: name)])
            // The version that was read stands behind the address.
            let addresses = Set(
                operations.operations.map { operation in
                    String(operation.citation.address.prefix { $0 != " " })
                })
            for exchange in try RecordedExchange.all(of: name) {
                #expect(
                    addresses.contains { exchange.note.contains("Source: \($0)") },
                    "\(exchange.path): \(exchange.note)")
            }
        }

        @Test(
            arguments: [
                (#"{"app_user_id":"ann","redemption_token":"nobody"}"#, "public", 400, 7849),
                (#"{"app_user_id":"ann","redemption_token":""}"#, "public", 400, 7849),
                (#"{"app_user_id":"ann"}"#, "public", 400, 7226),
                (#"{"redemption_token":"nobody"}"#, "public", 400, 7226),
                (#"{"app_user_id":"ann","redemption_token":7}"#, "public", 400, 7226),
                ("no JSON", "public", 400, 7226), ("{}", "nobody", 401, 7225),
            ])
        func `A redemption link is refused after the key and the body, and makes no customer`(
            body: String, key: String, status: Int, code: Int
        ) async throws {
            let server = try TestServer("revenuecat")
            let before = try await server.project.perform { state, _ in state.sequence }
            let reply = await server.call(
                .post, "/v1/subscribers/redeem_purchase", body, key: key,
                headers: ["X-Platform": "ios"])
            #expect(reply.status == status, "\(reply.text)")
            #expect(reply["code"] as? Int == code, "\(reply.text)")
            let after = try await server.project.perform { state, _ in state.sequence }
            #expect(after == before)
        }

        @Test(arguments: [("revenuecat", "sdk"), ("qonversion", "mobile"), ("purchasely", "s2s")])
        func `Every operation that apps or backends alone call is in a file`(
            provider: String, api: String
        ) throws {
            let operations = try #require(EveryProvider.mappings.operations[provider])
            let asked = try Self.files.map(\.0).filter { Self.provider(of: $0) == provider }
                .flatMap(RecordedExchange.all(of:)).map { exchange in
                    let path = exchange.path.prefix { $0 != "?" }
                    return (method: exchange.method.rawValue, path: path.split(separator: "/"))
                }
            for operation in operations.operations(of: api) {
                let segments = "\(operation.path)".split(separator: "/")
                let isAsked = asked.contains { method, path in
                    method == operation.method.rawValue && path.count == segments.count
                        && zip(path, segments).allSatisfy { $0 == $1 || $1.hasPrefix("{") }
                }
                #expect(isAsked, "\(operation.id)")
            }
        }
    }
#endif
