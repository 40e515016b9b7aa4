// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSending
    import AllonymSimulation
    import Testing

    /// What takes back, after another run that has taken back.
    @Suite struct UndoneAgainTests {
        @Test func `What an undo spared is left by one that means it and is ended`() async throws {
            let plan = try SentPlan(from: "revenuecat", to: "purchasely")
            let isRefused = Locked(false)
            let server = try await FaultyTarget(plan.rehearsal()) { _, _ in
                isRefused.withLock { $0 } ? .answer(401, headers: [:]) : .none
            }
            #expect(try await plan.run(at: server.address).isComplete)
            let spared = try await plan.run(at: server.address, isUndo: true)
            let all = spared.calls.values.reduce(0, +)
            #expect(spared.calls["not taken back"] == all)
            isRefused.withLock { $0 = true }
            var options = SentPlan.options
            options.undoesUnsure = true
            let ended = try await plan.run(at: server.address, options, isUndo: true)
            #expect(ended.stopped == "key-refused")
            #expect(ended.calls == ["left": all])
            #expect(ended.customers.left == ended.customers.all)
            #expect(!ended.tookNothingBack && !ended.isComplete)
            #expect(!ended.next.contains { $0.contains("was there before") }, "\(ended.next)")
            #expect(ended.next.contains { $0.hasPrefix("The same key will be refused again") })
            // What is not meant is not left, whatever the run before has meant.
            let again = try await plan.run(at: server.address, isUndo: true)
            #expect(again.calls == ["not taken back": all] && again.stopped == nil)
            isRefused.withLock { $0 = false }
            let done = try await plan.run(at: server.address, options, isUndo: true)
            #expect(done.calls["done", default: 0] > 0 && done.calls["left"] == nil)
        }
    }
#endif
