// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMigration
    import AllonymSending
    import Testing

    /// What a run of a few customers has not tried.
    @Suite struct CanaryTests {
        @Test func `A canary that makes no call that names the project says that it was not tried`()
            async throws
        {
            let plan = try SentPlan(from: "purchasely", to: "revenuecat", customers: 60)
            let server = try await FaultyTarget(plan.rehearsal())
            let customers = try plan.customers()
            let named = customers.filter { customer in
                customer.calls.contains { $0.path.hasPrefix("/v2/projects/") }
            }
            // The first few are handed out at once.
            let first = try #require(named.first)
            let before = customers.prefix { $0.customer != first.customer }
            try #require(before.count >= 4)
            var options = SentPlan.options
            (options.canary, options.concurrency) = (1, 1)
            let untried = try await plan.run(at: server.address, options)
            #expect(untried.customers.complete == 1)
            #expect(untried.untriedProject == "test")
            #expect(
                untried.next == [
                    "It stopped after 1 customer, as --canary asks. None of their calls names the "
                        + "project, so it has not been tried. Check --project test, then run it "
                        + "without --canary to send the rest."
                ])
            #expect(plan.lines(of: "apply-report.json").contains { $0.contains("untriedProject") })
            try #require(named.count > 1)
            options.only = Set(named.flatMap { $0.ids.map(\.source) }).subtracting([""])
            let tried = try await plan.run(at: server.address, options)
            #expect(tried.stopped == "canary" && tried.untriedProject == nil)
            #expect(
                tried.next == [
                    "It stopped after 1 customer, as --canary asks. Run it without --canary to "
                        + "send the rest."
                ])
            let rest = try await plan.run(at: server.address)
            #expect(rest.isComplete && rest.untriedProject == nil)
        }
    }
#endif
