// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymMappings
    import AllonymServer
    import AllonymService
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// Purchasely's calls from server to server.
    @Suite struct PurchaselyRESTTests {
        private static let platforms =
            "The header X-PLATFORM-TYPE has to be one of APP_STORE, PLAY_STORE, APPGALLERY, STRIPE."

        func server(hasRateLimits: Bool = false) throws -> TestServer {
            try TestServer(
                "purchasely",
                webhooks:
                    #"[{"url":"http://127.0.0.1:9/hook","secret":"foobar","allowLoopback":true}]"#,
                hasRateLimits: hasRateLimits)
        }

        func post(
            _ server: TestServer, _ body: String, platform: String? = "APP_STORE",
            key: String? = "public"
        ) async -> TestServer.Reply {
            var headers = ["Allonym-Explain": "1"]
            headers["X-PLATFORM-TYPE"] = platform
            return await server.call(.post, "/receipts", body, key: key, headers: headers)
        }

        func customer(_ server: TestServer, _ id: String) async -> TestServer.Reply {
            await server.call(.get, "/allonym/v1/customers/\(id)", key: "admin")
        }

        private func events(_ server: TestServer) async -> [String] {
            let list = await server.call(.get, "/allonym/v1/deliveries", key: "admin")
            return (list["deliveries"] as? [[String: Any]])?.compactMap {
                $0["name"] as? String
            } ?? []
        }

        @Test func `The key is in the header X-API-KEY and nowhere else`() async throws {
            let server = try server()
            let body = #"{"user_id":"ann","receipt_data":"x"}"#
            for key in ["pk_test", "sk_test"] {
                let reply = await server.call(
                    .post, "/receipts", body, key: nil,
                    headers: ["X-API-KEY": key, "X-PLATFORM-TYPE": "APP_STORE"])
                #expect(reply.status == 200)
            }
            for headers in [["Authorization": "Bearer pk_test"], ["X-API-KEY": "pk_other"], [:]] {
                let reply = await server.call(
                    .post, "/receipts", body, key: nil, headers: headers)
                #expect(reply.status == 403)
                #expect(reply["errors"] as? [String] == ["unknown api_key"])
            }
        }

        @Test func `A signed transaction counts beside its ID, and beside another's it is refused`()
            async throws
        {
            let store = try TestAppStore()
            let server = try TestServer("purchasely", appStoreRoots: [store.pem])
            let jws = try store.sign(
                TestAppStore.transaction(["transactionId": "101", "originalTransactionId": "100"]))
            for (id, status) in [("101", 422), ("1", 422), ("100", 200)] {
                let reply = await post(
                    server,
                    """
                    {"user_id":"ann","receipt_data":"\(jws)","original_transaction_id":"\(id)"}
                    """)
                #expect(reply.status == status)
                #expect((await customer(server, "ann").status == 200) == (status == 200))
                let purchases = try await server.project.perform { state, _ in
                    state.ledger.purchases.count
                }
                #expect(purchases == (status == 200 ? 1 : 0))
            }
            let token = await server.buy("month")
            let reply = await post(
                server,
                #"{"user_id":"bob","receipt_data":"\#(token)","original_transaction_id":"100"}"#)
            #expect(reply.status == 422)
            #expect((reply["errors"] as? [String])?.count == 1)
            #expect(await customer(server, "bob").status == 404)
        }

        @Test func `A receipt is answered with an ID, and the purchase follows at once`()
            async throws
        {
            let server = try server()
            let token = await server.buy("month")
            let reply = await post(server, #"{"user_id":"ann","receipt_data":"\#(token)"}"#)
            #expect(reply.status == 200)
            #expect((reply["id"] as? String).flatMap(UUID.init) != nil)
            #expect(reply.object.count == 1)
            #expect(reply.header("Allonym-Rules")?.contains("purchasely.claim.1") == true)
            #expect(await customer(server, "ann")["access"] as? [String] == ["gold"])
            #expect(
                await events(server) == [
                    "ACTIVATE", "SUBSCRIPTION_STARTED", "TRIAL_STARTED",
                ])
            // Once more is nothing more.
            _ = await post(server, #"{"user_id":"ann","receipt_data":"\#(token)"}"#)
            #expect(await events(server).count == 3)
        }

        @Test(
            arguments: [
                ("app_store:a", "APP_STORE", #""receipt_data":"TOKEN""#, true),
                ("app_store:a", "APP_STORE", #""original_transaction_id":"FIRST""#, true),
                ("app_store:a", "APP_STORE", #""original_transaction_id":"1""#, false),
                (
                    "app_store:a", "APP_STORE",
                    #""receipt_data":"TOKEN","original_transaction_id":"FIRST""#, true
                ),
                (
                    "app_store:a", "APP_STORE",
                    #""receipt_data":"","original_transaction_id":"FIRST""#, true
                ),
                (
                    "app_store:a", "APP_STORE",
                    #""receipt_data":"x.y.z","original_transaction_id":"FIRST""#, false
                ),
                ("app_store:a", "APP_STORE", #""receipt_data":"FIRST""#, false),
                (
                    "app_store:a", "APP_STORE",
                    #""receipt_data":"TOKEN","store_product_id":"year""#, false
                ),
                (
                    "app_store:a", "PLAY_STORE",
                    #""purchase_token":"TOKEN","store_product_id":"month""#, false
                ),
                (
                    "play_store:a", "PLAY_STORE",
                    #""purchase_token":"TOKEN","store_product_id":"month:base""#, true
                ),
                (
                    "play_store:a", "PLAY_STORE",
                    #""purchase_token":"TOKEN","store_product_id":"month""#, true
                ),
                (
                    "stripe:a", "STRIPE",
                    """
                    "stripe_object_type":"subscription","stripe_object_id":"TOKEN",\
                    "stripe_price_id":"price_1","store_product_id":"month"
                    """, true
                ),
                (
                    "play_store:a", "APPGALLERY",
                    """
                    "purchase_token":"TOKEN","subscription_id":"s","account_flag":1,\
                    "store_product_id":"month"
                    """, false
                ),
            ])
        func `Each store's receipt is taken, and counts where it stands for a purchase there`(
            account: String, platform: String, members: String, counts: Bool
        ) async throws {
            let server = try server()
            let bought = await server.call(
                .post, "/allonym/v1/purchases",
                #"{"account":"\#(account)","product":"month"}"#, key: "admin")
            let body = members.replacing("TOKEN", with: bought["token"] as? String ?? "")
                .replacing("FIRST", with: bought["transaction"] as? String ?? "")
            let reply = await post(server, #"{"user_id":"ann",\#(body)}"#, platform: platform)
            #expect(reply.status == 200)
            #expect((await customer(server, "ann").status == 200) == counts)
        }

        @Test(
            arguments: [
                ("APP_STORE", "{}", 422, "missing mandatory property user_id"),
                ("APP_STORE", #"{"user_id":""}"#, 422, "missing mandatory property user_id"),
                (
                    "APP_STORE", #"{"user_id":"a"}"#, 422,
                    "missing mandatory property original_transaction_id or receipt_data"
                ),
                (
                    "PLAY_STORE", #"{"user_id":"a","purchase_token":"t"}"#, 422,
                    "missing mandatory property store_product_id"
                ),
                (
                    "APPGALLERY",
                    #"{"user_id":"a","purchase_token":"t","store_product_id":"p","subscription_id":"s"}"#,
                    422, "missing mandatory property account_flag"
                ),
                (
                    "STRIPE", #"{"user_id":"a","store_product_id":"p"}"#, 422,
                    "missing mandatory property stripe_object_type"
                ),
                ("APP_STORE", "no JSON", 400, nil), ("APP_STORE", "[]", 400, nil),
                ("APP_STORE", #"{"user_id":7}"#, 400, nil),
                ("AMAZON", "{}", 422, PurchaselyRESTTests.platforms),
                (nil, "{}", 422, PurchaselyRESTTests.platforms),
            ] as [(String?, String, Int, String?)])
        func `What is missing is said in the documented form`(
            platform: String?, body: String, status: Int, text: String?
        ) async throws {
            let reply = await post(try server(), body, platform: platform)
            #expect(reply.status == status)
            let errors = try #require(reply["errors"] as? [String])
            #expect(errors.count == 1 && (text == nil || errors == [text]))
        }

        @Test func `A receipt of somebody else's subscription takes it over, and both are told`()
            async throws
        {
            let server = try server()
            let token = await server.buy("month")
            for id in ["ann", "bob"] {
                _ = await post(server, #"{"user_id":"\#(id)","receipt_data":"\#(token)"}"#)
            }
            #expect(await customer(server, "ann")["access"] as? [String] == [])
            #expect(await customer(server, "bob")["access"] as? [String] == ["gold"])
            #expect(
                await events(server).suffix(4) == [
                    "DEACTIVATE", "ACTIVATE", "SUBSCRIPTION_TRANSFERRED", "SUBSCRIPTION_RECEIVED",
                ])
        }

        @Test func `A consumable counts once, however often its receipt comes`() async throws {
            let server = try server()
            let token = await server.buy("coins")
            for _ in 0..<3 {
                _ = await post(server, #"{"user_id":"ann","receipt_data":"\#(token)"}"#)
            }
            #expect((await customer(server, "ann")["purchases"] as? [Any])?.count == 1)
            #expect(await events(server) == ["ACTIVATE"])
        }

        @Test func `A path that is not documented says so`() async throws {
            let reply = await (try server()).call(.get, "/users/ann")
            #expect(reply.status == 404 && (reply["errors"] as? [String])?.count == 1)
        }
    }
#endif
