// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import AllonymCore
    import AllonymJournal
    import AllonymSimulation
    package import Foundation

    /// All that has happened to a project, read from its journal.
    package struct ProjectPast: Sendable {
        /// One action, as it was written down.
        package struct Step: Sendable {
            /// When.
            package let date: Date
            /// Who did it.
            package let actor: Actor
            /// The action's neutral word.
            package let word: String
            /// What it came to.
            package let outcome: Outcome
            /// The IDs of the rows that decided.
            package let rules: [String]
            /// Whether it undid a merge: it split what was one customer.
            package let isUndo: Bool
        }

        /// One step, and what it was to the customer that was asked for.
        package struct Moment: Sendable {
            /// The step's number in the project's history, from 0.
            package let number: Int
            package let step: Step
            /// What became different, in plain sentences.
            package let events: [String]
            /// Whether it merged customers into this one, and that can be undone.
            package let isUndoable: Bool
        }

        /// A pause that was set for a renewal.
        private struct Pause {
            /// The subscription, and its shares by then.
            let purchases: [PurchaseHandle]
            let sentence: String
        }

        private var world: World
        private var steps: [Step] = []
        /// What no change of the ledger tells, by the numbers of the steps.
        private var pauses: [Int: Pause] = [:]
        /// The record that was read last, as it was before; nil for that of a new purchase.
        var replaced: StoreRecord?

        init(_ rules: Rules) { world = World(rules: rules) }

        mutating func add(_ step: Step, _ changes: [Change]) {
            steps.append(step)
            world.repeats(changes, of: step.word, step.outcome, by: step.actor, under: [])
        }

        /// A pause that was set for the renewal of a subscription.
        ///
        /// - Parameters:
        ///   - step: When, and by whom.
        ///   - purchase: The subscription.
        ///   - begins: When its period ends.
        ///   - end: When it resumes by itself; nil for never.
        mutating func add(
            _ step: Step, pausing purchase: PurchaseHandle, from begins: Date, until end: Date?
        ) {
            let product = world.ledger.product(of: purchase)
            let start = begins.ISO8601Format()
            let resumed = end?.ISO8601Format() ?? "it is resumed"
            pauses[steps.count] = Pause(
                purchases: [purchase] + (world.ledger.shares[purchase] ?? []),
                sentence: "\(product) pauses at its next renewal, from \(start) until \(resumed).")
            add(step, [])
        }

        /// What the project's customers and purchases were in the end.
        var ledger: Ledger { world.ledger }

        /// The changes that undo a merge of the customer of an ID.
        ///
        /// - Parameters:
        ///   - number: The number of the step that merged; without it the newest that can be undone.
        ///   - user: The ID.
        /// - Returns: The step that is undone, and what becomes different; nil where no merge is left.
        /// - Throws: ``UndoError``.
        func undoing(
            _ number: Int?, of user: UserHandle
        ) throws(UndoError) -> (step: Int, changes: [Change])? {
            let merges = world.merges(of: world.ledger.customer(of: user))
            guard let step = number ?? merges.first else { return nil }
            var undone = world
            try undone.undoMerge(of: step)
            guard merges.contains(step), let entry = undone.log.last else { throw .noMerge(step) }
            return (step: step, changes: entry.changes)
        }

        /// What happened to the customer of an ID, under each of its IDs, and to what it holds.
        package func moments(of id: UserID) -> [Moment] {
            guard let user = world.ledger.user(id) else { return [] }
            let customer = world.ledger.customer(of: user)
            let ids = world.ledger.aliases(of: customer).map(world.ledger.id(of:))
            let purchases = world.ledger.purchases(of: customer)
            var events: [Int: [String]] = [:]
            for item in (ids + [id]).flatMap(world.history(of:))
                + purchases.flatMap(world.history(of:))
            {
                for event in item.events where events[item.sequence]?.contains(event) != true {
                    events[item.sequence, default: []].append(event)
                }
            }
            for (number, pause) in pauses
            where pause.purchases.contains(where: purchases.contains) {
                events[number] = [pause.sentence]
            }
            let merges = Set(world.merges(of: customer))
            return events.sorted { $0.key < $1.key }.map { number, events in
                Moment(
                    number: number, step: steps[number], events: events,
                    isUndoable: merges.contains(number))
            }
        }
    }

    extension Project {
        /// What happened to an ID, oldest first; the whole journal is read for it.
        package func history(of id: String) async throws -> [ProjectPast.Moment] {
            try await past().past?.moments(of: UserID(unchecked: id)) ?? []
        }

        /// A state that was made from the journal alone, and knows all that has happened.
        ///
        /// - Throws: ``Unavailable`` where the journal is changed again and again meanwhile.
        func past() async throws -> ProjectState {
            for _ in 0..<5 {
                let before = loads.withLock { $0 }
                let found: Result<ProjectState, any Error>
                do {
                    found = .success(try await readPast())
                } catch {
                    found = .failure(error)
                }
                // An erasure in between blanks what was not read yet, and not what was.
                if before == loads.withLock({ $0 }) { return try found.get() }
            }
            throw Unavailable(description: "The journal is being changed.")
        }

        private func readPast() async throws -> ProjectState {
            // What was answered is in the journal by then.
            _ = try await perform { state, _ in state.sequence }
            var state = ProjectState(rules, ownSetup, ProjectClock())
            state.past = ProjectPast(rules)
            while true {
                // The journal is asked for some at a time: who writes need not wait for all of it.
                let after = state.sequence
                let entries = try await withJournal { journal in
                    try journal.entries(after: after, limit: ProjectLoader.step)
                }
                if entries.isEmpty { return state }
                for entry in entries { try state.replay(entry) }
            }
        }
    }
#endif
