// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymService
    import AllonymSimulation
    import Dispatch
    import Foundation
    import Testing

    /// Snapshots, and what happens while they are made.
    @Suite struct SnapshotTests {
        private func open(_ id: String, _ project: Project) async throws {
            try await project.perform { state, now in
                _ = state.perform(.open, by: .user(UserID(unchecked: id), nil), now: now)
            }
        }

        @Test func `Writes are acknowledged while a snapshot of many entries is made`() async throws
        {
            let journal = InterruptedJournal()
            let project = try testProject("revenuecat", in: journal)
            for first in stride(from: 0, to: 12_000, by: 1_000) {
                try await project.perform { state, now in
                    for number in first..<(first + 1_000) {
                        let id = UserID(unchecked: "user-\(number)")
                        state.perform(.open, by: .user(id, nil), now: now)
                    }
                }
            }
            let before = journal.head().sequence
            let isBeingMade = Locked(false)
            let meanwhile = Locked(0)
            journal.reading.withLock { $0 = { isBeingMade.withLock { $0 = true } } }
            // It is saved once a write was acknowledged meanwhile, however busy the machine is; only
            // writes that wait for the snapshot would run into the limit.
            journal.saving.withLock {
                $0 = { () throws(JournalFault) in
                    for _ in 0..<12_000 where meanwhile.withLock({ $0 == 0 }) {
                        Thread.sleep(forTimeInterval: 0.01)
                    }
                    isBeingMade.withLock { $0 = false }
                }
            }
            let isMade = Locked(false)
            let made = Task {
                defer { isMade.withLock { $0 = true } }
                return try await project.snapshot()
            }
            var acknowledged = 0
            while !isMade.withLock({ $0 }) {
                let began = isBeingMade.withLock { $0 }
                try await open("late-\(acknowledged)", project)
                acknowledged += 1
                // Begun and acknowledged while the snapshot was being made.
                if began && isBeingMade.withLock({ $0 }) { meanwhile.withLock { $0 += 1 } }
            }
            #expect(try await made.value >= before)
            #expect(meanwhile.withLock { $0 } > 0)
            // The journal has gone on: the snapshot's checksum is that of its own entry.
            var state = try emptyState("revenuecat")
            try ProjectLoader.load(&state, from: journal)
            #expect(state.sequence == journal.head().sequence)
            #expect(state.isKnown(UserID(unchecked: "late-\(acknowledged - 1)")))
        }

        @Test func `Snapshots that are made beside writes give what is served`() async throws {
            let journal = MemoryJournal()
            let project = try testProject("revenuecat", in: journal)
            let making = Task {
                for _ in 0..<20 { _ = try await project.snapshot() }
            }
            var random = RandomHistory(seed: 7)
            for _ in 0..<400 { try await random.step(project) }
            try await making.value
            let served = try await project.perform { state, _ in try state.snapshot(checksum: 0) }
            var state = try emptyState("revenuecat")
            try ProjectLoader.load(&state, from: journal)
            let again = try state.snapshot(checksum: 0)
            #expect(again == served)
        }

        @Test func `What is erased while a snapshot is made is not in it`() async throws {
            let journal = InterruptedJournal()
            let project = try testProject("revenuecat", in: journal)
            try await open("ann@x.example", project)
            let erasing = Locked<Task<Bool, any Error>?>(nil)
            journal.reading.withLock {
                $0 = {
                    let task = Task { try await project.erase("ann@x.example") }
                    erasing.withLock { $0 = task }
                    // Long enough that the erasure is next in the queue.
                    Thread.sleep(forTimeInterval: 0.3)
                }
            }
            _ = try await project.snapshot()
            #expect(try await erasing.withLock { $0 }?.value == true)
            #expect(journal.snapshot()?.texts.contains("ann@x.example") == false)
        }

        @Test func `A start that replays many entries makes a snapshot by itself`() async throws {
            let journal = MemoryJournal()
            let vault = Vault()
            let first = try testProject("revenuecat", in: journal, vault: vault)
            for number in 0..<10 { try await open("user-\(number)", first) }
            let second = try testProject("revenuecat", in: journal, vault: vault)
            #expect(second.snapshotIfLong(after: 5))
            for _ in 0..<1_000 where journal.snapshot() == nil {
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(journal.snapshot()?.sequence == journal.head().sequence)
            #expect(
                try !testProject("revenuecat", in: journal, vault: vault).snapshotIfLong(after: 5))
        }

        @Test func `Where none can be made by itself, that is told and the project is served`()
            async throws
        {
            let journal = InterruptedJournal()
            let vault = Vault()
            try await open("ann", try testProject("revenuecat", in: journal, vault: vault))
            let project = try testProject("revenuecat", in: journal, vault: vault)
            let told = Locked<[String]>([])
            project.onFault { fault in told.withLock { $0.append("\(fault)") } }
            journal.saving.withLock {
                $0 = { () throws(JournalFault) in throw .storage("The disk is full.") }
            }
            #expect(project.snapshotIfLong(after: 0))
            for _ in 0..<1_000 where told.withLock({ $0.isEmpty }) {
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(told.withLock { $0 } == ["No snapshot was made: The disk is full."])
            try await open("bob", project)
        }
    }
#endif
