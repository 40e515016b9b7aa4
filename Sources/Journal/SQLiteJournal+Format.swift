// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import Foundation
    import GRDB

    // Formats of the file: which one it has, and how it becomes one of this program's.

    extension SQLiteJournal {
        /// That a file had an earlier format when it was opened.
        package struct Migration: Hashable, Sendable, CustomStringConvertible {
            /// The file.
            package let file: String
            /// The format that it had, and the one that it has now.
            package let former: Int
            package let format: Int
            /// Where it is kept as it was.
            package let copy: String

            /// What its owner is told.
            package var description: String {
                "\(file): migrated from format \(former) to format \(format), which earlier versions of "
                    + "allonym do not read; the file of before is kept as \(copy) until a customer is "
                    + "erased"
            }
        }

        /// The SQL that makes a file of a format one of the next, by the number of the format.
        package static let migrations = [1: "ALTER TABLE deliveries ADD COLUMN attempts BLOB"]

        /// Where a file is kept as it was before it was migrated.
        static func copy(of path: String, format: Int) -> String { "\(path).format-\(format)" }

        /// Brings a file to a format.
        ///
        /// It is held exclusively from the first look on. A file of an earlier format is copied first;
        /// all migrations are one transaction, so that a file is never between two formats.
        /// - Returns: What was done; nil where it has that format.
        static func bring(
            _ queue: DatabaseQueue, _ path: String, to format: Int, by migrations: [Int: String]
        ) throws -> Migration? {
            let found = try queue.write { database in
                try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            }
            guard found <= format else { throw JournalFault.newer(file: path, version: found) }
            guard found < format else { return nil }
            guard found > 0 else {
                throw JournalFault.damaged(
                    "\(path): it is a database of another program; name another folder with --data "
                        + "DIR"
                )
            }
            guard (found..<format).allSatisfy({ migrations[$0] != nil }) else {
                throw JournalFault.damaged(
                    "\(path): it has format \(found), which this version of allonym cannot bring "
                        + "to format \(format); open it with an earlier version first")
            }
            try checkpoint(queue)
            let copy = copy(of: path, format: found)
            try keep(path, as: copy)
            try queue.write { database in
                for number in found..<format { try database.execute(sql: migrations[number] ?? "") }
                try database.execute(sql: "PRAGMA user_version = \(format)")
            }
            return Migration(file: path, former: found, format: format, copy: copy)
        }

        /// Makes a file that nobody else can read; under its name it is whole or not there.
        static func make(
            _ path: String, format: Int, by migrations: [Int: String]
        ) throws {
            let files = FileManager.default
            guard !files.fileExists(atPath: path + "-wal") else {
                throw JournalFault.damaged(
                    "\(path): it is missing, and its log \(path)-wal is there; restore the file, "
                        + "or remove the log to begin anew")
            }
            let draft = path + ".new"
            for file in [draft, draft + "-journal"] { try? files.removeItem(atPath: file) }
            guard
                files.createFile(
                    atPath: draft, contents: nil, attributes: [.posixPermissions: 0o600])
            else {
                throw JournalFault.storage(
                    "\(path): cannot be made: its folder is missing, or cannot be written; check "
                        + "the permissions, or name another folder with --data DIR")
            }
            let queue = try DatabaseQueue(path: draft)
            try queue.write { database in
                try database.execute(sql: tables)
                for number in 1..<format { try database.execute(sql: migrations[number] ?? "") }
                try database.execute(sql: "PRAGMA user_version = \(format)")
            }
            try queue.close()
            try files.moveItem(atPath: draft, toPath: path)
        }

        /// Copies a file whose log is empty; a copy of the same format, left by a migration that did
        /// not come to its end, is of the same state and gives way.
        private static func keep(_ path: String, as copy: String) throws {
            let files = FileManager.default
            let draft = copy + ".part"
            try? files.removeItem(atPath: draft)
            try files.copyItem(atPath: path, toPath: draft)
            try? files.removeItem(atPath: copy)
            try files.moveItem(atPath: draft, toPath: copy)
        }

        /// Removes the copies that migrations have kept: they have what is erased.
        func removeCopies() throws(JournalFault) {
            for format in 1..<max(format, 2) {
                let copy = SQLiteJournal.copy(of: path, format: format)
                guard FileManager.default.fileExists(atPath: copy) else { continue }
                do {
                    try FileManager.default.removeItem(atPath: copy)
                } catch {
                    throw .storage(
                        "\(copy): cannot be removed, and has what was to be erased: "
                            + "\(error.systemReason); remove it")
                }
            }
        }

        /// Takes all of the log into the file, and empties it.
        static func checkpoint(_ queue: DatabaseQueue) throws {
            try queue.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
        }
    }
#endif
