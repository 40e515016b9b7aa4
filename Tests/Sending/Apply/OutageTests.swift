// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMigration
    import AllonymSending
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import Testing

    /// Targets that answer everything with 5xx for a while, in the middle of a run.
    @Suite struct OutageTests {
        static let moves = [("revenuecat", "qonversion"), ("purchasely", "revenuecat")]

        /// How long the target is out: 3 s, or as many as the environment says.
        ///
        /// With 60 in `ALLONYM_OUTAGE_SECONDS` the pauses are those of the command.
        static let seconds =
            ProcessInfo.processInfo.environment["ALLONYM_OUTAGE_SECONDS"].flatMap(Double.init) ?? 3

        /// The answers of a target that is out; every third one has a time, which is far too short.
        private static func answer(_ number: Int) -> FaultyTarget.Mishap {
            switch number % 3 {
            case 0: .answer(500, headers: [:])
            case 1: .answer(503, headers: [:])
            default: .answer(503, headers: ["Retry-After": "\(seconds / 120)"])
            }
        }

        /// Whether the target is out, which it is from its fifth request on.
        private static func isOut(
            _ number: Int, since began: Locked<ContinuousClock.Instant?>
        ) -> Bool {
            guard number >= 4 else { return false }
            let begin = began.withLock { began in
                let begin = began ?? .now
                began = begin
                return begin
            }
            return ContinuousClock.now - begin < .seconds(seconds)
        }

        /// As many tries as the command has, and pauses that are to a minute as the outage is.
        private var options: ApplicationOptions {
            var options = SentPlan.options
            options.mostTries = ApplicationOptions().mostTries
            options.firstPause = .seconds(Self.seconds / 60)
            return options
        }

        /// What a plan leads to where nothing goes wrong.
        private func quiet(
            _ plan: SentPlan
        ) async throws -> (state: [String], changes: [String: Int]) {
            let server = try await FaultyTarget(plan.rehearsal())
            let report = try await plan.run(at: server.address)
            #expect(report.isComplete)
            let state = try await plan.state(at: server)
            #expect(!state.isEmpty)
            try plan.forget()
            return (state, server.changes)
        }

        @Test(arguments: moves)
        func `A target that is out for a minute is waited for, and nothing is done twice`(
            source: String, target: String
        ) async throws {
            let plan = try SentPlan(from: source, to: target, customers: 60)
            let expected = try await quiet(plan)
            let began = Locked<ContinuousClock.Instant?>(nil)
            let server = try await FaultyTarget(plan.rehearsal()) { number, _ in
                Self.isOut(number, since: began) ? Self.answer(number) : .none
            }
            let pauses = Locked(0)
            let report = try await plan.run(at: server.address, options) { far in
                pauses.withLock { $0 = max($0, far.pauses) }
            }
            #expect(report.isComplete, "\(report.lines.joined(separator: "\n"))")
            #expect(report.stopped == nil)
            #expect(pauses.withLock { $0 } > 0)
            #expect(report.seconds >= Self.seconds)
            #expect(try await plan.state(at: server) == expected.state)
            #expect(server.changes == expected.changes)
        }

        @Test(arguments: moves + [("revenuecat", "purchasely")])
        func `A storm of 429 is waited out, and each call is made once`(
            source: String, target: String
        ) async throws {
            let plan = try SentPlan(from: source, to: target, customers: 60)
            let expected = try await quiet(plan)
            let began = Locked<ContinuousClock.Instant?>(nil)
            let server = try await FaultyTarget(plan.rehearsal()) { number, _ in
                guard Self.isOut(number, since: began) else { return .none }
                let wait = ["Retry-After": "\(Self.seconds / 120)"]
                return .answer(429, headers: number.isMultiple(of: 2) ? wait : [:])
            }
            let report = try await plan.run(at: server.address, options)
            #expect(report.isComplete, "\(report.lines.joined(separator: "\n"))")
            #expect(report.seconds >= Self.seconds)
            #expect(report.readings == 0)
            #expect(try await plan.state(at: server) == expected.state)
            let made = try plan.made(at: server)
            #expect(made.contains { $0.requests.contains(where: \.isStruck) })
            for made in made { #expect(made.answers.count == 1, "\(made.writer)") }
        }

        @Test(arguments: moves)
        func `A target that is out for longer ends the run, and the next one ends the same`(
            source: String, target: String
        ) async throws {
            let plan = try SentPlan(from: source, to: target, customers: 60)
            let expected = try await quiet(plan)
            let isOut = Locked(true)
            let server = try await FaultyTarget(plan.rehearsal()) { number, _ in
                number >= 4 && isOut.withLock { $0 } ? Self.answer(number) : .none
            }
            var options = SentPlan.options
            options.mostTries = 3
            options.firstPause = .milliseconds(10)
            let cut = try await plan.run(at: server.address, options)
            #expect(cut.stopped == "unreachable")
            #expect(cut.stoppedBecause?.hasPrefix("the target cannot be reached: 50") == true)
            #expect(!cut.isComplete)
            #expect(cut.customers.left > 0)
            #expect(cut.next.contains { $0.hasPrefix("Start the same command again to go on") })
            // Still out, it is said again, and nothing changes there.
            let changes = server.changes
            #expect(try await plan.run(at: server.address, options).stopped == "unreachable")
            #expect(server.changes == changes)

            isOut.withLock { $0 = false }
            let rest = try await plan.run(at: server.address, options)
            #expect(rest.isComplete, "\(rest.lines.joined(separator: "\n"))")
            #expect(try await plan.state(at: server) == expected.state)
            #expect(server.changes == expected.changes)
            #expect(plan.lines(of: "failed.jsonl").isEmpty)
        }

        @Test func `Of calls that nothing reads back few are lost to a target that only fails`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "purchasely", customers: 120)
            let all = try plan.customers().count
            let server = try await FaultyTarget(plan.rehearsal()) { _, _ in
                .answer(500, headers: [:])
            }
            var options = SentPlan.options
            options.mostTries = 5
            let cut = try await plan.run(at: server.address, options)
            #expect(cut.stopped == "unreachable")
            #expect(cut.stoppedBecause?.contains("500") == true)
            // Those that were on their way together, and those that tried whether it is back.
            let most = options.concurrency + options.mostTries + 1
            #expect(cut.customers.unknown <= most, "\(cut.lines.joined(separator: "\n"))")
            #expect(all > most)
        }

        @Test func `A target that fails each call once is soon found to be there`() async throws {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion", customers: 60)
            let expected = try await quiet(plan)
            let failed = Locked<Set<String>>([])
            let server = try await FaultyTarget(plan.rehearsal()) { _, line in
                // What reads calls back does not fail.
                !line.hasPrefix("GET ") && failed.withLock { $0.insert(line).inserted }
                    ? .answer(503, headers: [:]) : .none
            }
            var options = SentPlan.options
            options.mostTries = 3
            options.concurrency = 1
            let report = try await plan.run(at: server.address, options)
            #expect(report.isComplete, "\(report.lines.joined(separator: "\n"))")
            #expect(failed.withLock { $0.count } > options.mostTries * 10)
            #expect(try await plan.state(at: server) == expected.state)
            #expect(server.changes == expected.changes)
        }

        @Test func `A customer whose call alone always fails does not end the run`() async throws {
            let plan = try SentPlan(from: "purchasely", to: "revenuecat", customers: 60)
            let failing = try #require(try plan.calls().last).path
            let server = try await FaultyTarget(plan.rehearsal()) { _, line in
                line.hasSuffix(failing) && failing.contains("subscribers")
                    ? .answer(500, headers: [:]) : .none
            }
            let report = try await plan.run(at: server.address, options)
            #expect(report.customers.all == report.customers.complete + report.customers.unknown)
        }

        @Test func `A target is waited for two minutes, and never asked sooner than it says`() {
            let options = ApplicationOptions()
            var waited = Duration.zero
            for tries in 1...options.mostTries {
                let pause = options.pause(after: tries)
                #expect(pause >= .seconds(1) && pause <= .seconds(30))
                #expect(options.pause(after: tries, asked: .zero) == pause)
                #expect(options.pause(after: tries, asked: .seconds(45)) == .seconds(45))
                // A minute is over before the last try.
                if tries == options.mostTries - 1 { #expect(waited >= .seconds(60)) }
                waited += pause
            }
            #expect(waited == .seconds(121))
        }
    }
#endif
