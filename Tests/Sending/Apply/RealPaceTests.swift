// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSending
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import Testing

    /// Limits over time that really passes.
    ///
    /// What a limit is with invented time is in ``PaceTests``.
    @Suite struct RealPaceTests {
        @Test func `No more calls begin in a second than the rate says, however many wait`()
            async throws
        {
            let (count, seconds) = (20, 1)
            let turns = Turns(Pace(count, seconds: seconds))
            let began = ContinuousClock.now
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<(count * 3) {
                    group.addTask {
                        try await turns.next()
                        try await turns.begin()
                    }
                }
                try await group.waitForAll()
            }
            // Each of them begins more than a second after the one twenty before it.
            #expect(ContinuousClock.now - began > .seconds(seconds * 2))
        }

        /// A run of more than two minutes, so only where the machine has nothing else to do.
        @Test(.enabled(if: ProcessInfo.processInfo.environment["ALLONYM_REAL_MINUTE"] == "1"))
        func `In any minute a target sees at most what the rate says, and 0.98 of it at least`()
            async throws
        {
            let count = 600
            let plan = try SentPlan(from: "revenuecat", to: "qonversion", customers: 1_200)
            #expect(try plan.calls().count > count * 130 / 60)
            let arrivals = Locked<[ContinuousClock.Instant]>([])
            let server = try await FaultyTarget(plan.rehearsal()) { _, _ in
                arrivals.withLock { $0.append(.now) }
                return .none
            }
            var options = SentPlan.options
            options.rate = .fixed(count, seconds: 60)
            let stop = StopSignal()
            let watch = Task {
                try await Task.sleep(for: .seconds(130))
                stop.set()
            }
            let report = try await plan.run(at: server.address, options, stop: stop)
            watch.cancel()
            #expect(report.seconds >= 125, "the plan has too few calls")
            let all = arrivals.withLock { $0 }.sorted()
            let last = try #require(all.last)
            var end = 0
            var windows = 0
            for (begin, start) in all.enumerated() {
                while end < all.count, all[end] - start < .seconds(60) { end += 1 }
                #expect(end - begin <= count)
                // The run goes on for the whole of this minute.
                guard last - start >= .seconds(60) else { continue }
                windows += 1
                #expect(Double(end - begin) >= 0.98 * Double(count))
            }
            #expect(windows > count / 2)
        }
    }
#endif
