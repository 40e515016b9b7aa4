// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    import AllonymService
    import Foundation
    import HTTPTypes
    import Testing

    /// What backends set up with Qonversion's REST.
    @Suite struct QonversionCatalogueTests {
        func v3(
            _ server: TestServer, _ method: HTTPRequest.Method, _ path: String, _ body: String = ""
        ) async -> TestServer.Reply {
            await server.call(method, "/v3/\(path)", body)
        }

        func v4(
            _ server: TestServer, _ method: HTTPRequest.Method, _ path: String, _ body: String = ""
        ) async -> TestServer.Reply {
            await server.call(method, "/v4/\(path)", body, key: "secret")
        }

        /// What a user has, by v3.
        func active(_ server: TestServer, _ id: String) async -> [String] {
            let list = await v3(server, .get, "users/\(id)/entitlements")
            return ((list["data"] as? [[String: Any]]) ?? []).filter {
                $0["active"] as? Bool == true
            }
            .compactMap { $0["id"] as? String }.sorted()
        }

        /// A purchase of a product, presented for a user.
        func buy(
            _ server: TestServer, _ product: String, for id: String,
            at account: String = "app_store:alice", named: String? = nil
        ) async -> Int {
            _ = await v3(server, .post, "users/\(id)", "{}")
            let token = await server.buy(product, by: account)
            let name = named.map { #","product_id":"\#($0)""# } ?? ""
            return await v3(
                server, .post, "users/\(id)/purchases",
                #"{"price":"9.99","currency":"usd","app_store_data":{"receipt":"\#(token)"\#(name)}}"#
            ).status
        }

        private static let whole =
            #"{"uid":"week","type":1,"duration":0,"apple_product_id":"com.a.week","google_product_id":"week_g","google_base_plan_id":"base","stripe_product_id":"prod_1"}"#

        @Test func `A product has what was said of it, no null, and is sold at once`() async throws
        {
            let journal = MemoryJournal()
            let server = try TestServer("qonversion", journal: journal)
            let made = await v3(server, .post, "products", Self.whole)
            #expect(made.status == 200 && !made.text.contains("null"), "\(made.text)")
            #expect(
                made.text
                    == #"{"apple_product_id":"com.a.week","created_at":1767268800,"duration":0,"google_base_plan_id":"base","google_product_id":"week_g","stripe_product_id":"prod_1","subscription_duration":"P1W","type":1,"uid":"week","updated_at":1767268800}"#
                    + "\n")
            #expect(await v3(server, .get, "products/week").text == made.text)
            let defined = await v4(
                server, .post, "entitlements", #"{"id":"plus","product_ids":["week"]}"#)
            #expect(defined.status == 201, "\(defined.text)")
            #expect(await buy(server, "week", for: "ann") == 200)
            #expect(await active(server, "ann") == ["plus"])
            await server.advance("P8D")
            let held = await v3(server, .get, "users/ann/entitlements")
            let plus = try #require((held["data"] as? [[String: Any]])?.first)
            // A week later it was renewed for another.
            #expect(plus["expires"] as? Int == 1_767_268_800 + 14 * 86_400)
            let later = try TestServer("qonversion", journal: journal)
            #expect(await v3(later, .get, "products/week").text == made.text)
            #expect(await active(later, "ann") == ["plus"])
        }

        @Test(
            arguments: [
                ("{\"uid\":\"a\"}", 1, 1), (#"{"uid":"a","type":0,"duration":4}"#, 0, 4),
                (#"{"uid":"a","type":2}"#, 2, nil), (#"{"uid":"a","type":3}"#, 3, nil),
                (#"{"uid":"a","type":null,"duration":null}"#, 1, 1),
            ] as [(String, Int, Int?)])
        func `What a new product leaves out has its default or is not there`(
            body: String, type: Int, duration: Int?
        ) async throws {
            let server = try TestServer("qonversion")
            let made = await v3(server, .post, "products", body)
            #expect(made.status == 200, "\(made.text)")
            #expect(made["type"] as? Int == type && made["duration"] as? Int == duration)
            #expect(made["apple_product_id"] == nil && !made.text.contains("null"))
            let newer = await v4(server, .get, "products/a")
            let words = ["subscription_with_promo", "subscription", "consumable", "lifetime"]
            #expect(newer["type"] as? String == words[type])
            #expect(newer["apple_product_id"] is NSNull)
            let periods = ["P1W", "P1M", "P3M", "P6M", "P1Y"]
            #expect(newer["duration"] as? String == duration.map { periods[$0] })
        }

        @Test func `A promoted product begins with a free trial, a regular one without`()
            async throws
        {
            let server = try TestServer("qonversion")
            _ = await v3(server, .post, "products", #"{"uid":"a","type":0}"#)
            _ = await v3(server, .post, "products", #"{"uid":"b","type":1}"#)
            _ = await v4(server, .post, "entitlements", #"{"id":"plus","product_ids":["a","b"]}"#)
            for (user, product, period) in [("ann", "a", "trial"), ("bob", "b", "normal")] {
                #expect(await buy(server, product, for: user, at: "app_store:\(user)") == 200)
                let held = await v3(server, .get, "users/\(user)/entitlements")
                let plus = (held["data"] as? [[String: Any]])?.first?["product"] as? [String: Any]
                let subscription = plus?["subscription"] as? [String: Any]
                #expect(subscription?["current_period_type"] as? String == period)
            }
        }

        @Test func `PUT removes what it leaves out, PATCH keeps it`() async throws {
            let server = try TestServer("qonversion")
            _ = await v3(server, .post, "products", Self.whole)
            await server.advance("P1D")
            let patched = await v3(
                server, .patch, "products/week",
                #"{"apple_product_id":"com.a.year","duration":4,"stripe_product_id":null}"#)
            #expect(patched.status == 200, "\(patched.text)")
            #expect(patched["apple_product_id"] as? String == "com.a.year")
            #expect(patched["google_product_id"] as? String == "week_g")
            #expect(patched["stripe_product_id"] as? String == "prod_1")
            #expect(patched["duration"] as? Int == 4 && patched["type"] as? Int == 1)
            #expect(patched["created_at"] as? Int == 1_767_268_800)
            #expect(patched["updated_at"] as? Int == 1_767_268_800 + 86_400)
            let replaced = await v3(
                server, .put, "products/week", #"{"type":1,"google_product_id":"g"}"#)
            #expect(replaced["google_product_id"] as? String == "g")
            #expect(replaced["apple_product_id"] == nil && replaced["duration"] as? Int == 1)
            #expect(await v3(server, .get, "products/week").text == replaced.text)
            // What the project file sells has one ID at every store, until a call says otherwise.
            let month = await v3(server, .patch, "products/month", #"{"apple_product_id":"m"}"#)
            #expect(month["apple_product_id"] as? String == "m")
            #expect(month["google_product_id"] as? String == "month")
            #expect(month["type"] as? Int == 0 && month["duration"] as? Int == 1)
            let plain = await v3(server, .put, "products/month", #"{"duration":1}"#)
            #expect(plain["type"] as? Int == 1)
            // What it unlocks is no member of it.
            #expect(await buy(server, "month", for: "ann") == 200)
            #expect(await active(server, "ann") == ["gold"])
        }

        @Test(
            arguments: [
                (.post, "products", "{}", 400, "uid"),
                (.post, "products", #"{"uid":"a b"}"#, 400, "uid"),
                (.post, "products", #"{"uid":"month"}"#, 422, nil),
                (.post, "products", #"{"uid":"a","type":4}"#, 400, "type"),
                (.post, "products", #"{"uid":"a","type":"x"}"#, 400, "type"),
                (.post, "products", #"{"uid":"a","duration":5}"#, 400, "duration"),
                (.post, "products", #"{"uid":"a","type":2,"duration":1}"#, 400, "duration"),
                (.post, "products", #"{"uid":"a","apple_product_id":""}"#, 400, "apple_product_id"),
                (.post, "products", "[", 400, nil), (.patch, "products/none", "[", 404, nil),
                (.put, "products/none", "{}", 404, nil), (.delete, "products/none", "", 404, nil),
                (.patch, "products/month", "[", 400, nil),
                (.patch, "products/month", #"{"type":3,"duration":1}"#, 400, "duration"),
                (.patch, "products/month", #"{"duration":2,"type":9}"#, 400, "type"),
            ] as [(HTTPRequest.Method, String, String, Int, String?)])
        func `What is wrong is refused with its field, and nothing of it is done`(
            method: HTTPRequest.Method, path: String, body: String, status: Int, field: String?
        ) async throws {
            let server = try TestServer("qonversion")
            let before = await v3(server, .get, "products")
            let reply = await v3(server, method, path, body)
            #expect(reply.status == status, "\(reply.text)")
            let codes = [400: "invalid_data", 404: "not_found", 422: "already_exists"]
            #expect(reply["error", "code"] as? String == codes[status])
            let fields = reply["_meta", "fields"] as? [[String: Any]]
            #expect(fields?.first?["name"] as? String == field)
            #expect(await v3(server, .get, "products").body == before.body)
        }

        @Test func `A product that has been bought keeps its kind, and another can have any`()
            async throws
        {
            let server = try TestServer("qonversion")
            #expect(await buy(server, "month", for: "ann") == 200)
            for body in [#"{"type":2}"#, #"{"type":3}"#] {
                for method in [HTTPRequest.Method.patch, .put] {
                    let reply = await v3(server, method, "products/month", body)
                    #expect(reply.status == 400, "\(reply.text)")
                }
            }
            #expect(await v3(server, .patch, "products/month", #"{"type":1}"#).status == 200)
            #expect(
                await v4(server, .patch, "products/month", #"{"type":"lifetime"}"#).status == 400)
            #expect(await v3(server, .patch, "products/year", #"{"type":3}"#).status == 200)
            #expect(await active(server, "ann") == ["gold"])
        }

        @Test(arguments: ["v3", "v4"])
        func `A product that is deleted is sold no more, and kept by who bought it`(
            api: String
        ) async throws {
            let journal = MemoryJournal()
            let server = try TestServer("qonversion", journal: journal)
            #expect(await buy(server, "month", for: "ann") == 200)
            let call = api == "v3" ? v3 : v4
            let gone = await call(server, .delete, "products/month", "")
            #expect(gone.status == (api == "v3" ? 200 : 204))
            #expect(gone.text == (api == "v3" ? "{}" : ""))
            func expectGone(from server: TestServer) async {
                #expect(await call(server, .get, "products/month", "").status == 404)
                #expect(await call(server, .delete, "products/month", "").status == 404)
                #expect(await active(server, "ann") == ["gold"])
                #expect(await server.buy("month", by: "app_store:bob") == "")
                let gold = await v4(server, .get, "entitlements/gold")
                #expect(gold["product_ids"] as? [String] == ["year"])
            }
            await expectGone(from: server)
            let later = try TestServer("qonversion", journal: journal)
            await expectGone(from: later)
            // The store goes on with what was bought.
            await later.advance("P40D")
            #expect(await active(later, "ann") == ["gold"])
            // Sold again it is what it was, and unlocks that, for whoever has bought it at any time.
            let name = api == "v3" ? "uid" : "id"
            let coins = api == "v3" ? "2" : #""consumable""#
            let refused = await call(
                later, .post, "products", #"{"\#(name)":"month","type":\#(coins)}"#)
            #expect(refused.status == 400, "\(refused.text)")
            let again = await call(later, .post, "products", #"{"\#(name)":"month"}"#)
            #expect(again.status == (api == "v3" ? 200 : 201), "\(again.text)")
            #expect(await active(later, "ann") == ["gold"])
            #expect(await buy(later, "month", for: "bob", at: "app_store:bob") == 200)
            #expect(await active(later, "bob") == ["gold"])
        }

        @Test func `A store means a product by its ID there`() async throws {
            let server = try TestServer("qonversion")
            _ = await v3(server, .post, "products", Self.whole)
            for (user, name, status) in [
                ("ann", "com.a.week", 200), ("bob", "week", 200), ("carl", "month", 422),
            ] {
                let found = await buy(
                    server, "week", for: user, at: "app_store:\(user)", named: name)
                #expect(found == status, "\(name)")
            }
        }
    }
#endif
