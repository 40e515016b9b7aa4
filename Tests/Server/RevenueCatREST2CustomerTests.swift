// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymService
    import Foundation
    import HTTPTypes
    import Testing

    /// What backends get about customers from RevenueCat's REST v2.
    @Suite struct RevenueCatREST2CustomerTests {
        private let customers = "/v2/projects/test/customers"

        @Test(
            arguments: [
                ("/v2/projects/test/customers/ann", nil, 401, "authentication_error"),
                ("/v2/projects/test/customers/ann", "nobody", 401, "authentication_error"),
                ("/v2/projects/test/customers/ann", "public", 403, "authorization_error"),
                ("/v2/projects/test/customers/ann", "secret", 404, "resource_missing"),
                ("/v2/projects/other/customers", "secret", 404, "resource_missing"),
                ("/v2/nothing", "secret", 404, "resource_missing"),
                ("/v2/projects/test/customers?limit=0", "secret", 400, "parameter_error"),
                ("/v2/projects/test/customers?limit=101", "secret", 400, "parameter_error"),
                ("/v2/projects/test/customers?limit=x", "secret", 400, "parameter_error"),
                ("/v2/projects/test/customers?starting_after=x", "secret", 400, "parameter_error"),
                ("/v2/projects/test/customers?limit=100", "secret", 200, nil),
            ] as [(String, String?, Int, String?)])
        func `Refusals of v2 are in v2's form`(
            path: String, key: String?, status: Int, type: String?
        ) async throws {
            let server = try TestServer("revenuecat")
            let reply = await server.call(.get, path, key: key)
            #expect(reply.status == status)
            #expect(reply["type"] as? String == type)
            #expect(reply["object"] as? String == (type == nil ? "list" : "error"))
            #expect(reply["retryable"] as? Bool == (type == nil ? nil : false))
            #expect(
                reply["doc_url"] as? String
                    == type.map { "https://errors.rev.cat/" + $0.replacing("_", with: "-") })
        }

        @Test(
            arguments: [
                (nil, .get, "/customers", 200), (nil, .post, "/entitlements", 400),
                (["customer_information:customers:read"], .get, "/customers", 200),
                (["customer_information:customers:read"], .post, "/customers", 403),
                (["customer_information:customers:read_write"], .get, "/customers", 200),
                (["customer_information:customers:read_write"], .post, "/customers", 400),
                (
                    ["customer_information:customers:read_write"], .post,
                    "/customers/ann/actions/transfer", 403
                ),
                (["project_configuration:products:read"], .get, "/customers", 403),
                ([], .get, "/products", 403),
            ] as [([String]?, HTTPRequest.Method, String, Int)])
        func `A key does what its scopes allow, where it has some`(
            scopes: [String]?, method: HTTPRequest.Method, path: String, status: Int
        ) async throws {
            let server = try TestServer("revenuecat", scopes: scopes)
            let reply = await server.call(method, "/v2/projects/test" + path, "{}", key: "secret")
            #expect(reply.status == status, "\(reply.text)")
            if status == 403 { #expect(reply["type"] as? String == "authorization_error") }
            // v1 knows no scopes.
            #expect(await server.call(.get, "/v1/subscribers/ann", key: "secret").status == 201)
        }

        @Test func `A scope that is misspelt stops the start`() {
            #expect(throws: DocumentFault.self) {
                _ = try TestServer("revenuecat", scopes: ["customer_information:customer:read"])
            }
        }

        @Test func `v2 takes no bare key, and says when to come again`() async throws {
            let server = try TestServer("revenuecat")
            let bare = await server.call(
                .get, customers, key: nil, headers: ["Authorization": "sk_test"])
            #expect(bare.status == 401)
            server.project.faults.failCalls(next: 1)
            let failed = await server.call(.get, customers, key: "secret")
            #expect(failed.status == 503 && failed["retryable"] as? Bool == true)
            #expect(failed["backoff_ms"] as? Int == 1_000 && failed.header("Retry-After") == "1")
            #expect(await server.call(.get, customers, key: "secret").status == 200)
        }

        @Test(
            arguments: [
                (#"{"id":"bob"}"#, 201, nil),
                (#"{"id":"bob","attributes":[{"name":"size","value":"L"}]}"#, 201, nil),
                (#"{"id":"ann"}"#, 409, "id"), (#"{"id":"guest"}"#, 422, "id"),
                (#"{"id":"$RCAnonymousID:1"}"#, 400, "id"), (#"{"id":"a b"}"#, 400, "id"),
                (#"{"id":""}"#, 400, "id"), (#"{"id":7}"#, 400, "id"), ("{}", 400, "id"),
                (#"{"id":"bob","more":1}"#, 400, "more"), ("[]", 400, nil), ("", 400, nil),
                (
                    #"{"id":"bob","attributes":[{"name":"$email","value":"nobody"}]}"#, 400,
                    "attributes[0].value"
                ),
                (#"{"id":"bob","attributes":[{"name":"size"}]}"#, 400, "attributes[0].value"),
            ] as [(String, Int, String?)])
        func `A customer is created once, under an ID that may be`(
            body: String, status: Int, param: String?
        ) async throws {
            let server = try TestServer("revenuecat")
            _ = await server.call(.post, customers, #"{"id":"ann"}"#, key: "secret")
            let reply = await server.call(.post, customers, body, key: "secret")
            #expect(reply.status == status)
            #expect(reply["param"] as? String == param)
            let bob = await server.call(.get, customers + "/bob", key: "secret")
            #expect(bob.status == (status == 201 ? 200 : 404))
        }

        @Test func `Asking for a customer never makes one, and deleting works once`() async throws {
            let server = try TestServer("revenuecat")
            let path = customers + "/ann"
            for _ in 0..<2 {
                #expect(await server.call(.get, path, key: "secret").status == 404)
            }
            _ = await server.post(await server.buy("month"), as: "ann")
            let ann = await server.call(.get, path + "?expand=attributes", key: "secret")
            #expect(
                ann["object"] as? String == "customer" && ann["project_id"] as? String == "test")
            #expect(ann["first_seen_at"] as? Int == 1_767_268_800_000)
            #expect((ann["attributes", "items"] as? [Any])?.isEmpty == true)
            #expect((ann["active_entitlements", "items"] as? [Any])?.count == 1)
            #expect(await server.call(.get, path + "?expand=x", key: "secret").status == 400)
            let gone = await server.call(.delete, path, key: "secret")
            #expect(gone.status == 200 && gone["deleted_at"] as? Int == 1_767_268_800_000)
            #expect(await server.call(.delete, path, key: "secret").status == 404)
        }

        @Test func `Customers are listed page by page, oldest first`() async throws {
            let server = try TestServer("revenuecat")
            let anonymous = "$RCAnonymousID:0123456789abcdef0123456789abcdef"
            for id in ["zoe", "%24RCAnonymousID%3A0123456789abcdef0123456789abcdef", "ann"] {
                _ = await server.call(.get, "/v1/subscribers/\(id)")
            }
            var pages: [[String]] = []
            var next: String? = customers + "?limit=2"
            while let path = next, pages.count < 9 {
                let reply = await server.call(.get, path, key: "secret")
                let items = reply["items"] as? [[String: Any]] ?? []
                pages.append(items.compactMap { $0["id"] as? String })
                next = reply["next_page"] as? String
                if let next {
                    #expect(
                        next == customers
                            + "?starting_after=%24RCAnonymousID%3A0123456789abcdef0123456789abcdef&limit=2"
                    )
                }
            }
            #expect(pages == [["zoe", anonymous], ["ann"]])
            _ = await server.call(.delete, customers + "/zoe", key: "secret")
            let rest = await server.call(.get, customers + "?starting_after=zoe", key: "secret")
            #expect((rest["items"] as? [Any])?.count == 2)
        }

        @Test func `Customers are found by their e-mail address`() async throws {
            let server = try TestServer("revenuecat")
            for id in ["ann", "bob"] {
                _ = await server.call(
                    .post, customers,
                    #"{"id":"\#(id)","attributes":[{"name":"$email","value":"\#(id)@x.example"}]}"#,
                    key: "secret")
            }
            for (search, count) in [("bob%40x.example", 1), ("bob", 0)] {
                let reply = await server.call(
                    .get, customers + "?search=\(search)", key: "secret")
                #expect((reply["items"] as? [Any])?.count == count, "\(search)")
            }
        }

        @Test func `Aliases are the IDs of a customer`() async throws {
            let server = try TestServer("revenuecat")
            let anonymous = "$RCAnonymousID:0123456789abcdef0123456789abcdef"
            _ = await server.post(await server.buy("month"), as: anonymous)
            _ = await server.call(
                .post, "/v1/subscribers/identify",
                #"{"app_user_id":"\#(anonymous)","new_app_user_id":"ann"}"#)
            let reply = await server.call(.get, customers + "/ann/aliases", key: "secret")
            let items = reply["items"] as? [[String: Any]] ?? []
            #expect(items.compactMap { $0["id"] as? String } == [anonymous, "ann"])
            #expect(
                await server.call(.get, customers + "/bob/aliases", key: "secret").status == 404)
        }

        @Test func `Attributes are set, removed and listed by name`() async throws {
            let server = try TestServer("revenuecat")
            let path = customers + "/ann/attributes"
            let body = #"{"attributes":[{"name":"size","value":"L"},{"name":"hue","value":"red"}]}"#
            #expect(await server.call(.post, path, body, key: "secret").status == 404)
            _ = await server.call(.post, customers, #"{"id":"ann"}"#, key: "secret")
            let both = await server.call(.post, path, body, key: "secret")
            #expect(
                (both["items"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
                    == ["hue", "size"])
            _ = await server.call(
                .post, path, #"{"attributes":[{"name":"hue","value":null}]}"#, key: "secret")
            let one = await server.call(.get, path, key: "secret")
            #expect((one["items"] as? [Any])?.count == 1)
            for body in ["{}", #"{"attributes":[{"name":"a b","value":"1"}]}"#] {
                #expect(await server.call(.post, path, body, key: "secret").status == 400)
            }
        }

        @Test func `An entitlement is granted until a date, and revoked`() async throws {
            let server = try TestServer("revenuecat")
            // What a purchase unlocks has the ID that a grant names.
            _ = await server.post(await server.buy("month"), as: "bob")
            let bob = await server.call(
                .get, customers + "/bob/active_entitlements", key: "secret")
            let items = bob["items"] as? [[String: Any]]
            let id = try #require(items?.first?["entitlement_id"] as? String)
            let grant = customers + "/ann/actions/grant_entitlement"
            let body = #"{"entitlement_id":"\#(id)","expires_at":1767355200000}"#
            #expect(await server.call(.post, grant, body, key: "secret").status == 404)
            _ = await server.call(.post, customers, #"{"id":"ann"}"#, key: "secret")
            let granted = await server.call(.post, grant, body, key: "secret")
            #expect(granted.status == 201)
            let active = granted["active_entitlements", "items"] as? [[String: Any]]
            #expect(active?.first?["expires_at"] as? Int == 1_767_355_200_000)
            for (body, status) in [
                (#"{"entitlement_id":"entl0","expires_at":1767355200000}"#, 404),
                (#"{"entitlement_id":"\#(id)","expires_at":1}"#, 400),
                (#"{"entitlement_id":"\#(id)"}"#, 400), ("{}", 400),
            ] {
                #expect(
                    await server.call(.post, grant, body, key: "secret").status == status,
                    "\(body)")
            }
            let revoked = await server.call(
                .post, customers + "/ann/actions/revoke_granted_entitlement",
                #"{"entitlement_id":"\#(id)"}"#, key: "secret")
            #expect(revoked.status == 200)
            #expect((revoked["active_entitlements", "items"] as? [Any])?.isEmpty == true)
        }

        @Test func `Purchases are transferred between customers that there are`() async throws {
            let server = try TestServer("revenuecat")
            _ = await server.post(await server.buy("month"), as: "ann")
            let path = customers + "/ann/actions/transfer"
            let body = #"{"target_customer_id":"bob"}"#
            #expect(await server.call(.post, path, body, key: "secret").status == 404)
            _ = await server.call(.post, customers, #"{"id":"bob"}"#, key: "secret")
            let app = #"{"target_customer_id":"bob","app_ids":["app0"]}"#
            #expect(await server.call(.post, path, app, key: "secret").status == 400)
            let moved = await server.call(.post, path, body, key: "secret")
            #expect(moved.status == 200)
            let lists = ["source_customer", "target_customer"].map {
                (moved[$0, "active_entitlements", "items"] as? [Any])?.count
            }
            #expect(lists == [0, 1])
        }

        @Test(
            arguments: [
                (.get, "/audit_logs", 200), (.get, "/paywalls", 200),
                (.get, "/collaborators", 200), (.get, "/virtual_currencies", 200),
                (.get, "/customers/ann/invoices", 200), (.get, "/customers/bob/invoices", 404),
                (.get, "/audit_logs?starting_after=log1", 400), (.get, "/apps/app1", 404),
                (.post, "/apps", 422), (.post, "/paywalls", 422),
                (.delete, "/paywalls/pw1", 404), (.post, "/virtual_currencies", 422),
                (.post, "/customers/ann/virtual_currencies/transactions", 404),
            ] as [(HTTPRequest.Method, String, Int)])
        func `Of what is not kept there is nothing`(
            method: HTTPRequest.Method, path: String, status: Int
        ) async throws {
            let server = try TestServer("revenuecat")
            _ = await server.call(.post, customers, #"{"id":"ann"}"#, key: "secret")
            let reply = await server.call(method, "/v2/projects/test" + path, "{}", key: "secret")
            #expect(reply.status == status)
            #expect(reply["object"] as? String == (status == 200 ? "list" : "error"))
            #expect(((reply["items"] as? [Any])?.isEmpty == true) == (status == 200))
        }
    }
#endif
