// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymJournal
    import AllonymTestSupport
    import Foundation
    import Testing

    /// What every journal has to meet; one that is added is added here.
    enum JournalKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case memory, sqlite

        var testDescription: String { rawValue }

        /// A journal of this kind with nothing in it, in a folder of its own.
        func journal(in folder: Folder) throws -> any Journal {
            switch self {
            case .memory: MemoryJournal()
            case .sqlite: try SQLiteJournal(folder.file("journal.sqlite"))
            }
        }
    }

    func entry(
        _ body: [UInt8], texts: [String] = [], deliveries: [Delivery] = []
    ) -> JournalEntry {
        JournalEntry(
            version: 1, milliseconds: 1_000 + Int64(body.first ?? 0), body: body, texts: texts,
            deliveries: deliveries)
    }

    @Suite struct JournalContractTests {
        @Test(arguments: JournalKind.allCases)
        func `Entries come back in order, whole and with their texts`(kind: JournalKind) throws {
            let folder = try Folder()
            let journal = try kind.journal(in: folder)
            let epoch = try journal.lease()
            #expect(try journal.head() == .start)
            let texts = ["ä", "", "a\u{301}", "a\0b", "\0"]
            let first = [entry([1, 2, 3], texts: texts), entry([], texts: [])]
            try journal.append(first, after: 0, epoch: epoch)
            let second = [entry([0xFF, 0], texts: ["b", "b"])]
            try journal.append(second, after: 2, epoch: epoch)
            #expect(try journal.entries(after: 0, limit: 10) == first + second)
            #expect(try journal.entries(after: 1, limit: 1) == [first[1]])
            #expect(try journal.entries(after: 3, limit: 10).isEmpty)
            let head = JournalHead.start.after(first[0]).after(first[1]).after(second[0])
            #expect(try journal.head() == head)
            #expect(head.sequence == 3)
        }

        @Test(arguments: JournalKind.allCases)
        func `Nothing is written after a gap, or by one whose term is over`(kind: JournalKind)
            throws
        {
            let folder = try Folder()
            let journal = try kind.journal(in: folder)
            let epoch = try journal.lease()
            try journal.append([entry([1])], after: 0, epoch: epoch)
            for wrong in [0, 2, 7] {
                #expect(throws: JournalFault.gap(expected: wrong, found: 1)) {
                    try journal.append([entry([2])], after: wrong, epoch: epoch)
                }
            }
            let later = try journal.lease()
            #expect(later > epoch)
            #expect(throws: JournalFault.lostLease) {
                try journal.append([entry([2])], after: 1, epoch: epoch)
            }
            try journal.append([entry([3])], after: 1, epoch: later)
            #expect(try journal.entries(after: 0, limit: 9).map(\.body) == [[1], [3]])
        }

        @Test(arguments: JournalKind.allCases)
        func `The newest snapshot and values stay`(kind: JournalKind) throws {
            let folder = try Folder()
            let journal = try kind.journal(in: folder)
            #expect(try journal.snapshot() == nil)
            for sequence in [3, 5] {
                let snapshot = JournalSnapshot(
                    sequence: sequence, checksum: .max, version: 1, body: [9, 8],
                    texts: ["x:1", "", "12:", "\u{0}"])
                try journal.save(snapshot)
                #expect(try journal.snapshot() == snapshot)
            }
            #expect(try journal.value("k") == nil)
            try journal.setValue([1], for: "k")
            try journal.setValue([2, 0], for: "k")
            #expect(try journal.value("k") == [2, 0])
        }

        @Test(arguments: JournalKind.allCases)
        func `An erasure blanks texts at their places alone`(kind: JournalKind) throws {
            let folder = try Folder()
            let journal = try kind.journal(in: folder)
            let epoch = try journal.lease()
            try journal.append(
                [entry([1], texts: ["anna", "bert"]), entry([2], texts: ["anna", "anna"])],
                after: 0, epoch: epoch)
            let head = try journal.head()
            try journal.save(
                JournalSnapshot(
                    sequence: 1, checksum: 1, version: 1, body: [], texts: ["anna", "anna"]))
            var erasure = JournalErasure()
            erasure.texts = [1: [0: "gone"], 2: [1: "gone", 7: "nowhere"], 9: [0: "nowhere"]]
            erasure.snapshot = [1: "gone"]
            try journal.erase(erasure)
            #expect(
                try journal.entries(after: 0, limit: 9).map(\.texts) == [
                    ["gone", "bert"], ["anna", "gone"],
                ])
            #expect(try journal.snapshot()?.texts == ["anna", "gone"])
            // What happened is still what happened.
            #expect(try journal.head() == head)
        }

        @Test(arguments: JournalKind.allCases)
        func `A NUL in an ID ends nothing: its deliveries are found, and blanked`(
            kind: JournalKind
        ) throws {
            let folder = try Folder()
            let journal = try kind.journal(in: folder)
            let ids = ["ann\0x", "ann", "\0"]
            let sent = ids.map { id in
                Delivery(
                    endpoint: "e\0", event: "1\0", name: "N\0", user: id, body: [1], due: 5)
            }
            try journal.append(
                [entry([1], texts: ids, deliveries: sent)], after: 0, epoch: try journal.lease())
            #expect(try journal.deliveries(nil, dueBy: nil, limit: 9).map(\.user) == ids)
            for id in ids {
                let own = try journal.latestDeliveries(nil, of: [id], before: nil, limit: 9)
                #expect(own.map(\.user) == [id])
                #expect(own.map { [$0.endpoint, $0.event, $0.name] } == [["e\0", "1\0", "N\0"]])
            }
            let waiting = try journal.waitingDeliveries(dueAfter: 0)
            #expect(waiting.map(\.user) == ids)
            #expect(waiting.allSatisfy { $0.endpoint == "e\0" })
            var erasure = JournalErasure()
            erasure.texts = [1: [0: "gone"]]
            erasure.users = ["ann\0x": "gone"]
            try journal.erase(erasure)
            let left = ["gone", "ann", "\0"]
            #expect(try journal.entries(after: 0, limit: 9).map(\.texts) == [left])
            let users = try journal.deliveries(nil, dueBy: nil, limit: 9).map(\.user)
            #expect(users == ["", "ann", "\0"])
        }

        @Test(arguments: JournalKind.allCases)
        func `An erasure empties what is sent about somebody, and renames it elsewhere`(
            kind: JournalKind
        ) throws {
            let folder = try Folder()
            let journal = try kind.journal(in: folder)
            func delivery(_ user: String, _ body: String, _ state: Delivery.State) -> Delivery {
                Delivery(
                    endpoint: "e", event: "1", name: "N", user: user, body: Array(body.utf8),
                    state: state, due: 1)
            }
            let sent = [
                delivery("an/na", #"{"id":"an\/na"}"#, .delivered),
                delivery("an/na", "1", .pending),
                delivery("bert", #"{"from":["an/na","an\/na"],"to":"an/nabel"}"#, .pending),
                delivery("bert", #"{"id":"bert"}"#, .pending),
            ]
            try journal.append(
                [entry([1], deliveries: sent)], after: 0, epoch: try journal.lease())
            let due = try journal.deliveries(.pending, dueBy: nil, limit: 9)
            var erasure = JournalErasure()
            erasure.users = ["an/na": "gone"]
            try journal.erase(erasure)
            // A try that was under way meanwhile does not bring it back.
            try journal.update(due)
            let left = try journal.deliveries(nil, dueBy: nil, limit: 9)
            #expect(left.map(\.state) == [.delivered, .dropped, .pending, .pending])
            #expect(left.map(\.user) == ["", "", "bert", "bert"])
            #expect(
                left.map { String(decoding: $0.body, as: UTF8.self) } == [
                    "", "", #"{"from":["gone","gone"],"to":"an/nabel"}"#, #"{"id":"bert"}"#,
                ])
        }

        @Test(arguments: JournalKind.allCases)
        func `Deliveries are found by their state until they are done`(kind: JournalKind) throws {
            let folder = try Folder()
            let journal = try kind.journal(in: folder)
            let epoch = try journal.lease()
            let asked = ["a", "b", "c"].map {
                Delivery(
                    endpoint: "e", event: $0, name: "N", user: "u", body: Array($0.utf8), due: 5)
            }
            try journal.append([entry([1], deliveries: asked)], after: 0, epoch: epoch)
            var pending = try journal.deliveries(.pending, dueBy: nil, limit: 9)
            #expect(pending.map(\.event) == ["a", "b", "c"])
            #expect(pending.map(\.id) == [1, 2, 3])
            pending[1].state = .failed
            pending[1].tries = 6
            pending[1].answer = "500"
            try journal.update([pending[1]])
            #expect(
                try journal.deliveries(.pending, dueBy: nil, limit: 9).map(\.event) == ["a", "c"])
            #expect(try journal.deliveries(.failed, dueBy: nil, limit: 9) == [pending[1]])
            #expect(try journal.delivery(2) == pending[1])
            #expect(try journal.delivery(9) == nil)
            #expect(try journal.deliveries(nil, dueBy: nil, limit: 2).count == 2)
            #expect(try journal.deliveryCounts() == [.pending: 2, .failed: 1])
        }

        @Test(arguments: JournalKind.allCases)
        func `The newest deliveries come first, page by page, of all or of some users`(
            kind: JournalKind
        ) throws {
            let folder = try Folder()
            let journal = try kind.journal(in: folder)
            let epoch = try journal.lease()
            let users = ["ann", "b'ob\"", "ann", "ä"]
            let asked = users.map {
                Delivery(endpoint: "e", event: "1", name: "N", user: $0, body: [], due: 5)
            }
            try journal.append([entry([1], deliveries: asked)], after: 0, epoch: epoch)
            func found(
                _ state: Delivery.State? = nil, of users: [String]? = nil, before id: Int? = nil,
                limit: Int = 9
            ) throws -> [Int] {
                try journal.latestDeliveries(state, of: users, before: id, limit: limit).map(\.id)
            }
            #expect(try found() == [4, 3, 2, 1])
            #expect(try found(limit: 2) == [4, 3])
            #expect(try found(before: 3) == [2, 1])
            #expect(try found(.failed) == [])
            #expect(try found(.pending, of: ["ann"]) == [3, 1])
            #expect(try found(of: ["b'ob\"", "ä"], before: 4) == [2])
            #expect(try found(of: []) == [])
        }
    }
#endif
