// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymJournal
    import AllonymTestSupport
    import Foundation
    import Testing

    /// What only a file can have: other processes, later versions, damage.
    @Suite struct SQLiteJournalTests {
        @Test func `What was appended is there when the file is opened again`() throws {
            let folder = try Folder()
            let path = folder.file("journal.sqlite")
            do {
                let journal = try SQLiteJournal(path)
                try journal.append([entry([7], texts: ["a"])], after: 0, epoch: try journal.lease())
            }
            let journal = try SQLiteJournal(path)
            #expect(try journal.entries(after: 0, limit: 9) == [entry([7], texts: ["a"])])
            // A term of office that was before does not come back.
            #expect(try journal.lease() == 2)
            try journal.append([entry([8])], after: 1, epoch: 2)
            #expect(try journal.head().sequence == 2)
        }

        @Test func `What was appended is on the disk, whether the file is new or not`() throws {
            let folder = try Folder()
            let path = folder.file("journal.sqlite")
            // FULL: without it a loss of power takes commits away.
            for _ in 0..<2 { #expect(try SQLiteJournal(path).synchronisation() == 2) }
        }

        @Test(arguments: [(0o644, 0o600), (0o666, 0o600), (0o600, 0o600), (0o700, 0o700)])
        func `A file that others could read is closed to them`(before: Int, after: Int) throws {
            let folder = try Folder()
            let path = folder.file("journal.sqlite")
            _ = try SQLiteJournal(path)
            let files = FileManager.default
            try files.setAttributes([.posixPermissions: before], ofItemAtPath: path)
            let journal = try SQLiteJournal(path)
            _ = try journal.lease()
            for file in [path, path + "-wal"] {
                let mode = try files.attributesOfItem(atPath: file)[.posixPermissions] as? Int
                #expect(mode == after, "\(file)")
            }
        }

        @Test func `A file that another has open is refused`() throws {
            let folder = try Folder()
            let path = folder.file("journal.sqlite")
            let journal = try SQLiteJournal(path)
            _ = try journal.lease()
            #expect(throws: JournalFault.locked(path)) { try SQLiteJournal(path) }
            #expect(try journal.head() == .start)
        }

        @Test func `What is no journal is refused and stays as it was`() throws {
            let folder = try Folder()
            let path = folder.file("journal.sqlite")
            let bytes = Data(String(repeating: "This is a letter. ", count: 100).utf8)
            try bytes.write(to: URL(fileURLWithPath: path))
            #expect {
                try SQLiteJournal(path)
            } throws: { error in
                if case .damaged(let reason)? = error as? JournalFault {
                    reason.contains(path)
                } else {
                    false
                }
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        }

        @Test func `A folder that is not there is named`() throws {
            let folder = try Folder()
            let path = folder.file("nowhere/journal.sqlite")
            #expect {
                try SQLiteJournal(path)
            } throws: { error in
                if case .storage(let reason)? = error as? JournalFault {
                    reason.contains(path)
                } else {
                    false
                }
            }
        }

        @Test func `A file that is as good as empty, or another program's, is refused`() throws {
            let folder = try Folder()
            let path = folder.file("journal.sqlite")
            for size in [0, 1, 511] {
                try Data(count: size).write(to: URL(fileURLWithPath: path))
                #expect {
                    try SQLiteJournal(path)
                } throws: { error in
                    guard case .damaged(let reason)? = error as? JournalFault else { return false }
                    return reason.contains("has \(size) bytes")
                }
            }
            // The log alone is nothing to begin with.
            try FileManager.default.removeItem(atPath: path)
            try Data(count: 32).write(to: URL(fileURLWithPath: path + "-wal"))
            #expect {
                try SQLiteJournal(path)
            } throws: { error in
                guard case .damaged(let reason)? = error as? JournalFault else { return false }
                return reason.contains("is missing")
            }
            #expect(!FileManager.default.fileExists(atPath: path))
            // A database with tables and without a number of ours, at byte 60 of its header.
            let other = folder.file("other.sqlite")
            _ = try SQLiteJournal(other)
            var bytes = try Data(contentsOf: URL(fileURLWithPath: other))
            bytes.replaceSubrange(60..<64, with: [0, 0, 0, 0])
            try bytes.write(to: URL(fileURLWithPath: other))
            #expect {
                try SQLiteJournal(other)
            } throws: { error in
                guard case .damaged(let reason)? = error as? JournalFault else { return false }
                return reason.contains("another program")
            }
        }

        @Test(arguments: ["/proc/self/journal.sqlite", "/dev/null/journal.sqlite"])
        func `A folder that cannot be written is said`(path: String) {
            #expect {
                try SQLiteJournal(path)
            } throws: { error in
                guard case .storage(let reason)? = error as? JournalFault else { return false }
                return reason.contains(path) && reason.contains("cannot be")
            }
        }

        // MARK: Formats

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

        /// A file of format 1 with two entries, and what it is to say afterwards.
        private func oldFile(_ path: String) throws -> JournalHead {
            let journal = try SQLiteJournal(path, format: 1)
            let entries = [entry([1], texts: ["a", "b"]), entry([2], texts: ["c"])]
            try journal.append(entries, after: 0, epoch: try journal.lease())
            return try journal.head()
        }

        @Test func `A file of an earlier format is migrated, and a copy is kept beside it`() throws
        {
            let folder = try Folder()
            let path = folder.file("journal.sqlite")
            let head = try oldFile(path)
            for _ in 0..<2 {
                let journal = try SQLiteJournal(path, format: 3, migrations: migrations)
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
            #expect(try journal.head() == .start)
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
