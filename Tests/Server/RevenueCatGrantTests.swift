// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    import AllonymService
    import Foundation
    import HTTPTypes
    import Testing

    /// Entitlements that a backend gives by hand, through REST v1 and v2.
    @Suite struct RevenueCatGrantTests {
        private let path = "/v1/subscribers/ann/entitlements/gold"

        private func grant(_ body: String, at server: TestServer) async -> TestServer.Reply {
            await server.call(.post, path + "/promotional", body, key: "secret")
        }

        /// What is told, the oldest first.
        private func events(of server: TestServer) async throws -> [[String: Any]] {
            let deliveries = try await server.project.withJournal {
                try $0.deliveries(nil, dueBy: nil, limit: 500)
            }
            return try deliveries.map { delivery in
                let body = try JSONSerialization.jsonObject(with: Data(delivery.body))
                return try #require((body as? [String: Any])?["event"] as? [String: Any])
            }
        }

        @Test(
            arguments: [
                "daily", "three_day", "weekly", "two_week", "monthly", "two_month", "three_month",
                "six_month", "yearly", "lifetime",
            ])
        func `A grant is of a product that has the name of its duration`(
            duration: String
        ) async throws {
            let server = try TestServer("revenuecat")
            let reply = await grant(#"{"duration":"\#(duration)"}"#, at: server)
            let product = "rc_promo_gold_\(duration)"
            #expect(
                reply["subscriber", "entitlements", "gold", "product_identifier"] as? String
                    == product)
            let subscriptions = reply["subscriber", "subscriptions"] as? [String: Any]
            #expect(subscriptions.map { Array($0.keys) } == [product])
            let told = try await events(of: server)
            #expect(told.map { $0["product_id"] as? String } == [product])
        }

        @Test(arguments: [#"{"duration":"daily"}"#, #"{"end_time_ms":1767355201000}"#])
        func `An entitlement that the project does not have is not granted`(
            body: String
        ) async throws {
            let server = try TestServer("revenuecat")
            let reply = await server.call(
                .post, "/v1/subscribers/ann/entitlements/iron/promotional", body, key: "secret")
            #expect(reply.status == 404 && reply["code"] as? Int == 7259)
            #expect(reply["message"] as? String == #"There is no entitlement "iron"."#)
            // Nobody was made for it, and it can be granted once it is there.
            let customer = await server.call(.get, "/allonym/v1/customers/ann", key: "admin")
            #expect(customer.status == 404)
            _ = await server.v2(
                .post, "/entitlements", #"{"lookup_key":"iron","display_name":"Iron"}"#)
            let granted = await server.call(
                .post, "/v1/subscribers/ann/entitlements/iron/promotional", body, key: "secret")
            #expect(granted.status == 201)
        }

        @Test func `A grant that is as long as no duration has a name of its own`() async throws {
            let server = try TestServer("revenuecat")
            let reply = await grant(#"{"end_time_ms":1767355201000}"#, at: server)
            #expect(
                reply["subscriber", "entitlements", "gold", "product_identifier"] as? String
                    == "rc_promo_gold_custom")
        }

        @Test(
            arguments: [
                (0, false), (7_200, false), (-7_200, false), (7_201, true), (-7_201, true),
            ])
        func `A grant of v1 that ends within two hours of one that runs is ignored`(
            seconds: Int, counts: Bool
        ) async throws {
            let server = try TestServer("revenuecat")
            _ = await grant(#"{"duration":"daily"}"#, at: server)
            let end = 1_767_355_200 + seconds
            let reply = await grant(#"{"end_time_ms":\#(end)000}"#, at: server)
            #expect(reply.status == 201)
            let date = Date(timeIntervalSince1970: TimeInterval(counts ? end : 1_767_355_200))
            #expect(
                reply["subscriber", "entitlements", "gold", "expires_date"] as? String
                    == date.ISO8601Format())
            #expect(try await events(of: server).count == (counts ? 2 : 1))
        }

        @Test func `A grant of v1 for good takes the place of one that ends`() async throws {
            let server = try TestServer("revenuecat")
            _ = await grant(#"{"duration":"daily"}"#, at: server)
            let reply = await grant(#"{"duration":"lifetime"}"#, at: server)
            #expect(reply["subscriber", "entitlements", "gold", "expires_date"] is NSNull)
        }

        @Test func `A grant of v2 is ignored while one runs, and counts when that is over`()
            async throws
        {
            let server = try TestServer("revenuecat")
            let gold = try await server.v2ID("/entitlements", "lookup_key", "gold")
            _ = await server.v2(.post, "/customers", #"{"id":"ann"}"#)
            func end(granted end: Int) async -> Int? {
                let reply = await server.v2(
                    .post, "/customers/ann/actions/grant_entitlement",
                    #"{"entitlement_id":"\#(gold)","expires_at":\#(end)}"#)
                #expect(reply.status == 201)
                let active = reply["active_entitlements", "items"] as? [[String: Any]]
                return active?.first?["expires_at"] as? Int
            }
            #expect(await end(granted: 1_767_355_200_000) == 1_767_355_200_000)
            #expect(await end(granted: 1_767_441_600_000) == 1_767_355_200_000)
            #expect(await server.v2Items("/customers/ann/subscriptions").count == 1)
            #expect(try await events(of: server).count == 1)
            await server.advance("P2D")
            #expect(await end(granted: 1_767_528_000_000) == 1_767_528_000_000)
        }

        @Test(
            arguments: [
                (#"{"end_time_ms":253402300799000}"#, true),
                (#"{"end_time_ms":253402300800000}"#, false),
                (#"{"end_time_ms":9007199254740991}"#, false),
                (#"{"duration":"yearly","start_time_ms":253402300799000}"#, false),
            ])
        func `A grant of v1 ends by the year 9999`(body: String, isTaken: Bool) async throws {
            let server = try TestServer("revenuecat")
            let reply = await grant(body, at: server)
            let customer = await server.call(.get, "/allonym/v1/customers/ann", key: "admin")
            #expect(customer.status == (isTaken ? 200 : 404))
            guard !isTaken else {
                #expect(reply.status == 201)
                #expect(
                    reply["subscriber", "entitlements", "gold", "expires_date"] as? String
                        == "9999-12-31T23:59:59Z")
                return
            }
            #expect(reply.status == 400 && reply["code"] as? Int == 7226)
            #expect(
                reply["message"] as? String == "No date after the year 9999 can be written.")
            #expect(try await events(of: server).isEmpty)
        }

        @Test(
            arguments: [
                (253_402_300_799_000, 201), (253_402_300_800_000, 400),
                (9_007_199_254_740_991, 400),
            ])
        func `A grant of v2 ends by the year 9999`(end: Int, status: Int) async throws {
            let server = try TestServer("revenuecat")
            let gold = try await server.v2ID("/entitlements", "lookup_key", "gold")
            _ = await server.v2(.post, "/customers", #"{"id":"ann"}"#)
            let reply = await server.v2(
                .post, "/customers/ann/actions/grant_entitlement",
                #"{"entitlement_id":"\#(gold)","expires_at":\#(end)}"#)
            #expect(reply.status == status, "\(reply.text)")
            #expect(try await events(of: server).count == (status == 201 ? 1 : 0))
            guard status == 400 else { return }
            #expect(reply["type"] as? String == "parameter_error")
            #expect(reply["param"] as? String == "expires_at")
            #expect(
                reply["message"] as? String == "No date after the year 9999 can be written.")
        }

        @Test func `What was bought does not stand in the way of a grant`() async throws {
            let server = try TestServer("revenuecat")
            _ = await server.post(await server.buy("month"), as: "ann")
            let gold = try await server.v2ID("/entitlements", "lookup_key", "gold")
            let reply = await server.v2(
                .post, "/customers/ann/actions/grant_entitlement",
                #"{"entitlement_id":"\#(gold)","expires_at":1798804800000}"#)
            #expect(reply.status == 201)
            #expect(await server.v2Items("/customers/ann/subscriptions").count == 2)
        }

        @Test(
            arguments: [("daily", false, "EXPIRATION"), ("weekly", true, "CANCELLATION")])
        func `The end of a grant tells when it was given, and of which product`(
            duration: String, isRevoked: Bool, type: String
        ) async throws {
            let server = try TestServer("revenuecat")
            _ = await grant(#"{"duration":"\#(duration)"}"#, at: server)
            await server.advance("P1D")
            if isRevoked {
                _ = await server.call(.post, path + "/revoke_promotionals", key: "secret")
            } else {
                _ = await server.call(.get, "/v1/subscribers/ann")
            }
            let told = try await events(of: server)
            #expect(told.count == 2)
            let last = try #require(told.last)
            #expect(last["type"] as? String == type)
            #expect(last["product_id"] as? String == "rc_promo_gold_\(duration)")
            #expect(last["purchased_at_ms"] as? Int == 1_767_268_800_000)
            #expect(last["expiration_at_ms"] as? Int == 1_767_355_200_000)
        }
    }
#endif
