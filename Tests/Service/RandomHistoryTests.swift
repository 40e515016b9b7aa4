// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymMappings
    import AllonymService
    import AllonymSimulation
    import AllonymTestSupport
    import Foundation
    import Testing

    /// Whatever happens to a project, its journal gives the same project again.
    @Suite struct RandomHistoryTests {
        static let seed =
            ProcessInfo.processInfo.environment["ALLONYM_SEED"].flatMap { UInt64($0) }
            ?? UInt64.random(in: .min ... .max)

        /// A seed of which a customer's grants were all revoked, beside that of the run.
        @Test(arguments: EveryProvider.keys, [seed, 11_019_923_117_392_060_163])
        func `A journal gives the same project again, with and without a snapshot`(
            provider: String, seed: UInt64
        ) async throws {
            var random = RandomHistory(seed: seed)
            let journal = MemoryJournal()
            let project = try testProject(provider, in: journal)
            for step in 0..<600 {
                try await random.step(project)
                if step == 300 { _ = try await project.snapshot() }
            }
            let bytes = try await project.perform { state, _ in
                (try state.snapshot(checksum: 0), state.ledger)
            }
            #expect(bytes.1.users.count >= 5 && bytes.1.purchases.count > 5, "seed \(seed)")
            for snapshot in [journal.snapshot(), nil] {
                let copy = MemoryJournal()
                try copy.append(
                    journal.entries(after: 0, limit: .max), after: 0, epoch: copy.lease())
                if let snapshot { copy.save(snapshot) }
                var state = try emptyState(provider)
                try ProjectLoader.load(&state, from: copy)
                #expect(state.ledger == bytes.1, "seed \(seed)")
                #expect(state.ledger.violations(under: state.rules).isEmpty, "seed \(seed)")
                let again = try state.snapshot(checksum: 0)
                let (hasTexts, hasBody) = (again.texts == bytes.0.texts, again.body == bytes.0.body)
                #expect(hasTexts && hasBody, "seed \(seed)")
            }
        }

        @Test func `A journal with a byte changed is refused, never half loaded`() async throws {
            var random = RandomHistory(seed: Self.seed)
            let journal = MemoryJournal()
            let project = try testProject("revenuecat", in: journal)
            for _ in 0..<60 { try await random.step(project) }
            let entries = journal.entries(after: 0, limit: .max)
            for index in entries.indices {
                for offset in [0, entries[index].body.count / 2] {
                    var damaged = entries
                    guard damaged[index].body.indices.contains(offset) else { continue }
                    damaged[index].body[offset] ^= 1 << UInt8.random(in: 0..<8)
                    let copy = DamagedJournal(damaged, head: journal.head())
                    var state = try emptyState("revenuecat")
                    #expect(throws: JournalFault.self, "entry \(index + 1), byte \(offset)") {
                        try ProjectLoader.load(&state, from: copy)
                    }
                }
            }
        }

        @Test func `A journal whose end or middle is missing is refused`() async throws {
            var random = RandomHistory(seed: Self.seed)
            let journal = MemoryJournal()
            let project = try testProject("qonversion", in: journal)
            for _ in 0..<40 { try await random.step(project) }
            let entries = journal.entries(after: 0, limit: .max)
            for missing in [entries.count - 1, entries.count / 2, 0] {
                var cut = entries
                cut.remove(at: missing)
                let copy = DamagedJournal(cut, head: journal.head())
                var state = try emptyState("qonversion")
                #expect(throws: JournalFault.self, "without entry \(missing + 1)") {
                    try ProjectLoader.load(&state, from: copy)
                }
            }
        }

        @Test func `An entry or a snapshot of a later format is named, and refused`() throws {
            let journal = MemoryJournal()
            let later = JournalEntry(version: 7, milliseconds: 0, body: [])
            try journal.append([later], after: 0, epoch: journal.lease())
            var state = try emptyState("revenuecat")
            #expect(throws: JournalFault.newer(file: "the journal's entry 1", version: 7)) {
                try ProjectLoader.load(&state, from: journal)
            }
            journal.save(
                JournalSnapshot(sequence: 1, checksum: 0, version: 8, body: [], texts: []))
            #expect(
                throws: JournalFault.newer(file: "the journal's snapshot of entry 1", version: 8)
            ) {
                try ProjectLoader.load(&state, from: journal)
            }
        }
    }
#endif
