// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSending
    import AllonymSimulation
    import AllonymTestSupport
    import Testing

    /// Plans applied over a network that misbehaves, to a target whose calls nobody reads back and
    /// nobody says to be harmless when repeated.
    @Suite struct UnreadableTargetTests {
        /// What a network does that leaves open whether a call was done.
        static let mishaps: [(String, FaultyTarget.Mishap)] = [
            ("cut after", .cutAfter), ("cut before", .cutBefore), ("late", .late),
            ("500", .answer(500, headers: [:])), ("500 though done", .done(500)),
            ("502 though done", .done(502)), ("503", .answer(503, headers: [:])),
            ("503 though done", .done(503)),
            ("503 with a time", .answer(503, headers: ["Retry-After": "0"])),
            ("408", .answer(408, headers: [:])),
        ]

        @Test(arguments: mishaps.indices)
        func `A call whose answer was lost is sent once more when asked for, and leads to the same`(
            index: Int
        ) async throws {
            let (name, mishap) = Self.mishaps[index]
            let plan = try SentPlan(from: "revenuecat", to: "purchasely", customers: 60)
            let calls = try plan.calls().count
            try #require(calls >= 4)
            let quiet = try await FaultyTarget(plan.rehearsal())
            #expect(try await plan.run(at: quiet.address).isComplete)
            let expected = try await plan.state(at: quiet)
            #expect(!expected.isEmpty)
            try plan.forget()

            let isBad = Locked(true)
            let server = try await FaultyTarget(plan.rehearsal()) { number, _ in
                isBad.withLock { $0 } && number % 3 == 0 ? mishap : .none
            }
            let timeout: Int64 = if case .late = mishap { 400 } else { 120_000 }
            let report = try await plan.run(at: server.address, timeout: timeout)
            let unknown = report.calls["unknown", default: 0]
            #expect(unknown > 0, "\(name)")
            #expect(!report.isComplete)
            #expect(report.sent == calls, "\(name): nothing is sent twice unasked")
            #expect(try await plan.run(at: server.address, timeout: timeout).sent == 0)

            isBad.withLock { $0 = false }
            var options = SentPlan.options
            options.resendUnknown = true
            let again = try await plan.run(at: server.address, options)
            #expect(again.isComplete, "\(name): \(again.lines.joined(separator: "\n"))")
            #expect(again.sent == unknown, "\(name)")
            #expect(server.count <= calls + unknown)
            #expect(try await plan.state(at: server) == expected, "\(name)")
        }

        @Test(arguments: [
            ("429", FaultyTarget.Mishap.answer(429, headers: [:])),
            ("429 with a time", .answer(429, headers: ["Retry-After": "0"])), ("twice", .twice),
        ])
        func `What was one call too many is made later, and what a proxy repeats leads to the same`(
            name: String, mishap: FaultyTarget.Mishap
        ) async throws {
            let plan = try SentPlan(from: "revenuecat", to: "purchasely", customers: 60)
            let calls = try plan.calls().count
            let quiet = try await FaultyTarget(plan.rehearsal())
            #expect(try await plan.run(at: quiet.address).isComplete)
            let expected = try await plan.state(at: quiet)
            try plan.forget()

            let server = try await FaultyTarget(plan.rehearsal()) { number, _ in
                number % 3 == 0 ? mishap : .none
            }
            let report = try await plan.run(at: server.address)
            #expect(report.isComplete, "\(name): \(report.lines.joined(separator: "\n"))")
            #expect(report.calls == ["done": calls], "\(name)")
            if name == "twice" {
                #expect(report.sent == calls && server.count > calls)
            } else {
                #expect(report.sent > calls && server.count == calls, "\(name)")
            }
            #expect(try await plan.state(at: server) == expected, "\(name)")
        }
    }
#endif
