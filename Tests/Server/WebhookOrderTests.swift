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

    /// In which order webhooks come where one of them is not accepted.
    @Suite struct WebhookOrderTests {
        private static let none = #","order":"none""#

        private func profile(_ provider: String) throws -> DeliveryProfile {
            try #require(EveryProvider.mappings.deliveryProfiles[provider])
        }

        @Test(
            arguments: WebhookBench.providers,
            ["", #","order":"user""#, WebhookOrderTests.none])
        func `An event that fails holds up its user's later ones, unless they may overtake it`(
            provider: String, endpoint: String
        ) async throws {
            let profile = try profile(provider)
            let keepsOrder = endpoint != Self.none || profile.order == .user
            let pause = profile.pausesSeconds[0]
            try await WebhookBench.run(provider, endpoint: endpoint) { bench in
                bench.receiver.answer([500])
                try await bench.buy("book")
                await bench.deliver()
                #expect(bench.receiver.received.count == 1)
                let head = bench.receiver.received[0].body
                // What comes to the same user while the first one waits, and to another.
                try await bench.wait(1)
                try await bench.buy("month")
                try await bench.buy("book", as: WebhookBench.bob)
                let users = Set(try await bench.deliveries.map(\.user))
                #expect(users == [WebhookBench.ann, WebhookBench.bob])
                // Another process goes on.
                let next = bench.restarted
                while await next.deliverDue() {}
                let own = try await bench.deliveries.filter { $0.user == WebhookBench.ann }
                let waits = own.dropFirst().allSatisfy { $0.state == .pending && $0.tries == 0 }
                #expect(waits == keepsOrder)
                #expect(
                    try await bench.deliveries.filter { $0.user == WebhookBench.bob }
                        .allSatisfy { $0.state == .delivered })
                bench.receiver.forget()
                try await bench.wait(pause)
                while await next.deliverDue() {}
                #expect(bench.receiver.received.first?.body == head)
                #expect(try await bench.deliveries.allSatisfy { $0.state == .delivered })
                if keepsOrder {
                    #expect(bench.receiver.received.map(\.body) == own.map(\.body))
                }
            }
        }

        @Test(arguments: WebhookBench.providers, [true, false])
        func `What was delayed and never tried holds up later events, after a restart too`(
            provider: String, isRestarted: Bool
        ) async throws {
            try await WebhookBench.run(provider) { bench in
                bench.server.project.faults.add(.delay, next: 1)
                try await bench.buy("book")
                await bench.deliver()
                #expect(try await bench.deliveries.allSatisfy { $0.tries == 0 })
                try await bench.wait(1)
                try await bench.buy("month")
                let next = isRestarted ? bench.restarted : bench.deliverer
                while await next.deliverDue() {}
                #expect(bench.receiver.received.isEmpty)
                try await bench.wait(59)
                while await next.deliverDue() {}
                #expect(
                    bench.receiver.received.map(\.body) == (try await bench.deliveries.map(\.body)))
            }
        }

        @Test(arguments: [true, false], [true, false])
        func `An event holds up those that name an ID which its customer got since`(
            isKnown: Bool, isRestarted: Bool
        ) async throws {
            let pause = try profile("revenuecat").pausesSeconds[0]
            let anonymous = "$RCAnonymousID:0123456789abcdef0123456789abcdef"
            try await WebhookBench.run("revenuecat") { bench in
                if isKnown {
                    _ = await bench.server.call(.get, "/v1/subscribers/\(WebhookBench.ann)")
                }
                bench.receiver.answer([500])
                let token = await bench.server.buy("year")
                #expect(await bench.server.post(token, as: anonymous).status < 300)
                await bench.deliver()
                #expect(bench.receiver.received.count == 1)
                let reply = await bench.server.call(
                    .post, "/v1/subscribers/identify",
                    #"{"app_user_id":"\#(anonymous)","new_app_user_id":"\#(WebhookBench.ann)"}"#)
                #expect(reply.status < 300)
                try await bench.wait(1)
                try await bench.buy("book")
                let users = try await bench.deliveries.map(\.user)
                #expect(users.first == anonymous && users.last == WebhookBench.ann)
                let next = isRestarted ? bench.restarted : bench.deliverer
                while await next.deliverDue() {}
                #expect(bench.receiver.received.count == 1)
                bench.receiver.forget()
                try await bench.wait(pause)
                while await next.deliverDue() {}
                #expect(
                    bench.receiver.received.map(\.body) == (try await bench.deliveries.map(\.body)))
            }
        }

        /// Those that wait long enough for a busy machine: not Purchasely's ten seconds.
        private static let patient = WebhookBench.providers.filter { provider in
            let profile = EveryProvider.mappings.deliveryProfiles[provider]
            return profile?.timeoutSeconds ?? 60 >= 60
        }

        @Test(arguments: patient)
        func `A slow answer holds up the user's later events, and nobody else's`(
            provider: String
        ) async throws {
            try await WebhookBench.run(provider) { bench in
                bench.receiver.hold(next: 1)
                try await bench.buy("book")
                let running = Task { await bench.deliverer.run() }
                try await bench.receiver.receive(1)
                try await bench.buy("month")
                try await bench.buy("book", as: WebhookBench.bob)
                func own(_ user: String) async throws -> [Delivery] {
                    try await bench.deliveries.filter { $0.user == user }
                }
                let others = try await own(WebhookBench.bob)
                try await bench.receiver.receive(1 + others.count)
                // It is still on its way: it has not run into its time-out meanwhile.
                let waiting = try await own(WebhookBench.ann)
                #expect(waiting.allSatisfy { $0.state == .pending && $0.tries == 0 })
                let first = waiting.map(\.body)
                #expect(
                    bench.receiver.received.map(\.body) == first.prefix(1) + others.map(\.body))
                bench.receiver.release()
                try await bench.receiver.receive(others.count + first.count)
                bench.deliverer.stop()
                await running.value
                let last = try await bench.deliveries
                #expect(last.allSatisfy { $0.state == .delivered && $0.tries == 1 })
                let sent = bench.receiver.received.map(\.body)
                #expect(sent.count == last.count && sent.filter(first.contains) == first)
            }
        }

        @Test(arguments: WebhookBench.providers)
        func `An event that is given up holds up nobody any more`(provider: String) async throws {
            let pauses = try profile(provider).pausesSeconds
            try await WebhookBench.run(provider) { bench in
                bench.receiver.answer(Array(repeating: 500, count: pauses.count + 1))
                try await bench.buy("book")
                await bench.deliver()
                try await bench.buy("month")
                try await bench.wait(pauses.reduce(0, +))
                await bench.deliver()
                let deliveries = try await bench.deliveries
                #expect(deliveries.map(\.state).first == .failed)
                #expect(deliveries.dropFirst().allSatisfy { $0.state == .delivered })
            }
        }

        @Test(arguments: WebhookBench.providers)
        func `What is sent again by hand waits for no later event, and lets none pass`(
            provider: String
        ) async throws {
            let pause = try profile(provider).pausesSeconds[0]
            try await WebhookBench.run(provider) { bench in
                try await bench.buy("book")
                await bench.deliver()
                bench.receiver.answer([500, 500, 200])
                try await bench.buy("month")
                await bench.deliver()
                // The first event again, which fails, and the one that waits, by hand as well.
                func replay(_ id: Int) async {
                    let path = "/allonym/v1/deliveries/\(id)/replay"
                    #expect(await bench.server.call(.post, path, key: "admin").status == 200)
                    await bench.deliver()
                }
                await replay(1)
                #expect(try await bench.deliveries[0].answer == "500")
                await replay(1)
                #expect(try await bench.deliveries[0].state == .delivered)
                #expect(try await bench.deliveries.dropFirst().allSatisfy { $0.state == .pending })
                await replay(2)
                #expect(try await bench.deliveries[1].state == .delivered)
                try await bench.wait(pause)
                await bench.deliver()
                #expect(try await bench.deliveries.allSatisfy { $0.state == .delivered })
            }
        }

        @Test(
            arguments: [
                (#""user""#, nil, true), (#""none""#, true, true), ("null", nil, true),
                (#""strict""#, nil, false), ("true", nil, false), (#""""#, nil, false),
            ] as [(String, Bool?, Bool)])
        func `The order of an endpoint is one of two words`(
            word: String, overtakes: Bool?, isTaken: Bool
        ) throws {
            let object = try JSONObject(Array(#"{"url":"http://a.b/","order":\#(word)}"#.utf8))
            func read() throws -> Endpoint {
                try Endpoint(object, providers: EveryProvider.keys, own: "revenuecat")
            }
            guard isTaken else {
                let fault = try #require(throws: DocumentFault.self) { try read() }
                #expect(fault.member == "order")
                return
            }
            let endpoint = try read()
            #expect(endpoint.overtakes == overtakes)
            let kept = try JSONEncoder().encode(endpoint)
            #expect(try JSONDecoder().decode(Endpoint.self, from: kept) == endpoint)
        }
    }
#endif
