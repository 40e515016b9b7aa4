// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMigration
    import AllonymSending
    import AllonymSimulation
    import AllonymTestSupport
    import Testing

    /// What a run tells of itself on its way, which is all that the progress line says.
    @Suite struct ProgressTests {
        /// Runs a plan, and returns its report and everything that was told.
        private func run(
            _ plan: SentPlan, at server: FaultyTarget, _ options: ApplicationOptions
        ) async throws -> (report: ApplicationReport, told: [ApplicationProgress]) {
            let all = Locked<[ApplicationProgress]>([])
            let report = try await plan.run(at: server.address, options) { far in
                all.withLock { $0.append(far) }
            }
            return (report, all.withLock { $0 })
        }

        @Test func `Every call is counted once, and the limit is told from the first on`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion", customers: 15)
            let calls = try plan.calls().count
            let server = try await FaultyTarget(plan.rehearsal())
            var options = SentPlan.options
            options.rate = .fixed(2_000, seconds: 1)
            let (report, told) = try await run(plan, at: server, options)
            #expect(report.isComplete)
            #expect(told.allSatisfy { $0.total == calls && $0.limit == "2000/1s" })
            #expect(told.allSatisfy { $0.finished <= calls && $0.ended <= $0.sent })
            #expect(told.map(\.finished).max() == calls)
            let last = try #require(told.max(by: { $0.ended < $1.ended }))
            #expect(last.ended == calls && last.sent == calls && last.faults == 0)
            #expect(last.pauses == 0 && last.reason == nil)
        }

        @Test func `A run that goes on begins with what is done, and counts only what it does`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion", customers: 15)
            let calls = try plan.calls().count
            let server = try await FaultyTarget(plan.rehearsal())
            var options = SentPlan.options
            options.canary = 2
            let canary = try await plan.run(at: server.address, options)
            let (rest, told) = try await run(plan, at: server, SentPlan.options)
            #expect(told.map(\.finished).min() == canary.sent)
            #expect(told.map(\.finished).max() == calls)
            #expect(told.map(\.ended).max() == rest.sent)
            #expect(rest.sent + canary.sent == calls)
        }

        @Test(arguments: [nil, 3])
        func `What a run will make is told from the first on, and what came to nothing by its kind`(
            canary: Int?
        ) async throws {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion", customers: 15)
            let user = try #require(
                plan.calls().first { $0.id.hasPrefix("qonversion.rest-user.") }?.path)
            let server = try await FaultyTarget(plan.rehearsal()) { _, line in
                line == "POST \(user)" ? .answer(400, headers: [:]) : .none
            }
            var options = SentPlan.options
            options.canary = canary
            options.concurrency = 1
            let coming = try await plan.coming(at: server.address, options).calls
            #expect(canary == nil ? coming == (try plan.calls().count) : coming > 0)
            let (_, told) = try await run(plan, at: server, options)
            #expect(told.allSatisfy { $0.coming == coming && $0.made <= coming })
            let last = try #require(told.max(by: { $0.ended < $1.ended }))
            #expect(last.faultKinds == [FaultKind(.refused, "HTTP 400"): 1])
            #expect(last.faultKinds.named(most: 1) == ["1 refused (HTTP 400)"])
            // What is done is not to come, and what was refused only if it is asked for again.
            options.canary = nil
            let rest = try await plan.coming(at: server.address, options).calls
            #expect(rest == (try plan.calls().count) - last.made)
        }

        @Test(
            arguments: [
                ([.done: 20, .refused: 10], true), ([.done: 19, .refused: 10], false),
                ([.done: 28, .refused: 2], false), ([.byHand: 300, .done: 20, .refused: 10], true),
                ([.byHand: 300, .refused: 10], false),
            ] as [([CallState: Int], Bool)])
        func `Errors are a share of the calls that were made, of 30 at the least`(
            outcomes: [CallState: Int], areTooMany: Bool
        ) {
            var far = ApplicationProgress()
            far.outcomes = outcomes
            let stop = far.tooManyErrors(0.1)
            #expect((stop != nil) == areTooMany)
            #expect(
                stop.map { "\($0)" }?.contains("10 of 30 calls did not succeed, more than 10 %")
                    != false)
        }

        @Test func `A pause is told with its reason and its length, and both go with it`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion", customers: 15)
            let server = try await FaultyTarget(plan.rehearsal()) { number, _ in
                number == 4 ? .answer(503, headers: ["Retry-After": "2"]) : .none
            }
            let (report, told) = try await run(plan, at: server, SentPlan.options)
            #expect(report.isComplete)
            #expect(told.contains { $0.hold > .zero && $0.reason == "503" })
            #expect(told.allSatisfy { $0.hold <= .seconds(2) })
            #expect(told.allSatisfy { $0.hold > .zero || $0.reason == nil })
            #expect(told.map(\.pauses).max() == 1)
            #expect(told.max(by: { $0.ended < $1.ended })?.reason == nil)
        }
    }
#endif
