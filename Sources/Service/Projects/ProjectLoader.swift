// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import AllonymJournal

    /// Makes a project's state from its journal.
    package enum ProjectLoader {
        /// So many entries are read at once.
        static let step = 5_000

        /// Brings a state that nothing has happened to as far as the journal goes.
        ///
        /// - Parameters:
        ///   - state: The state; of no use where loading fails.
        ///   - journal: The journal.
        /// - Returns: How many entries there were after the snapshot.
        /// - Throws: ``JournalFault`` where the journal cannot be read, or is not what was written.
        @discardableResult
        package static func load(
            _ state: inout ProjectState, from journal: any Journal
        ) throws(JournalFault) -> Int {
            let head = try journal.head()
            let start = try restore(&state, from: try journal.snapshot(), before: head)
            var reached = start
            while reached.sequence < head.sequence {
                let next = try entries(after: reached.sequence, before: head, from: journal)
                reached = try replay(next, into: &state, after: reached)
            }
            try check(reached, is: head)
            state.sequence = head.sequence
            return head.sequence - start.sequence
        }

        // MARK: Its steps, for those who take them one at a time

        /// Brings a state that nothing has happened to as far as a snapshot goes.
        ///
        /// - Parameters:
        ///   - state: The state; of no use where that fails.
        ///   - snapshot: The snapshot; without one the state stays as it is.
        ///   - head: How far the journal goes.
        /// - Returns: How far the state goes.
        /// - Throws: ``JournalFault`` where the snapshot cannot be read.
        static func restore(
            _ state: inout ProjectState, from snapshot: JournalSnapshot?, before head: JournalHead
        ) throws(JournalFault) -> JournalHead {
            guard let snapshot else { return .start }
            guard snapshot.version <= ProjectState.snapshotVersion else {
                throw .newer(
                    file: "the journal's snapshot of entry \(snapshot.sequence)",
                    version: snapshot.version)
            }
            guard snapshot.sequence <= head.sequence else {
                throw .damaged(
                    "the journal: it ends at entry \(head.sequence), before its snapshot of entry "
                        + "\(snapshot.sequence); restore a copy of it")
            }
            do throws(EntryFault) {
                try state.restore(snapshot)
            } catch {
                throw .damaged(
                    "the journal: the snapshot of entry \(snapshot.sequence) is damaged "
                        + "(\(error)); restore a copy of it")
            }
            return JournalHead(sequence: snapshot.sequence, checksum: snapshot.checksum)
        }

        /// The next entries, but none that is newer than a head.
        ///
        /// - Throws: ``JournalFault`` where they cannot be read, or there are none.
        static func entries(
            after sequence: Int, before head: JournalHead, from journal: any Journal
        ) throws(JournalFault) -> [JournalEntry] {
            let entries = try journal.entries(
                after: sequence, limit: min(step, head.sequence - sequence))
            guard !entries.isEmpty else {
                throw .damaged(
                    "the journal: it has no entry \(sequence + 1), but later ones; restore a copy "
                        + "of it")
            }
            return entries
        }

        /// Applies entries to a state.
        ///
        /// - Parameters:
        ///   - entries: The entries.
        ///   - state: The state; of no use where that fails.
        ///   - start: How far it goes before.
        /// - Returns: How far it goes then.
        /// - Throws: ``JournalFault`` where an entry cannot be read.
        static func replay(
            _ entries: [JournalEntry], into state: inout ProjectState, after start: JournalHead
        ) throws(JournalFault) -> JournalHead {
            var reached = start
            for entry in entries {
                guard entry.version <= EntryDraft.version else {
                    throw .newer(
                        file: "the journal's entry \(reached.sequence + 1)", version: entry.version)
                }
                do throws(EntryFault) {
                    try state.replay(entry)
                } catch {
                    throw .damaged(
                        "the journal: entry \(reached.sequence + 1) is damaged (\(error)); restore "
                            + "a copy of it")
                }
                reached = reached.after(entry)
            }
            return reached
        }

        /// Throws where entries that were read are not those that were written.
        static func check(_ reached: JournalHead, is head: JournalHead) throws(JournalFault) {
            guard reached == head else {
                throw .damaged(
                    "the journal: its entries up to \(head.sequence) are not what was written, as "
                        + "a part of the file was changed; restore a copy of it")
            }
        }
    }
#endif
