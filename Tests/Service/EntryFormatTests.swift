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

    /// Entries that were written by this version, and by earlier ones.
    @Suite struct EntryFormatTests {
        /// A journal in which users have acted.
        private func journal(_ actors: [Actor]) async throws -> MemoryJournal {
            let journal = MemoryJournal()
            let project = try testProject("qonversion", in: journal)
            try await project.perform { state, now in
                for actor in actors { state.perform(.open, by: actor, now: now) }
            }
            return journal
        }

        /// The ledger of the same entries in another format.
        private func ledger(_ journal: MemoryJournal, as version: Int?) throws -> Ledger {
            let copy = MemoryJournal()
            let entries = journal.entries(after: 0, limit: .max).map { entry in
                var entry = entry
                entry.version = version ?? entry.version
                return entry
            }
            try copy.append(entries, after: 0, epoch: copy.lease())
            var state = try emptyState("qonversion")
            try ProjectLoader.load(&state, from: copy)
            return state.ledger
        }

        @Test func `Entries of the first format are read as they were`() async throws {
            let journal = try await journal([.user("ann", nil), .user("bob", "app_store:b")])
            let ledger = try ledger(journal, as: 1)
            #expect(ledger.users.count == 2)
            #expect(try ledger == self.ledger(journal, as: nil))
        }

        @Test func `Who acts under an anonymous ID is read back as that`() async throws {
            let journal = try await journal([
                .minted("ann", nil), .user("carl", nil), .minted("bob", "play_store:b"),
            ])
            let ledger = try ledger(journal, as: nil)
            #expect(ledger.users.count == 3 && ledger.liveCustomers.count == 3)
            #expect(ledger.users.map(\.isAnonymous) == [true, false, true])
        }

        @Test(arguments: [1, 2, 3, 4], [false, true])
        func `A purchase renews by itself unless entries say that a store has signed it`(
            version: Int, isSigned: Bool
        ) async throws {
            let journal = MemoryJournal()
            let project = try testProject("revenuecat", in: journal)
            try await project.perform { state, now in
                if isSigned, version == 4 {
                    var stated = StatedTransaction(
                        id: "1", originalID: "1", product: "month", kind: .subscription, date: now,
                        originalDate: now, isSandbox: true)
                    stated.expirationDate = now.addingTimeInterval(86_400)
                    _ = state.take(stated, now: now)
                } else {
                    _ = state.buy("month", by: StoreAccount(.appStore, "1"), now: now)
                }
            }
            let copy = MemoryJournal()
            var entries = journal.entries(after: 0, limit: .max).map { entry in
                var entry = entry
                entry.version = version
                return entry
            }
            // Part 8 is of format 3: the number of a record that a store has signed.
            if isSigned, version == 3 { entries[entries.count - 1].body += [8 << 1, 0] }
            try copy.append(entries, after: 0, epoch: copy.lease())
            var state = try emptyState("revenuecat")
            try ProjectLoader.load(&state, from: copy)
            let isStated = isSigned && version > 2
            let isNamed = isSigned && version == 4
            #expect(state.world.records.map(\.isStated) == [isStated])
            #expect(state.world.records.map(\.isSandbox) == [isNamed])
            let id = try #require(state.world.records[0].transactions.first?.id)
            #expect(id.isEmpty == false && (id == "1") == isNamed)
            state.settle(newYear.addingTimeInterval(86_400 * 40))
            #expect(state.ledger.state(of: PurchaseHandle(0)) == (isStated ? .expired : .active))
            // A snapshot says the same, and one of format 2 nothing of it.
            let snapshot = try state.snapshot(checksum: 0)
            let other = MemoryJournal()
            try other.append(entries, after: 0, epoch: other.lease())
            other.save(
                JournalSnapshot(
                    sequence: snapshot.sequence, checksum: other.head().checksum,
                    version: max(version, 2), body: snapshot.body, texts: snapshot.texts))
            var again = try emptyState("revenuecat")
            try ProjectLoader.load(&again, from: other)
            #expect(again.world.records.map(\.isStated) == [isStated])
            if version == 4 { #expect(again.world.records[0].transactions.first?.id == id) }
        }

        /// The state of a journal in which a month was bought, with parts behind its last entry.
        private func bought(_ parts: [UInt8], _ version: Int?) async throws -> ProjectState {
            let journal = MemoryJournal()
            let project = try testProject("revenuecat", in: journal)
            try await project.perform { state, now in
                _ = state.buy("month", by: StoreAccount(.appStore, "1"), now: now)
            }
            var entries = journal.entries(after: 0, limit: .max)
            entries[entries.count - 1].body += parts
            for index in entries.indices {
                entries[index].version = version ?? entries[index].version
            }
            let copy = MemoryJournal()
            try copy.append(entries, after: 0, epoch: copy.lease())
            var state = try emptyState("revenuecat")
            try ProjectLoader.load(&state, from: copy)
            return state
        }

        /// Part 11 is of format 5: the number of a record, whether a pause is set, and its end.
        @Test(
            arguments: [
                ([], 4, PurchaseState.active), ([], nil, .active),
                ([11 << 1, 0, 1, 0], nil, .paused),
            ] as [([UInt8], Int?, PurchaseState)])
        func `A purchase renews by itself unless entries say that a pause is set`(
            parts: [UInt8], version: Int?, after: PurchaseState
        ) async throws {
            var state = try await bought(parts, version)
            #expect(state.world.records.map(\.ended.count) == [0])
            state.settle(newYear.addingTimeInterval(86_400 * 10))
            #expect(state.ledger.state(of: PurchaseHandle(0)) == after)
        }

        /// Part 10 is of format 5: the number of a record, and what it was before: each a product, how
        /// many transactions there were by its end, and seven dates.
        @Test(arguments: [0, 1, 5] as [UInt8])
        func `A purchase was nothing else before that has all of its transactions, or none`(
            transactions: UInt8
        ) async throws {
            let dates = [UInt8](repeating: 0, count: 8 + 6)
            await #expect(throws: JournalFault.self) {
                try await bought([10 << 1, 0, 1 << 1, 0, transactions << 1] + dates, nil)
            }
        }

        @Test func `A later format stops the start`() async throws {
            let journal = try await journal([.minted("ann", nil)])
            let newest = try #require(journal.entries(after: 0, limit: .max).last)
            #expect(throws: JournalFault.self) {
                try ledger(journal, as: newest.version + 1)
            }
        }
    }
#endif
