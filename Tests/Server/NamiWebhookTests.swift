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
    import Testing

    /// What Nami's webhooks say, as far as the documents have it.
    @Suite struct NamiWebhookTests {
        private static let ann = "035b30e2-faf4-462d-aec3-caa0fbe26c49"

        private func claim(_ product: String, by id: String, _ server: TestServer) async throws {
            let account = StoreAccount(.appStore, "alice")
            try await server.project.perform { state, now in
                guard let purchase = state.buy(product, by: account, now: now) else { return }
                let item = state.world.product(state.ledger.product(of: purchase)).product
                state.perform(.buy(item), by: .user(UserID(unchecked: id), account), now: now)
            }
        }

        private func bodies(_ server: TestServer) async throws -> [[UInt8]] {
            try await server.project.withJournal { try $0.deliveries(nil, dueBy: nil, limit: 500) }
                .map(\.body)
        }

        private func object(_ body: [UInt8]) throws -> [String: Any] {
            try #require(
                try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
        }

        @Test func `An event has the envelope, all that is unlocked, and the IDs of the user`()
            async throws
        {
            let server = try TestServer("nami")
            try await claim("month", by: Self.ann, server)
            let bodies = try await bodies(server)
            let event = try object(try #require(bodies.first))
            #expect(event["event_type"] as? String == "user.subscription.purchased")
            #expect(event["created_date"] as? String == "2026-01-01T12:00:00.000000+00:00")
            #expect(event["event_platform"] as? String == "apple")
            #expect((event["devices"] as? [Any])?.isEmpty == true)
            let unlocked = try #require(event["active_entitlements"] as? [[String: Any]])
            #expect(unlocked.map { $0["entitlement_ref_id"] as? String } == ["gold"])
            #expect(unlocked[0]["sku_ref_id"] as? String == "month")
            #expect(unlocked[0]["expiration"] as? String == "2026-01-08T12:00:00Z")
            let state = try #require(event["customer_journey_state"] as? [String: Bool])
            #expect(state.count == 7 && state["in_trial_period"] == true)
            let ids = try #require(event["external_ids"] as? [[String: String]])
            #expect(ids.map { $0["key"] } == ["original_transaction_id", "external_id"])
            #expect(ids[1] == ["key": "external_id", "type": "uuid", "value": Self.ann])
            let user = try #require(event["user_id"] as? String)
            #expect(UUID(uuidString: user) != nil && user != Self.ann)
        }

        @Test func `A transfer is told on both sides, each with what it has then`() async throws {
            let server = try TestServer("nami")
            try await claim("month", by: Self.ann, server)
            try await claim("month", by: "123456", server)
            let pair = try await bodies(server).dropFirst(2).map(object)
            #expect(
                pair.map { $0["event_type"] as? String } == [
                    "user.subscription.transferred.from", "user.subscription.transferred.to",
                ])
            #expect(pair.map { ($0["active_entitlements"] as? [Any])?.count } == [0, 1])
            #expect(
                pair.map { ($0["external_ids"] as? [[String: String]])?.last?["value"] } == [
                    Self.ann, "123456",
                ])
            #expect(Set(pair.compactMap { $0["user_id"] as? String }).count == 2)
        }
    }
#endif
