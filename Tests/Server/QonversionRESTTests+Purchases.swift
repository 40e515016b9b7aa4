// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymJournal
    import AllonymServer
    import AllonymService
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// Purchases, grants and the entitlements that they give.
    extension QonversionRESTTests {
        private func message(_ reply: TestServer.Reply) -> String? {
            reply["error", "message"] as? String
        }

        @Test func `A subscription gives its entitlement with product and period, until it ends`()
            async throws
        {
            let server = try await server("ann")
            let token = await server.buy("month")
            let reply = await server.call(
                .post, "/v3/users/ann/purchases",
                """
                {"price":"9.99","currency":"eur","purchased":-1,\
                "app_store_data":{"receipt":"\(token)","product_id":"month"}}
                """, headers: ["Allonym-Explain": "1"])
            #expect(reply.status == 200 && reply["currency"] as? String == "EUR")
            #expect(reply["purchased"] as? Int == -1_000)
            #expect(reply.header("Allonym-Rules")?.contains("qonversion.claim.1") == true)
            func gold() async throws -> [String: Any] {
                let list = await server.call(.get, "/v3/users/ann/entitlements")
                return try #require((list["data"] as? [[String: Any]])?.first)
            }
            let first = try await gold()
            #expect(first["active"] as? Bool == true && first["source"] as? String == "appstore")
            let product = try #require(first["product"] as? [String: Any])
            #expect(product["product_id"] as? String == "month")
            let subscription = try #require(product["subscription"] as? [String: String])
            #expect(
                subscription == ["renew_state": "will_renew", "current_period_type": "trial"])
            _ = await server.call(
                .post, "/allonym/v1/store-events", #"{"token":"\#(token)","event":"cancel"}"#,
                key: "admin")
            await server.advance("P1M")
            #expect(try await gold()["active"] as? Bool == false)
        }

        @Test(
            arguments: [
                ("app_store:a", #""app_store_data":{"receipt":"T"}"#, 200),
                (
                    "play_store:a",
                    #""play_store_data":{"purchase_token":"T","product_id":"month:base"}"#, 200
                ),
                (
                    "stripe:a",
                    #""stripe_store_data":{"subscription_id":"T","product_id":"month"}"#, 200
                ),
                (
                    "paddle:a", #""paddle_store_data":{"transaction_id":"T","product_id":"month"}"#,
                    200
                ),
                (
                    "stripe:a", #""stripe_store_data":{"subscription_id":"T","product_id":"year"}"#,
                    422
                ),
                ("app_store:a", #""stripe_store_data":{"subscription_id":"T"}"#, 422),
                ("app_store:a", #""app_store_data":{}"#, 422),
                ("app_store:a", #""app_store_data":{"receipt":"T"},"stripe_store_data":{}"#, 400),
                ("app_store:a", #""app_store_data":7"#, 400), ("app_store:a", #""x":1"#, 400),
            ])
        func `A purchase counts where one store's data stand for it, and its product is right`(
            account: String, data: String, status: Int
        ) async throws {
            let server = try await server("ann")
            let token = await server.buy("month", by: account)
            let reply = await server.call(
                .post, "/v3/users/ann/purchases",
                #"{"price":"1","currency":"USD",\#(data.replacing("\"T\"", with: "\"\(token)\""))}"#
            )
            #expect(reply.status == status, "\(reply.text)")
            let held = await server.call(.get, "/v3/users/ann/entitlements")
            #expect((held["data"] as? [Any])?.count == (status == 200 ? 1 : 0))
        }

        @Test(arguments: ["", #","x":1"#, #","app_store_data":{},"stripe_store_data":{}"#])
        func `Without the data of one store the members that have them are named`(
            data: String
        ) async throws {
            let reply = await (try await server("ann")).call(
                .post, "/v3/users/ann/purchases", #"{"price":"1","currency":"USD"\#(data)}"#)
            #expect(reply.status == 400)
            #expect(
                message(reply)
                    == "Exactly one of app_store_data, play_store_data, stripe_store_data, "
                    + "paddle_store_data is needed.")
        }

        @Test(
            arguments: [
                ("1.", "USD", "failed to parse price"), ("", "USD", "failed to parse price"),
                ("-1", "USD", "failed to parse price"), ("1e3", "USD", "failed to parse price"),
                ("1", "", "failed to recognize currency"),
                ("1", "XQZ", "failed to recognize currency"),
            ])
        func `The price is looked at before the currency, and both before the store`(
            price: String, currency: String, text: String
        ) async throws {
            let reply = await (try await server("ann")).call(
                .post, "/v3/users/ann/purchases",
                #"{"price":"\#(price)","currency":"\#(currency)"}"#)
            #expect(reply.status == 400 && message(reply) == text)
        }

        @Test func `A grant ends by itself, and can be given anew afterwards`() async throws {
            let server = try await server("ann")
            func grant(_ expires: Int) async -> TestServer.Reply {
                await server.call(
                    .post, "/v3/users/ann/entitlements", #"{"id":"gold","expires":\#(expires)}"#,
                    key: "secret")
            }
            _ = await grant(1_767_268_800 + 86_400)
            await server.advance("P2D")
            let list = await server.call(.get, "/v3/users/ann/entitlements")
            #expect((list["data"] as? [Any])?.isEmpty == true)
            let again = await grant(1_767_268_800 + 10 * 86_400)
            #expect(again["expires"] as? Int == 1_767_268_800 + 10 * 86_400)
            for expires in [0, 1_767_268_800, Int(Int32.max) + 1] {
                #expect(await grant(expires).status == 400)
            }
        }

        @Test(
            arguments: [
                // A price counts in the currency in which the product is sold.
                ("year", "49.99", "eur", "49.99", "EUR"), ("year", "49.99", "USD", "59.99", "EUR"),
                ("year", "0", "EUR", "0", "EUR"), ("book", "4.50", "USD", "4.5", "USD"),
                ("coins", "2", "USD", "2", "USD"), ("month", "5", "USD", "0", "USD"),
            ])
        func `The price that a purchase was posted with is listed, after a start too`(
            product: String, price: String, currency: String, listed: String, listedCurrency: String
        ) async throws {
            let journal = MemoryJournal()
            let server = try TestServer("qonversion", journal: journal)
            _ = await server.call(.post, "/v3/users/ann", "{}")
            let token = await server.buy(product)
            let reply = await server.call(
                .post, "/v3/users/ann/purchases",
                #"{"price":"\#(price)","currency":"\#(currency)","#
                    + #""app_store_data":{"receipt":"\#(token)"}}"#)
            #expect(reply.status == 200, "\(reply.text)")
            for server in [server, try TestServer("qonversion", journal: journal)] {
                let list = await server.call(.get, "/v4/users/ann/purchases", key: "secret")
                let purchases = list["data"] as? [[String: Any]] ?? []
                #expect(purchases.map { $0["price"] as? String } == [listed])
                #expect(purchases.map { $0["currency"] as? String } == [listedCurrency])
            }
        }
    }
#endif
