// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymJournal
    import AllonymSimulation
    import Dispatch

    /// Why a project cannot answer now; the same call may succeed later.
    package struct Unavailable: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String

        /// For a reason.
        package init(description: String) { self.description = description }
    }

    /// Hands entries to the journal, many at once, in the order in which they were decided.
    ///
    /// While one batch is being made durable the next gathers, so that a commit is shared by all who
    /// wait for it.
    final class Committer: Sendable {
        private struct State {
            var queue: [JournalEntry] = []
            /// The newest entry that is durable.
            var durable: Int
            var waiters: [(sequence: Int, continuation: CheckedContinuation<Void, any Error>)] = []
            var isRunning = false
            /// Set once, before the memory goes.
            var isFailing = false
            /// Set once: what was decided after it is lost, and a new committer takes over.
            var fault: Unavailable?
        }

        /// The most entries in one commit.
        private static let largestBatch = 1_000
        private let state: Locked<State>
        private let journal: any Journal
        private let epoch: Int
        private let thread: DispatchQueue
        private let failed: @Sendable (JournalFault) -> Void

        /// A committer that goes on after an entry.
        ///
        /// - Parameters:
        ///   - journal: Where entries go.
        ///   - sequence: The newest entry that is there.
        ///   - epoch: The term of office in which it writes.
        ///   - thread: The queue on which the journal is called.
        ///   - failed: Told once, on that queue, when the journal cannot be written.
        init(
            _ journal: any Journal, after sequence: Int, epoch: Int, on thread: DispatchQueue,
            failed: @escaping @Sendable (JournalFault) -> Void
        ) {
            self.journal = journal
            self.epoch = epoch
            self.thread = thread
            self.failed = failed
            state = Locked(State(durable: sequence))
        }

        /// Takes the next entry; to be called in the order of deciding.
        func enqueue(_ entry: JournalEntry) {
            let starts = state.withLock { state in
                guard state.fault == nil else { return false }
                state.queue.append(entry)
                defer { state.isRunning = true }
                return !state.isRunning
            }
            if starts { thread.async { self.drain() } }
        }

        /// Whether an entry and all before it are durable.
        func isDurable(_ sequence: Int) -> Bool { state.withLock { $0.durable >= sequence } }

        /// Returns when an entry and all before it are durable.
        ///
        /// - Throws: ``Unavailable`` where they never will be.
        func durable(_ sequence: Int) async throws {
            try await withCheckedThrowingContinuation { continuation in
                let answer: Result<Void, any Error>? = state.withLock { state in
                    if state.durable >= sequence { return .success(()) }
                    if let fault = state.fault { return .failure(fault) }
                    state.waiters.append((sequence: sequence, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        }

        /// Throws where an entry is not durable, once all that was queued is handed over.
        func check(_ sequence: Int) throws {
            let fault = state.withLock { state in
                state.durable >= sequence
                    ? nil : state.fault ?? Unavailable(description: "The project is being loaded.")
            }
            if let fault { throw fault }
        }

        /// Hands over all that is queued; to be called on the journal's queue.
        func drain() {
            while true {
                let (batch, sequence) = state.withLock { state in
                    let batch = Array(state.queue.prefix(Committer.largestBatch))
                    state.queue.removeFirst(batch.count)
                    if batch.isEmpty { state.isRunning = false }
                    return (batch, state.durable)
                }
                guard !batch.isEmpty else { return }
                do throws(JournalFault) {
                    try journal.append(batch, after: sequence, epoch: epoch)
                } catch {
                    return fail(error)
                }
                let ready = state.withLock { state in
                    state.durable += batch.count
                    let durable = state.durable
                    let split = state.waiters.partition { $0.sequence <= durable }
                    let ready = state.waiters[split...].map(\.continuation)
                    state.waiters.removeSubrange(split...)
                    return ready
                }
                for continuation in ready { continuation.resume() }
            }
        }

        /// Gives up: what is not durable yet is lost, and whoever waits for it is told so.
        ///
        /// To be called on the journal's queue.
        func fail(_ fault: JournalFault) {
            let isFirst = state.withLock { state in
                defer { state.isFailing = true }
                return !state.isFailing
            }
            guard isFirst else { return }
            // First the memory goes, then those who wait are answered, and those who come to wait
            // meanwhile: none of them can come back and see what is lost.
            failed(fault)
            let answer = Unavailable(description: fault.description)
            let waiters = state.withLock { state in
                state.fault = answer
                state.queue = []
                defer { state.waiters = [] }
                return state.waiters
            }
            for waiter in waiters { waiter.continuation.resume(throwing: answer) }
        }
    }
#endif
