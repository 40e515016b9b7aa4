// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import Foundation
    import Testing

    /// What SDKs send, with all the headers and members that the server has no use for.
    @Suite struct SDKRequestTests {
        @Test(arguments: [
            ("ios", "app_store:alice", 10), ("android", "play_store:ben", 8),
            ("web", "test_store:cem", 5),
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
    }
#endif
