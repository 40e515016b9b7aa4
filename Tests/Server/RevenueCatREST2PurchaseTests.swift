// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymJournal
    import AllonymService
    import AllonymSimulation
    import Foundation
    import HTTPTypes
    import Testing

    /// What backends get from RevenueCat's REST v2 about what customers have.
    @Suite struct RevenueCatREST2PurchaseTests {
        /// Buys, presents what was not bought on the web, and answers with the ID of what was bought.
        private func own(
            _ server: TestServer, _ product: String, by account: String, as id: String
        ) async throws -> String {
            if StoreAccount(account)?.store.isOnWeb == true {
                _ = await server.buy(product, by: account, for: id)
            } else {
                let reply = await server.post(await server.buy(product, by: account), as: id)
                #expect(reply.status == 200, "\(reply.text)")
            }
            let list = product == "month" ? "subscriptions" : "purchases"
            let items = await server.v2Items("/customers/\(id)/\(list)")
            return try #require(items.last?["id"] as? String)
        }

        @Test func `A subscription and a purchase are the same in lists, searches and by ID`()
            async throws
        {
            let journal = MemoryJournal()
            var server = try TestServer("revenuecat", journal: journal)
            for (product, list, name) in [
                ("month", "subscriptions", "store_subscription_identifier"),
                ("coins", "purchases", "store_purchase_identifier"),
            ] {
                let id = try await own(server, product, by: "app_store:alice", as: "ann")
                let one = await server.v2(.get, "/\(list)/\(id)")
                #expect(one.status == 200 && one["customer_id"] as? String == "ann")
                #expect(one["original_customer_id"] as? String == "ann")
                #expect(one["store"] as? String == "app_store")
                let transaction = try #require(one[name] as? String)
                let found = await server.v2Items("/\(list)?\(name)=\(transaction)")
                #expect(found.map { $0["id"] as? String } == [id])
                #expect(await server.v2Items("/\(list)?\(name)=0").isEmpty)
                #expect(await server.v2(.get, "/\(list)").status == 400)
                let unlocked = await server.v2Items("/\(list)/\(id)/entitlements")
                #expect(unlocked.count == 1 && unlocked[0]["object"] as? String == "entitlement")
                let product = try #require(one["product_id"] as? String)
                #expect(await server.v2(.get, "/products/\(product)").status == 200)
                for (environment, count) in [("production", 1), ("sandbox", 0)] {
                    let listed = await server.v2Items(
                        "/customers/ann/\(list)?environment=\(environment)")
                    #expect(listed.count == count)
                }
                for path in ["/customers/ann/\(list)?environment=x", "/\(list)?\(name)="] {
                    #expect(await server.v2(.get, path).status == 400)
                }
                for path in ["/customers/bob/\(list)", "/\(list)/\(id)0", "/\(list)/x"] {
                    #expect(await server.v2(.get, path).status == 404, "\(path)")
                }
                server = try TestServer("revenuecat", journal: journal)
                #expect(await server.v2(.get, "/\(list)/\(id)").text == one.text)
            }
        }

        /// The stores that the published document lists for a subscription and for a purchase.
        private static let listed = [
            "amazon", "app_store", "mac_app_store", "play_store", "promotional", "stripe",
            "rc_billing",
        ]

        @Test(arguments: Store.allCases, [("month", "subscriptions"), ("coins", "purchases")])
        func `The store of what was bought is one that the document lists`(
            store: Store, bought: (product: String, list: String)
        ) async throws {
            let server = try TestServer("revenuecat")
            let id = try await own(
                server, bought.product, by: "\(store.rawValue):alice", as: "ann")
            let told = await server.v2(.get, "/\(bought.list)/\(id)")["store"] as? String
            let nearest = ["test_store": "app_store", "paddle": "stripe"]
            #expect(told == nearest[store.rawValue, default: store.rawValue])
            #expect(Self.listed.contains(told ?? ""))
        }

        @Test func `What nobody has presented is not there yet`() async throws {
            let server = try TestServer("revenuecat")
            _ = await server.buy("month")
            let id = try await own(server, "month", by: "app_store:bob", as: "bob")
            #expect(await server.v2(.get, "/subscriptions/\(id)").status == 200)
            let identifiers = try await server.project.perform { state, _ in
                state.world.records.map { $0.transactions[0].id }
            }
            var counts: [Int] = []
            for transaction in identifiers {
                let path = "/subscriptions?store_subscription_identifier=\(transaction)"
                counts.append(await server.v2Items(path).count)
            }
            #expect(counts == [0, 1])
        }

        @Test func `What was given by hand is a subscription that does not renew`() async throws {
            let server = try TestServer("revenuecat")
            let gold = try #require(await server.v2Items("/entitlements").first?["id"] as? String)
            _ = await server.v2(.post, "/customers", #"{"id":"ann"}"#)
            _ = await server.v2(
                .post, "/customers/ann/actions/grant_entitlement",
                #"{"entitlement_id":"\#(gold)","expires_at":1767355200000}"#)
            let listed = await server.v2Items("/customers/ann/subscriptions")
            let id = try #require(listed.first?["id"] as? String)
            let one = await server.v2(.get, "/subscriptions/\(id)")
            #expect(one["store"] as? String == "promotional")
            #expect(one["auto_renewal_status"] as? String == "will_not_renew")
            #expect(
                await server.v2Items("/subscriptions/\(id)/entitlements").first?["id"] as? String
                    == gold)
            #expect(
                await server.v2(.post, "/subscriptions/\(id)/actions/cancel").status == 404)
            await server.advance("P2D")
            #expect(await server.v2(.get, "/subscriptions/\(id)").status == 404)
        }

        @Test func `Who had a purchase first stays known after a transfer and a restart`()
            async throws
        {
            let journal = MemoryJournal()
            let server = try TestServer("revenuecat", journal: journal)
            let id = try await own(server, "month", by: "app_store:alice", as: "ann")
            _ = await server.v2(.post, "/customers", #"{"id":"bob"}"#)
            let moved = await server.v2(
                .post, "/customers/ann/actions/transfer", #"{"target_customer_id":"bob"}"#)
            #expect(moved.status == 200)
            _ = try await server.project.snapshot()
            for server in [server, try TestServer("revenuecat", journal: journal)] {
                let one = await server.v2(.get, "/subscriptions/\(id)")
                #expect(one["customer_id"] as? String == "bob")
                #expect(one["original_customer_id"] as? String == "ann")
            }
        }

        @Test(
            arguments: [
                ("month", "rc_billing:alice", "cancel", 200),
                ("month", "rc_billing:alice", "refund", 200),
                ("month", "app_store:alice", "cancel", 422),
                ("month", "play_store:alice", "refund", 422),
                ("book", "rc_billing:alice", "refund", 200),
                ("book", "app_store:alice", "refund", 422),
                ("coins", "rc_billing:alice", "refund", 200),
            ])
        func `Only what was sold on the web is cancelled and refunded by the provider`(
            product: String, account: String, action: String, status: Int
        ) async throws {
            let server = try TestServer("revenuecat")
            let id = try await own(server, product, by: account, as: "ann")
            let list = product == "month" ? "subscriptions" : "purchases"
            let path = "/\(list)/\(id)/actions/\(action)"
            let reply = await server.v2(.post, path)
            #expect(reply.status == status, "\(reply.text)")
            guard status == 200 else {
                #expect(reply["type"] as? String == "unprocessable_entity_error")
                return
            }
            #expect(reply["id"] as? String == id)
            switch (list, action) {
            case ("subscriptions", "cancel"):
                #expect(reply["auto_renewal_status"] as? String == "will_not_renew")
                #expect(reply["gives_access"] as? Bool == true)
            case ("subscriptions", _): #expect(reply["gives_access"] as? Bool == false)
            default: #expect(reply["status"] as? String == "refunded")
            }
            #expect(await server.v2(.post, path).status == 422)
        }

        @Test(
            arguments: [
                ("app_store:alice", 200), ("play_store:alice", 200), ("rc_billing:alice", 404),
            ])
        func `A subscription's transactions are listed with when each ends`(
            account: String, status: Int
        ) async throws {
            let server = try TestServer("revenuecat")
            let id = try await own(server, "month", by: account, as: "ann")
            await server.advance("P2M")
            let list = "/subscriptions/\(id)/transactions"
            let reply = await server.v2(.get, list)
            #expect(reply.status == status, "\(reply.text)")
            guard status == 200 else { return }
            let transactions = reply["items"] as? [[String: Any]] ?? []
            #expect(transactions.count == 3)
            #expect(transactions[0]["product_store_identifier"] as? String == "month")
            let starts = transactions.compactMap { $0["purchased_at"] as? Int }
            let ends = transactions.compactMap { $0["expiration_date"] as? Int }
            #expect(Array(starts.dropFirst()) == Array(ends.dropLast()))
            let transaction = try #require(transactions[1]["id"] as? String)
            // It is refunded at Google's store alone, and leaves access.
            let isGoogle = account.hasPrefix("play")
            for (name, status) in [
                (transaction, isGoogle ? 200 : 422), ("x", isGoogle ? 404 : 422),
            ] {
                let refund = await server.v2(.post, "\(list)/\(name)/actions/refund")
                #expect(refund.status == status)
            }
            let after = await server.v2(.get, "/subscriptions/\(id)")
            #expect(after["gives_access"] as? Bool == true)
        }

        @Test func `A change of product that waits is told`() async throws {
            let server = try TestServer("revenuecat")
            let token = await server.buy("month")
            _ = await server.post(token, as: "ann")
            let id = try #require(
                await server.v2Items("/customers/ann/subscriptions").first?["id"] as? String)
            let change = await server.call(
                .post, "/allonym/v1/store-events",
                #"{"token":"\#(token)","event":"change","to":"year","atRenewal":true}"#,
                key: "admin")
            #expect(change.status == 200, "\(change.text)")
            let one = await server.v2(.get, "/subscriptions/\(id)")
            #expect(one["auto_renewal_status"] as? String == "will_change_product")
            #expect(one["pending_changes", "product", "store_identifier"] as? String == "year")
        }

        @Test(arguments: [("rc_billing:alice", 200), ("app_store:bob", 404)])
        func `A subscription sold on the web has an address where it can be cancelled`(
            account: String, status: Int
        ) async throws {
            let server = try TestServer("revenuecat")
            let id = try await own(server, "month", by: account, as: "ann")
            let reply = await server.call(
                .get, "/v2/projects/test/subscriptions/\(id)/authenticated_management_url",
                key: "secret", headers: ["Host": "other.example"])
            #expect(reply.status == status, "\(reply.text)")
            let address = reply["management_url"] as? String
            guard status == 200 else {
                #expect(address == nil && reply["type"] as? String == "resource_missing")
                return
            }
            let page = "/allonym/console/test/customer?id=ann"
            #expect(address == "http://localhost" + page)
            var visitor = ConsoleVisitor(server)
            #expect(await visitor.look(page).status == 401)
            _ = await visitor.signIn()
            let pressed = await visitor.submit(
                try await visitor.page(page), to: "store", ["event": "cancel"])
            #expect(pressed?.status == 303)
            let subscription = await server.v2(.get, "/subscriptions/\(id)")
            #expect(subscription["auto_renewal_status"] as? String == "will_not_renew")
        }

        @Test func `The address is where the server listens, whatever host a call names`()
            async throws
        {
            let server = try TestServer("revenuecat")
            let id = try await own(server, "month", by: "rc_billing:alice", as: "ann")
            try await PortClient.serving(server.served) { client in
                for host in ["other.example", "127.0.0.1:1"] {
                    let reply = try await client.call(
                        .get, "/v2/projects/test/subscriptions/\(id)/authenticated_management_url",
                        key: "secret", headers: ["Host": host])
                    #expect(
                        reply["management_url"] as? String
                            == client.origin + "/allonym/console/test/customer?id=ann")
                }
            }
        }
    }
#endif
