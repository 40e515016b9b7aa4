// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymJournal
    import AllonymTestSupport
    import Foundation
    import Testing

    /// What only a file can have: other processes, other programs, damage.
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
    }
#endif
