// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    package import AllonymJournal
    import AllonymSimulation
    import Foundation

    // Erasure, and the replay of webhooks.

    extension Project {
        /// Erases the customer of an ID across all its IDs: what the provider knows goes, and the texts
        /// in the journal that tell of it are blanked.
        ///
        /// A customer that the provider has erased before is found by its ID too: its texts are still
        /// in the journal. A webhook about it that waits is not sent any more.
        /// - Parameter id: One of its IDs.
        /// - Returns: False where nobody ever had the ID.
        /// - Throws: ``Unavailable``, or ``JournalFault`` where the texts may still be there: the same
        ///   call blanks them then.
        package func erase(_ id: String) async throws -> Bool {
            let userID = UserID(unchecked: id)
            let (rules, setup) = (rules, ownSetup)
            return try await closed { state, now -> Erasure? in
                guard let user = state.ledger.user(userID) else { return nil }
                let customer = state.ledger.customer(of: user)
                if !state.ledger.isNobody(user) {
                    let actor = Actor.user(userID, nil)
                    let decision = state.perform(.delete(userID), by: actor, now: now)
                    // Rules that know no deletion do not keep the owner of the server from it.
                    if decision.refusal != nil {
                        state.happen([.erase(customer)], as: "delete", by: actor, now: now)
                    }
                }
                return Erasure(of: customer, in: state)
            } then: { journal, erasure in
                var erasure = erasure
                try erasure.read(journal)
                if let snapshot = try journal.snapshot() {
                    var state = ProjectState(rules, setup, ProjectClock())
                    try erasure.read(snapshot, into: &state)
                }
                try journal.erase(erasure.found)
            }
        }

        /// Queues a delivery once more, with the same event ID; nil where there is none, or where it
        /// told of somebody who is erased.
        package func replay(_ id: Int) async throws -> Delivery? {
            let now = try await perform { $1 }
            let delivery = try await withJournal { journal -> Delivery? in
                guard var delivery = try journal.delivery(id), !delivery.body.isEmpty else {
                    return nil
                }
                delivery.state = .pending
                delivery.tries = 0
                delivery.due = now.milliseconds
                delivery.answer = nil
                try journal.update([delivery])
                return delivery
            }
            if delivery != nil { tell() }
            return delivery
        }
    }
#endif
