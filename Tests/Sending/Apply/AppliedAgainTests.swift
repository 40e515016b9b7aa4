// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSending
    import Foundation
    import Testing

    /// Plans that are applied again after they were taken back.
    @Suite struct AppliedAgainTests {
        @Test func `Who cannot be applied again after undo is told so, before and after`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let server = try await FaultyTarget(plan.rehearsal())
            _ = try await plan.run(at: server.address)
            let undone = try await plan.run(at: server.address, isUndo: true)
            let why = try #require(undone.whyNotAgain)
            #expect(
                why == "Qonversion erases for good what \"REST v3, create a user\" made "
                    + "(qonversion.delete.2), keeps for good what \"REST v3, link an identity\" "
                    + "made, and refuses the same calls afterwards")
            #expect(
                undone.next.last
                    == "Customers who were undone cannot be applied again there: \(why).")
            #expect(
                plan.lines(of: "steps.md").contains(
                    "- Customers who were undone cannot be applied again there: Qonversion refuses a "
                        + "second call of qonversion.rest-user and qonversion.rest-identity."))
            let fault = await #expect(throws: ApplicationFault.self) {
                _ = try await plan.run(at: server.address)
            }
            #expect(fault?.description.contains("cannot be applied again there: \(why)") == true)
        }

        @Test func `A copy of an undone plan meets conflicts that nobody can settle`()
            async throws
        {
            let plan = try SentPlan(from: "revenuecat", to: "qonversion")
            let server = try await FaultyTarget(plan.rehearsal())
            _ = try await plan.run(at: server.address)
            _ = try await plan.run(at: server.address, isUndo: true)
            try plan.forget()
            var few = SentPlan.options
            few.canary = 2
            let canary = try await plan.run(at: server.address, few)
            #expect(canary.stopped == "canary" && canary.customers.conflict == 2)
            // Nothing was made for them that could be looked at.
            #expect(canary.canary == [] && canary.tried == 2)
            #expect(
                canary.next.first
                    == "It stopped after 2 customers, as --canary asks. Settle what did not "
                    + "succeed before you send the rest.")
            let all = try await plan.run(at: server.address)
            let gone = try #require(all.gone)
            #expect(gone == all.calls["conflict"])
            #expect(
                all.next.contains { $0.hasPrefix("\(gone) conflicts cannot be settled by hand: ") })
            #expect(!all.next.contains { $0.contains("--retry-faults") })
            #expect(all.reasons == ["qonversion.answers.2": gone])
            #expect(
                all.lines.contains {
                    $0.hasPrefix("- The user is there; ")
                        && $0.hasSuffix(" (qonversion.answers.2): \(gone)")
                })
        }
    }
#endif
