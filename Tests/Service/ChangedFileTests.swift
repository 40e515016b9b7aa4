// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymService
    import AllonymSimulation
    import Foundation
    import Testing

    /// Projects whose file says something else of a product at a later start.
    @Suite struct ChangedFileTests {
        @Test(arguments: ["P1D", "P1Y"], [false, true])
        func `What runs renews as it was sold, whatever period the file says by then`(
            period: String, hasSnapshot: Bool
        ) async throws {
            let (journal, vault) = (MemoryJournal(), Vault())
            func open(_ period: String) throws -> Project {
                var file = try testFile("revenuecat")
                for index in file.products.indices where file.products[index].identifier == "month"
                {
                    file.products[index].period = period
                    file.products[index].trial = nil
                }
                return try Project(
                    file, testRules("revenuecat"), in: journal,
                    clock: ProjectClock(frozen: newYear), forms: WebhookForms([:]), vault: vault)
            }
            let former = try open("P1M")
            try await former.perform { state, now in
                _ = state.buy("month", by: "app_store:a", now: now)
                state.perform(.restore, by: .user("ann", "app_store:a"), now: now)
            }
            if hasSnapshot { _ = try await former.snapshot() }
            let project = try open(period)
            try await project.perform { state, now in
                state.change(try state.clock.moved(to: now.addingTimeInterval(86_400 * 70)))
            }
            let transactions = try await project.perform { state, _ in
                state.world.records[0].transactions
            }
            let days = transactions.map { "\($0.date.ISO8601Format().prefix(10))" }
            #expect(days == ["2026-01-01", "2026-02-01", "2026-03-01"])
            let end = try #require(transactions.last?.expirationDate)
            #expect(end.ISO8601Format().hasPrefix("2026-04-01"))
        }
    }
#endif
