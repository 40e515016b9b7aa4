// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymJournal
    import AllonymMappings
    import AllonymServer
    import AllonymService
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// Webhooks of every provider that has a form, as a receiver on this machine gets them.
    @Suite struct WebhookDeliveryTests {
        private func profile(_ provider: String) throws -> DeliveryProfile {
            try #require(EveryProvider.mappings.deliveryProfiles[provider])
        }

        @Test func `The providers whose webhooks are written are known`() {
            #expect(Set(["nami", "purchasely", "revenuecat"]).isSubset(of: WebhookBench.providers))
        }

        @Test(arguments: WebhookBench.providers)
        func `A purchase is told once, in order, with the documented headers and a true signature`(
            provider: String
        ) async throws {
            let profile = try profile(provider)
            let endpoint = #","authorization":"token","secret":"s3cret""#
            try await WebhookBench.run(provider, endpoint: endpoint) { bench in
                try await bench.buy("month")
                await bench.deliver()
                await bench.deliver()
                let deliveries = try await bench.deliveries
                #expect(!deliveries.isEmpty)
                #expect(deliveries.allSatisfy { $0.state == .delivered && $0.tries == 1 })
                let received = bench.receiver.received
                #expect(received.map(\.body) == deliveries.map(\.body))
                for (request, delivery) in zip(received, deliveries) {
                    if profile.dedupe.count == 1 {
                        #expect(request.text(profile.dedupe[0]) == delivery.event)
                    }
                    for header in profile.headers {
                        switch header.content {
                        case .authorization(let prefix):
                            #expect(request.header(header.name) == prefix + "token")
                        case .mediaType(let type): #expect(request.header(header.name) == type)
                        case .timestamp, .signature: break
                        }
                    }
                    let saved = try SavedRequest(request.saved)
                    guard profile.signatures.contains(where: { $0.recipe != nil }) else { continue }
                    for (secret, holds) in [("s3cret", true), ("other", false)] {
                        let check = try SignatureCheck(saved, under: profile, secret: secret)
                        #expect(check.holds == holds, "\(check)")
                    }
                }
            }
        }

        @Test(arguments: WebhookBench.providers)
        func `Without a secret nothing is signed`(provider: String) async throws {
            let profile = try profile(provider)
            try await WebhookBench.run(provider) { bench in
                try await bench.buy("book")
                await bench.deliver()
                #expect(!bench.receiver.received.isEmpty)
                for request in bench.receiver.received {
                    for header in profile.headers {
                        guard case .mediaType = header.content else {
                            #expect(request.header(header.name) == nil, "\(header.name)")
                            continue
                        }
                    }
                }
            }
        }

        @Test(arguments: WebhookBench.providers)
        func
            `An event that fails is tried again after each pause, then kept, and replayed as it was`(
                provider: String
            ) async throws
        {
            let pauses = try profile(provider).pausesSeconds
            try await WebhookBench.run(provider) { bench in
                bench.receiver.answer(then: 500)
                try await bench.buy("book")
                await bench.deliver()
                var tries = 1
                for pause in pauses {
                    #expect(bench.receiver.received.count == tries)
                    try await bench.wait(pause - 1)
                    await bench.deliver()
                    #expect(bench.receiver.received.count == tries, "before \(pause) seconds")
                    try await bench.wait(1)
                    await bench.deliver()
                    tries += 1
                }
                let dead = try #require(try await bench.deliveries.first)
                #expect((dead.state, dead.tries) == (.failed, tries))
                #expect(dead.answer == "500")
                try await bench.wait(400 * 86_400)
                await bench.deliver()
                #expect(bench.receiver.received.count == tries)
                #expect(Set(bench.receiver.received.map(\.body)).count == 1)
                bench.receiver.answer()
                let replayed = await bench.server.call(
                    .post, "/allonym/v1/deliveries/\(dead.id)/replay", key: "admin")
                #expect(replayed["event"] as? String == dead.event)
                await bench.deliver()
                let last = try #require(bench.receiver.received.last)
                #expect(bench.receiver.received.count == tries + 1 && last.body == dead.body)
                #expect(try await bench.deliveries.first?.state == .delivered)
            }
        }

        @Test(arguments: WebhookBench.providers)
        func `Only the documented statuses acknowledge an event`(provider: String) async throws {
            let profile = try profile(provider)
            try await WebhookBench.run(provider) { bench in
                for status in [200, 201, 204, 302, 404, 410, 503] {
                    bench.receiver.answer([status])
                    try await bench.buy("book", as: "\(UUID())".lowercased())
                    let new = try #require(try await bench.deliveries.last)
                    await bench.deliver()
                    let settled = try await bench.server.project.withJournal {
                        try $0.delivery(new.id)
                    }
                    #expect(
                        (settled?.state == .delivered) == profile.isSuccess(status), "\(status)")
                    #expect(settled?.answer == "\(status)")
                    bench.receiver.answer()
                }
            }
        }

        @Test(arguments: [(true, .delivered), (false, .failed)] as [(Bool, Delivery.State)])
        func `What waits is sent where the project's file says at the next start, or nowhere`(
            isListed: Bool, state: Delivery.State
        ) async throws {
            let journal = MemoryJournal()
            try await WebhookBench.run("purchasely") { bench in
                func start(_ webhooks: String) throws -> WebhookBench {
                    let server = try TestServer("purchasely", webhooks: webhooks, journal: journal)
                    return WebhookBench(
                        server: server, receiver: bench.receiver, client: bench.client,
                        deliverer: Deliverer(
                            server.project, EveryProvider.mappings.deliveryProfiles, bench.client))
                }
                func hook(_ url: String) -> String {
                    #"[{"id":"mine","url":"\#(url)","allowLoopback":true}]"#
                }
                try await start(hook("http://127.0.0.1:9/")).buy("book")
                let later = try start(isListed ? hook(bench.receiver.url) : "[]")
                #expect(try await later.server.hosted.takeFile().count == 1)
                await later.deliver()
                let deliveries = try await later.deliveries
                #expect(!deliveries.isEmpty && deliveries.allSatisfy { $0.state == state })
                #expect(
                    deliveries.allSatisfy { ($0.answer == "the endpoint is gone") != isListed })
                #expect(bench.receiver.received.count == (isListed ? deliveries.count : 0))
            }
        }

        @Test(
            arguments: [
                "http://127.0.0.1:9/", "http://localhost:9/", "http://[::1]:9/", "http://10.1.2.3/",
                "http://172.16.0.1/", "http://192.168.1.1/", "http://169.254.169.254/latest",
                "http://0.0.0.0:9/", "http://[::ffff:127.0.0.1]:9/", "http://[fe80::1]/",
                "http://[fd00::1]/", "http://2130706433:9/",
            ])
        func `An address of this machine or a private network is refused unless it is meant`(
            url: String
        ) async throws {
            try await WebhookBench.run("revenuecat") { bench in
                let server = try TestServer("revenuecat", webhooks: #"[{"url":"\#(url)"}]"#)
                let other = WebhookBench(
                    server: server, receiver: bench.receiver, client: bench.client,
                    deliverer: Deliverer(
                        server.project, EveryProvider.mappings.deliveryProfiles, bench.client))
                try await other.buy("book")
                await other.deliver()
                let delivery = try #require(try await other.deliveries.first)
                #expect(delivery.state == .pending && delivery.tries == 1)
                #expect(delivery.answer?.contains("private network") == true, "\(delivery)")
            }
        }

        @Test(arguments: WebhookBench.providers)
        func `Neither a secret nor an authorization is in what the control API says of deliveries`(
            provider: String
        ) async throws {
            let endpoint = #","authorization":"t0ken-a","secret":["s3cret-a","s3cret-b"]"#
            try await WebhookBench.run(provider, endpoint: endpoint) { bench in
                bench.receiver.answer(then: 500)
                try await bench.buy("month")
                await bench.deliver()
                var texts = [
                    await bench.server.call(.get, "/allonym/v1/deliveries", key: "admin").text
                ]
                for delivery in try await bench.deliveries {
                    texts.append(
                        await bench.server.call(
                            .post, "/allonym/v1/deliveries/\(delivery.id)/replay", key: "admin"
                        ).text)
                    texts.append(String(decoding: delivery.body, as: UTF8.self))
                }
                #expect(texts[0].contains("\"500\""))
                for text in texts {
                    #expect(!text.contains("s3cret") && !text.contains("t0ken"))
                }
            }
        }

        @Test func `Whoever waits for deliveries is called as directly after many as after one`()
            async throws
        {
            let server = try TestServer(
                "revenuecat", webhooks: #"[{"url":"http://127.0.0.1:9/","allowLoopback":true}]"#)
            let depths = Locked<[Int]>([])
            server.project.onDeliveries {
                depths.withLock { $0.append(Thread.callStackReturnAddresses.count) }
            }
            for number in 0..<200 {
                _ = await server.post(
                    await server.buy("month", by: "app_store:\(number)"), as: "user-\(number)")
            }
            let (first, last) = depths.withLock { ($0.first, $0.last) }
            #expect(depths.withLock { $0.count } >= 200)
            #expect(try #require(last) < (try #require(first)) + 40)
        }
    }
#endif
