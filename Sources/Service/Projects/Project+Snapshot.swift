// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymSimulation
    import Dispatch

    // Snapshots. They are made of what the journal says, on a queue of their own: the journal's queue
    // only reads some entries at a time and writes down the result, so that whoever writes need not
    // wait for the rest.

    /// What a project knows of its snapshots.
    final class Snapshots: Sendable {
        /// Where they are made, one after the other.
        let queue: DispatchQueue
        /// How often texts in the journal were about to be blanked; read and changed on the journal's
        /// queue, so that a snapshot knows whether it has seen any of them before.
        let erasures = Locked(0)
        /// How many entries the last loading has replayed.
        let replayed = Locked(0)
        /// So often one is begun anew because of erasures.
        static let tries = 5

        /// Of a project.
        init(_ name: String) { queue = DispatchQueue(label: "allonym.snapshot.\(name)") }
    }

    extension Project {
        /// A start that replays more entries than this makes a snapshot.
        ///
        /// So many take about a second to replay. Fewer are not worth a snapshot at every start: of
        /// a large project it takes seconds of a processor and rewrites many megabytes.
        package static let longestReplay = 100_000

        /// Makes a snapshot of all that is durable by now, beside the serving.
        ///
        /// Where one is being made already, the next is made after it. Writes wait while the journal
        /// reads the last snapshot, while it reads some entries, and while it saves the new snapshot;
        /// not while entries are replayed and the snapshot is put into bytes.
        /// - Returns: The number of the last entry that is in it.
        /// - Throws: ``JournalFault``, or ``Unavailable`` where customers are erased again and again
        ///   meanwhile; the last snapshot stays then.
        package func snapshot() async throws -> Int {
            try await withCheckedThrowingContinuation { continuation in
                snapshots.queue.async { [self] in
                    continuation.resume(with: Result { try makeSnapshot() })
                }
            }
        }

        /// Begins a snapshot where loading has replayed many entries, so that the next start is short.
        ///
        /// Where it fails, that is told like any fault of the journal; the project is served on.
        /// - Parameter most: So many entries are replayed without a snapshot.
        /// - Returns: Whether one was begun.
        @discardableResult
        package func snapshotIfLong(after most: Int = Project.longestReplay) -> Bool {
            let replayed = snapshots.replayed.withLock { replayed in
                defer { replayed = 0 }
                return replayed
            }
            guard replayed > most else { return false }
            snapshots.queue.async { [weak self] in
                guard let self else { return }
                do {
                    _ = try makeSnapshot()
                } catch {
                    tell(of: .storage("No snapshot was made: \(error)"))
                }
            }
            return true
        }

        /// Makes one, anew where somebody was erased meanwhile; runs on the snapshots' queue.
        private func makeSnapshot() throws -> Int {
            for _ in 0..<Snapshots.tries {
                if let sequence = try makeSnapshotUndisturbed() { return sequence }
            }
            throw Unavailable(description: "The journal is being changed.")
        }

        /// Makes one of the entries that there are now; nil where somebody was erased meanwhile.
        ///
        /// An erasure blanks the entries and the snapshot that the journal has. What was read before
        /// still tells of the erased, so nothing of it may be saved after. Both the erasure and each
        /// step here run on the journal's queue, so that an erasure comes before a step or after it,
        /// and one that comes after the saving blanks what was saved.
        private func makeSnapshotUndisturbed() throws -> Int? {
            let (head, newest, erasures) = try thread.sync {
                (
                    try journal.head(), try journal.snapshot(),
                    snapshots.erasures.withLock { $0 }
                )
            }
            var state = ProjectState(rules, ownSetup, ProjectClock())
            var reached = try ProjectLoader.restore(&state, from: newest, before: head)
            while reached.sequence < head.sequence {
                let after = reached.sequence
                let entries = try thread.sync { () throws -> [JournalEntry]? in
                    guard snapshots.erasures.withLock({ $0 }) == erasures else { return nil }
                    return try ProjectLoader.entries(after: after, before: head, from: journal)
                }
                guard let entries else { return nil }
                reached = try ProjectLoader.replay(entries, into: &state, after: reached)
            }
            try ProjectLoader.check(reached, is: head)
            let made = try state.snapshot(checksum: reached.checksum)
            return try thread.sync { () throws -> Int? in
                guard snapshots.erasures.withLock({ $0 }) == erasures else { return nil }
                try journal.save(made)
                return made.sequence
            }
        }
    }
#endif
