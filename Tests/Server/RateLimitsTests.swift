// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymMappings
    import AllonymServer
    import AllonymSimulation
    import AllonymTestSupport
    import HTTPTypes
    import Testing

    /// How many calls a project answers, where it is asked to keep the provider's limits.
    @Suite struct RateLimitsTests {
        private let list = "/v2/projects/test/apps"

        @Test func `Without being asked for, no limit holds`() async throws {
            let server = try TestServer("revenuecat")
            for _ in 0..<70 {
                let reply = await server.call(.get, list, key: "secret")
                #expect(reply.status == 200)
                #expect(reply.header("RevenueCat-Rate-Limit-Current-Limit") == nil)
            }
        }

        @Test func `The last call of a minute is answered, the next says when to come again`()
            async throws
        {
            let server = try TestServer("revenuecat", hasRateLimits: true)
            for call in 1...60 {
                let reply = await server.call(.get, list, key: "secret")
                #expect(reply.status == 200)
                #expect(reply.header("RevenueCat-Rate-Limit-Current-Usage") == "\(call)")
                #expect(reply.header("RevenueCat-Rate-Limit-Current-Limit") == "60")
            }
            let refused = await server.call(.get, list, key: "secret")
            #expect(refused.status == 429)
            let seconds = try #require(refused.header("Retry-After").flatMap { Int($0) })
            #expect((1...60).contains(seconds))
            #expect(refused.object["type"] as? String == "rate_limit_error")
            #expect(refused.object["backoff_ms"] as? Int == seconds * 1_000)
            // Calls of another class, and those without one, are counted for themselves.
            #expect(
                await server.call(.get, "/v2/projects/test/customers", key: "secret").status == 200)
            #expect(await server.call(.get, "/v1/subscribers/ann").status == 201)
        }

        @Test func `Keys and classes have periods of their own, which end`() throws {
            let operations = try #require(EveryProvider.mappings.operations["revenuecat"])
            let time = Locked(ContinuousClock.now)
            let limits = RateLimits(operations) { time.withLock { $0 } }
            for _ in 0..<5 { #expect(limits.count("charts", key: "a")?.wait == nil) }
            time.withLock { $0 += .seconds(59.5) }
            #expect(limits.count("charts", key: "a")?.wait == 1)
            #expect(limits.count("charts", key: "b")?.usage == 1)
            #expect(limits.count("customer-information", key: "a")?.usage == 1)
            #expect(limits.count("v1", key: "a") == nil)
            #expect(limits.count(nil, key: "a") == nil)
            time.withLock { $0 += .seconds(0.5) }
            #expect(limits.count("charts", key: "a")?.usage == 1)
        }

        @Test func `After fifty deletions in ten minutes none is taken for ten minutes`() throws {
            let operations = try #require(EveryProvider.mappings.operations["purchasely"])
            let time = Locked(ContinuousClock.now)
            let limits = RateLimits(operations) { time.withLock { $0 } }
            func wait() -> Int? { limits.count("deletions", key: "a")?.wait }
            for _ in 0..<50 { #expect(wait() == nil) }
            // The ten minutes begin with the one that was too many, and with no later one.
            time.withLock { $0 += .seconds(300) }
            #expect(wait() == 600)
            time.withLock { $0 += .seconds(599) }
            #expect(wait() == 1)
            time.withLock { $0 += .seconds(1) }
            #expect(wait() == nil)
        }
    }
#endif
