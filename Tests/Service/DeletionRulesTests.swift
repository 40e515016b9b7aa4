// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymService
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import Testing

    /// Erasure where the project's rules have no deletion of their own.
    @Suite struct DeletionRulesTests {
        @Test(arguments: EveryProvider.keys)
        func `Nobody is left of an erased customer, whatever the rules say of deletion`(
            provider: String
        ) async throws {
            let project = try testProject(provider, in: MemoryJournal())
            let id = UserID(unchecked: "035b30e2-faf4-462d-aec3-caa0fbe26c49")
            let device = Actor.device("phone")
            try await project.perform { state, now in
                state.perform(.install("app_store:a"), by: device, now: now)
                state.perform(.logIn(id), by: device, now: now)
                _ = state.buy("month", by: "app_store:a", now: now)
                state.perform(.restore, by: device, now: now)
                #expect(state.ledger.purchases.count == 1)
            }
            #expect(try await project.erase(id.text))
            try await project.perform { state, now in
                let known = state.ledger.liveCustomers.flatMap { state.ledger.aliases(of: $0) }
                #expect(!known.contains { state.ledger.id(of: $0).text.hasPrefix("erased:") })
                // The ID is anybody's, and what comes next finds nothing broken.
                #expect(state.ledger.user(id) == nil)
                for action in [Action.open, .logIn(id), .restore, .logOut, .logIn(id)] {
                    state.perform(action, by: device, now: now)
                }
                // Qonversion lets a device whose user was erased do nothing more (delete.2).
                #expect((state.ledger.user(id) != nil) == (provider != "qonversion"))
            }
            try await project.perform { state, now in
                state.change(try state.clock.moved(to: now.addingTimeInterval(86_400 * 60)))
            }
            // What was due has happened by then.
            try await project.perform { _, _ in }
            _ = try await project.snapshot()
            try await expectReplay(project, provider)
        }
    }
#endif
