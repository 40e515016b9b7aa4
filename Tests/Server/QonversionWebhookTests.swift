// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymJournal
    import AllonymServer
    import AllonymService
    import AllonymSimulation
    import Foundation
    import HTTPTypes
    import Testing

    /// What Qonversion's webhooks say, as the page has it.
    @Suite struct QonversionWebhookTests {
        private struct Body: Sendable {
            let bytes: [UInt8]

            var object: [String: Any] {
                (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] ?? [:]
            }

            subscript(name: String) -> String? { object[name] as? String }

            subscript(group: String, name: String) -> Any? {
                (object[group] as? [String: Any])?[name]
            }
        }

        /// The bodies of what was queued, the oldest first.
        private func bodies(_ server: TestServer) async throws -> [Body] {
            try await server.project.withJournal { try $0.deliveries(nil, dueBy: nil, limit: 500) }
                .map { Body(bytes: $0.body) }
        }

        private func purchase(_ server: TestServer, _ user: String, _ token: String) async {
            let reply = await server.call(
                .post, "/v1/user/purchase", #"{"q_uid":"\#(user)","receipt":"\#(token)"}"#)
            #expect(reply.status == 200)
        }

        private func store(_ server: TestServer, _ token: String, _ event: String) async {
            let reply = await server.call(
                .post, "/allonym/v1/store-events", #"{"token":"\#(token)","event":\#(event)}"#,
                key: "admin")
            #expect(reply.status == 200, "\(reply.text)")
        }

        @Test func `A purchase is told with the user, its identity and what it was worth`()
            async throws
        {
            let server = try TestServer("qonversion")
            _ = await server.call(.post, "/v3/users/u", "{}")
            _ = await server.call(.post, "/v3/identities/ann", #"{"user_id":"u"}"#)
            _ = await server.call(
                .post, "/v3/users/u/properties", #"[{"key":"_q_custom_user_id","value":"7"}]"#)
            await purchase(server, "u", await server.buy("year"))
            let bodies = try await bodies(server)
            #expect(bodies.map { $0["event_name"] } == ["subscription_started"])
            let event = try #require(bodies.first)
            #expect(event["user_id"] == "u" && event["identity_id"] == "ann")
            #expect(event["custom_user_id"] == "7" && event["product_id"] == "year")
            #expect(event["environment"] == "production" && event["platform"] == "iOS")
            #expect(event.object["time"] as? Int == 1_767_268_800)
            #expect(event.object["created_at"] as? Int == 1_767_268_800)
            #expect(event["revenue", "value"] as? Double == 59.99)
            #expect(event["revenue", "currency"] as? String == "EUR")
            #expect(event["revenue", "value_usd"] == nil)
            #expect(event["price", "value"] as? Double == 59.99)
            #expect(event["transaction", "expires"] as? Int == 1_798_804_800)
            #expect(event["transaction", "grace_period_expires"] is NSNull)
            #expect(event["transaction", "transaction_id"] is Int)
            #expect((event.object["properties"] as? [String: String])?.count == 1)
            #expect(event["old_product_id"] == nil)
        }

        @Test func `Without an identity the members are there, and empty`() async throws {
            let server = try TestServer("qonversion")
            await purchase(server, "u", await server.buy("book"))
            let event = try #require(try await bodies(server).first)
            #expect(event["event_name"] == "in_app_purchase")
            #expect(event["identity_id"] == "" && event["custom_user_id"] == "")
            #expect(event["transaction", "expires"] is NSNull)
        }

        @Test func `A trial and a cancellation are worth nothing, a refund is negative`()
            async throws
        {
            let server = try TestServer("qonversion")
            let token = await server.buy("month")
            await purchase(server, "u", token)
            await server.advance("P8D")
            await store(server, token, "\"cancel\"")
            await store(server, token, "\"refund\"")
            let bodies = try await bodies(server)
            #expect(
                bodies.map { $0["event_name"] } == [
                    "trial_started", "trial_converted", "subscription_canceled",
                    "subscription_refunded",
                ])
            #expect(bodies.map { $0["revenue", "value"] as? Double } == [nil, 9.99, nil, -9.99])
            #expect(bodies[1]["revenue", "value_usd"] as? Double == 9.99)
        }

        @Test func `A change of products names both`() async throws {
            let server = try TestServer("qonversion")
            let token = await server.buy("month")
            await purchase(server, "u", token)
            await store(server, token, #""change","to":"year""#)
            let last = try #require(try await bodies(server).last)
            #expect(last["event_name"] == "subscription_product_changed")
            #expect(last["old_product_id"] == "month" && last["new_product_id"] == "year")
            #expect(last["product_id"] == "year")
        }

        @Test func `Of identities, grants and restores nothing is told`() async throws {
            let server = try TestServer("qonversion")
            let token = await server.buy("month")
            for user in ["u", "v"] {
                _ = await server.call(.post, "/v3/users/\(user)", "{}")
                _ = await server.call(
                    .post, "/v3/identities/of-\(user)", #"{"user_id":"\#(user)"}"#)
            }
            await purchase(server, "u", token)
            let before = try await bodies(server).count
            _ = await server.call(
                .post, "/v1/user/restore",
                #"{"q_uid":"v","history":[{"purchase_token":"\#(token)"}]}"#)
            _ = await server.call(
                .post, "/v3/users/u/entitlements", #"{"id":"book","expires":1800000000}"#,
                key: "secret")
            let held = await server.call(.get, "/v3/users/v/entitlements")
            #expect((held["data"] as? [Any])?.count == 1)
            #expect(try await bodies(server).count == before)
        }

        @Test(arguments: ["s3cret", "Basic s3cret"])
        func `The token of the endpoint goes behind the word Basic, which stands there once`(
            authorization: String
        ) async throws {
            let endpoint = #","authorization":"\#(authorization)""#
            try await WebhookBench.run("qonversion", endpoint: endpoint) { bench in
                try await bench.buy("month")
                await bench.deliver()
                let received = try #require(bench.receiver.received.first)
                #expect(received.header("Authorization") == "Basic s3cret")
                #expect(received.header("Accept") == "application/json")
                #expect(received.text("event_name") == "trial_started")
            }
        }
    }
#endif
