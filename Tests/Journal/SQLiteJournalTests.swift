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
    }
#endif
