// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymServer
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// A consumable is presented by its sale alone, and is the store's transaction all the same.
    @Suite struct ConsumablePurchaseTests {
        /// A purchase at the store.
        private func buy(
            on server: TestServer
        ) async throws -> (token: String, transaction: String) {
            let bought = await server.call(
                .post, "/allonym/v1/purchases", #"{"account":"app_store:eli","product":"coins"}"#,
                key: "admin")
            return (
                token: try #require(bought["token"] as? String),
                transaction: try #require(bought["transaction"] as? String)
            )
        }

        private func export(_ server: TestServer) async -> TestServer.Reply {
            await server.call(.get, "/allonym/v1/customers/eli/export", key: "admin")
        }

        /// The transactions of all purchases in an export.
        private func transactions(in export: TestServer.Reply) -> [String?] {
            let purchases = export["purchases"] as? [[String: Any]] ?? []
            return purchases.flatMap { $0["transactions"] as? [[String: Any]] ?? [] }.map {
                $0["id"] as? String
            }
        }

        /// What was sent about the customer of an export.
        private func bodies(in export: TestServer.Reply) -> [String] {
            (export["webhooks"] as? [[String: Any]] ?? []).compactMap { $0["body"] as? String }
        }

        @Test func `RevenueCat's answer and webhook name the transaction that the store has made`()
            async throws
        {
            let server = try TestServer("revenuecat")
            let (token, transaction) = try await buy(on: server)
            await server.advance("P1D")
            for _ in 0..<2 {
                let reply = await server.post(token, as: "eli")
                let coins = reply["subscriber", "non_subscriptions", "coins"] as? [[String: Any]]
                #expect(coins?.map { $0["store_transaction_id"] as? String } == [transaction])
                #expect(
                    coins?.map { $0["purchase_date"] as? String } == ["2026-01-01T12:00:00Z"])
            }
            let export = await export(server)
            #expect(transactions(in: export) == [transaction])
            #expect(bodies(in: export).count == 1)
            #expect(bodies(in: export).allSatisfy { $0.contains(transaction) })
            let event = await server.call(
                .post, "/allonym/v1/store-events", #"{"token":"\#(token)","event":"refund"}"#,
                key: "admin")
            #expect(event["applied"] as? Bool == true)
            #expect(event["state"] as? String == "refunded")
        }

        @Test(arguments: [true, false])
        func `At Purchasely its token and its transaction are one purchase`(
            isTokenFirst: Bool
        ) async throws {
            let server = try TestServer("purchasely")
            let (token, transaction) = try await buy(on: server)
            let proofs = [
                #""receipt_data":"\#(token)""#, #""original_transaction_id":"\#(transaction)""#,
            ]
            for proof in (isTokenFirst ? proofs : proofs.reversed()) + proofs {
                let reply = await server.call(
                    .post, "/receipts", #"{"user_id":"eli",\#(proof)}"#,
                    headers: ["X-PLATFORM-TYPE": "APP_STORE"])
                #expect(reply.status == 200)
            }
            let export = await export(server)
            #expect(transactions(in: export) == [transaction])
            #expect(bodies(in: export).count == 1)
            #expect(bodies(in: export).allSatisfy { $0.contains(transaction) })
        }

        @Test func `What the store has taken back before anybody presents it is nobody's`()
            async throws
        {
            let server = try TestServer("revenuecat")
            let (token, _) = try await buy(on: server)
            _ = await server.call(
                .post, "/allonym/v1/store-events", #"{"token":"\#(token)","event":"refund"}"#,
                key: "admin")
            let reply = await server.post(token, as: "eli")
            #expect(reply.status == 200)
            let bought = reply["subscriber", "non_subscriptions"] as? [String: Any]
            #expect(bought?.isEmpty == true)
        }
    }
#endif
