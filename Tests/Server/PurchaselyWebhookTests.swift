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

    /// What Purchasely's webhooks say, as the documents have it.
    @Suite struct PurchaselyWebhookTests {
        /// The bodies of what was queued, the oldest first.
        private func bodies(_ server: TestServer) async throws -> [Body] {
            try await server.project.withJournal { try $0.deliveries(nil, dueBy: nil, limit: 500) }
                .map { Body(bytes: $0.body) }
        }

        private struct Body: Sendable {
            let bytes: [UInt8]

            var object: [String: Any] {
                (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] ?? [:]
            }

            subscript(name: String) -> String? { object[name] as? String }
        }

        private func receipt(_ server: TestServer, _ token: String, _ id: String) async {
            let reply = await server.call(
                .post, "/receipts", #"{"user_id":"\#(id)","receipt_data":"\#(token)"}"#,
                headers: ["X-PLATFORM-TYPE": "APP_STORE"])
            #expect(reply.status == 200)
        }

        @Test func `A purchase is told with its members, and its charge with the amount and why`()
            async throws
        {
            let server = try TestServer("purchasely")
            await receipt(server, await server.buy("year"), "ann")
            let bodies = try await bodies(server)
            #expect(
                bodies.map { $0["event_name"] } == [
                    "ACTIVATE", "SUBSCRIPTION_STARTED", "TRANSACTION_PROCESSED",
                ])
            #expect(Set(bodies.compactMap { $0["event_id"] }).count == 3)
            for body in bodies {
                #expect(body.object["api_version"] as? Int == 3)
                #expect(body["user_id"] == "ann" && body["anonymous_user_id"] == nil)
                #expect(body["store"] == "APPLE_APP_STORE" && body["environment"] == "PRODUCTION")
                #expect(body["product"] == "gold" && body["plan"] == "year")
                #expect(body["purchase_type"] == "RENEWING_SUBSCRIPTION")
                #expect(body["subscription_status"] == "AUTO_RENEWING")
                #expect(body["offer_type"] == "NONE" && body["previous_offer_type"] == nil)
                #expect(body["event_created_at"] == "2026-01-01T12:00:00.000Z")
                #expect(body.object["event_created_at_ms"] as? Int == 1_767_268_800_000)
                #expect(body["next_renewal_at"] == "2027-01-01T12:00:00.000Z")
                #expect(body["purchasely_subscription_id"]?.hasPrefix("subs_") == true)
                #expect(body.object["store_country"] is NSNull)
                #expect(body.object["plan_price_in_eur"] as? Double == 59.99)
            }
            #expect(bodies.map { $0.object["amount_in_eur"] as? Double } == [nil, nil, 59.99])
            #expect(bodies[2]["source_event_name"] == "SUBSCRIPTION_STARTED")
        }

        @Test func `The two sides of a transfer are told with each other's IDs`() async throws {
            let server = try TestServer("purchasely")
            let token = await server.buy("year")
            await receipt(server, token, "ann")
            await receipt(server, token, "bob")
            let pair = try await bodies(server).dropFirst(3)
            #expect(
                pair.map { $0["event_name"] } == [
                    "DEACTIVATE", "ACTIVATE", "SUBSCRIPTION_TRANSFERRED", "SUBSCRIPTION_RECEIVED",
                ])
            #expect(pair.map { $0["user_id"] } == ["ann", "bob", "ann", "bob"])
            #expect(pair.map { $0["transferred_to_user_id"] } == [nil, nil, "bob", nil])
            #expect(pair.map { $0["transferred_from_user_id"] } == [nil, nil, nil, "ann"])
            // Neither of the first two says by its status who lost it.
            #expect(
                pair.map { $0["subscription_status"] } == [
                    "AUTO_RENEWING", "AUTO_RENEWING", "DEACTIVATED", "AUTO_RENEWING",
                ])
            #expect(Set(pair.compactMap { $0["purchasely_subscription_id"] }).count == 1)
        }

        @Test func `A log-in that carries a purchase along tells the anonymous user and the other`()
            async throws
        {
            let server = try TestServer("purchasely")
            let device = Actor.device(DeviceID(unchecked: "A"))
            try await server.project.perform { state, now in
                state.perform(.install(StoreAccount(.appStore, "alice")), by: device, now: now)
                for product in ["year", "book"] {
                    guard let item = state.setup.sold(product)?.product.product else { continue }
                    state.perform(.buy(item), by: device, now: now)
                }
                state.perform(.logIn(UserID(unchecked: "ann")), by: device, now: now)
            }
            let bodies = try await bodies(server)
            let anonymous = try #require(bodies.first?["anonymous_user_id"])
            #expect(UUID(uuidString: anonymous) != nil)
            for body in bodies.prefix(4) {
                #expect(body["anonymous_user_id"] == anonymous && body["user_id"] == nil)
            }
            let book = bodies[3]
            #expect(book["purchasely_one_time_purchase_id"]?.hasPrefix("otp_") == true)
            #expect(book["subscription_status"] == nil && book["next_renewal_at"] == nil)
            let pair = bodies.dropFirst(4)
            #expect(pair.map { $0["anonymous_user_id"] } == [anonymous, nil, anonymous, nil])
            #expect(pair.map { $0["user_id"] } == [nil, "ann", nil, "ann"])
            #expect(pair.map { $0["transferred_to_user_id"] } == [nil, nil, "ann", nil])
            #expect(
                pair.map { $0["transferred_from_anonymous_user_id"] } == [nil, nil, nil, anonymous])
        }

        @Test func `A change of plan ends the old plan and starts the new one`() async throws {
            let server = try TestServer("purchasely")
            let token = await server.buy("month")
            await receipt(server, token, "ann")
            _ = await server.call(
                .post, "/allonym/v1/store-events",
                #"{"token":"\#(token)","event":"change","to":"year"}"#, key: "admin")
            let all = try await bodies(server)
            let began = try #require(all.first)
            let change = all.dropFirst(3)
            #expect(
                change.map { $0["event_name"] } == [
                    "DEACTIVATE", "ACTIVATE", "SUBSCRIPTION_UPGRADED", "TRANSACTION_PROCESSED",
                ])
            #expect(change.map { $0["plan"] } == ["month", "year", "year", "year"])
            #expect(change.map { $0["previous_plan"] } == [nil, "month", "month", "month"])
            let id = began["purchasely_subscription_id"]
            #expect(change.map { $0["from_purchasely_subscription_id"] } == [nil, id, id, id])
            // What ends is the old plan in every member.
            let ended = try #require(change.first)
            for name in [
                "product", "plan", "store_product_id", "store_transaction_id", "purchased_at",
                "next_renewal_at", "effective_next_renewal_at", "offer_type", "customer_currency",
            ] {
                #expect(ended[name] == began[name], "\(name)")
            }
            #expect(ended["next_renewal_at"] == "2026-01-08T12:00:00.000Z")
            #expect(ended.object["plan_price_in_usd"] as? Double == 9.99)
            #expect(ended.object["plan_price_in_eur"] == nil)
            for body in change.dropFirst() {
                #expect(body["next_renewal_at"] == "2027-01-01T12:00:00.000Z")
                #expect(body["store_transaction_id"] != began["store_transaction_id"])
                #expect(body.object["plan_price_in_eur"] as? Double == 59.99)
            }
        }

        @Test func `Each payment is told once, also where it had failed ahead of time`()
            async throws
        {
            let server = try TestServer("purchasely")
            let token = await server.buy("year")
            await receipt(server, token, "ann")
            for event in ["fail", "recover"] {
                _ = await server.call(
                    .post, "/allonym/v1/store-events",
                    #"{"token":"\#(token)","event":"\#(event)"}"#, key: "admin")
            }
            let paid = try await bodies(server).filter {
                $0["event_name"] == "TRANSACTION_PROCESSED"
            }
            #expect(paid.count == 2)
            #expect(Set(paid.compactMap { $0["store_transaction_id"] }).count == 2)
            #expect(
                paid.map { $0["next_renewal_at"] } == [
                    "2027-01-01T12:00:00.000Z", "2028-01-01T12:00:00.000Z",
                ])
        }

        @Test func `A free trial is told with its offer, and its conversion with the one before`()
            async throws
        {
            let server = try TestServer("purchasely")
            await receipt(server, await server.buy("month"), "ann")
            await server.advance("P8D")
            let bodies = try await bodies(server)
            let offers = ["TRIAL_STARTED", "TRIAL_CONVERTED"].map { name in
                bodies.first { $0["event_name"] == name }
            }
            #expect(offers.map { $0?["offer_type"] } == ["FREE_TRIAL", "NONE"])
            #expect(offers.map { $0?["previous_offer_type"] } == [nil, "FREE_TRIAL"])
            // What is paid is a renewal's, and is told once.
            let paid = bodies.filter { $0["event_name"] == "TRANSACTION_PROCESSED" }
            #expect(paid.map { $0["source_event_name"] } == ["SUBSCRIPTION_RENEWED"])
        }

        @Test func `A refund is told as money that goes back`() async throws {
            let server = try TestServer("purchasely")
            let token = await server.buy("year")
            await receipt(server, token, "ann")
            _ = await server.call(
                .post, "/allonym/v1/store-events", #"{"token":"\#(token)","event":"refund"}"#,
                key: "admin")
            let last = try #require(try await bodies(server).last)
            #expect(last["event_name"] == "TRANSACTION_PROCESSED")
            #expect(last["source_event_name"] == "SUBSCRIPTION_REFUNDED_REVOKED")
            #expect(last.object["amount_in_customer_currency"] as? Double == -59.99)
            #expect(last["subscription_status"] == "REVOKED")
        }

        @Test func `What is paid after a refund is money that comes in`() async throws {
            let server = try TestServer("purchasely")
            let token = await server.buy("year")
            await receipt(server, token, "ann")
            for event in ["refund", "renew", "renew"] {
                _ = await server.call(
                    .post, "/allonym/v1/store-events",
                    #"{"token":"\#(token)","event":"\#(event)"}"#, key: "admin")
            }
            let paid = try await bodies(server).filter {
                $0["event_name"] == "TRANSACTION_PROCESSED"
            }
            func numbers(_ name: String) -> [Double?] {
                paid.map { ($0.object[name] as? NSNumber)?.doubleValue }
            }
            #expect(numbers("amount_in_eur") == [59.99, -59.99, 59.99, 59.99])
            #expect(numbers("cumulated_revenues_in_eur") == [59.99, 0, 59.99, 119.98])
        }

        @Test func `A pause that is set says when it ends, and takes nothing away yet`()
            async throws
        {
            let server = try TestServer("purchasely")
            let token = await server.buy("year")
            await receipt(server, token, "ann")
            _ = await server.call(
                .post, "/allonym/v1/store-events",
                #"{"token":"\#(token)","event":"pause","atRenewal":true,"#
                    + #""resumes":"2027-02-01T12:00:00Z"}"#, key: "admin")
            let announced = try #require(try await bodies(server).last)
            #expect(announced["event_name"] == "SUBSCRIPTION_WILL_PAUSE")
            #expect(announced["subscription_status"] == "AUTO_RENEWING")
            #expect(announced["auto_resume_at"] == "2027-02-01T12:00:00.000Z")
            await server.advance("P1Y")
            let pair = try await bodies(server).suffix(2)
            #expect(pair.map { $0["event_name"] } == ["DEACTIVATE", "SUBSCRIPTION_PAUSED"])
            #expect(pair.map { $0["subscription_status"] } == ["PAUSED", "PAUSED"])
        }
    }
#endif
