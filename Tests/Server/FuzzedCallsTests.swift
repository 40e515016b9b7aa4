// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymMappings
    import AllonymServer
    import AllonymService
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// Calls that nobody would make: none crashes, none is a bug of the server's, and the journal has
    /// what came of them.
    @Suite struct FuzzedCallsTests {
        static let seed = UInt64.random(in: .min ... .max)

        private static let count =
            ProcessInfo.processInfo.environment["ALLONYM_FUZZ_CALLS"].flatMap { Int($0) } ?? 1_500

        @Test(arguments: EveryProvider.keys)
        func `Any call is answered in the provider's words, from several clients at once`(
            provider: String
        ) async throws {
            let journal = MemoryJournal()
            let server = try TestServer(provider, journal: journal)
            let paths = FuzzedCall.paths(of: provider)
            await withTaskGroup(of: Void.self) { group in
                for client in 0..<4 {
                    group.addTask {
                        var random = SeededGenerator(seed: Self.seed &+ UInt64(client))
                        for number in 0..<Self.count / 4 {
                            let call = FuzzedCall(paths, &random)
                            let reply = await server.call(
                                call.method, call.path, call.body, key: call.key,
                                headers: call.headers)
                            let isRead =
                                reply.body.isEmpty || reply.text == "ok\n"
                                || reply.text.hasPrefix("<!DOCTYPE html>")
                                || reply.text.hasPrefix("# HELP")
                                || (try? JSONSerialization.jsonObject(with: Data(reply.body)))
                                    != nil
                            #expect(
                                reply.status != 500 && isRead,
                                "seed \(Self.seed), client \(client), call \(number): \(call) \(server.said.withLock(\.self))"
                            )
                        }
                    }
                }
            }
            let now = try await server.project.perform { state, _ in
                (state.ledger, state.ledger.violations(under: state.rules), state.sequence)
            }
            #expect(now.1.isEmpty, "seed \(Self.seed)")
            #expect(now.2 == journal.head().sequence)
            // What all of them did together is what the journal says, in its order.
            let copy = MemoryJournal()
            try copy.append(
                journal.entries(after: 0, limit: .max), after: 0, epoch: copy.lease())
            let again = try TestServer(provider, journal: copy)
            let replayed = try await again.project.perform { state, _ in state.ledger }
            #expect(replayed == now.0, "seed \(Self.seed)")
        }
    }

    /// A call made of what operations ask for and of what they do not.
    private struct FuzzedCall: CustomStringConvertible {
        let method: HTTPRequest.Method
        let path: String
        let body: String
        let key: String?
        let headers: [String: String]

        var description: String { "\(method) \(path) \(body.prefix(200))" }

        /// The paths that a provider's project has, the control API's too.
        static func paths(of provider: String) -> [String] {
            let operations = EveryProvider.mappings.operations[provider]?.operations ?? []
            return operations.map { "\($0.path)" } + [
                "/allonym/v1/purchases", "/allonym/v1/store-events", "/allonym/v1/clock",
                "/allonym/v1/customers/{id}", "/allonym/v1/deliveries",
                "/allonym/v1/customers/{id}/history", "/allonym/v1/customers/{id}/export",
                "/allonym/v1/customers/{id}/undo", "/allonym/v1/scenarios",
                "/allonym/v1/projects", "/allonym/v1/metrics", "/allonym/console/{id}/{id}",
                "/allonym/v1/deliveries/{id}/replay", "/allonym/v1/snapshot", "/", "/v9/x",
            ]
        }

        private static let names = [
            "ann", "bob", "guest", "%24RCAnonymousID%3A0123456789abcdef0123456789abcdef", "a%2Fb",
            "..", ".", "%20", "%E4%BD%A0", "0", "-1", "month", "gold", "1000000001", "test", "null",
            String(repeating: "x", count: 3_000),
        ]

        private static let values = [
            "\"ann\"", "\"bob\"", "\"\"", "\"guest\"", "null", "true", "0", "-1", "1e99", "[]",
            "{}",
            "\"month\"", "\"test_1_a\"", "\"test_2_b\"", "\"app_store:a\"", "\"play_store:b\"",
            "\"renew\"", "\"refund\"", "\"change\"", "\"P1M\"", "\"weekly\"", "1893456000000",
            "\"gold\"", "\"prod\"", "\"sandbox\"", "\"USD\"", "\"9.99\"", "1893456000",
            "-9223372036854775808", "\"2030-01-01T00:00:00Z\"", "\"app_store\"",
            "[{\"key\":\"tea\",\"value\":\"green\"}]", "[{\"purchase_token\":\"sim_1_x\"}]",
            "{\"receipt\":\"sim_1_x\"}",
            "{\"a\":{\"value\":\"1\",\"updated_at_ms\":1}}", "\"\\u0000\"", "\"\\ud800\"", "\"é\"",
        ]

        private static let members = [
            "app_user_id", "new_app_user_id", "fetch_token", "product_id", "is_restore",
            "attributes", "account", "product", "token", "event", "to", "advance", "now",
            "end_time_ms", "duration", "extend_by_days", "expiry_time_ms", "id", "name", "value",
            "q_uid", "anon_id", "identity_id", "user_id", "receipt", "environment", "expires",
            "price", "currency", "purchased", "properties", "permission_id", "expires_at",
            "platform", "store_data", "app_store_data", "stripe_store_data", "history",
        ]

        init(_ paths: [String], _ random: inout SeededGenerator) {
            func any<Value>(_ values: [Value]) -> Value {
                values[Int.random(in: 0..<values.count, using: &random)]
            }
            method = any([.get, .post, .post, .post, .delete, .put, .patch])
            path =
                any(paths).split(separator: "/", omittingEmptySubsequences: false).map { part in
                    part.hasPrefix("{") ? any(Self.names) : String(part)
                }.joined(separator: "/")
                + any(["", "", "", "?limit=0", "?id=month&id=x", "?a=%41&b"])
            var text = ""
            switch Int.random(in: 0..<8, using: &random) {
            case 0: text = ""
            case 1: text = String(repeating: any(["[", "{\"a\":", "\"", "1"]), count: 5_000)
            case 2: text = any(Self.values)
            default:
                let count = Int.random(in: 0..<6, using: &random)
                text =
                    "{"
                    + (0..<count).map { _ in
                        "\"\(any(Self.members))\":\(any(Self.values))"
                    }.joined(separator: ",") + "}"
            }
            body = text
            key = any([
                "public", "secret", "secret", "admin", "admin", "nobody", "test_sk_test", nil,
            ])
            headers = [
                "X-Platform": any(["ios", "android", "web", "", "toaster"]),
                "X-RevenueCat-ETag": any(["", "0123456789abcdef"]),
                "Allonym-Explain": any(["1", "0"]),
            ]
        }
    }
#endif
