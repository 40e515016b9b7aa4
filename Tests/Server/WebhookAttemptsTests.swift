// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    import AllonymMappings
    import AllonymServer
    import AllonymService
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// What is told of the attempts of webhooks, and how they are listed.
    @Suite struct WebhookAttemptsTests {
        private struct Listed: Sendable {
            let tries: Int?
            let answers: [String]
            let times: [String]
            let durations: [Int]
        }

        private func list(_ bench: WebhookBench, _ query: String = "") async -> TestServer.Reply {
            await bench.server.call(.get, "/allonym/v1/deliveries\(query)", key: "admin")
        }

        private func first(_ bench: WebhookBench) async throws -> Listed {
            let list = try #require(await list(bench)["deliveries"] as? [[String: Any]])
            let attempts = try #require(list.first?["attempts"] as? [[String: Any]])
            return Listed(
                tries: list.first?["tries"] as? Int,
                answers: attempts.compactMap { $0["answer"] as? String },
                times: attempts.compactMap { $0["at"] as? String },
                durations: attempts.compactMap { $0["milliseconds"] as? Int })
        }

        /// A provider that waits a second for an answer.
        private static let impatient = """
            {"provider": "Fifth", "source": "https://a.example", "checked": "2026-11-28",
             "version": 1, "sources": {"guide": "https://a.example/guide"},
             "success": {"value": [200], CITED}, "timeout-seconds": {"value": 1, CITED},
             "pauses-seconds": {"value": [5], CITED}, "order": {"value": "user", CITED},
             "dedupe": {"value": "id", CITED}, "headers": [], "signatures": []}
            """.replacing(
                "CITED",
                with: #""says": "So.", "authority": "documented", "source": "guide, 1", "#
                    + #""checked": "2026-11-28""#)

        @Test func `An answer that begins and does not end in time is none`() async throws {
            let profile = try DeliveryProfile(Array(Self.impatient.utf8), name: "webhooks.json")
            try await WebhookBench.run("revenuecat") { bench in
                bench.receiver.hold(afterBeginning: true)
                try await bench.buy("book")
                let deliverer = Deliverer(
                    bench.server.project, ["revenuecat": profile], bench.client)
                _ = await deliverer.deliverDue()
                bench.receiver.release()
                #expect(bench.receiver.received.count == 1)
                let tried = try #require(try await bench.deliveries.first)
                #expect(tried.state == .pending && tried.tries == 1)
                #expect(tried.answer?.contains("deadlineExceeded") == true, "\(tried)")
                try await bench.wait(5)
                _ = await deliverer.deliverDue()
                #expect(try await bench.deliveries.map(\.state) == [.delivered])
            }
        }

        @Test func `Each attempt is told with its time, its answer and how long it took`()
            async throws
        {
            try await WebhookBench.run("revenuecat") { bench in
                try await bench.buy("book")
                #expect(try await first(bench).answers == [])
                bench.receiver.answer([500, 404])
                await bench.deliver()
                try await bench.wait(300 + 600)
                await bench.deliver()
                let listed = try await first(bench)
                #expect(listed.tries == 3)
                #expect(listed.answers == ["500", "404", "200"])
                #expect(
                    listed.times == [
                        "2026-01-01T12:00:00Z", "2026-01-01T12:05:00Z", "2026-01-01T12:15:00Z",
                    ])
                #expect(listed.durations.count == 3)
                #expect(listed.durations.allSatisfy { (0..<60_000).contains($0) })
            }
        }

        @Test(arguments: WebhookBench.providers)
        func `As many attempts are kept as the provider makes for an event`(
            provider: String
        ) async throws {
            let profile = try #require(EveryProvider.mappings.deliveryProfiles[provider])
            #expect(profile.mostAttempts == profile.pausesSeconds.count + 1)
            try await WebhookBench.run(provider) { bench in
                bench.receiver.answer(then: 500)
                try await bench.buy("book")
                await bench.deliver()
                try await bench.wait(profile.pausesSeconds.reduce(0, +))
                await bench.deliver()
                #expect(try await first(bench).answers.count == profile.mostAttempts)
                bench.receiver.answer()
                _ = await bench.server.call(
                    .post, "/allonym/v1/deliveries/1/replay", key: "admin")
                await bench.deliver()
                let listed = try await first(bench)
                #expect(listed.tries == 1 && listed.answers.count == profile.mostAttempts)
                #expect(listed.answers.last == "200")
            }
        }

        @Test func `A duplicate is two attempts of one try`() async throws {
            try await WebhookBench.run("revenuecat") { bench in
                _ = await bench.server.call(
                    .post, "/allonym/v1/faults", #"{"webhooks":"duplicate"}"#, key: "admin")
                try await bench.buy("book")
                await bench.deliver()
                let listed = try await first(bench)
                #expect(listed.tries == 1 && listed.answers == ["200", "200"])
            }
        }

        @Test(arguments: [1, 2, 4, 5, 1_000])
        func `The list is read page by page, each webhook once, the oldest first`(limit: Int)
            async throws
        {
            try await WebhookBench.run("revenuecat") { bench in
                for number in 0..<5 { try await bench.buy("book", as: "user-\(number)") }
                var users: [String] = []
                var (query, pages) = ("", 0)
                while pages < 9 {
                    let page = await list(bench, "?limit=\(limit)\(query)")
                    let found = try #require(page["deliveries"] as? [[String: Any]])
                    #expect(found.count <= limit)
                    users += found.compactMap { $0["user"] as? String }
                    pages += 1
                    guard let next = page["next"] as? Int else { break }
                    query = "&after=\(next)"
                }
                #expect(users == (0..<5).map { "user-\($0)" })
                #expect(pages == (5 + limit - 1) / limit)
                #expect(await list(bench, "?state=failed&after=2")["next"] == nil)
            }
        }

        @Test(
            arguments: [
                ("limit=0", "limit: expected a number from 1 to 1000, found \"0\""),
                ("limit=1001", "limit: expected a number from 1 to 1000, found \"1001\""),
                ("limit=", "limit: expected a number from 1 to 1000, found \"\""),
                ("after=-1", "after: expected the \"next\" of the page before, found \"-1\""),
                ("after=x", "after: expected the \"next\" of the page before, found \"x\""),
            ])
        func `A page that cannot be is refused`(query: String, message: String) async throws {
            let server = try TestServer("revenuecat")
            let reply = await server.call(.get, "/allonym/v1/deliveries?\(query)", key: "admin")
            #expect(reply.status == 400)
            #expect(reply["error", "code"] as? String == "wrong-query")
            #expect(reply["error", "message"] as? String == message)
        }

        @Test func `The console shows the attempts of each webhook`() async throws {
            try await WebhookBench.run("revenuecat") { bench in
                bench.receiver.answer([500])
                try await bench.buy("book")
                await bench.deliver()
                var visitor = ConsoleVisitor(bench.server)
                _ = await visitor.signIn()
                let page = try await visitor.page("/allonym/console/test/webhooks")
                let details = try #require(
                    page.all("details").first { $0.all("summary").first?.text == "Attempts" })
                let lines = details.all("li").map(\.text)
                #expect(lines.count == 1)
                #expect(lines[0].hasPrefix("2026-01-01 12:00:00 UTC: 500, after "))
            }
        }
    }
#endif
