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

    /// What a project does when the machine under it fails.
    @Suite struct MachineFaultTests {
        private func open(_ id: String, _ project: Project) async throws -> Bool {
            try await project.perform { state, now in
                state.perform(.open, by: .user(UserID(unchecked: id), nil), now: now).outcome
                    == .created
            }
        }

        // MARK: A full disk

        @Test func `On a full disk nothing is written and all is read, until there is room again`()
            async throws
        {
            let folder = try Folder()
            let path = folder.file("journal.sqlite")
            var known: [String] = []
            do {
                let journal = try SQLiteJournal(path)
                let project = try testProject("revenuecat", in: journal)
                for number in 0..<20 {
                    #expect(try await open("before-\(number)", project))
                    known.append("before-\(number)")
                }
                try await project.withJournal { _ in try journal.setFull(true) }
                var refused: [String] = []
                for number in 0..<2_000 where refused.count < 3 {
                    let id = "during-\(number)"
                    do {
                        if try await open(id, project) { known.append(id) }
                    } catch let reason as Unavailable {
                        #expect(reason.description.contains("the disk is full"))
                        refused.append(id)
                        // Those who read come at once, and see all that was acknowledged.
                        for id in known { #expect(try await open(id, project) == false) }
                    }
                }
                #expect(refused.count == 3)
                try await project.withJournal { _ in try journal.setFull(false) }
                for _ in 0..<3_000 where !project.isWritable {
                    try await Task.sleep(for: .milliseconds(20))
                }
                for id in refused { #expect(try await open(id, project)) }
                known += refused
            }
            var state = try emptyState("revenuecat")
            try ProjectLoader.load(&state, from: try await reopenedJournal(path))
            let all = state.ledger.users.indices.map { state.ledger.id(of: UserHandle($0)).text }
            #expect(Set(all) == Set(known))
        }

        @Test func `What is due is seen on a full disk too, and happens once when there is room`()
            async throws
        {
            let journal = ThrowingJournal()
            let time = Locked(newYear)
            let project = try Project(
                testFile("revenuecat"), testRules("revenuecat"), in: journal, clock: ProjectClock(),
                forms: WebhookForms([:]), machine: { time.withLock { $0 } })
            try await project.perform { state, now in
                _ = state.buy("month", by: "app_store:a", now: now)
                state.perform(.restore, by: .user("ann", "app_store:a"), now: now)
            }
            journal.fails.withLock { $0.now = true }
            time.withLock { $0 += 86_400 * 8 }
            await #expect(throws: Unavailable.self) { try await open("bob", project) }
            for _ in 0..<3 {
                let count = try await project.perform { state, _ in
                    state.world.records[0].transactions.count
                }
                #expect(count == 2)
                await #expect(throws: Unavailable.self) { try await open("bob", project) }
            }
            journal.fails.withLock { $0.now = false }
            for _ in 0..<3_000 where !project.isWritable {
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(try await open("bob", project))
            let count = try await project.perform { state, _ in
                state.world.records[0].transactions.count
            }
            #expect(count == 2)
        }

        @Test func `Those who only read are answered although what they saw was lost`() async throws
        {
            let folder = try Folder()
            let journal = try SQLiteJournal(folder.file("journal.sqlite"))
            let time = Locked(newYear)
            let project = try Project(
                testFile("revenuecat"), testRules("revenuecat"), in: journal, clock: ProjectClock(),
                forms: WebhookForms([:]), machine: { time.withLock { $0 } })
            for number in 0..<40 {
                try await project.perform { state, now in
                    let account = StoreAccount(unchecked: "app_store:\(number)")
                    _ = state.buy("month", by: account, now: now)
                    let user = Actor.user(UserID(unchecked: "user-\(number)"), account)
                    state.perform(.restore, by: user, now: now)
                }
            }
            try await project.withJournal { _ in try journal.setFull(true) }
            for days in [8, 39] {
                // What is due is too much for the pages that there are.
                time.withLock { $0 = newYear + 86_400 * Double(days) }
                for _ in 0..<20 {
                    let counts = try await project.perform { state, _ in
                        state.world.records.map(\.transactions.count)
                    }
                    #expect(Set(counts) == [days == 8 ? 2 : 3])
                    try await Task.sleep(for: .milliseconds(25))
                }
            }
        }

        // MARK: The machine's clock

        @Test func `A machine's clock that goes back takes no project back`() async throws {
            let journal = MemoryJournal()
            let time = Locked(newYear)
            let project = try Project(
                testFile("revenuecat"), testRules("revenuecat"), in: journal, clock: ProjectClock(),
                forms: WebhookForms([:]), machine: { time.withLock { $0 } })
            try await project.perform { state, now in
                _ = state.buy("month", by: "app_store:a", now: now)
                state.perform(.restore, by: .user("ann", "app_store:a"), now: now)
            }
            var last = newYear
            var counts: [Int] = []
            // A week and a day, back by a year, ten years ahead, and back to the start.
            for days in [8.0, -365, 3_650, 0] {
                time.withLock { $0 = newYear + 86_400 * days }
                _ = try await open("at \(days)", project)
                let (now, dates) = try await project.perform { state, now in
                    (now, state.world.records[0].transactions.map(\.date))
                }
                #expect(now == max(last, newYear + 86_400 * days))
                #expect(dates == dates.sorted() && dates.allSatisfy { $0 <= now })
                last = now
                counts.append(dates.count)
            }
            // The trial, then each month of ten years.
            #expect(counts == [2, 2, 121, 121])
            let times = journal.entries(after: 0, limit: .max).map(\.milliseconds)
            #expect(times == times.sorted())
            // Nor does a start take it back.
            let again = try Project(
                testFile("revenuecat"), testRules("revenuecat"), in: journal, clock: ProjectClock(),
                forms: WebhookForms([:]), vault: project.vault, machine: { newYear })
            #expect(try await again.perform { _, now in now } == last)
        }

        // MARK: A file that was cut

        @Test(arguments: [false, true])
        func `A journal that was cut is refused, or gives what was acknowledged up to some entry`(
            isCheckpointed: Bool
        ) async throws {
            let folder = try Folder()
            let path = folder.file("journal.sqlite")
            let journal = try SQLiteJournal(path)
            let project = try testProject("revenuecat", in: journal)
            for number in 0..<80 {
                #expect(try await open("user-\(number)", project))
                if number == 40 { _ = try await project.snapshot() }
            }
            if isCheckpointed {
                try await project.withJournal { try $0.erase(JournalErasure()) }
            }
            let entries = try await project.withJournal { try $0.entries(after: 0, limit: .max) }
            var outcomes: Set<String> = []
            for name in ["journal.sqlite", "journal.sqlite-wal"] {
                let size = try Data(contentsOf: URL(fileURLWithPath: folder.file(name))).count
                let places =
                    [0, 1, 99, 511, 512, 4_096, 4_127]
                    + (1..<8).map {
                        size * $0 / 8
                    } + [size - 4_096, size - 1]
                for place in Set(places).sorted() where (0..<size).contains(place) {
                    let copy = try Folder()
                    for other in ["journal.sqlite", "journal.sqlite-wal"] {
                        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file(other)))
                        try (other == name ? bytes.prefix(place) : bytes).write(
                            to: URL(fileURLWithPath: copy.file(other)))
                    }
                    do {
                        let cut = try SQLiteJournal(copy.file("journal.sqlite"))
                        var state = try emptyState("revenuecat")
                        try ProjectLoader.load(&state, from: cut)
                        let count = state.sequence
                        outcomes.insert(count == entries.count ? "whole" : "earlier")
                        let earlier = MemoryJournal()
                        try earlier.append(
                            Array(entries.prefix(count)), after: 0, epoch: earlier.lease())
                        var expected = try emptyState("revenuecat")
                        try ProjectLoader.load(&expected, from: earlier)
                        #expect(state.ledger == expected.ledger, "\(name) cut at \(place)")
                        // It goes on from there.
                        try cut.append(
                            [JournalEntry(version: 1, milliseconds: 0, body: [])], after: count,
                            epoch: try cut.lease())
                    } catch {
                        outcomes.insert("refused")
                        guard case .damaged(let reason)? = error as? JournalFault else {
                            Issue.record("\(name) cut at \(place): \(error)")
                            continue
                        }
                        #expect(!reason.isEmpty)
                    }
                }
            }
            #expect(outcomes.contains("refused"), "\(outcomes)")
            #expect(outcomes.contains("earlier") != isCheckpointed, "\(outcomes)")
        }
    }
#endif
