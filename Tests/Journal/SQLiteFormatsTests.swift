// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymJournal
    import AllonymTestSupport
    import Foundation
    import GRDB
    import Testing

    /// Files of earlier formats, which are migrated, and of later ones, which are refused.
    @Suite struct SQLiteFormatsTests {
        /// What makes formats 2 and 3 of this test's, from format 1 as it is.
        private let migrations = [
            1: """
            CREATE TABLE notes (text TEXT NOT NULL);
            INSERT INTO notes SELECT text FROM texts ORDER BY sequence, number;
            """,
            2: """
            INSERT INTO facts
            SELECT 'notes', CAST(coalesce(group_concat(text), '') AS BLOB) FROM notes
            """,
        ]

        /// The tables as versions have made them that knew no format but 1; never to be changed.
        private static let oldTables = """
            CREATE TABLE entries (
                sequence INTEGER PRIMARY KEY, version INTEGER NOT NULL, milliseconds INTEGER NOT NULL,
                checksum INTEGER NOT NULL, body BLOB NOT NULL);
            CREATE TABLE texts (
                sequence INTEGER NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL,
                PRIMARY KEY (sequence, number)) WITHOUT ROWID;
            CREATE TABLE snapshots (
                sequence INTEGER PRIMARY KEY, checksum INTEGER NOT NULL, version INTEGER NOT NULL,
                body BLOB NOT NULL, texts BLOB NOT NULL);
            CREATE TABLE deliveries (
                id INTEGER PRIMARY KEY, endpoint TEXT NOT NULL, event TEXT NOT NULL,
                name TEXT NOT NULL, user TEXT NOT NULL, body BLOB NOT NULL, state TEXT NOT NULL,
                tries INTEGER NOT NULL, due INTEGER NOT NULL, answer TEXT);
            CREATE INDEX pending ON deliveries (id) WHERE state = 'pending';
            CREATE TABLE facts (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
            INSERT INTO deliveries VALUES
                (1, 'hook', 'id-1', 'RENEWAL', 'ann', x'7B7D', 'failed', 6, 1000, '500');
            PRAGMA user_version = 1;
            """

        /// A file of format 1 with two entries and a delivery, and how far it goes.
        private func oldFile(_ path: String) throws -> JournalHead {
            var head = JournalHead.start
            let queue = try DatabaseQueue(path: path)
            try queue.write { database in
                try database.execute(sql: Self.oldTables)
                for old in [entry([1], texts: ["a", "b"]), entry([2], texts: ["c"])] {
                    head = head.after(old)
                    try database.execute(
                        sql: "INSERT INTO entries VALUES (?, ?, ?, ?, ?)",
                        arguments: [
                            head.sequence, old.version, old.milliseconds,
                            Int64(bitPattern: head.checksum), Data(old.body),
                        ])
                    for (number, text) in old.texts.enumerated() {
                        try database.execute(
                            sql: "INSERT INTO texts VALUES (?, ?, ?)",
                            arguments: [head.sequence, number, text])
                    }
                }
            }
            try queue.close()
            return head
        }

        @Test func `A file of format 1 is one of today's, once it is migrated`() throws {
            let folder = try Folder()
            let path = folder.file("journal.sqlite")
            let head = try oldFile(path)
            let journal = try SQLiteJournal(path)
            #expect(try journal.head() == head)
            #expect(
                "\(try #require(journal.migration))"
                    == "\(path): migrated from format 1 to format \(SQLiteJournal.format), which "
                    + "earlier versions of allonym do not read; the file of before is kept as "
                    + "\(path).format-1 until a customer is erased")
            var delivery = try #require(try journal.delivery(1))
            #expect(delivery.name == "RENEWAL" && delivery.tries == 6 && delivery.attempts == [])
            let attempt = Delivery.Attempt(time: 1, milliseconds: 2, answer: "200")
            delivery.add(attempt, keeping: 9)
            try journal.update([delivery])
            #expect(try journal.delivery(1)?.attempts == [attempt])
            try journal.append(
                [entry([3], texts: ["d"])], after: 2, epoch: try journal.lease())
            let texts = try journal.entries(after: 0, limit: 9).flatMap(\.texts)
            #expect(texts == ["a", "b", "c", "d"])
        }

        @Test func `A file of an earlier format is migrated, and a copy is kept beside it`() throws
        {
            let folder = try Folder()
            let path = folder.file("journal.sqlite")
            let head = try oldFile(path)
            for former in [1, nil] {
                let journal = try SQLiteJournal(path, format: 3, migrations: migrations)
                #expect(journal.migration?.former == former)
                #expect(journal.migration?.copy == former.map { "\(path).format-\($0)" })
                #expect(try journal.value("notes") == Array("a,b,c".utf8))
                #expect(try journal.head() == head)
                #expect(
                    try journal.entries(after: 0, limit: 9).map(\.texts) == [["a", "b"], ["c"]])
            }
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(files.filter { $0.contains("format") } == ["journal.sqlite.format-1"])
            // The copy is whole, the log included.
            let copy = try SQLiteJournal(path + ".format-1", format: 1)
            #expect(try copy.head() == head)
            #expect(try copy.value("notes") == nil)
        }

        @Test func `A new file of a later format is as one that was migrated`() throws {
            let folder = try Folder()
            let journal = try SQLiteJournal(
                folder.file("journal.sqlite"), format: 3, migrations: migrations)
            #expect(try journal.head() == .start && journal.migration == nil)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy {
                    !$0.contains("format")
                })
        }

        @Test(arguments: [
            [1: "CREATE TABLE notes (text TEXT)", 2: "INSERT INTO nowhere VALUES (1)"],
            [1: "CREATE TABLE notes (text TEXT)"],
        ])
        func `A migration that fails leaves the file as it was`(migrations: [Int: String]) throws {
            let folder = try Folder()
            let path = folder.file("journal.sqlite")
            let head = try oldFile(path)
            #expect(throws: JournalFault.self) {
                try SQLiteJournal(path, format: 3, migrations: migrations)
            }
            do {
                let journal = try SQLiteJournal(path, format: 1)
                #expect(try journal.head() == head)
            }
            // And goes through when it is mended; the copy of before gives way.
            let journal = try SQLiteJournal(path, format: 3, migrations: self.migrations)
            #expect(try journal.value("notes") == Array("a,b,c".utf8))
        }

        @Test func `A file of a later format is refused, named with its version, and left alone`()
            throws
        {
            let folder = try Folder()
            let path = folder.file("journal.sqlite")
            _ = try oldFile(path)
            _ = try SQLiteJournal(path, format: 3, migrations: migrations).head()
            let fault = JournalFault.newer(file: path, version: 3)
            #expect(throws: fault) { try SQLiteJournal(path, format: 2, migrations: migrations) }
            #expect(throws: fault) { try SQLiteJournal(path) }
            #expect("\(fault)".contains("format 3, which a later version of allonym wrote"))
            let journal = try SQLiteJournal(path, format: 3, migrations: migrations)
            #expect(try journal.head().sequence == 2)
        }

        @Test func `An erasure takes the copies of migrations with it`() throws {
            let folder = try Folder()
            let path = folder.file("journal.sqlite")
            _ = try oldFile(path)
            let journal = try SQLiteJournal(path, format: 3, migrations: migrations)
            #expect(FileManager.default.fileExists(atPath: path + ".format-1"))
            try journal.erase(JournalErasure())
            #expect(!FileManager.default.fileExists(atPath: path + ".format-1"))
        }
    }
#endif
