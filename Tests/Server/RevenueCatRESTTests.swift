// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymJournal
    import AllonymMappings
    import AllonymServer
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// What RevenueCat's SDKs and backends get from the server.
    @Suite struct RevenueCatRESTTests {
        @Test func `Asking for a customer makes one, and says so once`() async throws {
            let server = try TestServer("revenuecat")
            let first = await server.call(.get, "/v1/subscribers/ann")
            #expect(first.status == 201)
            #expect(first["subscriber", "original_app_user_id"] as? String == "ann")
            #expect(first["subscriber", "first_seen"] as? String == "2026-01-01T12:00:00Z")
            #expect(await server.call(.get, "/v1/subscribers/ann").status == 200)
        }

        @Test(
            arguments: [
                ("guest", 7256), ("a%2Fb", 7256), ("%20", 7256), ("null", 7256), ("ann", nil),
                ("%24RCAnonymousID%3A0123456789abcdef0123456789abcdef", nil), ("%E4%BD%A0", nil),
                ("..", nil), ("a%25b", nil),
            ] as [(String, Int?)])
        func `IDs are refused by the provider's rules, decoded once`(id: String, code: Int?)
            async throws
        {
            let server = try TestServer("revenuecat")
            let reply = await server.call(.get, "/v1/subscribers/\(id)")
            #expect(reply["code"] as? Int == code)
            #expect(reply.status == (code == nil ? 201 : 400))
            if code == nil {
                #expect(
                    reply["subscriber", "original_app_user_id"] as? String
                        == id.removingPercentEncoding)
            }
        }

        @Test func `An answer has a tag, and whoever has it already is told so`() async throws {
            let server = try TestServer("revenuecat")
            let tag = try #require(
                await server.call(.get, "/v1/subscribers/ann").header("X-RevenueCat-ETag"))
            let path = "/v1/subscribers/ann"
            await server.advance("P1D")
            let same = await server.call(.get, path, headers: ["X-RevenueCat-ETag": tag])
            #expect(same.status == 304 && same.body.isEmpty)
            // An empty tag asks for everything, as does one of another answer.
            for other in ["", "0000000000000000"] {
                let whole = await server.call(.get, path, headers: ["X-RevenueCat-ETag": other])
                #expect(whole.status == 200 && !whole.body.isEmpty)
            }
            _ = await server.post(await server.buy("month"), as: "ann")
            #expect(
                await server.call(.get, path, headers: ["X-RevenueCat-ETag": tag]).status == 200)
        }

        @Test func `A log-in says whether the ID is new, and carries what was bought before`()
            async throws
        {
            let server = try TestServer("revenuecat")
            let anonymous = "$RCAnonymousID:0123456789abcdef0123456789abcdef"
            _ = await server.post(await server.buy("month"), as: anonymous)
            let body = #"{"app_user_id":"\#(anonymous)","new_app_user_id":"ann"}"#
            let first = await server.call(.post, "/v1/subscribers/identify", body)
            #expect(first.status == 201)
            #expect(first["subscriber", "entitlements", "gold"] != nil)
            #expect(first["subscriber", "original_app_user_id"] as? String == anonymous)
            #expect(await server.call(.post, "/v1/subscribers/identify", body).status == 200)
            let blocked = await server.call(
                .post, "/v1/subscribers/identify",
                #"{"app_user_id":"ann","new_app_user_id":"undefined"}"#)
            #expect(blocked.status == 400 && blocked["code"] as? Int == 7256)
        }

        @Test func `A purchase of another is moved, or kept with error 7102`() async throws {
            for (settings, status) in [([:], 200), (["revenuecat.restore": "keep"], 400)] {
                let server = try TestServer("revenuecat", settings: settings)
                let token = await server.buy("month")
                #expect(await server.post(token, as: "ann").status == 200)
                let reply = await server.post(token, as: "bob", isRestore: true)
                #expect(reply.status == status)
                #expect(reply["code"] as? Int == (status == 200 ? nil : 7102))
                let ann = await server.call(.get, "/v1/subscribers/ann")
                #expect((ann["subscriber", "entitlements", "gold"] == nil) == (status == 200))
            }
        }

        @Test func `A receipt that is posted again changes nothing`() async throws {
            let server = try TestServer("revenuecat")
            let token = await server.buy("month")
            let first = await server.post(token, as: "ann")
            #expect(await server.post(token, as: "ann").text == first.text)
        }

        @Test(
            arguments: [
                (#"{"app_user_id":"ann","fetch_token":"sim_1_0"}"#, "ios", 400, 7103),
                (#"{"app_user_id":"ann","fetch_token":""}"#, "ios", 400, 7103),
                (#"{"app_user_id":"ann","fetch_token":"a.b.c"}"#, "ios", 400, 7103),
                (
                    #"{"app_user_id":"ann","fetch_token":"test_1_x","product_id":"month"}"#, "web",
                    200, nil
                ),
                (
                    #"{"app_user_id":"ann","fetch_token":"test_1_x","product_id":"gone"}"#, "web",
                    400, 7103
                ),
                (
                    #"{"app_user_id":"guest","fetch_token":"test_1_x","product_id":"month"}"#,
                    "web", 400, 7256
                ),
                (
                    #"{"app_user_id":"","fetch_token":"test_1_x","product_id":"month"}"#, "web",
                    400, 7220
                ),
                (#"{"app_user_id":"ann","fetch_token":"x"}"#, "android", 400, 7106),
                (#"{"app_user_id":"ann","fetch_token":"x"}"#, "toaster", 400, 7000),
                (#"{"app_user_id":"ann"}"#, "ios", 400, 7226),
                (#"{"app_user_id":7,"fetch_token":"x"}"#, "ios", 400, 7226),
                ("[]", "ios", 400, 7226), ("", "ios", 400, 7226), ("{", "ios", 400, 7226),
                (String(repeating: "[", count: 100_000), "ios", 400, 7226),
                (String(repeating: #"{"a":"#, count: 50_000), "ios", 400, 7226),
            ] as [(String, String, Int, Int?)])
        func `Receipts are taken or refused with the provider's code`(
            body: String, platform: String, status: Int, code: Int?
        ) async throws {
            let server = try TestServer("revenuecat")
            let reply = await server.call(
                .post, "/v1/receipts", body, headers: ["X-Platform": platform])
            #expect(reply.status == status)
            #expect(reply["code"] as? Int == code)
        }

        @Test func `A grant ends by its date, or when it is revoked`() async throws {
            let server = try TestServer("revenuecat")
            let path = "/v1/subscribers/ann/entitlements/gold"
            let week = await server.call(
                .post, path + "/promotional", #"{"duration":"weekly"}"#, key: "secret")
            #expect(week.status == 201)
            #expect(
                week["subscriber", "entitlements", "gold", "expires_date"] as? String
                    == "2026-01-08T12:00:00Z")
            let ends = await server.call(
                .post, "/v1/subscribers/bob/entitlements/gold/promotional",
                #"{"end_time_ms":1767355200000}"#, key: "secret")
            #expect(
                ends["subscriber", "entitlements", "gold", "expires_date"] as? String
                    == "2026-01-02T12:00:00Z")
            let gone = await server.call(.post, path + "/revoke_promotionals", key: "secret")
            #expect(gone.status == 200 && gone["subscriber", "entitlements", "gold"] == nil)
            for body in ["{}", #"{"duration":"forever"}"#, #"{"end_time_ms":1}"#] {
                let reply = await server.call(.post, path + "/promotional", body, key: "secret")
                #expect(reply.status == 400 && reply["code"] as? Int == 7226, "\(body)")
            }
        }

        @Test func `Attributes are kept by the newest time, and wrong ones are named`() async throws
        {
            let server = try TestServer("revenuecat")
            let path = "/v1/subscribers/ann/attributes"
            let good = await server.call(
                .post, path,
                #"{"attributes":{"$email":{"value":"a@x.example","updated_at_ms":9},"size":{"value":"L"}}}"#
            )
            #expect(good.status == 200)
            _ = await server.call(
                .post, path, #"{"attributes":{"$email":{"value":"b@x.example","updated_at_ms":8}}}"#
            )
            let customer = await server.call(.get, "/allonym/v1/customers/ann", key: "admin")
            #expect(
                customer["attributes"] as? [String: String] == [
                    "$email": "a@x.example", "size": "L",
                ])
            let bad = await server.call(
                .post, path,
                #"{"attributes":{"$email":{"value":"nobody"},"a b":{"value":"1"},"ok":{"value":"1"}}}"#
            )
            #expect(bad.status == 400 && bad["code"] as? Int == 7263)
            let errors = bad["attribute_errors"] as? [[String: String]]
            #expect(errors?.compactMap { $0["key_name"] } == ["$email", "a b"])
            let after = await server.call(.get, "/allonym/v1/customers/ann", key: "admin")
            #expect((after["attributes"] as? [String: String])?["ok"] == "1")
        }

        @Test func `A deleted customer is gone under each of its IDs`() async throws {
            let server = try TestServer("revenuecat")
            _ = await server.post(await server.buy("month"), as: "ann")
            let deleted = await server.call(.delete, "/v1/subscribers/ann", key: "secret")
            #expect(deleted.status == 200 && deleted["deleted"] as? Bool == true)
            #expect(await server.call(.delete, "/v1/subscribers/ann", key: "secret").status == 404)
            let again = await server.call(.get, "/v1/subscribers/ann")
            #expect(again.status == 201 && again["subscriber", "entitlements", "gold"] == nil)
        }

        @Test func `Offerings and products are those of the catalogue`() async throws {
            let server = try TestServer("revenuecat")
            let offerings = await server.call(.get, "/v1/subscribers/ann/offerings")
            #expect(offerings["current_offering_id"] as? String == "default")
            let mapping = await server.call(.get, "/v1/product_entitlement_mapping")
            #expect((mapping["product_entitlement_mapping"] as? [String: Any])?.count == 4)
            let secret = await server.call(.get, "/v1/subscribers/ann/offerings", key: "secret")
            #expect(secret.status == 403 && secret["code"] as? Int == 7243)
        }

        @Test func `An answer says which rules made it to those who ask`() async throws {
            let server = try TestServer("revenuecat")
            let token = await server.buy("month")
            let body = #"{"app_user_id":"ann","fetch_token":"\#(token)"}"#
            let asked = await server.call(
                .post, "/v1/receipts", body,
                headers: ["X-Platform": "ios", "Allonym-Explain": "1"])
            let rules = try #require(asked.header("Allonym-Rules")).components(separatedBy: ", ")
            #expect(rules.contains { $0.hasPrefix("revenuecat.claim.") })
            let rows = EveryProvider.mappings.provider("revenuecat")?.rulebook.rows.map(\.id) ?? []
            for rule in rules { #expect(rows.contains(rule)) }
            let silent = await server.call(
                .post, "/v1/receipts", body, headers: ["X-Platform": "ios"])
            #expect(silent.header("Allonym-Rules") == nil)
        }
    }
#endif
