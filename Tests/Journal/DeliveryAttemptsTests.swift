// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymJournal
    import AllonymTestSupport
    import Foundation
    import Testing

    /// What a journal keeps of the attempts of a delivery, and how deliveries are listed.
    @Suite struct DeliveryAttemptsTests {
        private let deliveries = ["a", "b", "c", "d"].map {
            Delivery(endpoint: "e", event: $0, name: "N", user: "u", body: Array($0.utf8), due: 5)
        }

        private let attempts = [
            Delivery.Attempt(time: 1_767_268_800_000, milliseconds: 12, answer: "500"),
            Delivery.Attempt(time: -1, milliseconds: 0, answer: "could not\nconnect: 2 ä"),
            Delivery.Attempt(time: .max, milliseconds: 60_000, answer: ""),
        ]

        @Test(arguments: JournalKind.allCases)
        func `The oldest deliveries come first, page by page`(kind: JournalKind) throws {
            let folder = try Folder()
            let journal = try kind.journal(in: folder)
            try journal.append(
                [entry([1], deliveries: deliveries)], after: 0, epoch: try journal.lease())
            func found(
                _ state: Delivery.State? = nil, dueBy: Int64? = nil, after id: Int?, limit: Int = 9
            ) throws -> [Int] {
                try journal.deliveries(state, dueBy: dueBy, after: id, limit: limit).map(\.id)
            }
            #expect(try found(after: nil, limit: 3) == [1, 2, 3])
            #expect(try found(after: 3, limit: 3) == [4])
            #expect(try found(after: 4) == [])
            #expect(try found(.pending, after: 1, limit: 2) == [2, 3])
            #expect(try found(.failed, after: 0) == [])
            #expect(try found(.pending, dueBy: 4, after: 1) == [])
            #expect(try found(dueBy: 5, after: 2) == [3, 4])
        }

        @Test(arguments: JournalKind.allCases)
        func `What waits is found by its date, as long as it is pending`(kind: JournalKind) throws {
            let folder = try Folder()
            let journal = try kind.journal(in: folder)
            try journal.append(
                [entry([1], deliveries: deliveries)], after: 0, epoch: try journal.lease())
            var later = try #require(try journal.delivery(3))
            later.due = .max
            var failed = try #require(try journal.delivery(4))
            (failed.state, failed.due) = (.failed, 9)
            try journal.update([later, failed])
            func found(_ time: Int64) throws -> [WaitingDelivery] {
                try journal.waitingDeliveries(dueAfter: time)
            }
            let waiting = WaitingDelivery(id: 3, endpoint: "e", user: "u", due: .max)
            #expect(try found(5) == [waiting])
            #expect(try found(4).map(\.id) == [1, 2, 3])
            #expect(try found(4).last == waiting)
            #expect(try found(.max) == [])
        }

        @Test(arguments: JournalKind.allCases)
        func `Attempts are what they were, whatever was answered`(kind: JournalKind) throws {
            let folder = try Folder()
            let journal = try kind.journal(in: folder)
            try journal.append(
                [entry([1], deliveries: deliveries)], after: 0, epoch: try journal.lease())
            var tried = try #require(try journal.delivery(2))
            #expect(tried.attempts == [])
            for attempt in attempts { tried.add(attempt, keeping: 9) }
            try journal.update([tried])
            #expect(try journal.delivery(2)?.attempts == attempts)
            #expect(try journal.delivery(1)?.attempts == [])
            #expect(try journal.latestDeliveries(nil, of: nil, before: 3, limit: 1) == [tried])
        }

        @Test(arguments: [(1, 1), (2, 2), (3, 3), (9, 3), (0, 0)])
        func `Of too many attempts the oldest give way`(most: Int, count: Int) {
            var delivery = deliveries[0]
            for attempt in attempts { delivery.add(attempt, keeping: most) }
            #expect(delivery.attempts == Array(attempts.suffix(count)))
        }

        @Test func `An answer that is endless is cut`() {
            let attempt = Delivery.Attempt(
                time: 0, milliseconds: 1, answer: String(repeating: "é", count: 10_000))
            #expect(attempt.answer == String(repeating: "é", count: 200))
        }

        @Test func `A file of format 1 is migrated with its deliveries, and a copy is kept`()
            throws
        {
            let folder = try Folder()
            let path = folder.file("journal.sqlite")
            do {
                let journal = try SQLiteJournal(path, format: 1)
                try journal.append(
                    [entry([1], deliveries: deliveries)], after: 0, epoch: try journal.lease())
            }
            do {
                let journal = try SQLiteJournal(path)
                var found = try journal.deliveries(nil, dueBy: nil, limit: 9)
                #expect(found.map(\.event) == ["a", "b", "c", "d"])
                #expect(found.allSatisfy { $0.attempts.isEmpty })
                found[0].add(attempts[0], keeping: 1)
                try journal.update([found[0]])
            }
            #expect(try SQLiteJournal(path).delivery(1)?.attempts == [attempts[0]])
            #expect(FileManager.default.fileExists(atPath: path + ".format-1"))
        }
    }
#endif
