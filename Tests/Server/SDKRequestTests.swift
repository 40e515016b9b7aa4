// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymMappings
    import AllonymService
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// What SDKs send, with all the headers and members that the server has no use for.
    @Suite struct SDKRequestTests {
        @Test(arguments: [
            ("ios", "app_store:alice", 10), ("android", "play_store:ben", 8),
            ("web", "test_store:cem", 5), ("beside", "app_store:dora", 17),
        ])
        func `The requests of an SDK are answered as it needs`(
            sdk: String, account: String, count: Int
        ) async throws {
            let server = try TestServer("revenuecat")
            let exchanges = try RecordedExchange.all(of: sdk)
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
                for (path, value) in exchange.members {
                    let found = path.reduce(reply.object as Any?) { value, name in
                        (value as? [String: Any])?[name]
                    }
                    #expect(
                        found.map { $0 is NSNull ? "null" : "\($0)" } == value,
                        "\(exchange.path), \(path): \(reply.text)")
                }
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

        @Test func `Every operation that only the SDKs call is in a fixture`() throws {
            let operations = try #require(EveryProvider.mappings.operations["revenuecat"])
            let asked = try ["ios", "android", "web", "beside"].flatMap(
                RecordedExchange.all(of:)
            ).map { exchange in
                let path = exchange.path.prefix { $0 != "?" }
                return (method: exchange.method.rawValue, path: path.split(separator: "/"))
            }
            for operation in operations.operations(of: "sdk") {
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
