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
        /// - Throws: ``JournalFault`` where the journal cannot be read, or is not what was written.
        package static func load(
            _ state: inout ProjectState, from journal: any Journal
        ) throws(JournalFault) {
            let head = try journal.head()
            var reached = JournalHead.start
            if let snapshot = try journal.snapshot() {
                guard snapshot.version <= ProjectState.snapshotVersion else {
                    throw .newer(
                        file: "The journal's snapshot of entry \(snapshot.sequence)",
                        version: snapshot.version)
                }
                guard snapshot.sequence <= head.sequence else {
                    throw .damaged(
                        "The journal ends at entry \(head.sequence), before its snapshot of entry "
                            + "\(snapshot.sequence): its end is missing. Restore a copy of the file."
                    )
                }
                do throws(EntryFault) {
                    try state.restore(snapshot)
                } catch {
                    throw .damaged(
                        "The snapshot of entry \(snapshot.sequence) is damaged: \(error)")
                }
                reached = JournalHead(sequence: snapshot.sequence, checksum: snapshot.checksum)
            }
            while reached.sequence < head.sequence {
                let entries = try journal.entries(after: reached.sequence, limit: step)
                guard !entries.isEmpty else {
                    throw .damaged(
                        "The journal has no entry \(reached.sequence + 1), but later ones.")
                }
                for entry in entries {
                    guard entry.version <= EntryDraft.version else {
                        throw .newer(
                            file: "The journal's entry \(reached.sequence + 1)",
                            version: entry.version)
                    }
                    do throws(EntryFault) {
                        try state.replay(entry)
                    } catch {
                        throw .damaged("Entry \(reached.sequence + 1) is damaged: \(error)")
                    }
                    reached = reached.after(entry)
                }
            }
            guard reached == head else {
                throw .damaged(
                    "The journal's entries up to \(head.sequence) are not what was written: a part of "
                        + "the file was changed. Restore a copy of it.")
            }
            state.sequence = head.sequence
        }
    }
#endif
