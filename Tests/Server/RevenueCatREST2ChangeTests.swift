// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    import AllonymService
    import Foundation
    import HTTPTypes
    import Testing

    /// Subscriptions that change product, as RevenueCat's REST v2 and v1 have them.
    @Suite struct RevenueCatREST2ChangeTests {
        private func store(_ server: TestServer, _ token: String, _ event: String) async {
            let reply = await server.call(
                .post, "/allonym/v1/store-events", #"{"token":"\#(token)","event":\#(event)}"#,
                key: "admin")
            #expect(reply["applied"] as? Bool == true, "\(reply.text)")
        }

        /// What v2 lists of Ann's, the oldest first.
        private func texts(_ server: TestServer, _ name: String) async -> [String] {
            await server.v2Items("/customers/ann/subscriptions").compactMap { $0[name] as? String }
        }

        @Test(arguments: [false, true])
        func `A paid subscription that changes product is two, also after a restart`(
            hasSnapshot: Bool
        ) async throws {
            let journal = MemoryJournal()
            let server = try TestServer("revenuecat", journal: journal)
            let token = await server.buy("month")
            _ = await server.post(token, as: "ann")
            await server.advance("P8D")
            let before = try #require(await texts(server, "id").first)
            await store(server, token, #""change","to":"year""#)
            if hasSnapshot { _ = try await server.project.snapshot() }
            var answers: [String] = []
            for server in [server, try TestServer("revenuecat", journal: journal)] {
                let ids = await texts(server, "id")
                #expect(ids.count == 2 && ids.first == before && ids.last != before)
                #expect(await texts(server, "status") == ["expired", "active"])
                let identifiers = await texts(server, "store_subscription_identifier")
                let old = await server.v2(.get, "/subscriptions/\(before)")
                #expect(old["gives_access"] as? Bool == false)
                #expect(old["auto_renewal_status"] as? String == "will_not_renew")
                #expect(old["ends_at"] as? Int == 1_767_959_999_000)
                let new = await server.v2(.get, "/subscriptions/\(ids.last ?? "")")
                #expect(new["starts_at"] as? Int == 1_767_960_000_000)
                #expect(new["gives_access"] as? Bool == true)
                #expect(new["product_id"] as? String != old["product_id"] as? String)
                for (id, products) in zip(ids, [["month", "month"], ["year"]]) {
                    let items = await server.v2Items("/subscriptions/\(id)/transactions")
                    #expect(
                        items.compactMap { $0["product_store_identifier"] as? String } == products)
                }
                for (identifier, id) in zip(identifiers, ids) {
                    let found = await server.v2Items(
                        "/subscriptions?store_subscription_identifier=\(identifier)")
                    #expect(found.map { $0["id"] as? String } == [id])
                }
                answers.append(old.text + new.text)
            }
            #expect(answers[0] == answers[1])
        }

        @Test func `A product that changes in a free trial leaves one subscription`() async throws {
            let server = try TestServer("revenuecat")
            let token = await server.buy("month")
            _ = await server.post(token, as: "ann")
            let before = await texts(server, "id")
            await store(server, token, #""change","to":"year""#)
            #expect(await texts(server, "id") == before)
            let items = await server.v2Items("/subscriptions/\(before[0])/transactions")
            #expect(
                items.compactMap { $0["product_store_identifier"] as? String } == ["month", "year"])
        }

        @Test func `What is over is not cancelled or refunded, what came after is`() async throws {
            let server = try TestServer("revenuecat")
            let token = await server.buy("year", by: "rc_billing:alice", for: "ann")
            await store(server, token, #""change","to":"month""#)
            let ids = await texts(server, "id")
            #expect(ids.count == 2)
            for action in ["cancel", "refund"] {
                let path = "/subscriptions/\(ids[0])/actions/\(action)"
                #expect(await server.v2(.post, path).status == 422)
            }
            let cancelled = await server.v2(.post, "/subscriptions/\(ids[1])/actions/cancel")
            #expect(cancelled.status == 200 && cancelled["id"] as? String == ids[1])
            #expect(await server.v2(.get, "/subscriptions/\(ids[0])p9").status == 404)
        }

        @Test func `A subscription that was refunded and is renewed has its own revenue`()
            async throws
        {
            let server = try TestServer("revenuecat")
            let token = await server.buy("month")
            _ = await server.post(token, as: "ann")
            await server.advance("P8D")
            await store(server, token, "\"refund\"")
            let month = await server.call(.get, "/v1/subscribers/ann")
            #expect(month["subscriber", "subscriptions", "month", "refunded_at"] is String)
            await store(server, token, "\"renew\"")
            let items = await server.v2Items("/customers/ann/subscriptions")
            let revenue = items.map {
                (($0["total_revenue_in_usd"] as? [String: Any])?["gross"] as? NSNumber)?.doubleValue
            }
            #expect(revenue == [0, 9.99])
            let after = await server.call(.get, "/v1/subscribers/ann")
            #expect(after["subscriber", "subscriptions", "month", "refunded_at"] is NSNull)
        }

        @Test func `In v1 both products are there, the old one expired`() async throws {
            let server = try TestServer("revenuecat")
            let token = await server.buy("year")
            _ = await server.post(token, as: "ann")
            await store(server, token, #""change","to":"month""#)
            let reply = await server.call(.get, "/v1/subscribers/ann")
            let dates = ["year", "month"].map { product in
                reply["subscriber", "subscriptions", product, "expires_date"] as? String
            }
            #expect(dates == ["2026-01-01T11:59:59Z", "2026-02-01T12:00:00Z"])
            #expect(
                reply["subscriber", "entitlements", "gold", "product_identifier"] as? String
                    == "month")
        }
    }
#endif
