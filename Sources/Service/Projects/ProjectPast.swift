// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import AllonymCore
    import AllonymJournal
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
        }

        /// One step, and what it was to the customer that was asked for.
        package struct Moment: Sendable {
            package let step: Step
            /// What became different, in plain sentences.
            package let events: [String]
        }

        private var world: World
        private var steps: [Step] = []

        init(_ rules: Rules) { world = World(rules: rules) }

        mutating func add(_ step: Step, _ changes: [Change]) {
            steps.append(step)
            world.repeats(changes, of: step.word, step.outcome, by: [])
        }

        /// What happened to the customer of an ID, under each of its IDs, and to what it holds.
        package func moments(of id: UserID) -> [Moment] {
            guard let user = world.ledger.user(id) else { return [] }
            let customer = world.ledger.customer(of: user)
            let ids = world.ledger.aliases(of: customer).map(world.ledger.id(of:))
            var events: [Int: [String]] = [:]
            for item in (ids + [id]).flatMap(world.history(of:))
                + world.ledger.purchases(of: customer).flatMap(world.history(of:))
            {
                for event in item.events where events[item.sequence]?.contains(event) != true {
                    events[item.sequence, default: []].append(event)
                }
            }
            return events.sorted { $0.key < $1.key }.map { Moment(step: steps[$0], events: $1) }
        }
    }

    extension Project {
        /// What happened to an ID, oldest first; the whole journal is read for it.
        package func history(of id: String) async throws -> [ProjectPast.Moment] {
            // What was answered is in the journal by then.
            _ = try await perform { state, _ in state.sequence }
            let (rules, setup) = (rules, ProjectSetup(file, forms: forms))
            return try await withJournal { journal in
                var state = ProjectState(rules, setup, ProjectClock())
                state.past = ProjectPast(rules)
                var sequence = 0
                while true {
                    let entries = try journal.entries(after: sequence, limit: 5_000)
                    if entries.isEmpty { break }
                    for entry in entries { try state.replay(entry) }
                    sequence += entries.count
                }
                return state.past?.moments(of: UserID(unchecked: id)) ?? []
            }
        }
    }
#endif
