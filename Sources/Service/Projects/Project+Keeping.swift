// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    package import AllonymJournal
    import AllonymSimulation
    import Foundation

    // Snapshots, erasure and the replay of webhooks.

    extension Project {
        /// Makes a snapshot of all that is durable, from the journal and beside the serving.
        ///
        /// - Returns: The number of the last entry that is in it.
        package func snapshot() async throws -> Int {
            let (rules, setup) = (rules, ProjectSetup(file, forms: forms))
            return try await withJournal { journal in
                var state = ProjectState(rules, setup, ProjectClock())
                try ProjectLoader.load(&state, from: journal)
                try journal.save(try state.snapshot(checksum: try journal.head().checksum))
                return state.sequence
            }
        }

        /// Erases the customer of an ID across all its IDs: what the provider knows goes, and the texts
        /// in the journal are blanked.
        ///
        /// - Returns: False where nobody has the ID.
        package func erase(_ id: String) async throws -> Bool {
            let ids: [String] = try await perform { state, now in
                let userID = UserID(unchecked: id)
                guard let user = state.ledger.user(userID), !state.ledger.isNobody(user) else {
                    return []
                }
                let ids = state.ledger.aliases(of: state.ledger.customer(of: user)).map {
                    state.ledger.id(of: $0).text
                }
                state.perform(.delete(userID), by: .user(userID, nil), now: now)
                return ids
            }
            guard !ids.isEmpty else { return false }
            var generator = SystemRandomNumberGenerator()
            let blanks = ids.map { id in
                (
                    id,
                    "erased:" + String(UInt64.random(in: 0 ... .max, using: &generator), radix: 36)
                )
            }
            try await reload { try $0.erase(Dictionary(blanks) { first, _ in first }) }
            return true
        }

        /// Queues a delivery once more, with the same event ID; nil where there is none.
        package func replay(_ id: Int) async throws -> Delivery? {
            let now = try await perform { $1 }
            let delivery = try await withJournal { journal -> Delivery? in
                guard var delivery = try journal.delivery(id) else { return nil }
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
