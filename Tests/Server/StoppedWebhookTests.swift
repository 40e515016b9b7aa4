// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymJournal
    import AllonymServer
    import Testing

    /// Webhooks that are on their way when the server is told to stop.
    @Suite struct StoppedWebhookTests {
        @Test(arguments: WebhookBench.providers)
        func `What is on its way is waited for and written down, and nothing else is begun`(
            provider: String
        ) async throws {
            try await WebhookBench.run(provider) { bench in
                bench.receiver.hold()
                try await bench.buy("book")
                try await bench.buy("month")
                let running = Task { await bench.deliverer.run() }
                try await bench.receiver.receive(1)
                bench.deliverer.stop()
                bench.receiver.release()
                await running.value
                #expect(bench.receiver.received.count == 1)
                let deliveries = try await bench.deliveries
                let first = try #require(deliveries.first)
                #expect(first.state == .delivered && first.tries == 1)
                let others = deliveries.dropFirst()
                #expect(!others.isEmpty)
                #expect(others.allSatisfy { $0.state == .pending && $0.tries == 0 })
                // The next process goes on with the rest.
                let next = bench.restarted
                while await next.deliverDue() {}
                let last = try await bench.deliveries
                #expect(last.allSatisfy { $0.state == .delivered && $0.tries == 1 })
                #expect(bench.receiver.received.map(\.body) == last.map(\.body))
            }
        }

        @Test(arguments: WebhookBench.providers)
        func `A try that is cut off is none, and the event is sent again at once`(
            provider: String
        ) async throws {
            try await WebhookBench.run(provider) { bench in
                bench.receiver.hold()
                try await bench.buy("book")
                let before = try await bench.deliveries
                let running = Task { await bench.deliverer.run() }
                try await bench.receiver.receive(1)
                running.cancel()
                await running.value
                bench.receiver.release()
                #expect(try await bench.deliveries == before)
                #expect(before.map(\.answer) == [nil])
                await bench.deliver()
                #expect(try await bench.deliveries.map(\.state) == [.delivered])
                #expect(try await bench.deliveries.map(\.tries) == [1])
            }
        }
    }
#endif
