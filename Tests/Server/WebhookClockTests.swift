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
    import Testing

    /// Further tries of webhooks, by the project's clock.
    @Suite struct WebhookClockTests {
        private func pauses(_ provider: String) throws -> [Int] {
            try #require(EveryProvider.mappings.deliveryProfiles[provider]).pausesSeconds
        }

        /// A project whose first webhook has failed once, and when that was.
        private func failing(
            _ provider: String,
            _ body: @Sendable (WebhookBench, _ start: Int64) async throws -> Void
        ) async throws {
            try await WebhookBench.run(provider) { bench in
                bench.receiver.answer(then: 500)
                try await bench.buy("book")
                let start = try #require(try await bench.deliveries.first?.due)
                await bench.deliver()
                #expect(bench.receiver.received.count == 1)
                try await body(bench, start)
            }
        }

        @Test(arguments: WebhookBench.providers)
        func `A clock that is moved over all tries has all of them made at once`(
            provider: String
        ) async throws {
            let pauses = try pauses(provider)
            try await failing(provider) { bench, _ in
                try await bench.wait(pauses.reduce(0, +))
                await bench.deliver()
                #expect(bench.receiver.received.count == pauses.count + 1)
                let dead = try #require(try await bench.deliveries.first)
                #expect((dead.state, dead.tries) == (.failed, pauses.count + 1))
            }
        }

        @Test(arguments: WebhookBench.providers)
        func `A second less leaves the last try for later, counted from the one before`(
            provider: String
        ) async throws {
            let pauses = try pauses(provider)
            try await failing(provider) { bench, start in
                try await bench.wait(pauses.reduce(0, +) - 1)
                await bench.deliver()
                #expect(bench.receiver.received.count == pauses.count)
                let waiting = try #require(try await bench.deliveries.first)
                #expect((waiting.state, waiting.tries) == (.pending, pauses.count))
                #expect(waiting.due == start + Int64(pauses.reduce(0, +)) * 1_000)
                bench.receiver.answer()
                try await bench.wait(1)
                await bench.deliver()
                #expect(try await bench.deliveries.first?.state == .delivered)
            }
        }

        @Test(arguments: WebhookBench.providers)
        func `Tries that were due before another event of the user come before it`(
            provider: String
        ) async throws {
            let pauses = try pauses(provider)
            try await failing(provider) { bench, _ in
                try await bench.wait(pauses.prefix(2).reduce(0, +) + 1)
                try await bench.buy("month")
                let answers = pauses.count > 1 ? [500] : []
                bench.receiver.answer(answers)
                await bench.deliver()
                let deliveries = try await bench.deliveries
                #expect(deliveries.allSatisfy { $0.state == .delivered })
                let first = [deliveries[0].body]
                let tries = first + first + answers.flatMap { _ in first }
                #expect(
                    bench.receiver.received.map(\.body)
                        == tries + deliveries.dropFirst().map(\.body))
            }
        }

        @Test func `By the machine's clock a late try is made once, and the pause is from then`()
            async throws
        {
            let pause = try pauses("revenuecat")[0]
            try await WebhookBench.run("revenuecat") { bench in
                bench.receiver.answer(then: 500)
                try await bench.buy("book")
                // Nobody has delivered anything since New Year.
                let now = Date()
                try await bench.server.project.perform { state, _ in
                    state.change(try state.clock.released(at: now))
                }
                await bench.deliver()
                #expect(bench.receiver.received.count == 1)
                let waiting = try #require(try await bench.deliveries.first)
                #expect((waiting.state, waiting.tries) == (.pending, 1))
                #expect(waiting.due >= now.milliseconds + Int64(pause) * 1_000)
            }
        }
    }
#endif
