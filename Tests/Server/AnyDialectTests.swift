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

    /// Any provider's dialect over any provider's rules.
    @Suite struct AnyDialectTests {
        /// A user ID that every provider takes.
        private static let ann = WebhookBench.ann
        private static let bob = WebhookBench.bob

        @Test(arguments: EveryProvider.keys, EveryProvider.keys)
        func `A project opens, is bought in and lives for a year, and what it tells can be read`(
            provider: String, rules: String
        ) async throws {
            let server = try TestServer(provider, rules: rules)
            for (product, id) in [("month", Self.ann), ("coins", Self.ann), ("book", Self.bob)] {
                _ = try await server.project.perform { state, now in
                    guard let purchase = state.buy(product, by: .init(.appStore, id), now: now)
                    else { return }
                    let item = state.world.product(state.ledger.product(of: purchase)).product
                    state.perform(
                        .buy(item), by: .user(.init(unchecked: id), .init(.appStore, id)), now: now)
                }
            }
            await server.advance("P1Y")
            let customer = await server.call(
                .get, "/allonym/v1/customers/\(Self.ann)", key: "admin")
            #expect(customer.status == 200)
            let deliveries = try await server.project.withJournal {
                try $0.deliveries(nil, dueBy: nil, limit: 1_000)
            }
            #expect(deliveries.isEmpty == (server.project.forms.form(provider) == nil))
            for delivery in deliveries {
                let body = try JSONSerialization.jsonObject(with: Data(delivery.body))
                #expect(body is [String: Any] && !delivery.user.isEmpty)
                // Whatever the rules, an event has one of the form's own names.
                let vocabulary = EveryProvider.mappings.vocabularies[provider]
                #expect(vocabulary?.isWebhookEvent(delivery.name) == true, "\(delivery.name)")
            }
        }

        @Test(arguments: EveryProvider.keys, EveryProvider.keys)
        func `Every documented call is answered in the dialect's own words, never by a failure`(
            provider: String, rules: String
        ) async throws {
            let server = try TestServer(provider, rules: rules)
            let token = await server.buy("month")
            let body = """
                {"app_user_id":"\(Self.ann)","new_app_user_id":"\(Self.bob)","fetch_token":"\(token)",\
                "user_id":"\(Self.ann)","receipt_data":"\(token)","id":"\(Self.ann)",\
                "identity_id":"\(Self.bob)","duration":"monthly","extend_by_days":7,\
                "attributes":{"$email":{"value":"a@b.c"}},"product_id":"month"}
                """
            for operation in EveryProvider.mappings.operations[provider]?.operations ?? [] {
                let path = "\(operation.path)".split(
                    separator: "/", omittingEmptySubsequences: false
                ).map { part in
                    part.hasPrefix("{")
                        ? part.contains("entitlement") ? "gold" : Self.ann : "\(part)"
                }.joined(separator: "/")
                let method = try #require(HTTPRequest.Method(rawValue: operation.method.rawValue))
                for key in ["public", "secret"] {
                    let reply = await server.call(
                        method, path, body, key: key,
                        headers: ["X-Platform": "ios", "X-PLATFORM-TYPE": "APP_STORE"])
                    #expect(
                        reply.status < 500 || EveryProvider.isAbsent(operation),
                        "\(operation.id): \(reply.status) \(reply.text)")
                    #expect(
                        reply.body.isEmpty
                            || (try? JSONSerialization.jsonObject(with: Data(reply.body))) != nil)
                }
            }
        }

        /// What v1 may answer to a call, under any rules.
        private struct Step: Sendable {
            let method: HTTPRequest.Method
            let path: String
            let body: String
            let key: String
            let statuses: Set<Int>
            /// Whether it does something, so that a rule stands behind it.
            let acts: Bool

            init(
                _ method: HTTPRequest.Method, _ path: String, _ statuses: Set<Int>,
                _ body: String = "", key: String = "public", acts: Bool = true
            ) {
                (self.method, self.path, self.body) = (method, path, body)
                (self.key, self.statuses, self.acts) = (key, statuses, acts)
            }
        }

        @Test(arguments: EveryProvider.keys)
        func `RevenueCat's v1 answers as documented, and names rules of the project`(
            rules: String
        ) async throws {
            let server = try TestServer("revenuecat", rules: rules)
            let (ann, bob) = (Self.ann, Self.bob)
            let (month, coins) = (await server.buy("month"), await server.buy("coins"))
            func sales() async throws -> Int {
                try await server.project.perform { state, _ in state.ledger.purchases.count }
            }
            func receipt(_ token: String, _ id: String, isRestore: Bool = false) -> String {
                #"{"app_user_id":"\#(id)","fetch_token":"\#(token)","is_restore":\#(isRestore)}"#
            }
            let steps = [
                Step(.get, "/v1/subscribers/\(ann)", [201]),
                Step(.get, "/v1/subscribers/\(ann)", [200], acts: false),
                Step(.post, "/v1/receipts", [200], receipt(month, ann)),
                Step(.post, "/v1/receipts", [200], receipt(coins, ann)),
                Step(.post, "/v1/receipts", [200, 422], receipt(month, bob, isRestore: true)),
                Step(
                    .post, "/v1/subscribers/identify", [200, 201, 400],
                    #"{"app_user_id":"\#(ann)","new_app_user_id":"\#(bob)"}"#),
                Step(
                    .post, "/v1/subscribers/\(ann)/attributes", [200],
                    #"{"attributes":{"tea":{"value":"green"}}}"#, acts: false),
                Step(
                    .post, "/v1/subscribers/\(ann)/entitlements/gold/promotional", [201, 400],
                    #"{"duration":"monthly"}"#, key: "secret"),
                Step(
                    .post, "/v1/subscribers/\(ann)/entitlements/gold/revoke_promotionals",
                    [200, 400], key: "secret"),
                Step(.get, "/v1/subscribers/\(ann)/offerings", [200], acts: false),
                Step(.post, "/v1/receipts", [200], receipt(coins, bob), acts: false),
                Step(.delete, "/v1/subscribers/\(ann)", [200], key: "secret"),
            ]
            for step in steps {
                let before = try await sales()
                let reply = await server.call(
                    step.method, step.path, step.body, key: step.key,
                    headers: ["X-Platform": "ios", "Allonym-Explain": "1"])
                if step.body == receipt(coins, bob) {
                    let after = try await sales()
                    #expect(after == before, "a consumable's receipt was taken for another sale")
                }
                let about = Comment(rawValue: "\(step.path): \(reply.status) \(reply.text)")
                #expect(step.statuses.contains(reply.status), about)
                guard step.acts else { continue }
                let names = reply.header("Allonym-Rules")?.split(separator: ", ") ?? []
                #expect(!names.isEmpty && names.allSatisfy { $0.hasPrefix("\(rules).") }, about)
            }
        }

        /// Expects that an answer has one of the statuses, and names rules of the project and no other.
        private func expect(
            _ reply: TestServer.Reply, _ statuses: Set<Int>, by rules: String, _ call: String
        ) {
            let about = Comment(rawValue: "\(call): \(reply.status) \(reply.text)")
            #expect(statuses.contains(reply.status), about)
            let names = reply.header("Allonym-Rules")?.split(separator: ", ") ?? []
            #expect(!names.isEmpty && names.allSatisfy { $0.hasPrefix("\(rules).") }, about)
        }

        @Test(arguments: EveryProvider.keys)
        func `What RevenueCat's v2 does to customers names rules of the project`(
            rules: String
        ) async throws {
            let server = try TestServer("revenuecat", rules: rules)
            let (ann, bob) = (Self.ann, Self.bob)
            let gold = try await server.v2ID("/entitlements", "lookup_key", "gold")
            let actions = "/v2/projects/test/customers/\(ann)/actions/"
            let given = #"{"entitlement_id":"\#(gold)""#
            for (path, body, statuses) in [
                ("/v2/projects/test/customers", #"{"id":"\#(ann)"}"#, [201]),
                ("/v2/projects/test/customers", #"{"id":"\#(bob)"}"#, [201]),
                (
                    actions + "grant_entitlement", given + #","expires_at":1767355200000}"#,
                    [201, 422]
                ),
                (actions + "revoke_granted_entitlement", given + "}", [200, 422]),
                (actions + "transfer", #"{"target_customer_id":"\#(bob)"}"#, [200, 422]),
            ] as [(String, String, Set<Int>)] {
                let reply = await server.call(
                    .post, path, body, key: "secret", headers: ["Allonym-Explain": "1"])
                expect(reply, statuses, by: rules, path)
            }
        }

        @Test(arguments: EveryProvider.keys)
        func `What Qonversion's v4 does to users names rules of the project`(
            rules: String
        ) async throws {
            let server = try TestServer("qonversion", rules: rules)
            let user = "/v4/users/\(Self.ann)/entitlements"
            for (method, path, body, statuses) in [
                (.post, "/v4/users", #"{"id":"\#(Self.ann)"}"#, [201]),
                (.post, user, #"{"id":"gold"}"#, [201, 400]),
                (
                    .post, "/v4/identities",
                    #"{"identity_id":"\#(Self.bob)","user_id":"\#(Self.ann)"}"#, [201, 400]
                ),
            ] as [(HTTPRequest.Method, String, String, Set<Int>)] {
                let reply = await server.call(
                    method, path, body, key: "secret", headers: ["Allonym-Explain": "1"])
                expect(reply, statuses, by: rules, path)
                guard path == user, reply.status == 201 else { continue }
                let taken = await server.call(
                    .delete, user + "/gold", key: "secret", headers: ["Allonym-Explain": "1"])
                expect(taken, [204, 400], by: rules, "DELETE " + user)
            }
        }

        @Test(arguments: EveryProvider.keys)
        func `A receipt that Purchasely is given names rules of the project`(
            rules: String
        ) async throws {
            let server = try TestServer("purchasely", rules: rules)
            let token = await server.buy("month")
            // The second user finds it taken, or takes it.
            for id in [Self.ann, Self.bob] {
                let reply = await server.call(
                    .post, "/receipts", #"{"user_id":"\#(id)","receipt_data":"\#(token)"}"#,
                    headers: ["X-PLATFORM-TYPE": "APP_STORE", "Allonym-Explain": "1"])
                expect(reply, [200], by: rules, "receipt of \(id)")
            }
        }
    }

    extension EveryProvider {
        /// Whether an operation is listed as having no answer.
        fileprivate static func isAbsent(_ operation: Operations.Operation) -> Bool {
            mappings.operations.values.contains { operations in
                operations.operations.contains { $0.id == operation.id }
                    && operations.support(of: operation) == .absent
            }
        }
    }
#endif
