// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymJournal
    import AllonymMappings
    import AllonymServer
    import AllonymService
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// What is told of more time that a store gives: the rows `revenuecat.tell.63` and
    /// `purchasely.tell.49`, and the silence of the others.
    @Suite struct ExtendedPeriodTests {
        private func extended(
            _ form: String, at account: String
        ) async throws -> [(name: String, body: [UInt8])] {
            let server = try TestServer(
                "revenuecat",
                webhooks: #"[{"url":"http://127.0.0.1:9/","form":"\#(form)","allowLoopback":true}]"#
            )
            let id = "035b30e2-faf4-462d-aec3-caa0fbe26c49"
            _ = await server.post(await server.buy("year", by: account), as: id)
            let before = try await server.project.withJournal {
                try $0.deliveries(nil, dueBy: nil, limit: 99).count
            }
            // Google's is named by its product, Apple's by a transaction.
            let call = account.hasPrefix("play_store") ? "year/defer" : "1000000001/extend"
            let reply = await server.call(
                .post, "/v1/subscribers/\(id)/subscriptions/\(call)",
                #"{"extend_by_days":10,"extend_reason_code":1}"#, key: "secret")
            #expect(reply.status == 200)
            let all = try await server.project.withJournal {
                try $0.deliveries(nil, dueBy: nil, limit: 99)
            }
            return all.dropFirst(before).map { (name: $0.name, body: $0.body) }
        }

        @Test(
            arguments: [
                ("revenuecat", "play_store:a", ["SUBSCRIPTION_EXTENDED"]),
                ("revenuecat", "app_store:a", ["SUBSCRIPTION_EXTENDED"]),
                ("revenuecat", "mac_app_store:a", []),
                ("purchasely", "play_store:a", ["SUBSCRIPTION_DEFERRED"]),
                ("purchasely", "app_store:a", []), ("qonversion", "play_store:a", []),
                ("nami", "play_store:a", []),
            ] as [(String, String, [String])])
        func `A period that is extended is told where the provider's documents say so`(
            form: String, account: String, names: [String]
        ) async throws {
            #expect(try await extended(form, at: account).map(\.name) == names)
        }

        @Test func `RevenueCat's event has the new end, and no price`() async throws {
            let event = try #require(try await extended("revenuecat", at: "play_store:a").first)
            let body = try JSONSerialization.jsonObject(with: Data(event.body)) as? [String: Any]
            let told = try #require(body?["event"] as? [String: Any])
            #expect(told["type"] as? String == "SUBSCRIPTION_EXTENDED")
            // 2027-01-11, noon UTC.
            #expect(told["expiration_at_ms"] as? Int == 1_799_668_800_000)
            #expect(told["price"] as? Double == 0)
        }

        @Test func `Purchasely's event says until when the charge is deferred`() async throws {
            let event = try #require(try await extended("purchasely", at: "play_store:a").first)
            let told = try #require(
                try JSONSerialization.jsonObject(with: Data(event.body)) as? [String: Any])
            #expect(told["event_name"] as? String == "SUBSCRIPTION_DEFERRED")
            #expect(told["defer_end_at"] as? String == "2027-01-11T12:00:00.000Z")
            #expect(told["effective_next_renewal_at"] as? String == "2027-01-11T12:00:00.000Z")
        }

        @Test(arguments: [("revenuecat", "tell.63"), ("purchasely", "tell.49")])
        func `The row that tells it has a source of its own`(provider: String, row: String) throws {
            let rows = try #require(EveryProvider.mappings.provider(provider)).rulebook.rows
            let found = try #require(rows.first { $0.id == "\(provider).\(row)" })
            #expect(found.notices.count == 1)
            #expect(found.citation.authority == .documented)
            #expect(found.citation.source.contains(found.notices[0].event))
        }

        @Test func `What is refused is not told`() async throws {
            let server = try TestServer("revenuecat")
            _ = await server.post(await server.buy("year", by: "play_store:a"), as: "ann")
            func told(_ body: String) async throws -> (status: Int, names: [String]) {
                let reply = await server.call(
                    .post, "/v1/subscribers/ann/subscriptions/year/defer", body, key: "secret")
                let names = try await server.project.withJournal {
                    try $0.deliveries(nil, dueBy: nil, limit: 99).map(\.name)
                }
                return (status: reply.status, names: names)
            }
            // Long ago, as it ends anyway, never, and by more days than are taken.
            for body in [
                #"{"expiry_time_ms":1}"#, #"{"expiry_time_ms":1798804800000}"#,
                #"{"expiry_time_ms":253402300800000}"#, #"{"extend_by_days":366}"#,
            ] {
                let refused = try await told(body)
                #expect(refused.status == 400 && refused.names == ["INITIAL_PURCHASE"], "\(body)")
            }
            // A second later it is another end, and is told.
            let taken = try await told(#"{"expiry_time_ms":1798804801000}"#)
            #expect(taken.status == 200)
            #expect(taken.names == ["INITIAL_PURCHASE", "SUBSCRIPTION_EXTENDED"])
        }
    }
#endif
