// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMigration
    import AllonymSending
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import HTTPTypes
    import Testing

    /// What becomes of a call whose answer was lost, when what comes afterwards says less than it
    /// seems to.
    @Suite struct LostAnswerTests {
        /// The mishaps of the first requests of a kind, by their method and a part of the path.
        private func first(
            _ method: String, _ part: String, _ mishaps: FaultyTarget.Mishap...
        ) -> @Sendable (Int, String) -> FaultyTarget.Mishap {
            let left = Locked(mishaps)
            return { _, line in
                guard line.hasPrefix("\(method) "), line.contains(part) else { return .none }
                return left.withLock { $0.isEmpty ? .none : $0.removeFirst() }
            }
        }

        @Test func `A refusal of what must not be repeated does not tell of the first try`()
            async throws
        {
            let plan = try SentPlan(
                granting: [("user_1", "gold")], at: "revenuecat", isForGood: true)
            let server = try await FaultyTarget(
                plan.rehearsal(),
                mishap: first("POST", "/promotional", .done(502), .answer(400, headers: [:])))
            let report = try await plan.run(at: server.address)
            #expect(report.calls["unknown"] == 1, "\(report.lines.joined(separator: "\n"))")
            var options = SentPlan.options
            options.resendUnknown = true
            let again = try await plan.run(at: server.address, options)
            #expect(again.calls["unknown"] == 1, "\(again.lines.joined(separator: "\n"))")
            #expect(again.calls["refused"] == nil)
            #expect(plan.lines(of: "failed.jsonl").contains { $0.contains("400") })
            // The grant is there, so that undo does not say that there is nothing.
            _ = try await plan.run(at: server.address, isUndo: true)
            let left = plan.lines(of: "undo-left.jsonl")
            #expect(left.contains { $0.contains("outcome-unknown") }, "\(left)")
        }

        @Test func `A customer whom a lost call may have made is taken back if that is asked for`()
            async throws
        {
            let plan = try SentPlan(granting: [("user_1", "gold")], at: "revenuecat")
            let server = try await FaultyTarget(
                plan.rehearsal(), mishap: first("GET", "/v1/subscribers/", .cutAfter))
            let report = try await plan.run(at: server.address)
            #expect(report.isComplete, "\(report.lines.joined(separator: "\n"))")
            #expect(report.calls["found after a lost answer"] == 1)
            #expect(report.calls["there already"] == nil)
            _ = try await plan.run(at: server.address, isUndo: true)
            #expect(
                plan.lines(of: "undo-left.jsonl").allSatisfy { $0.contains("may-be-older") })
            var options = SentPlan.options
            options.undoesUnsure = true
            _ = try await plan.run(at: server.address, options, isUndo: true)
            let customer = await server.answer(.get, "/v2/projects/test/customers/user_1")
            #expect(customer.status == 404)
        }

        @Test func `What an earlier run was answered is not taken for its end`() async throws {
            let plan = try SentPlan(
                granting: [("user_1", "gold")], at: "revenuecat", isForGood: true)
            let server = try await FaultyTarget(
                plan.rehearsal(), mishap: first("POST", "/promotional", .done(502)))
            _ = try await plan.run(at: server.address)
            var options = SentPlan.options
            options.retryFaults = true
            let again = try await plan.run(at: server.address, options)
            #expect(again.calls["unknown"] == 1)
            let failed = plan.lines(of: "failed.jsonl")
            #expect(failed.allSatisfy { !$0.contains("has ended while") }, "\(failed)")
        }

        @Test func `A plan with more calls than its manifest says is refused`() async throws {
            let plan = try SentPlan(
                granting: [("user_1", "gold"), ("user_2", "gold")], at: "revenuecat")
            let manifest = URL(fileURLWithPath: "\(plan.path)/manifest.json")
            let text = try String(contentsOf: manifest, encoding: .utf8)
            let fewer = text.replacing(#/"records" : [0-9]+/#, with: #""records" : 1"#)
            #expect(fewer != text)
            try fewer.write(to: manifest, atomically: true, encoding: .utf8)
            let fault = await #expect(throws: ApplicationFault.self) {
                try await plan.run(at: "http://127.0.0.1:9")
            }
            #expect("\(try #require(fault))".contains("more calls than its manifest says"))
        }
    }
#endif
