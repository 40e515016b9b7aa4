// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    import AllonymServer
    import AllonymService
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    extension QonversionCatalogueTests {
        // What REST v4 has of it: products in other words, and entitlements.

        @Test func `V4 lists the newest product first, page by page and by type`() async throws {
            let server = try TestServer("qonversion")
            await server.advance("P1D")
            let made = await v4(
                server, .post, "products",
                #"{"id":"week","duration":"P1W","google_product_id":"g","stripe_product_id":null}"#)
            #expect(made.status == 201 && made.header("Location") == "/v4/products/week")
            #expect(
                made.text
                    == #"{"apple_product_id":null,"created_at":"2026-01-02T12:00:00Z","duration":"P1W","google_base_plan_id":null,"google_product_id":"g","id":"week","object":"product","stripe_product_id":null,"type":"subscription","updated_at":"2026-01-02T12:00:00Z","url":"/v4/products/week"}"#
                    + "\n")
            func ids(_ query: String) async -> [String?] {
                let list = await v4(server, .get, "products?\(query)")
                return (list["data"] as? [[String: Any]])?.map { $0["id"] as? String } ?? []
            }
            #expect(await ids("") == ["week", "book", "coins", "year", "month"])
            #expect(await ids("limit=2&starting_after=week") == ["book", "coins"])
            #expect(
                await ids("filter%5Btype%5D=lifetime&filter%5Btype%5D=consumable")
                    == ["book", "coins"])
            #expect(await v4(server, .get, "products?filter%5Btype%5D=toaster").status == 400)
            #expect(await v4(server, .post, "products", #"{"id":"week"}"#).status == 409)
            let changed = await v4(
                server, .patch, "products/week",
                #"{"google_product_id":null,"apple_product_id":"a","duration":null}"#)
            #expect(changed["google_product_id"] is NSNull)
            #expect(changed["apple_product_id"] as? String == "a")
            #expect(changed["duration"] as? String == "P1M")
            for (body, field) in [
                (#"{"duration":"P2M"}"#, "duration"), (#"{"type":"gift"}"#, "type"),
                (#"{"stripe_product_id":""}"#, "stripe_product_id"),
                (#"{"type":"consumable","duration":"P1M"}"#, "duration"),
            ] {
                let reply = await v4(server, .patch, "products/week", body)
                let details = reply["error", "details"] as? [[String: String]]
                #expect(reply.status == 400 && details?.first?["field"] == field, "\(reply.text)")
            }
            #expect(await v4(server, .get, "products/week").text == changed.text)
        }

        // MARK: Entitlements

        @Test
        func `An entitlement is defined once, outlives a restart, and is there until deleted`()
            async throws
        {
            let journal = MemoryJournal()
            let server = try TestServer("qonversion", journal: journal)
            let wanted = #"{"id":"plus","description":"Plus","product_ids":["year","month"]}"#
            let made = await v4(server, .post, "entitlements", wanted)
            #expect(made.status == 201 && made.header("Location") == "/v4/entitlements/plus")
            #expect(
                made.text
                    == #"{"created_at":"2026-01-01T12:00:00Z","description":"Plus","id":"plus","object":"entitlement","product_ids":["month","year"],"updated_at":"2026-01-01T12:00:00Z","url":"/v4/entitlements/plus"}"#
                    + "\n")
            let again = await v4(server, .post, "entitlements", wanted)
            #expect(again.status == 409 && again["error", "code"] as? String == "already_exists")
            #expect(await v4(server, .post, "entitlements", #"{"id":"gold"}"#).status == 409)
            let later = try TestServer("qonversion", journal: journal)
            #expect(await v4(later, .get, "entitlements/plus").text == made.text)
            let list = await v4(later, .get, "entitlements?limit=2&starting_after=coins")
            let data = list["data"] as? [[String: Any]]
            #expect(data?.map { $0["id"] as? String } == ["gold", "plus"])
            #expect(await v4(later, .delete, "entitlements/plus").status == 204)
            for method in [HTTPRequest.Method.get, .patch, .delete] {
                #expect(await v4(later, method, "entitlements/plus").status == 404)
            }
            #expect(await v4(later, .post, "entitlements", wanted).status == 201)
        }

        @Test func `What a product unlocks, it unlocks for those who bought it before`()
            async throws
        {
            let journal = MemoryJournal()
            let server = try TestServer("qonversion", journal: journal)
            #expect(await buy(server, "month", for: "ann") == 200)
            _ = await v4(server, .post, "entitlements", #"{"id":"plus"}"#)
            #expect(await active(server, "ann") == ["gold"])
            for (body, held) in [
                (#"{"product_ids":["month","book"]}"#, ["gold", "plus"]),
                (#"{"description":"Plus"}"#, ["gold", "plus"]),
                (#"{"product_ids":["book"]}"#, ["gold"]),
                (#"{"product_ids":["month"],"description":null}"#, ["gold", "plus"]),
                (#"{"product_ids":null}"#, ["gold"]),
                (#"{"product_ids":["month"]}"#, ["gold", "plus"]),
            ] {
                let reply = await v4(server, .patch, "entitlements/plus", body)
                #expect(reply.status == 200, "\(reply.text)")
                #expect(await active(server, "ann") == held, "\(body)")
            }
            let later = try TestServer("qonversion", journal: journal)
            #expect(await active(later, "ann") == ["gold", "plus"])
            #expect(await v4(later, .delete, "entitlements/gold").status == 204)
            #expect(await active(later, "ann") == ["plus"])
            let plus = await v4(later, .get, "entitlements/plus")
            #expect(plus["description"] is NSNull)
        }

        @Test(
            arguments: [
                (
                    "products", #"{"id":"a","type":"gift"}"#,
                    "A type is one of subscription_with_promo, subscription, consumable, lifetime."
                ),
                (
                    "products", #"{"id":"a","duration":7}"#,
                    "A duration is one of P1W, P1M, P3M, P6M, P1Y."
                ),
                (
                    "products", #"{"id":"month"}"#,
                    "A product with this ID exists already; choose another ID or change that one."
                ),
                (
                    "entitlements", #"{"id":"a","product_ids":"month"}"#,
                    "The product_ids are a list of the IDs of products."
                ),
                (
                    "entitlements", #"{"id":"a","product_ids":[7]}"#,
                    "The product_ids are a list of the IDs of products."
                ),
                ("entitlements", #"{"id":"a","description":7}"#, "description has to be text."),
                (
                    "entitlements", #"{"id":"gold"}"#,
                    "An entitlement with this ID exists already; choose another ID or change that "
                        + "one."
                ),
                ("users", #"{"environment":"x"}"#, "An environment is one of prod, sandbox."),
            ])
        func `V4 says what is refused by its name, with what it can be`(
            path: String, body: String, message: String
        ) async throws {
            let reply = await v4(try TestServer("qonversion"), .post, path, body)
            #expect(reply["error", "message"] as? String == message, "\(reply.text)")
        }

        @Test(
            arguments: [
                (.post, "entitlements", "{}", 400, "id"),
                (.post, "entitlements", #"{"id":"a@b"}"#, 400, "id"),
                (
                    .post, "entitlements", #"{"id":"a","product_ids":["month","x"]}"#, 400,
                    "product_ids"
                ),
                (.post, "entitlements", #"{"id":"a","product_ids":"month"}"#, 400, "product_ids"),
                (.post, "entitlements", #"{"id":"a","description":7}"#, 400, "description"),
                (
                    .patch, "entitlements/gold", #"{"description":"G","product_ids":["x"]}"#, 400,
                    "product_ids"
                ),
                (.patch, "entitlements/iron", "[", 404, nil),
                (.delete, "entitlements/iron", "", 404, nil),
            ] as [(HTTPRequest.Method, String, String, Int, String?)])
        func `A wrong definition is refused, and nothing of it is kept`(
            method: HTTPRequest.Method, path: String, body: String, status: Int, field: String?
        ) async throws {
            let server = try TestServer("qonversion")
            let before = await v4(server, .get, "entitlements")
            let reply = await v4(server, method, path, body)
            #expect(reply.status == status, "\(reply.text)")
            let details = reply["error", "details"] as? [[String: String]]
            #expect(details?.first?["field"] == field)
            #expect(await v4(server, .get, "entitlements").body == before.body)
        }

        @Test func `A defined entitlement can be granted, and outlives its definition`()
            async throws
        {
            let server = try TestServer("qonversion")
            _ = await v3(server, .post, "users/ann", "{}")
            let grant = #"{"id":"vip"}"#
            #expect(await v4(server, .post, "users/ann/entitlements", grant).status == 400)
            _ = await v4(server, .post, "entitlements", grant)
            #expect(await v4(server, .post, "users/ann/entitlements", grant).status == 201)
            #expect(await v4(server, .delete, "entitlements/vip").status == 204)
            #expect(await active(server, "ann") == ["vip"])
            #expect(await v4(server, .delete, "users/ann/entitlements/vip").status == 204)
            #expect(await active(server, "ann") == [])
        }

        @Test func `What one project sets up, another does not have`() async throws {
            let file =
                #"{"project":"NAME","provider":"qonversion","keys":{"public":["pk_NAME"],"secret":["sk_NAME"],"admin":["ak_NAME"]},"catalogue":[{"id":"month"}]}"#
            let both = try ["first", "other"].map { name in
                try HostedProject.open(
                    try ProjectFile(
                        Array(file.replacing("NAME", with: name).utf8),
                        providers: EveryProvider.keys),
                    in: MemoryJournal(), EveryProvider.mappings, clock: ProjectClock(),
                    vault: Vault()
                ).hosted
            }
            let gate = Gate(ServedProjects(both, EveryProvider.mappings)) { _ in }
            func status(
                _ method: HTTPRequest.Method, _ path: String, _ body: String, _ key: String
            ) async throws -> Int {
                let call = try #require(
                    Call(
                        method, path, headers: TestServer.fields(key: key, [:]),
                        body: Array(body.utf8)))
                return await gate.answer(call).status.code
            }
            #expect(try await status(.post, "/v3/products", #"{"uid":"week"}"#, "pk_first") == 200)
            #expect(
                try await status(.post, "/v4/entitlements", #"{"id":"plus"}"#, "sk_first") == 201)
            #expect(try await status(.delete, "/v3/products/month", "", "pk_first") == 200)
            for (path, own, other) in [
                ("/v4/products/week", 200, 404), ("/v4/entitlements/plus", 200, 404),
                ("/v4/products/month", 404, 200),
            ] {
                #expect(try await status(.get, path, "", "sk_first") == own, "\(path)")
                #expect(try await status(.get, path, "", "sk_other") == other, "\(path)")
            }
        }
    }
#endif
