// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymSimulation
    import Foundation
    import GRDB

    /// A journal in one SQLite file.
    ///
    /// It is written ahead with a full synchronisation at each commit, and held exclusively: a second
    /// process that opens it is refused.
    package final class SQLiteJournal: Journal {
        /// The format of the file; a file of a later one is refused, an earlier one is migrated.
        ///
        /// Since format 2 a delivery has its attempts.
        package static let format = 2
        let queue: DatabaseQueue
        let path: String
        let format: Int
        /// What became of a file of an earlier format; nil where it had this one, or was not there.
        package let migration: Migration?
        /// Where the journal ends, so that an append need not look.
        private let end: Locked<JournalHead>

        /// Opens a file, or makes it.
        ///
        /// - Parameters:
        ///   - path: The file; its folder has to be there.
        ///   - format: The format that it is to have.
        ///   - migrations: What makes a file of each earlier format one of the next.
        /// - Throws: ``JournalFault``: locked, newer, damaged, or not to be read or written.
        package init(
            _ path: String, format: Int = SQLiteJournal.format,
            migrations: [Int: String] = SQLiteJournal.migrations
        ) throws(JournalFault) {
            self.path = path
            self.format = format
            var configuration = Configuration()
            configuration.journalMode = .wal
            configuration.busyMode = .immediateError
            configuration.prepareDatabase { database in
                try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
                // What is blanked is overwritten, and copied into no file for a while.
                try database.execute(sql: "PRAGMA secure_delete = ON")
                try database.execute(sql: "PRAGMA temp_store = MEMORY")
            }
            do {
                if !FileManager.default.fileExists(atPath: path) {
                    try SQLiteJournal.make(path, format: format, by: migrations)
                }
                try SQLiteJournal.protect(path)
                let queue = try DatabaseQueue(path: path, configuration: configuration)
                // Not before: GRDB lowers it to NORMAL when it turns to a log that is written ahead.
                try queue.writeWithoutTransaction {
                    try $0.execute(sql: "PRAGMA synchronous = FULL")
                }
                migration = try SQLiteJournal.bring(queue, path, to: format, by: migrations)
                try queue.write { try $0.execute(sql: SQLiteJournal.counting) }
                self.queue = queue
                end = Locked(try queue.read(SQLiteJournal.end))
            } catch {
                throw SQLiteJournal.fault(error, path)
            }
        }

        /// When SQLite synchronises the file; 2 is at each commit.
        package func synchronisation() throws -> Int? {
            try queue.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
        }

        /// Lets nobody else read a file that is there, or the log beside it.
        private static func protect(_ path: String) throws(JournalFault) {
            let files = FileManager.default
            // SQLite takes the shortest files for new ones; a page has 512 bytes at least.
            if let size = try? files.attributesOfItem(atPath: path)[.size] as? Int, size < 512 {
                throw .damaged(
                    "\(path): it has \(size) bytes, and what was in it is lost; restore a copy of "
                        + "it, or remove it to begin anew")
            }
            for file in [path, path + "-wal"] {
                let known = try? files.attributesOfItem(atPath: file)[.posixPermissions] as? Int
                guard let mode = known, mode & 0o077 != 0 else { continue }
                try? files.setAttributes([.posixPermissions: mode & 0o700], ofItemAtPath: file)
            }
        }

        /// The tables of format 1; those of later ones are made by migrations alone.
        static let tables = """
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
            """

        /// By it deliveries are counted without reading what they send.
        ///
        /// Programs that do not know it read and write the file all the same, so it is no format of
        /// its own.
        private static let counting = "CREATE INDEX IF NOT EXISTS states ON deliveries (state)"

        private static func end(_ database: Database) throws -> JournalHead {
            let row = try Row.fetchOne(
                database,
                sql: "SELECT sequence, checksum FROM entries ORDER BY sequence DESC LIMIT 1")
            guard let row else { return .start }
            return JournalHead(sequence: row[0], checksum: UInt64(bitPattern: row[1]))
        }

        /// Lets the file have no more pages than it has, as on a disk that is full; or any again.
        package func setFull(_ isFull: Bool) throws(JournalFault) {
            do {
                try queue.writeWithoutTransaction { database in
                    try database.execute(
                        sql: "PRAGMA max_page_count = \(isFull ? 1 : 0xFFFF_FFFE)")
                }
            } catch {
                throw SQLiteJournal.fault(error, path)
            }
        }

        func reading<Value>(
            _ body: (Database) throws -> Value
        ) throws(JournalFault) -> Value {
            do {
                return try queue.read(body)
            } catch {
                throw SQLiteJournal.fault(error, path)
            }
        }

        func writing<Value>(
            _ body: (Database) throws -> Value
        ) throws(JournalFault) -> Value {
            do {
                return try queue.write(body)
            } catch {
                throw SQLiteJournal.fault(error, path)
            }
        }
    }

    // MARK: - Entries

    extension SQLiteJournal {
        /// Read from the file: after an append that failed it may have been written all the same.
        package func head() throws(JournalFault) -> JournalHead {
            let head = try reading(SQLiteJournal.end)
            end.withLock { $0 = head }
            return head
        }

        package func append(
            _ entries: [JournalEntry], after sequence: Int, epoch: Int
        ) throws(JournalFault) {
            var head = end.withLock { $0 }
            guard head.sequence == sequence else {
                throw .gap(expected: sequence, found: head.sequence)
            }
            try writing { database in
                let lease = try SQLiteJournal.number("epoch", database)
                guard lease == epoch else { throw JournalFault.lostLease }
                let insert = try database.cachedStatement(
                    sql: "INSERT INTO entries VALUES (?, ?, ?, ?, ?)")
                let text = try database.cachedStatement(sql: "INSERT INTO texts VALUES (?, ?, ?)")
                for entry in entries {
                    head = head.after(entry)
                    try insert.execute(arguments: [
                        head.sequence, entry.version, entry.milliseconds,
                        Int64(bitPattern: head.checksum), Data(entry.body),
                    ])
                    for (number, value) in entry.texts.enumerated() {
                        try text.execute(arguments: [head.sequence, number, StoredText(value)])
                    }
                    for delivery in entry.deliveries {
                        try SQLiteJournal.insert(delivery, database)
                    }
                }
            }
            end.withLock { $0 = head }
        }

        package func entries(after sequence: Int, limit: Int) throws(JournalFault) -> [JournalEntry]
        {
            try reading { database in
                let last = sequence + max(limit, 0)
                var texts = try Row.fetchAll(
                    database,
                    sql: """
                        SELECT sequence, text FROM texts WHERE sequence > ? AND sequence <= ?
                        ORDER BY sequence DESC, number DESC
                        """, arguments: [sequence, last])
                let rows = try Row.fetchCursor(
                    database,
                    sql: """
                        SELECT sequence, version, milliseconds, body FROM entries
                        WHERE sequence > ? AND sequence <= ? ORDER BY sequence
                        """, arguments: [sequence, last])
                var entries: [JournalEntry] = []
                while let row = try rows.next() {
                    let number: Int = row[0]
                    guard number == sequence + entries.count + 1 else {
                        throw JournalFault.damaged(
                            "the journal: it has no entry \(sequence + entries.count + 1), but "
                                + "later ones; restore a copy of it"
                        )
                    }
                    var own: [String] = []
                    while let text = texts.last, text[0] == number {
                        own.append(text.text(1))
                        texts.removeLast()
                    }
                    let body: Data = row[3]
                    entries.append(
                        JournalEntry(
                            version: row[1], milliseconds: row[2], body: [UInt8](body), texts: own))
                }
                return entries
            }
        }

        package func lease() throws(JournalFault) -> Int {
            try writing { database in
                let epoch = try SQLiteJournal.number("epoch", database) + 1
                try SQLiteJournal.set("epoch", Data(String(epoch).utf8), database)
                return epoch
            }
        }

        private static func number(_ key: String, _ database: Database) throws -> Int {
            let statement = try database.cachedStatement(
                sql: "SELECT value FROM facts WHERE key = ?")
            let data = try Data.fetchOne(statement, arguments: [key])
            return data.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
        }

        private static func set(_ key: String, _ value: Data, _ database: Database) throws {
            try database.execute(
                sql: "INSERT OR REPLACE INTO facts VALUES (?, ?)", arguments: [key, value])
        }

        package func value(_ key: String) throws(JournalFault) -> [UInt8]? {
            try reading { database in
                try Data.fetchOne(
                    database, sql: "SELECT value FROM facts WHERE key = ?", arguments: [key]
                ).map { [UInt8]($0) }
            }
        }

        package func setValue(_ value: [UInt8], for key: String) throws(JournalFault) {
            try writing { try SQLiteJournal.set(key, Data(value), $0) }
        }
    }
#endif
