// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSending
    import AllonymTestSupport
    import Testing

    /// Plans applied over a network that misbehaves, to targets that can be read back and to those
    /// that take a receipt twice.
    @Suite struct MishapTests {
        /// What a network does to every third request, and how often at most to each.
        static let mishaps: [(String, FaultyTarget.Mishap)] = [
            ("cut after", .cutAfter), ("cut before", .cutBefore), ("late", .late),
            ("twice", .twice),
            ("429", .answer(429, headers: [:])),
            ("429 with a time", .answer(429, headers: ["Retry-After": "0"])),
            ("503", .answer(503, headers: [:])), ("503 though done", .done(503)),
            ("408", .answer(408, headers: [:])), ("408 though done", .done(408)),
            ("500", .answer(500, headers: [:])),
            ("500 though done", .done(500)), ("502 though done", .done(502)),
        ]

        @Test(
            arguments: [("revenuecat", "qonversion"), ("purchasely", "revenuecat")],
            mishaps.indices)
        func `A network that misbehaves leads to the same end, and nothing is done twice`(
            move: (source: String, target: String), index: Int
        ) async throws {
            let (name, mishap) = Self.mishaps[index]
            let plan = try SentPlan(from: move.source, to: move.target, customers: 25)
            let quiet = try await FaultyTarget(plan.rehearsal())
            _ = try await plan.run(at: quiet.address)
            let expected = try await plan.state(at: quiet)
            #expect(!expected.isEmpty)
            try plan.forget()

            let server = try await FaultyTarget(plan.rehearsal()) { number, _ in
                number % 3 == 0 ? mishap : .none
            }
            // Short where answers are late; elsewhere a busy machine is waited for.
            let timeout: Int64 = if case .late = mishap { 400 } else { 20_000 }
            let report = try await plan.run(at: server.address, timeout: timeout)
            #expect(report.isComplete, "\(name): \(report.lines.joined(separator: "\n"))")
            #expect(try await plan.state(at: server) == expected, "\(name)")
            // RevenueCat de-duplicates receipts; a second grant at Qonversion is answered with 200.
            if name != "twice", move.target == "qonversion" {
                let posts = server.done.filter { $0.key.hasPrefix("POST") }
                #expect(posts.values.allSatisfy { $0 == 1 }, "\(name)")
            }
        }
    }
#endif
