// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymSimulation
    import Foundation

    // A merge undone. No provider offers it, so no provider's webhook tells of it.

    extension Project {
        /// Two customers that were one.
        package struct Undone: Sendable {
            /// The number of the step that had merged them.
            package let step: Int
            /// An ID of each, the one that was asked for first.
            package let ids: [String]
        }

        /// Undoes a merge of the customer of an ID.
        ///
        /// The rules are those of ``World/undoMerge(of:)``; attributes stay with the customer that the
        /// other was merged into. Where others write all the time, their calls are told to come again
        /// while it is decided.
        ///
        /// - Parameters:
        ///   - id: The ID.
        ///   - step: The number of the step that merged, in the customer's history; without it the
        ///     newest merge that can be undone.
        /// - Returns: What was undone; nil where there is nothing to undo.
        /// - Throws: ``UndoError``, ``Unavailable``.
        package func undoMerge(of id: String, step: Int?) async throws -> Undone? {
            let userID = UserID(unchecked: id)
            // The past is read beside the serving; what is decided by it holds only if nothing has
            // happened since.
            for _ in 0..<3 {
                let past = try await past()
                guard let undoing = try past.undoing(step, of: userID) else { return nil }
                let undone: Undone? = try await perform { state, now in
                    guard state.sequence == past.sequence, state.draft.isEmpty else { return nil }
                    return state.undo(undoing, now: now)
                }
                if let undone { return undone }
            }
            return try await undoMergeAlone(of: userID, step: step)
        }

        /// The same while nothing else happens: what has happened since the past was read is read then.
        private func undoMergeAlone(of id: UserID, step: Int?) async throws -> Undone? {
            let before = loads.withLock { $0 }
            let past = Locked(try await past())
            let undone = Locked<Undone?>(nil)
            _ = try await closed { [self] state, now -> Undone? in
                guard before == loads.withLock({ $0 }) else {
                    throw Unavailable(description: "The journal is being changed.")
                }
                try past.withLock { past in
                    try past.follow(journal)
                    guard let undoing = try past.undoing(step, of: id) else { return }
                    undone.withLock { $0 = state.undo(undoing, now: now) }
                }
                return nil
            } then: { _, _ in
            }
            return undone.withLock { $0 }
        }
    }

    extension ProjectState {
        /// A merge that is to be undone.
        fileprivate struct Undoing: Sendable {
            let step: Int
            let changes: [Change]
            let id: UserID
            let user: UserHandle
        }

        /// What undoes a merge of the customer of an ID, by what this state knows of the past; nil
        /// where there is nothing to undo.
        fileprivate func undoing(_ step: Int?, of id: UserID) throws(UndoError) -> Undoing? {
            guard let past, let user = past.ledger.user(id), !past.ledger.isNobody(user),
                let (step, changes) = try past.undoing(step, of: user)
            else { return nil }
            return Undoing(step: step, changes: changes, id: id, user: user)
        }

        /// Undoes a merge.
        fileprivate mutating func undo(_ undoing: Undoing, now: Date) -> Project.Undone {
            undo(undoing.changes, of: undoing.step, by: undoing.id, now: now)
            let users = separated(by: undoing.changes, undoing.user)
            return Project.Undone(
                step: undoing.step, ids: users.map { ledger.id(of: $0).text })
        }

        /// Applies the entries of a journal that are newer than this state.
        fileprivate mutating func follow(_ journal: any Journal) throws {
            while true {
                let entries = try journal.entries(after: sequence, limit: ProjectLoader.step)
                if entries.isEmpty { return }
                for entry in entries { try replay(entry) }
            }
        }
    }

    extension ProjectState {
        /// Applies the undoing of a merge, and writes it down.
        mutating func undo(_ changes: [Change], of step: Int, by id: UserID, now: Date) {
            let actor = Actor.user(id, nil)
            let word = "undo the merge of step \(step)"
            // A grant that ends goes back with its end, of which an entry holds one.
            var all: [Change] = []
            var ending: [(change: Change, end: Date)] = []
            for change in changes {
                if let end = end(of: change, in: changes) {
                    ending.append((change: change, end: end))
                } else {
                    all.append(change)
                }
            }
            for (changes, end) in [(all, nil)] + ending.map({ ([$0.change], $0.end) }) {
                happen(changes, as: word, by: actor, now: now, until: end)
            }
        }

        /// Applies changes that no rule has decided, and writes them down.
        mutating func happen(
            _ changes: [Change], as word: String, by actor: Actor, now: Date, until end: Date? = nil
        ) {
            for change in changes {
                world.replay([change], by: actor, at: now, until: end)
                apply(change)
            }
            draft.put(changes, of: word, by: actor, at: now, until: end)
        }

        /// When a grant that changes hands ends.
        private func end(of change: Change, in changes: [Change]) -> Date? {
            guard case .grant(let entitlement, _) = change else { return nil }
            let holders = changes.compactMap { change -> CustomerHandle? in
                guard case .split(_, let holder, _) = change else { return nil }
                return holder
            }
            return holders.lazy.compactMap { self.world.granted[$0]?[entitlement]?.end }.first
        }

        /// An ID of each customer that a split has made of one, that of a user first.
        fileprivate func separated(by changes: [Change], _ user: UserHandle) -> [UserHandle] {
            let all = changes.flatMap { change -> [CustomerHandle] in
                guard case .split(let absorbed, let holder, _) = change else { return [] }
                return [absorbed, holder]
            }
            let own = ledger.customer(of: user)
            var others: [CustomerHandle] = []
            for customer in all where customer != own && !others.contains(customer) {
                others.append(customer)
            }
            return [user] + others.map { ledger.displayID(for: $0) }
        }
    }
#endif
