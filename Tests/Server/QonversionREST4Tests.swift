// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymServer
    import AllonymService
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// Qonversion's REST v4, as far as it is about users.
    @Suite struct QonversionREST4Tests {
        private func call(
            _ server: TestServer, _ method: HTTPRequest.Method, _ path: String, _ body: String = ""
        ) async -> TestServer.Reply {
            await server.call(method, "/v4/\(path)", body, key: "secret")
        }

        private func server(_ ids: String...) async throws -> TestServer {
            let server = try TestServer("qonversion")
            for id in ids { _ = await call(server, .post, "users", #"{"id":"\#(id)"}"#) }
            return server
        }

        /// A subscription of a user.
        private func subscribe(
            _ server: TestServer, _ id: String, at account: String = "app_store:alice"
        ) async {
            let token = await server.buy("month", by: account)
            _ = await server.call(
                .post, "/v1/user/purchase", #"{"q_uid":"\#(id)","receipt":"\#(token)"}"#)
        }

        private func fails(
            _ reply: TestServer.Reply, _ status: Int, _ code: String, field: String? = nil
        ) {
            #expect(reply.status == status, "\(reply.text)")
            #expect(reply["error", "code"] as? String == code)
            let details = reply["error", "details"] as? [[String: String]]
            #expect(details?.first?["field"] == field)
            #expect(reply["_meta"] == nil)
        }

        @Test func `A user is made with an ID of the server's own, and told where it is`()
            async throws
        {
            let server = try await server()
            let made = await call(server, .post, "users", #"{"environment":"sandbox"}"#)
            #expect(made.status == 201)
            let id = try #require(made["id"] as? String)
            #expect(id.wholeMatch(of: /QON_[0-9a-f]{32}/) != nil)
            #expect(made.header("Location") == "/v4/users/\(id)")
            #expect(
                made["object"] as? String == "user" && made["url"] as? String == "/v4/users/\(id)")
            #expect(made["environment"] as? String == "sandbox")
            #expect(made["identity_id"] is NSNull)
            #expect(made["created_at"] as? String == "2026-01-01T12:00:00Z")
            let read = await call(server, .get, "users/\(id)")
            #expect(read.status == 200 && read.body == made.body)
        }

        @Test func `An ID that is taken, unknown or not allowed is refused`() async throws {
            let server = try await server("ann")
            fails(
                await call(server, .post, "users", #"{"id":"ann"}"#), 422, "already_exists",
                field: "id")
            for id in ["", "a b", "a@b.c", String(repeating: "x", count: 256)] {
                fails(
                    await call(server, .post, "users", #"{"id":"\#(id)"}"#), 400, "invalid_data",
                    field: "id")
                fails(
                    await call(server, .post, "identities", #"{"identity_id":"\#(id)"}"#), 400,
                    "invalid_data", field: "identity_id")
            }
            fails(
                await call(server, .post, "users", #"{"environment":"moon"}"#), 400,
                "invalid_data", field: "environment")
            fails(await call(server, .get, "users/bob"), 404, "not_found")
            fails(await call(server, .get, "identities/bob"), 404, "not_found")
            fails(
                await call(
                    server, .post, "identities", #"{"identity_id":"i","user_id":"bob"}"#), 404,
                "not_found")
        }

        @Test func `An identity is linked once, and a user has one`() async throws {
            let server = try await server("ann", "bob")
            let made = await call(
                server, .post, "identities", #"{"identity_id":"a","user_id":"ann"}"#)
            #expect(made.status == 201 && made.header("Location") == "/v4/identities/a")
            #expect(made["user_id"] as? String == "ann")
            #expect(await call(server, .get, "identities/a").body == made.body)
            for (identity, user) in [("a", "ann"), ("a", "bob"), ("b", "ann")] {
                let reply = await call(
                    server, .post, "identities",
                    #"{"identity_id":"\#(identity)","user_id":"\#(user)"}"#)
                #expect(reply.status == 409, "\(identity) \(user)")
            }
            let fresh = await call(
                server, .post, "identities", #"{"identity_id":"c","user_id":null}"#)
            #expect((fresh["user_id"] as? String)?.hasPrefix("QON_") == true)
        }

        @Test func `A grant ends at its date or never, and what is paid is left alone`()
            async throws
        {
            let server = try await server("ann", "bob")
            func grant(_ expires: String, _ user: String = "ann") async -> TestServer.Reply {
                await call(
                    server, .post, "users/\(user)/entitlements", #"{"id":"gold"\#(expires)}"#)
            }
            for expires in ["", #","expires":0"#, #","expires":null"#] {
                let reply = await grant(expires)
                #expect(reply.status == 201 && reply["expires_at"] is NSNull, "\(reply.text)")
                #expect(reply["source"] as? String == "manual")
            }
            let dated = await grant(#","expires":1767355200"#)
            #expect(dated["expires_at"] as? String == "2026-01-02T12:00:00Z")
            for expires in ["1", "-1", "1767268800", "253402300800", "\(Int64.max)"] {
                fails(
                    await grant(#","expires":\#(expires)"#), 400, "invalid_data", field: "expires")
            }
            fails(
                await call(server, .post, "users/ann/entitlements", #"{"id":"iron"}"#), 400,
                "invalid_data", field: "id")
            #expect(await call(server, .delete, "users/ann/entitlements/gold").status == 204)
            fails(await call(server, .delete, "users/ann/entitlements/gold"), 404, "not_found")
            await subscribe(server, "bob")
            fails(await grant("", "bob"), 422, "paid_entitlement")
            fails(
                await call(server, .delete, "users/bob/entitlements/gold"), 422,
                "paid_entitlement")
            fails(await grant("", "carl"), 404, "not_found")
        }

        @Test func `A user's entitlements and purchases are lists with a cursor`() async throws {
            let server = try await server("ann")
            await subscribe(server, "ann")
            await subscribe(server, "ann", at: "play_store:alice")
            await server.advance("P40D")
            let held = await call(server, .get, "users/ann/entitlements")
            let gold = try #require((held["data"] as? [[String: Any]])?.first)
            #expect(
                gold["is_active"] as? Bool == true
                    && gold["object"] as? String == "user_entitlement")
            #expect(held["has_more"] as? Bool == false && held["next_cursor"] is NSNull)
            var seen: [String] = []
            var cursor: String?
            repeat {
                let page = await call(
                    server, .get,
                    "users/ann/purchases?limit=2" + (cursor.map { "&starting_after=\($0)" } ?? ""))
                #expect(page.status == 200, "\(page.text)")
                let data = try #require(page["data"] as? [[String: Any]])
                seen += data.compactMap { $0["purchased_at"] as? String }
                cursor = page["next_cursor"] as? String
                #expect(page["has_more"] as? Bool == (cursor != nil))
            } while cursor != nil && seen.count < 20
            // A trial, and two payments, at each of the stores.
            #expect(seen.count == 6 && seen == seen.sorted(by: >))
            let play = await call(
                server, .get, "users/ann/purchases?filter%5Bplatform%5D=play_store")
            #expect((play["data"] as? [Any])?.count == 3)
            for query in [
                "limit=0", "limit=101", "limit=x", "starting_after=9",
                "filter%5Bplatform%5D=toaster",
            ] {
                #expect(await call(server, .get, "users/ann/purchases?\(query)").status == 400)
            }
        }

        @Test func `A purchase that the SDK sends is answered with its owner`() async throws {
            let server = try await server("ann", "bob")
            let token = await server.buy("month")
            func send(_ user: String, _ receipt: String, _ platform: String) async
                -> TestServer.Reply
            {
                await call(
                    server, .post, "users/\(user)/purchases",
                    #"{"platform":"\#(platform)","store_data":{"receipt":"\#(receipt)"}}"#)
            }
            #expect(await send("ann", token, "app_store")["user_id"] as? String == "ann")
            #expect(await send("bob", token, "app_store")["user_id"] as? String == "ann")
            fails(await send("bob", "forged", "app_store"), 422, "purchase_fraud")
            fails(await send("bob", token, "play_store"), 422, "purchase_fraud")
            fails(
                await send("bob", token, "toaster"), 400, "invalid_data", field: "platform")
        }

        @Test func `Properties are saved where one is valid, with the rules of v4`() async throws {
            let server = try await server("ann")
            func set(_ properties: String) async -> TestServer.Reply {
                await call(
                    server, .post, "users/ann/properties", #"{"properties":[\#(properties)]}"#)
            }
            let reply = await set(
                """
                {"key":"tea","value":"green"},{"key":"_q_email","value":"a@b.c"},\
                {"key":"_q_odd","value":"x"},{"key":"_x","value":"x"},{"key":"q","value":"it's"},\
                {"key":"\(String(repeating: "k", count: 81))","value":"x"}
                """)
            #expect(reply.status == 200)
            #expect((reply["saved_properties"] as? [Any])?.count == 2)
            #expect((reply["property_errors"] as? [Any])?.count == 4)
            fails(await set(#"{"key":"?","value":"x"}"#), 400, "invalid_data", field: "properties")
            fails(await set(""), 400, "invalid_data", field: "properties")
            let many = (0..<99).map { #"{"key":"k\#($0)","value":"x"}"# }.joined(separator: ",")
            let full = await set(many)
            #expect((full["saved_properties"] as? [Any])?.count == 98)
            let list = await call(server, .get, "users/ann/properties")
            #expect((list["data"] as? [Any])?.count == 100 && list["has_more"] as? Bool == false)
        }

        @Test func `A customer has identity, properties and permissions, until it is deleted`()
            async throws
        {
            let server = try await server("ann")
            _ = await call(server, .post, "identities", #"{"identity_id":"a","user_id":"ann"}"#)
            _ = await call(
                server, .post, "customers/ann/properties",
                #"{"properties":[{"key":"tea","value":"green"}]}"#)
            let customer = await call(server, .get, "customers/ann")
            #expect(customer["data", "customer", "external_identity"] as? String == "a")
            #expect((customer["data", "userProperties"] as? [Any])?.count == 1)
            let granted = await call(
                server, .post, "customers/ann/permissions",
                #"{"permission_id":"gold","expires_at":"2026-02-01T00:00:00Z"}"#)
            #expect(granted.status == 201)
            #expect(granted.header("Location") == "/v4/customers/ann/permissions/gold")
            #expect(granted["expires_at"] as? String == "2026-02-01T00:00:00Z")
            let list = await call(server, .get, "customers/ann/permissions")
            let gold = try #require((list["data"] as? [[String: Any]])?.first)
            #expect(gold["expires_at"] as? Int == 1_769_904_000)
            for date in ["2020-01-01T00:00:00Z", "tomorrow"] {
                fails(
                    await call(
                        server, .post, "customers/ann/permissions",
                        #"{"permission_id":"gold","expires_at":"\#(date)"}"#), 400, "invalid_data",
                    field: "expires_at")
            }
            #expect(await call(server, .delete, "customers/ann/permissions/gold").status == 204)
            fails(await call(server, .delete, "customers/ann/permissions/gold"), 404, "not_found")
            let all = await call(server, .get, "customers")
            #expect((all["data"] as? [[String: Any]])?.first?["client_id"] as? String == "ann")
            #expect(await call(server, .get, "customers/metrics").status == 200)
            #expect(await call(server, .delete, "customers/ann").status == 204)
            fails(await call(server, .get, "customers/ann"), 404, "not_found")
            fails(await call(server, .delete, "customers/ann"), 404, "not_found")
            #expect((await call(server, .get, "customers")["data"] as? [Any])?.isEmpty == true)
        }

        @Test func `The project's entitlements are listed with the products that give them`()
            async throws
        {
            let server = try await server()
            let list = await call(server, .get, "entitlements")
            let data = try #require(list["data"] as? [[String: Any]])
            #expect(data.map { $0["id"] as? String } == ["book", "coins", "gold"])
            let gold = await call(server, .get, "entitlements/gold")
            #expect(gold["product_ids"] as? [String] == ["month", "year"])
            #expect(gold["description"] is NSNull)
            #expect(gold["created_at"] as? String == "2026-01-01T12:00:00Z")
            fails(await call(server, .get, "entitlements/iron"), 404, "not_found")
        }
    }
#endif
