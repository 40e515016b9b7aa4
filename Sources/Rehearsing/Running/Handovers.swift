// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymMigration
    import AllonymService
    import AllonymSimulation
    import Foundation

    @available(macOS 14, *)
    extension SimulatedTarget {
        /// Does what the provider does with the files that are handed over to it: each row's user
        /// claims the row's purchase, as with a receipt that a server posts.
        ///
        /// - Returns: As many rows as were refused.
        func takeOver(_ handovers: [Rehearsal.Handover]) async throws -> Int {
            var refused = 0
            for first in stride(from: 0, to: handovers.count, by: 1_000) {
                let part = handovers[first..<min(first + 1_000, handovers.count)]
                refused += try await project.perform { state, now in
                    part.count { !state.takeOver($0, now: now) }
                }
            }
            return refused
        }
    }

    extension ProjectState {
        fileprivate mutating func takeOver(
            _ handover: Rehearsal.Handover, now: Date
        ) -> Bool {
            let purchase = PurchaseHandle(handover.purchase)
            let (user, account) = (UserID(unchecked: handover.user), ledger.account(of: purchase))
            let actor: Actor = handover.isAnonymous ? .minted(user, account) : .user(user, account)
            let item = world.product(ledger.product(of: purchase)).product
            let isRunning = ledger.state(of: purchase).isActive
            return perform(isRunning ? .buy(item) : .sync, by: actor, now: now).refusal == nil
        }
    }
#endif
