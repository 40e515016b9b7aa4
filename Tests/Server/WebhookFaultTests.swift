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

    /// What goes wrong with webhooks on demand, and how secrets are exchanged.
    @Suite struct WebhookFaultTests {
        /// The names of what came, whatever the provider calls the member.
        private func events(_ bench: WebhookBench) async throws -> [String] {
            let names = try await bench.deliveries.map { ($0.body, $0.name) }
            return bench.receiver.received.map { request in
                names.first { $0.0 == request.body }?.1 ?? "?"
            }
        }

        private func fault(_ word: String, next count: Int, _ bench: WebhookBench) async {
            let reply = await bench.server.call(
                .post, "/allonym/v1/faults", #"{"webhooks":"\#(word)","next":\#(count)}"#,
                key: "admin")
            #expect(reply.status == 204)
        }

        @Test(arguments: WebhookBench.providers)
        func `A duplicate is the same event twice`(provider: String) async throws {
            try await WebhookBench.run(provider) { bench in
                await fault("duplicate", next: 1, bench)
                try await bench.buy("book")
                await bench.deliver()
                let bodies = bench.receiver.received.map(\.body)
                #expect(bodies.count == 2 && Set(bodies).count == 1)
                #expect(try await bench.deliveries.map(\.state) == [.delivered])
            }
        }

        @Test(arguments: WebhookBench.providers)
        func `A dropped event never comes, and the list says so`(provider: String) async throws {
            try await WebhookBench.run(provider) { bench in
                await fault("drop", next: 1, bench)
                try await bench.buy("book")
                try await bench.buy("book", as: WebhookBench.bob)
                await bench.deliver()
                #expect(bench.receiver.received.count == 1)
                let states = try await bench.deliveries.map(\.state)
                #expect(Set(states) == [.dropped, .delivered])
                try await bench.wait(400 * 86_400)
                await bench.deliver()
                #expect(bench.receiver.received.count == 1)
            }
        }

        @Test(arguments: WebhookBench.providers)
        func `A delayed event comes a minute later by the project's clock`(
            provider: String
        ) async throws {
            try await WebhookBench.run(provider) { bench in
                await fault("delay", next: 1, bench)
                try await bench.buy("book")
                await bench.deliver()
                try await bench.wait(59)
                await bench.deliver()
                #expect(bench.receiver.received.isEmpty)
                try await bench.wait(1)
                await bench.deliver()
                #expect(bench.receiver.received.count == 1)
            }
        }

        @Test(arguments: WebhookBench.providers, ["", #","order":"none""#])
        func `A delayed event lets the user's later ones pass only where they may overtake it`(
            provider: String, endpoint: String
        ) async throws {
            let profile = try #require(EveryProvider.mappings.deliveryProfiles[provider])
            let keepsOrder = endpoint.isEmpty || profile.order == .user
            try await WebhookBench.run(provider, endpoint: endpoint) { bench in
                await fault("delay", next: 1, bench)
                try await bench.buy("book")
                try await bench.buy("month")
                await bench.deliver()
                #expect(bench.receiver.received.isEmpty == keepsOrder)
                try await bench.wait(60)
                await bench.deliver()
                let sent = bench.receiver.received.map(\.body)
                let all = try await bench.deliveries.map(\.body)
                #expect(sent.count == all.count && (sent == all) == keepsOrder)
            }
        }

        @Test(arguments: WebhookBench.providers)
        func `A reordered event comes after the one behind it, whenever there is one`(
            provider: String
        ) async throws {
            try await WebhookBench.run(provider) { bench in
                try await bench.buy("month")
                await bench.deliver()
                bench.receiver.forget()
                await fault("reorder", next: 1, bench)
                // Somebody else's event has nothing behind it.
                try await bench.buy("book", as: WebhookBench.bob)
                await bench.deliver()
                bench.receiver.forget()
                try await bench.wait(65 * 86_400)
                let due = try await bench.deliveries.filter { $0.state == .pending }.map(\.name)
                await bench.deliver()
                var expected = due
                expected.swapAt(0, 1)
                #expect(due.count > 1)
                #expect(try await events(bench) == expected)
            }
        }

        @Test func `A slow event comes some seconds late`() async throws {
            try await WebhookBench.run("revenuecat") { bench in
                await fault("slow", next: 1, bench)
                try await bench.buy("book")
                let start = ContinuousClock.now
                await bench.deliver()
                #expect(ContinuousClock.now - start > .seconds(2))
                #expect(bench.receiver.received.count == 1)
            }
        }

        @Test(arguments: WebhookBench.providers)
        func `An event whose answer counts as 500 comes again, although it was taken`(
            provider: String
        ) async throws {
            let profile = try #require(EveryProvider.mappings.deliveryProfiles[provider])
            try await WebhookBench.run(provider) { bench in
                await fault("500", next: 1, bench)
                try await bench.buy("book")
                await bench.deliver()
                #expect(bench.receiver.received.count == 1)
                let first = try await bench.deliveries
                #expect(first.map(\.state) == [.pending])
                #expect(first.map(\.answer) == ["500 on demand"])
                try await bench.wait(profile.pausesSeconds[0])
                await bench.deliver()
                let bodies = bench.receiver.received.map(\.body)
                #expect(bodies.count == 2 && Set(bodies).count == 1)
                let last = try await bench.deliveries
                #expect(last.map(\.state) == [.delivered])
                #expect(last.map(\.tries) == [2])
            }
        }

        // MARK: Secrets

        @Test func `While a secret is exchanged both sign, and either is enough for a receiver`()
            async throws
        {
            let profile = try #require(EveryProvider.mappings.deliveryProfiles["revenuecat"])
            try await WebhookBench.run("revenuecat", endpoint: #","secret":["new","old"]"#) {
                bench in
                try await bench.buy("book")
                await bench.deliver()
                let request = try #require(bench.receiver.received.first)
                let value = try #require(request.header("X-RevenueCat-Webhook-Signature"))
                #expect(value.split(separator: ",").count { $0.hasPrefix("v1=") } == 2)
                #expect(value.split(separator: ",").count { $0.hasPrefix("t=") } == 1)
                let saved = try SavedRequest(request.saved)
                for (secret, holds) in [("new", true), ("old", true), ("older", false)] {
                    #expect(
                        try SignatureCheck(saved, under: profile, secret: secret).holds == holds)
                }
            }
        }

        @Test func `Where a provider names no time with two secrets the newest signs alone`()
            async throws
        {
            let profile = try #require(EveryProvider.mappings.deliveryProfiles["purchasely"])
            try await WebhookBench.run("purchasely", endpoint: #","secret":["new","old"]"#) {
                bench in
                try await bench.buy("book")
                await bench.deliver()
                let saved = try SavedRequest(try #require(bench.receiver.received.first).saved)
                for (secret, holds) in [("new", true), ("old", false)] {
                    #expect(
                        try SignatureCheck(saved, under: profile, secret: secret).holds == holds)
                }
            }
        }

        @Test(
            arguments: [
                (#""a""#, ["a"]), (#"["a"]"#, ["a"]), (#"["b","a"]"#, ["b", "a"]), ("null", []),
                ("[]", nil), ("1", nil), (#"["a",""]"#, nil), (#"["1","2","3","4","5","6"]"#, nil),
            ] as [(String, [String]?)])
        func `A secret is a text, or a list with the newest first`(text: String, secrets: [String]?)
            throws
        {
            let object = try JSONObject(Array(#"{"url":"http://a.b/","secret":\#(text)}"#.utf8))
            func read() throws -> Endpoint {
                try Endpoint(object, providers: EveryProvider.keys, own: "revenuecat")
            }
            guard let secrets else {
                #expect(throws: DocumentFault.self) { try read() }
                return
            }
            let endpoint = try read()
            #expect(endpoint.secrets == secrets)
            let kept = try JSONEncoder().encode(endpoint)
            #expect(try JSONDecoder().decode(Endpoint.self, from: kept) == endpoint)
        }
    }
#endif
