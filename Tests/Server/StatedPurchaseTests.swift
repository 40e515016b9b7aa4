// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymJournal
    import AllonymServer
    import AllonymService
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// What becomes of a purchase that the App Store has signed.
    @Suite struct StatedPurchaseTests {
        private static let bought = 1_767_268_800_000
        private static let day = 86_400_000

        private let store: TestAppStore
        private let server: TestServer
        private let journal = MemoryJournal()

        init() throws {
            store = try TestAppStore()
            server = try TestServer(
                "revenuecat", appStoreRoots: [store.pem], journal: journal)
        }

        /// Presents a transaction with such members.
        private func post(_ members: [String: Any] = [:], as id: String = "ann") async throws
            -> TestServer.Reply
        {
            await server.post(try store.sign(TestAppStore.transaction(members)), as: id)
        }

        /// The second month's transaction.
        private func renewal(_ others: [String: Any] = [:]) -> [String: Any] {
            let members: [String: Any] = [
                "transactionId": "101", "purchaseDate": Self.bought + 30 * Self.day,
                "expiresDate": Self.bought + 60 * Self.day,
            ]
            return members.merging(others) { _, other in other }
        }

        private func access(_ id: String = "ann") async -> [String] {
            let view = await server.call(.get, "/allonym/v1/customers/\(id)", key: "admin")
            return view["access"] as? [String] ?? []
        }

        private func end(_ reply: TestServer.Reply) -> String? {
            reply["subscriber", "subscriptions", "month", "expires_date"] as? String
        }

        /// A purchase as the project knows it.
        private struct Known: Equatable {
            let state: String
            let transactions: [String]

            init(_ state: String, _ transactions: [String]) {
                self.state = state
                self.transactions = transactions
            }
        }

        /// What the project knows of its first purchase.
        private func record() async throws -> Known {
            try await server.project.perform { state, _ in
                Known(
                    state.ledger.state(of: PurchaseHandle(0)).word,
                    state.world.records[0].transactions.map(\.id))
            }
        }

        @Test func `Dates, price and sandbox are those that were signed`() async throws {
            let reply = try await post([
                "environment": "Sandbox", "price": 4_990, "expiresDate": Self.bought + 3 * Self.day,
            ])
            #expect(end(reply) == "2026-01-04T12:00:00Z")
            let month = reply["subscriber", "subscriptions", "month"] as? [String: Any]
            #expect(month?["is_sandbox"] as? Bool == true)
            #expect(month?["period_type"] as? String == "normal")
            #expect((month?["price"] as? [String: Any])?["amount"] as? Double == 4.99)
            #expect(month?["store_transaction_id"] as? String == "100")
        }

        @Test func `A free trial is told as one, and its price is nothing`() async throws {
            let reply = try await post([
                "offerType": 1, "offerDiscountType": "FREE_TRIAL", "price": 0,
            ])
            let month = reply["subscriber", "subscriptions", "month"] as? [String: Any]
            #expect(month?["period_type"] as? String == "trial")
        }

        @Test func `Nothing renews it but the store's own word`() async throws {
            _ = try await post()
            await server.advance("P29D")
            #expect(await access() == ["gold"])
            await server.advance("P2D")
            #expect(await access() == [])
            #expect(try await record() == Known("expired", ["100"]))
            let reply = try await post(renewal())
            #expect(end(reply) == "2026-03-02T12:00:00Z")
            #expect(await access() == ["gold"])
            #expect(try await record() == Known("active", ["100", "101"]))
            await server.advance("P2M")
            #expect(await access() == [])
        }

        @Test func `The control API can say more than the store did`() async throws {
            _ = try await post()
            let token = await server.buy("month", by: "app_store:100")
            _ = await server.call(
                .post, "/allonym/v1/store-events", #"{"token":"\#(token)","event":"renew"}"#,
                key: "admin")
            await server.advance("P45D")
            #expect(await access() == ["gold"])
            await server.advance("P30D")
            #expect(await access() == [])
        }

        @Test func `A transaction that is known or older changes nothing`() async throws {
            let first = try await post(renewal())
            #expect(try await record() == Known("active", ["100", "101"]))
            for members in [renewal(), [:], renewal(["transactionId": "102"])] {
                let again = try await post(members)
                #expect(again.status == 200 && end(again) == end(first))
            }
            #expect(try await record() == Known("active", ["100", "101"]))
        }

        @Test func `The same transaction signed again is the same purchase`() async throws {
            for second in 0..<3 {
                #expect(try await post(["signedDate": Self.bought + second]).status == 200)
            }
            let count = try await server.project.perform { state, _ in
                state.ledger.purchases.count
            }
            #expect(count == 1)
        }

        @Test func `What has ended or was refunded before it is presented unlocks nothing`()
            async throws
        {
            let ended = try await post([
                "purchaseDate": Self.bought - 40 * Self.day,
                "expiresDate": Self.bought - 10 * Self.day,
            ])
            #expect(ended.status == 200 && end(ended) == "2025-12-22T12:00:00Z")
            let refunded = try await post(
                [
                    "originalTransactionId": "7", "transactionId": "7",
                    "revocationDate": Self.bought,
                ],
                as: "bob")
            #expect(refunded.status == 200)
            for id in ["ann", "bob"] { #expect(await access(id) == []) }
        }

        @Test func `A refund ends it, however often it is told`() async throws {
            _ = try await post()
            for _ in 0..<2 {
                _ = try await post(["revocationDate": Self.bought - 1_000])
                #expect(await access() == [])
                #expect(try await record() == Known("refunded", ["100"]))
            }
            // An earlier period's refund is none of the present one.
            _ = try await post(renewal())
            _ = try await post(["revocationDate": Self.bought])
            #expect(await access() == ["gold"])
        }

        @Test func `A later transaction of another product is a change`() async throws {
            _ = try await post()
            let reply = try await post(
                renewal(["productId": "year", "expiresDate": Self.bought + 395 * Self.day]))
            let subscriptions = reply["subscriber", "subscriptions"] as? [String: Any]
            #expect(
                (subscriptions?["year"] as? [String: Any])?["expires_date"] as? String
                    == "2027-01-31T12:00:00Z")
            #expect(await access() == ["gold"])
        }

        @Test func `A consumable counts once, and not after a refund`() async throws {
            let coins: [String: Any] = [
                "productId": "coins", "type": "Consumable", "expiresDate": NSNull(),
            ]
            for second in 0..<2 {
                let reply = try await post(
                    coins.merging(["signedDate": Self.bought + second]) { $1 })
                let bought = reply["subscriber", "non_subscriptions", "coins"] as? [[String: Any]]
                #expect(bought?.map { $0["store_transaction_id"] as? String } == ["100"])
            }
            #expect(try await post(coins, as: "bob").status == 200)
            let other = coins.merging([
                "transactionId": "8", "originalTransactionId": "8", "revocationDate": Self.bought,
            ]) { $1 }
            let reply = try await post(other, as: "bob")
            #expect((reply["subscriber", "non_subscriptions"] as? [String: Any])?.isEmpty == true)
        }

        @Test func `A signed purchase is nobody's simulated one`() async throws {
            let token = await server.buy("month", by: "app_store:100")
            #expect(try await post(["productId": "year"]).status == 200)
            #expect(await server.post(token, as: "bob").status == 200)
        }

        @Test(arguments: [
            ("purchasely", "/receipts", #"{"user_id":"ann","receipt_data":"JWS"}"#, 200),
            (
                "qonversion", "/v3/users/ann/purchases",
                #"{"price":"9","currency":"usd","app_store_data":{"receipt":"JWS"}}"#, 422
            ),
            (
                "qonversion", "/v4/users/ann/purchases",
                #"{"platform":"app_store","store_data":{"receipt":"JWS"}}"#, 422
            ),
            ("qonversion", "/v1/user/purchase", #"{"q_uid":"ann","receipt":"JWS"}"#, 422),
        ])
        func `Every dialect takes what was signed, and refuses the rest in its own words`(
            provider: String, path: String, body: String, refusal: Int
        ) async throws {
            let server = try TestServer(provider, appStoreRoots: [store.pem])
            func post(_ jws: String) async -> TestServer.Reply {
                await server.call(
                    .post, path, body.replacing("JWS", with: jws),
                    key: path.hasPrefix("/v4") ? "secret" : "public",
                    headers: ["X-PLATFORM-TYPE": "APP_STORE"])
            }
            if provider == "qonversion" {
                _ = await server.call(.post, "/v3/users/ann", "{}")
            }
            let refused = await post(try TestAppStore().sign())
            #expect(refused.status == refusal, "\(refused.text)")
            var view = await server.call(.get, "/allonym/v1/customers/ann", key: "admin")
            #expect(view["access"] as? [String] ?? [] == [])
            let taken = await post(try store.sign())
            #expect(taken.status == 200, "\(taken.text)")
            view = await server.call(.get, "/allonym/v1/customers/ann", key: "admin")
            #expect(view["access"] as? [String] == ["gold"])
        }

        @Test(arguments: [false, true])
        func `The journal gives the same purchases again`(hasSnapshot: Bool) async throws {
            _ = try await post(renewal())
            _ = try await post(
                [
                    "productId": "coins", "type": "Consumable", "transactionId": "8",
                    "originalTransactionId": "8", "expiresDate": NSNull(),
                ])
            _ = try await post(
                ["transactionId": "9", "originalTransactionId": "9", "revocationDate": Self.bought])
            let live = try await server.project.perform { state, _ in
                try state.snapshot(checksum: 0).body
            }
            if hasSnapshot { _ = try await server.project.snapshot() }
            let again = try TestServer(
                "revenuecat", appStoreRoots: [store.pem], journal: journal)
            let replayed = try await again.project.perform { state, _ in
                let body = try state.snapshot(checksum: 0).body
                return (body: body, isStated: state.world.records.map(\.isStated))
            }
            #expect(replayed.body == live)
            #expect(replayed.isStated == [true, true, true, true])
            await again.advance("P3M")
            let view = await again.call(.get, "/allonym/v1/customers/ann", key: "admin")
            // The subscription has ended by itself; what was bought for good is still there.
            #expect(view["access"] as? [String] == ["coins"])
        }
    }
#endif
