// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    import AllonymService
    import Foundation
    import HTTPTypes
    import Testing

    /// What backends set up with RevenueCat's REST v2: products, entitlements, offerings, packages.
    @Suite struct RevenueCatREST2CatalogueTests {
        private func active(_ server: TestServer, _ id: String) async -> Set<String> {
            let subscriber = await server.call(.get, "/v1/subscribers/\(id)")
            let all = subscriber["subscriber", "entitlements"] as? [String: Any] ?? [:]
            return Set(all.keys)
        }

        @Test func `What the project began with has an ID, a name and a date`() async throws {
            let server = try TestServer("revenuecat")
            let products = await server.v2Items("/products?expand=items.app")
            #expect(
                products.map { $0["store_identifier"] as? String } == [
                    "month", "year", "coins", "book",
                ])
            #expect(
                products.map { $0["type"] as? String } == [
                    "subscription", "subscription", "consumable", "non_consumable",
                ])
            let app = products[0]["app"] as? [String: Any]
            #expect(app?["id"] as? String == products[0]["app_id"] as? String)
            let entitlements = await server.v2Items("/entitlements?expand=items.product")
            #expect(
                entitlements.map { $0["lookup_key"] as? String } == ["gold", "coins", "book"])
            let unlocking = (entitlements[0]["products"] as? [String: Any])?["items"]
            #expect((unlocking as? [Any])?.count == 2)
            let offerings = await server.v2Items("/offerings?expand=items.package.product")
            #expect(offerings.map { $0["is_current"] as? Bool } == [true])
            let packages = (offerings[0]["packages"] as? [String: Any])?["items"]
            #expect(
                (packages as? [[String: Any]])?.map { $0["lookup_key"] as? String } == [
                    "$rc_annual", "$rc_monthly",
                ])
            for object in products + entitlements + offerings {
                #expect(object["created_at"] as? Int == 1_767_268_800_000)
            }
        }

        @Test(
            arguments: [
                (
                    "/products",
                    #"{"store_identifier":"week","app_id":"APP","type":"subscription","subscription":{"duration":"P1W"}}"#,
                    "product"
                ),
                ("/entitlements", #"{"lookup_key":"plus","display_name":"Plus"}"#, "entitlement"),
                (
                    "/offerings",
                    #"{"lookup_key":"spring","display_name":"Spring","metadata":{"hue":["red",1,0.5,null,true]}}"#,
                    "offering"
                ),
                (
                    "/offerings/OFFERING/packages",
                    #"{"lookup_key":"$rc_weekly","display_name":"Weekly"}"#, "package"
                ),
            ])
        func `A thing is set up once, outlives a restart, and is there until it is deleted`(
            path: String, body: String, object: String
        ) async throws {
            let journal = MemoryJournal()
            let server = try TestServer("revenuecat", journal: journal)
            let app = try #require(await server.v2Items("/products").first?["app_id"] as? String)
            let offering = try await server.v2ID("/offerings", "lookup_key", "default")
            let (list, wanted) = (
                path.replacing("OFFERING", with: offering), body.replacing("APP", with: app)
            )
            let count = await server.v2Items(list).count
            let made = await server.v2(.post, list, wanted)
            #expect(made.status == 201 && made["object"] as? String == object, "\(made.text)")
            let again = await server.v2(.post, list, wanted)
            #expect(again.status == 409 && again["type"] as? String == "resource_already_exists")
            let id = try #require(made["id"] as? String)
            let one = object == "package" ? "/packages/\(id)" : "\(list)/\(id)"

            let later = try TestServer("revenuecat", journal: journal)
            let found = await later.v2(.get, one)
            #expect(found.status == 200 && found.text == made.text)
            #expect(await later.v2Items(list).count == count + 1)
            let gone = await later.v2(.delete, one)
            #expect(gone["object"] as? String == object && gone["id"] as? String == id)
            #expect(await later.v2(.get, one).status == 404)
            #expect(await later.v2(.delete, one).status == 404)
            #expect(await later.v2Items(list).count == count)
            #expect(await later.v2(.post, list, wanted).status == 201)
        }

        @Test(
            arguments: [
                (.post, "/entitlements", "{}", 400, "lookup_key"),
                (.post, "/entitlements", #"{"lookup_key":"a"}"#, 400, "display_name"),
                (
                    .post, "/entitlements", #"{"lookup_key":"gold","display_name":"G"}"#, 409,
                    "lookup_key"
                ),
                (.post, "/entitlements", #"{"lookup_key":"a","display_name":"A","x":1}"#, 400, "x"),
                (
                    .post, "/products",
                    #"{"store_identifier":"a","app_id":"app0","type":"consumable"}"#, 400, "app_id"
                ),
                (
                    .post, "/products", #"{"store_identifier":"a","app_id":"app0","type":"gift"}"#,
                    400, "type"
                ),
                (
                    .post, "/products",
                    #"{"store_identifier":"a","app_id":"app0","type":"subscription","subscription":{"duration":"P5D"}}"#,
                    400, "subscription.duration"
                ),
                (
                    .post, "/offerings", #"{"lookup_key":"a","display_name":"A","metadata":1}"#,
                    400, "metadata"
                ),
                (.get, "/products?expand=x", "", 400, "expand"),
                (.get, "/products?starting_after=prod0", "", 400, "starting_after"),
                (.get, "/products/prod0", "", 404, nil), (.delete, "/products/prod0", "", 404, nil),
                (.get, "/entitlements/entl0", "", 404, nil),
                (.get, "/offerings/ofrng0", "", 404, nil), (.get, "/packages/pkg0", "", 404, nil),
                (.get, "/offerings/ofrng0/packages", "", 404, nil),
                (.get, "/packages/pkg0/products", "", 404, nil),
                (.get, "/entitlements/entl0/products", "", 404, nil),
                (.get, "/products?app_id=app0", "", 200, nil),
            ] as [(HTTPRequest.Method, String, String, Int, String?)])
        func `What is wrong is refused in v2's form`(
            method: HTTPRequest.Method, path: String, body: String, status: Int, param: String?
        ) async throws {
            let reply = try await TestServer("revenuecat").v2(method, path, body)
            #expect(reply.status == status, "\(reply.text)")
            #expect(reply["param"] as? String == param)
            #expect(reply["object"] as? String == (status == 200 ? "list" : "error"))
        }

        @Test func `What a product unlocks, it unlocks for those who bought it before`()
            async throws
        {
            let journal = MemoryJournal()
            let server = try TestServer("revenuecat", journal: journal)
            _ = await server.post(await server.buy("month"), as: "ann")
            #expect(await active(server, "ann") == ["gold"])
            let month = try await server.v2ID("/products", "store_identifier", "month")
            let gold = try await server.v2ID("/entitlements", "lookup_key", "gold")
            let plus = try #require(
                await server.v2(
                    .post, "/entitlements", #"{"lookup_key":"plus","display_name":"Plus"}"#
                )["id"] as? String)
            let body = #"{"product_ids":["\#(month)"]}"#
            for action in ["attach", "attach"] {
                let reply = await server.v2(
                    .post, "/entitlements/\(plus)/actions/\(action)_products", body)
                #expect(reply.status == 200)
                #expect(await active(server, "ann") == ["gold", "plus"])
            }
            let later = try TestServer("revenuecat", journal: journal)
            #expect(await active(later, "ann") == ["gold", "plus"])
            _ = await later.v2(.post, "/entitlements/\(gold)/actions/detach_products", body)
            #expect(await active(later, "ann") == ["plus"])
            // Bought of the same product, by another account.
            _ = await later.post(
                await later.buy("month", by: "app_store:bob"), as: "bob")
            #expect(await active(later, "bob") == ["plus"])
            #expect(await later.v2(.delete, "/entitlements/\(plus)").status == 200)
            #expect(await active(later, "ann") == [])
            for (ids, status) in [(#"["prod0"]"#, 404), ("[]", 400), ("[7]", 400)] {
                let reply = await later.v2(
                    .post, "/entitlements/\(gold)/actions/attach_products",
                    #"{"product_ids":\#(ids)}"#)
                #expect(reply.status == status)
            }
        }

        @Test func `What was given by hand goes with its entitlement`() async throws {
            let server = try TestServer("revenuecat")
            let gold = try await server.v2ID("/entitlements", "lookup_key", "gold")
            _ = await server.v2(.post, "/customers", #"{"id":"ann"}"#)
            _ = await server.v2(
                .post, "/customers/ann/actions/grant_entitlement",
                #"{"entitlement_id":"\#(gold)","expires_at":1767355200000}"#)
            #expect(await server.v2Items("/customers/ann/active_entitlements").count == 1)
            #expect(await server.v2(.delete, "/entitlements/\(gold)").status == 200)
            #expect(await server.v2Items("/customers/ann/active_entitlements").isEmpty)
        }

        @Test func `A product that is deleted is sold no more, and kept by who bought it`()
            async throws
        {
            let server = try TestServer("revenuecat")
            _ = await server.post(await server.buy("month"), as: "ann")
            let month = try await server.v2ID("/products", "store_identifier", "month")
            #expect(await server.v2(.delete, "/products/\(month)").status == 200)
            #expect(await active(server, "ann") == ["gold"])
            #expect(await server.buy("month", by: "app_store:bob") == "")
            #expect(await server.v2Items("/products").count == 3)
            let monthly = await server.v2Items("/offerings?expand=items.package.product")
            #expect(!"\(monthly)".contains(month))
            // It may be sold again, but not as something else.
            let app = try #require(await server.v2Items("/products").first?["app_id"] as? String)
            for (type, status) in [("consumable", 422), ("subscription", 201)] {
                let body =
                    #"{"store_identifier":"month","app_id":"\#(app)","type":"\#(type)"}"#
                #expect(await server.v2(.post, "/products", body).status == status)
            }
        }

        @Test func `Lists come page by page, with what was asked for besides`() async throws {
            let server = try TestServer("revenuecat")
            var pages: [Int] = []
            var next: String? = "/v2/projects/test/products?limit=3&expand=items.app"
            while let path = next, pages.count < 9 {
                let reply = await server.call(.get, path, key: "secret")
                let products = reply["items"] as? [[String: Any]] ?? []
                #expect(products.allSatisfy { $0["app"] != nil })
                pages.append(products.count)
                next = reply["next_page"] as? String
            }
            #expect(pages == [3, 1])
        }
    }
#endif
