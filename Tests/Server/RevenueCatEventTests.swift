// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    import AllonymService
    import Foundation
    import HTTPTypes
    import Testing

    /// What RevenueCat's webhooks say of products, money and dates, as the published samples have it.
    @Suite struct RevenueCatEventTests {
        private struct Event: Sendable {
            let bytes: [UInt8]

            var object: [String: Any] {
                let body =
                    (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any]
                return body?["event"] as? [String: Any] ?? [:]
            }

            subscript(name: String) -> String? { object[name] as? String }

            func number(_ name: String) -> Double? { (object[name] as? NSNumber)?.doubleValue }
        }

        /// What was queued, the oldest first.
        private func events(_ server: TestServer) async throws -> [Event] {
            try await server.project.withJournal { try $0.deliveries(nil, dueBy: nil, limit: 500) }
                .map { Event(bytes: $0.body) }
        }

        private func store(_ server: TestServer, _ token: String, _ event: String) async {
            let reply = await server.call(
                .post, "/allonym/v1/store-events", #"{"token":"\#(token)","event":\#(event)}"#,
                key: "admin")
            #expect(reply.status == 200, "\(reply.text)")
        }

        /// A month whose free week is over: it is paid until 8 February 2026.
        private func paidMonth(_ server: TestServer) async -> String {
            let token = await server.buy("month")
            #expect(await server.post(token, as: "ann").status < 300)
            await server.advance("P8D")
            return token
        }

        @Test func `A change of products is told of the old one, and names the new one`()
            async throws
        {
            let server = try TestServer("revenuecat")
            let token = await paidMonth(server)
            await store(server, token, #""change","to":"year""#)
            let events = try await events(server)
            #expect(
                events.map { $0["type"] } == [
                    "INITIAL_PURCHASE", "RENEWAL", "PRODUCT_CHANGE", "RENEWAL",
                ])
            #expect(events.map { $0["product_id"] } == ["month", "month", "month", "year"])
            #expect(events.map { $0["new_product_id"] } == [nil, nil, "year", nil])
            #expect(events[2]["transaction_id"] == events[1]["transaction_id"])
            #expect(events[3]["transaction_id"] != events[1]["transaction_id"])
            for name in ["purchased_at_ms", "expiration_at_ms", "renewal_number"] {
                #expect(events[2].number(name) == events[1].number(name), "\(name)")
            }
        }

        @Test func `The prices of all events add up to what was paid`() async throws {
            let server = try TestServer("revenuecat")
            let token = await paidMonth(server)
            for event in ["cancel", "uncancel", "fail", "recover"] {
                await store(server, token, "\"\(event)\"")
            }
            let events = try await events(server)
            #expect(
                events.map { $0["type"] } == [
                    "INITIAL_PURCHASE", "RENEWAL", "CANCELLATION", "UNCANCELLATION",
                    "BILLING_ISSUE", "CANCELLATION", "RENEWAL",
                ])
            #expect(events.map { $0.number("price") } == [0, 9.99, 0, 0, 0, 0, 9.99])
            // The charge that failed ahead of time was made after all: it is one more.
            let paid = [events[1], events[6]]
            #expect(paid.map { $0.number("renewal_number") } == [2, 3])
            #expect(Set(paid.compactMap { $0["transaction_id"] }).count == 2)
            await store(server, token, "\"refund\"")
            let after = try await self.events(server).dropFirst(events.count)
            #expect(after.map { $0["type"] } == ["CANCELLATION", "EXPIRATION"])
            #expect(after.map { $0.number("price") } == [-9.99, 0])
        }

        @Test func `A subscription that ends keeps the date until which it was paid`()
            async throws
        {
            let server = try TestServer("revenuecat")
            let token = await server.buy("year")
            #expect(await server.post(token, as: "ann").status < 300)
            await store(server, token, "\"cancel\"")
            await server.advance("P1Y")
            let expiration = try #require(try await events(server).last)
            #expect(expiration["type"] == "EXPIRATION")
            #expect(expiration["expiration_reason"] == "UNSUBSCRIBE")
            #expect(expiration.number("expiration_at_ms") == 1_798_804_800_000)
            // At that instant, and later.
            for step in [nil, "P1D"] {
                if let step { await server.advance(step) }
                let reply = await server.call(.get, "/v1/subscribers/ann")
                for (group, name) in [("entitlements", "gold"), ("subscriptions", "year")] {
                    #expect(
                        reply["subscriber", group, name, "expires_date"] as? String
                            == "2027-01-01T12:00:00Z")
                }
                let customer = await server.call(
                    .get, "/allonym/v1/customers/ann", key: "admin")
                #expect((customer["access"] as? [Any])?.isEmpty == true)
            }
        }
    }
#endif
