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

    /// What a project promises of answers and of what is durable.
    @Suite struct ProjectTests {
        private func open(_ id: String, _ project: Project) async throws -> Bool {
            try await project.perform { state, now in
                state.perform(.open, by: .user(UserID(unchecked: id), nil), now: now).outcome
                    == .created
            }
        }

        @Test func `An answer that is given is in the journal`() async throws {
            let journal = MemoryJournal()
            let project = try testProject("revenuecat", in: journal)
            for number in 0..<50 {
                #expect(try await open("user-\(number)", project))
                let texts = journal.entries(after: 0, limit: .max).flatMap(\.texts)
                #expect(texts.contains("user-\(number)"))
            }
        }

        @Test func `Calls at once are decided one after the other, and all are durable`()
            async throws
        {
            let folder = try Folder()
            let path = folder.file("journal.sqlite")
            let count = 200
            do {
                let project = try testProject("revenuecat", in: SQLiteJournal(path))
                let created = try await withThrowingTaskGroup(of: Bool.self) { group in
                    for number in 0..<count {
                        group.addTask {
                            try await self.open("user-\(number % (count / 2))", project)
                        }
                    }
                    return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                }
                // Each ID was asked for twice, and made once.
                #expect(created == count / 2)
            }
            var state = try emptyState("revenuecat")
            let journal = try await reopenedJournal(path)
            try ProjectLoader.load(&state, from: journal)
            #expect(state.ledger.users.count == count / 2)
        }

        @Test
        func `An ID in which a NUL stands is whole in the file, and none of the one before it`()
            async throws
        {
            let folder = try Folder()
            let path = folder.file("journal.sqlite")
            let ids = ["ann", "ann\0x", "ann\0y"]
            do {
                let project = try testProject("revenuecat", in: SQLiteJournal(path))
                for id in ids { #expect(try await open(id, project)) }
            }
            var state = try emptyState("revenuecat")
            let journal = try await reopenedJournal(path)
            try ProjectLoader.load(&state, from: journal)
            #expect(
                state.ledger.users.indices.map { state.ledger.id(of: UserHandle($0)).text } == ids)
        }

        @Test(arguments: [false, true])
        func `Where the journal fails, nobody sees what is lost, and all goes on afterwards`(
            hasWritten: Bool
        ) async throws {
            let journal = ThrowingJournal()
            let project = try testProject("revenuecat", in: journal)
            #expect(try await open("before", project))
            journal.fails.withLock { $0 = (now: true, afterWriting: hasWritten) }
            await #expect(throws: Unavailable.self) { try await open("during", project) }
            // What is in the journal can be read, and nothing can be written.
            #expect(try await open("before", project) == false)
            if !hasWritten {
                await #expect(throws: Unavailable.self) { try await open("during", project) }
            }
            journal.fails.withLock { $0.now = false }
            for _ in 0..<3_000 where !project.isWritable {
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(project.isWritable)
            // Written or not, memory and journal say the same.
            #expect(try await open("during", project) == !hasWritten)
            #expect(try await open("before", project) == false)
        }

        @Test func `Erased texts are in no entry, and the project is served on`() async throws {
            let journal = MemoryJournal()
            let project = try testProject("revenuecat", in: journal)
            #expect(try await open("ann@x.example", project))
            _ = try await project.snapshot()
            #expect(try await project.erase("nobody") == false)
            #expect(try await project.erase("ann@x.example"))
            let texts = journal.entries(after: 0, limit: .max).flatMap(\.texts)
            #expect(!texts.contains("ann@x.example"))
            #expect(journal.snapshot()?.texts.contains("ann@x.example") == false)
            #expect(try await open("bob", project))
            // The ID can be somebody else's now.
            #expect(try await open("ann@x.example", project))
        }

        @Test func `What is due has happened before anything is asked`() async throws {
            let project = try testProject("revenuecat", in: MemoryJournal())
            let token = try await project.perform { state, now in
                let purchase = state.buy("month", by: "app_store:a", now: now)
                state.perform(.restore, by: .user("ann", "app_store:a"), now: now)
                return purchase.map { state.token(of: $0, secret: project.secret) }
            }
            // A trial of a week, then a month.
            try await project.perform { state, now in
                state.change(try state.clock.moved(to: now.addingTimeInterval(86_400 * 8)))
            }
            let transactions = try await project.perform { state, _ in
                token.flatMap { state.purchase(of: $0, secret: project.secret) }.map {
                    state.world.records[Int($0.index)].transactions.count
                }
            }
            #expect(transactions == 2)
            await #expect(throws: ProjectClock.Fault.self) {
                try await project.perform { state, now in
                    state.change(try state.clock.moved(to: now.addingTimeInterval(-1)))
                }
            }
        }

        /// What a store does to a subscription.
        enum Doing: Sendable {
            case set(days: Double)
            case extend
            case event(StoreEvent)

            func act(on purchase: PurchaseHandle, _ state: inout ProjectState, _ now: Date) {
                func later(_ days: Double) -> Date { now.addingTimeInterval(86_400 * days) }
                switch self {
                case .set(let days):
                    _ = state.pause(purchase, atRenewal: true, until: later(days), now: now)
                case .extend: _ = state.extend(purchase, to: later(30), now: now)
                case .event(let event): state.store(event, to: purchase, now: now)
                }
            }
        }

        @Test(
            arguments: [
                ([.set(days: 60)], 1), ([.set(days: 60), .set(days: 60)], 1),
                ([.set(days: 60), .set(days: 90)], 2), ([.set(days: 60), .extend], 1),
                ([.set(days: 60), .event(.cancel), .event(.uncancel), .set(days: 60)], 2),
                ([.event(.cancel), .set(days: 60)], 0), ([.set(days: 6)], 0), ([.event(.pause)], 0),
            ] as [([Doing], Int)], [false, true])
        func `A history has a pause as often as it was set, and nothing of one that was refused`(
            row: ([Doing], Int), isOneEntry: Bool
        ) async throws {
            let project = try testProject("revenuecat", in: MemoryJournal())
            let purchase = try await project.perform { state, now in
                let purchase = state.buy("month", by: "play_store:a", now: now)
                state.perform(.restore, by: .user("ann", "play_store:a"), now: now)
                return try #require(purchase)
            }
            let (doings, count) = row
            for doings in isOneEntry ? [doings] : doings.map({ [$0] }) {
                try await project.perform { state, now in
                    for doing in doings { doing.act(on: purchase, &state, now) }
                }
            }
            let history = try await project.history(of: "ann")
            let pauses = history.filter { moment in
                moment.events.contains { $0.hasPrefix("month pauses at its next renewal, from ") }
            }
            #expect(pauses.count == count)
            #expect(pauses.allSatisfy { $0.step.date == newYear && $0.step.word == "pause" })
            #expect(history.map(\.number) == Array(history.indices))
        }

        @Test func `A pause that is set is in the history of a family's share too`() async throws {
            let project = try testProject("revenuecat", in: MemoryJournal())
            try await project.perform { state, now in
                for (device, account, user) in [
                    ("phone", "app_store:a", "ann"), ("tablet", "app_store:b", "bob"),
                ] {
                    let device = Actor.device(DeviceID(unchecked: device))
                    let account = StoreAccount(unchecked: account)
                    state.perform(.install(account), by: device, now: now)
                    state.perform(.logIn(UserID(unchecked: user)), by: device, now: now)
                }
                let bought = state.buy("month", by: "app_store:a", now: now)
                let purchase = try #require(bought)
                state.perform(.restore, by: .device("phone"), now: now)
                state.perform(.share("month", with: "tablet"), by: .device("phone"), now: now)
                state.perform(.restore, by: .device("tablet"), now: now)
                let isSet = state.pause(purchase, atRenewal: true, until: nil, now: now)
                #expect(isSet)
            }
            for id in ["ann", "bob"] {
                let newest = try #require(try await project.history(of: id).last)
                // A trial of a week, then the pause.
                #expect(
                    newest.events == [
                        "month pauses at its next renewal, from 2026-01-08T12:00:00Z until it is "
                            + "resumed."
                    ])
                #expect(newest.step.actor == .device("phone"))
            }
        }

        @Test func `A token that nobody made stands for nothing`() async throws {
            let project = try testProject("revenuecat", in: MemoryJournal())
            let token = try await project.perform { state, now in
                let purchase = state.buy("month", by: "app_store:a", now: now)
                return state.token(of: try #require(purchase), secret: project.secret)
            }
            let other = try testProject("revenuecat", in: MemoryJournal())
            let wrong = [
                "", "sim_1_", "sim_01_" + token.dropFirst(6), "sim_2_" + token.dropFirst(6),
                token + "0", String(token.dropLast()), token.uppercased(), "sim_-1_x",
                "sim_99999999999999999999_x",
            ]
            try await project.perform { state, _ in
                #expect(state.purchase(of: token, secret: project.secret) != nil)
                for token in wrong {
                    #expect(state.purchase(of: token, secret: project.secret) == nil, "\(token)")
                }
                #expect(state.purchase(of: token, secret: other.secret) == nil)
            }
        }
    }
#endif
