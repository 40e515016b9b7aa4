// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    import AllonymService
    import Foundation
    import HTTPTypes
    import Testing

    /// Pauses of Google Play, which begin when what is paid for ends.
    @Suite struct PausedSubscriptionTests {
        private static let set =
            #""event":"pause","atRenewal":true,"resumes":"2027-02-01T12:00:00Z""#

        private func store(
            _ server: TestServer, _ token: String, _ members: String
        ) async -> TestServer.Reply {
            await server.call(
                .post, "/allonym/v1/store-events", #"{"token":"\#(token)",\#(members)}"#,
                key: "admin")
        }

        /// A year that Ann has bought at Google Play, until New Year 2027.
        private func year(_ server: TestServer) async -> String {
            let token = await server.buy("year", by: "play_store:ann")
            #expect(await server.post(token, as: "ann").status < 300)
            return token
        }

        /// What is told, the oldest first.
        private func events(_ server: TestServer) async throws -> [[String: Any]] {
            let bodies = try await server.project.withJournal {
                try $0.deliveries(nil, dueBy: nil, limit: 500).map(\.body)
            }
            return bodies.compactMap { body in
                let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
                return object?["event"] as? [String: Any]
            }
        }

        private func access(_ server: TestServer) async -> [String] {
            let view = await server.call(.get, "/allonym/v1/customers/ann", key: "admin")
            return view["access"] as? [String] ?? []
        }

        private func actions(_ server: TestServer) async -> [String]? {
            let reply = await server.call(.get, "/allonym/v1/customers/ann/history", key: "admin")
            return (reply["steps"] as? [[String: Any]])?.compactMap { $0["action"] as? String }
        }

        private func autoResume(_ server: TestServer) async -> Any? {
            await server.call(.get, "/v1/subscribers/ann")[
                "subscriber", "subscriptions", "year", "auto_resume_date"]
        }

        @Test(arguments: [false, true])
        func `A pause is announced, begins with the end of the period, and ends by itself`(
            hasSnapshot: Bool
        ) async throws {
            let journal = MemoryJournal()
            var server = try TestServer("revenuecat", journal: journal)
            let token = await year(server)
            let reply = await store(server, token, Self.set)
            #expect(reply["applied"] as? Bool == true && reply["state"] as? String == "active")
            #expect(await store(server, token, Self.set)["applied"] as? Bool == false)
            if hasSnapshot { _ = try await server.project.snapshot() }
            server = try TestServer("revenuecat", journal: journal)
            #expect(await access(server) == ["gold"])
            #expect(await autoResume(server) is NSNull)
            let one = try #require(await server.v2Items("/customers/ann/subscriptions").first)
            #expect(one["auto_renewal_status"] as? String == "will_pause")
            #expect(one["status"] as? String == "active")
            await server.advance("P1Y")
            #expect(await access(server) == [])
            #expect(await autoResume(server) as? String == "2027-02-01T12:00:00Z")
            let paused = try #require(await server.v2Items("/customers/ann/subscriptions").first)
            #expect(paused["status"] as? String == "paused")
            server = try TestServer("revenuecat", journal: journal)
            await server.advance("P1M")
            #expect(await access(server) == ["gold"])
            #expect(await autoResume(server) is NSNull)
            #expect(await actions(server) == ["own", "buy", "pause", "pause", "resume"])
            let told = try await events(server)
            #expect(
                told.map { $0["type"] as? String } == [
                    "INITIAL_PURCHASE", "SUBSCRIPTION_PAUSED", "EXPIRATION", "RENEWAL",
                ])
            #expect(told[1]["auto_resume_at_ms"] as? Int == 1_801_483_200_000)
            #expect(told[1]["event_timestamp_ms"] as? Int == 1_767_268_800_000)
            #expect(told[2]["expiration_reason"] as? String == "SUBSCRIPTION_PAUSED")
            #expect(told[2]["expiration_at_ms"] as? Int == 1_798_804_800_000)
        }

        @Test func `A pause at once is told with all of its events`() async throws {
            let server = try TestServer("revenuecat")
            let token = await year(server)
            let reply = await store(
                server, token, #""event":"pause","resumes":"2026-02-01T12:00:00Z""#)
            #expect(reply["state"] as? String == "paused")
            await server.advance("P1M")
            let told = try await events(server)
            #expect(
                told.map { $0["type"] as? String } == [
                    "INITIAL_PURCHASE", "SUBSCRIPTION_PAUSED", "EXPIRATION", "RENEWAL",
                ])
            #expect(told[1]["auto_resume_at_ms"] as? Int == 1_769_947_200_000)
        }

        @Test func `A cancellation drops a pause that was set`() async throws {
            let server = try TestServer("revenuecat")
            let token = await year(server)
            _ = await store(server, token, Self.set)
            _ = await store(server, token, #""event":"cancel""#)
            await server.advance("P2Y")
            let told = try await events(server)
            #expect(
                told.map { $0["type"] as? String } == [
                    "INITIAL_PURCHASE", "SUBSCRIPTION_PAUSED", "CANCELLATION", "EXPIRATION",
                ])
            #expect(told[3]["expiration_reason"] as? String == "UNSUBSCRIBE")
        }

        @Test(
            arguments: [
                #""event":"pause","atRenewal":true,"resumes":"2027-01-01T12:00:00Z""#,
                #""event":"pause","resumes":"2026-01-01T12:00:00Z""#,
                #""event":"pause","resumes":"soon""#,
                #""event":"renew","resumes":"2027-02-01T12:00:00Z""#,
            ])
        func `A pause ends after it has begun, and nothing else ends by itself`(
            members: String
        ) async throws {
            let server = try TestServer("revenuecat")
            let token = await year(server)
            let reply = await store(server, token, members)
            #expect(reply.status == 400)
            #expect((reply["error", "message"] as? String)?.hasPrefix("resumes: ") == true)
            #expect(await access(server) == ["gold"])
        }

        @Test func `Another provider's webhooks announce it by that provider's table`()
            async throws
        {
            let server = try TestServer(
                "revenuecat",
                webhooks:
                    #"[{"url":"http://127.0.0.1:9/hook","form":"purchasely","allowLoopback":true}]"#
            )
            let token = await year(server)
            func names() async throws -> [String] {
                try await server.project.withJournal {
                    try $0.deliveries(nil, dueBy: nil, limit: 500).map(\.name)
                }
            }
            let bought = try await names()
            _ = await store(server, token, Self.set)
            #expect(try await names() == bought + ["SUBSCRIPTION_WILL_PAUSE"])
            await server.advance("P1Y")
            #expect(
                try await names()
                    == bought + ["SUBSCRIPTION_WILL_PAUSE", "DEACTIVATE", "SUBSCRIPTION_PAUSED"])
        }
    }
#endif
