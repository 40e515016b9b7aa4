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
            let stated = try plan.calls().count / 5
            #expect(stated > 0)
            let header = try #require(
                EveryProvider.mappings.operations["revenuecat"]?.limitHeaders
                    .first { $0.content == .limit })
            let starts = Locked<[ContinuousClock.Instant]>([])
            let server = try await FaultyTarget(plan.rehearsal()) { _, _ in
                starts.withLock { $0.append(.now) }
                return .noted(headers: [header.name: "\(stated)"])
            }
            var options = SentPlan.options
            options.rate = .fixed(1_000, seconds: 1)
            options.concurrency = 1
            let report = try await plan.run(at: server.address, options)
            #expect(report.isComplete)
            let all = starts.withLock { $0 }.sorted()
            // Four customers are worked on before the first answer is read.
            let later = all.count - 4 - stated
            let least = Double(later) / Double(stated)
            #expect(least > 1)
            #expect((all.last ?? .now) - (all.first ?? .now) >= .seconds(least * 0.9))
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
