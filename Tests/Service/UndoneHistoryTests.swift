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

    /// Merges that are undone in the middle of whatever else happens to a project.
    @Suite struct UndoneHistoryTests {
        private static let seed = RandomHistoryTests.seed

        /// An anonymous user who bought something and then logs in as somebody.
        private func merge(_ number: Int, into id: UserID, _ project: Project) async throws
            -> UserID
        {
            try await project.perform { state, now in
                let user = state.rules.identifiers.anonymous.render(
                    FreshBits(low: 1_000_000 + UInt64(number)))
                let account = StoreAccount(unchecked: "app_store:buyer-\(number)")
                // Who is known already is merged with, and not only named.
                state.perform(.open, by: .user(id, nil), now: now)
                _ = state.buy("month", by: account, now: now)
                state.perform(.restore, by: .user(user, account), now: now)
                state.perform(
                    .grant("gold"), by: .user(user, nil), now: now,
                    until: now.addingTimeInterval(86_400 * 30))
                state.perform(.logIn(id), by: .user(user, nil), now: now)
                return user
            }
        }

        @Test func `A merge is undone although others never stop writing`() async throws {
            let journal = MemoryJournal()
            let project = try testProject("revenuecat", in: journal)
            let user = try await merge(0, into: "ann", project)
            let isOver = Locked(false)
            let undone = try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<4 {
                    group.addTask {
                        var number = 0
                        while !isOver.withLock({ $0 }) {
                            number += 1
                            let id = UserID(unchecked: "writer-\(writer)-\(number)")
                            do {
                                try await project.perform { state, now in
                                    _ = state.perform(.open, by: .user(id, nil), now: now)
                                }
                            } catch is Unavailable {
                                // It is to come again: the next one does.
                                await Task.yield()
                            }
                        }
                    }
                }
                defer { isOver.withLock { $0 = true } }
                return try await project.undoMerge(of: "ann", step: nil)
            }
            #expect(undone?.ids == ["ann", user.text])
            // A grant that ends goes back by itself: that splits nobody.
            for id in ["ann", user.text] {
                let undoings = try await project.history(of: id).filter(\.step.isUndo)
                #expect(
                    undoings.map(\.step.word) == ["undo the merge of step \(undone?.step ?? -1)"])
            }
            // Only once: there is no other merge.
            #expect(try await project.undoMerge(of: "ann", step: nil) == nil)
            var state = try emptyState("revenuecat")
            try ProjectLoader.load(&state, from: journal)
            let ledger = try await project.perform { state, _ in state.ledger }
            #expect(state.ledger == ledger)
            #expect(ledger.violations(under: state.rules).isEmpty)
        }

        @Test(arguments: EveryProvider.keys)
        func `What was undone is undone in the journal too, and breaks no rule of the ledger`(
            provider: String
        ) async throws {
            var random = RandomHistory(seed: Self.seed)
            let journal = MemoryJournal()
            let project = try testProject(provider, in: journal)
            var undone = 0
            for number in 0..<12 {
                let user = try await merge(number, into: UserID(unchecked: "9\(number)"), project)
                for _ in 0..<15 { try await random.step(project) }
                for step in [nil, number] {
                    do throws {
                        let done = try await project.undoMerge(of: user.text, step: step)
                        if done != nil { undone += 1 }
                    } catch is UndoError {
                        continue
                    }
                }
                if number == 6 { _ = try await project.snapshot() }
                let faults = try await project.perform { state, _ in
                    state.ledger.violations(under: state.rules)
                }
                #expect(faults.isEmpty, "seed \(Self.seed), after \(number)")
            }
            // Of the others some never merge customers.
            if provider == "revenuecat" { #expect(undone > 3, "seed \(Self.seed)") }
            let expected = try await project.perform { state, _ in
                (try state.snapshot(checksum: 0), state.ledger)
            }
            for snapshot in [journal.snapshot(), nil] {
                let copy = MemoryJournal()
                try copy.append(
                    journal.entries(after: 0, limit: .max), after: 0, epoch: copy.lease())
                if let snapshot { copy.save(snapshot) }
                var state = try emptyState(provider)
                try ProjectLoader.load(&state, from: copy)
                #expect(state.ledger == expected.1, "seed \(Self.seed)")
                let again = try state.snapshot(checksum: 0)
                #expect(again.body == expected.0.body, "seed \(Self.seed)")
                #expect(again.texts == expected.0.texts, "seed \(Self.seed)")
            }
        }
    }
#endif
