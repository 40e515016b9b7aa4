// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import AllonymSending
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import Testing

    /// Targets that say how many calls they take.
    @Suite struct StatedLimitTests {
        @Test func `No more calls start than the target's answers say that it takes`() async throws
        {
            let plan = try SentPlan(from: "purchasely", to: "revenuecat")
            // So many a minute that all of them take two seconds.
            let stated = try plan.calls().count * 30
            let header = try #require(
                EveryProvider.mappings.operations["revenuecat"]?.limitHeaders
                    .first { $0.content == .limit })
            let starts = Locked<[ContinuousClock.Instant]>([])
            let server = try await FaultyTarget(plan.rehearsal()) { _, _ in
                starts.withLock { $0.append(.now) }
                return .noted(headers: [header.name: "\(stated)"])
            }
            var options = SentPlan.options
            options.rate = .fixed(10_000, seconds: 1)
            options.concurrency = 1
            let report = try await plan.run(at: server.address, options)
            #expect(report.isComplete)
            let all = starts.withLock { $0 }.sorted()
            // Four customers are worked on before the first answer is read.
            let least = Double(all.count - 5) * 60 / Double(stated)
            #expect(least > 1)
            #expect((all.last ?? .now) - (all.first ?? .now) >= .seconds(least * 0.9))
        }

        @Test(arguments: [
            (Rate.fixed(20, seconds: 1), 10, "10/60s"),
            (.fixed(28_800, seconds: 3_600), 480, "28800/3600s"),
        ])
        func `The limit that answers state is one a minute, whatever time --rate has`(
            rate: Rate, stated: Int, expected: String
        ) async throws {
            let plan = try SentPlan(from: "purchasely", to: "revenuecat")
            let header = try #require(
                EveryProvider.mappings.operations["revenuecat"]?.limitHeaders
                    .first { $0.content == .limit })
            #expect(header.seconds == 60)
            let server = try await FaultyTarget(plan.rehearsal()) { _, _ in
                .noted(headers: [header.name: "\(stated)"])
            }
            var options = SentPlan.options
            options.rate = rate
            options.concurrency = 1
            let stop = StopSignal()
            let kept = Locked<String?>(nil)
            _ = try await plan.run(at: server.address, options, stop: stop) { far in
                guard far.sent >= 3 else { return }
                kept.withLock { $0 = far.limit }
                stop.set()
            }
            #expect(kept.withLock { $0 } == expected)
        }

        @Test func `Where others have used up the target's limit nothing starts for a second`()
            async throws
        {
            let plan = try SentPlan(from: "purchasely", to: "revenuecat")
            let headers = try #require(
                EveryProvider.mappings.operations["revenuecat"]?.limitHeaders)
            let used = Dictionary(headers.map { ($0.name, "1000") }) { first, _ in first }
            #expect(Set(headers.map(\.content)) == [.usage, .limit])
            let starts = Locked<[ContinuousClock.Instant]>([])
            let server = try await FaultyTarget(plan.rehearsal()) { number, _ in
                starts.withLock { $0.append(.now) }
                return number == 2 ? .noted(headers: used) : .none
            }
            var options = SentPlan.options
            options.concurrency = 1
            #expect(try await plan.run(at: server.address, options).isComplete)
            let all = starts.withLock { $0 }
            #expect(all[3] - all[2] >= .seconds(1))
        }
    }
#endif
