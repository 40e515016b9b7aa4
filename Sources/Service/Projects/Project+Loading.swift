// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymCore
    import AllonymJournal
    import AllonymSimulation
    import Dispatch
    import Foundation

    // How a project comes from its journal: at the start, after a fault, and when the journal was
    // changed. All of it runs on the journal's queue, but for the start.

    extension Project {
        /// Loads what the journal has, writes down what is due, and begins to serve it.
        ///
        /// Where that cannot be written, nothing is served: a start says so, and what was readable
        /// before stays it.
        func start() throws(JournalFault) {
            let epoch = try journal.lease()
            var state = try load()
            if state.sequence == 0 {
                state.change(clock)
                var setup = ownSetup
                setup.created = (clock.frozen ?? machine()).milliseconds
                do throws(DocumentFault) {
                    try state.change(setup)
                } catch {
                    throw .storage("\(error)")
                }
                // In the same entry: all of it, or nothing.
                if let beginning = beginning.withLock({ $0 }) {
                    state.begin(with: beginning, now: clock.frozen ?? machine())
                }
            }
            let now = state.clock.now(machine())
            state.settle(now)
            if !state.draft.isEmpty {
                try journal.append(
                    [state.draft.entry(now)], after: state.sequence, epoch: epoch)
                state.draft = EntryDraft()
                state.sequence += 1
            }
            let committer = Committer(
                journal, after: state.sequence, epoch: epoch, on: thread
            ) { [weak self] fault in self?.reload(after: fault) }
            loads.withLock { $0 += 1 }
            image.withLock { [state] in $0 = .serving(Served(state, committer)) }
            tell()
        }

        /// Returns when what the project has begun with is durable.
        ///
        /// - Throws: ``Unavailable`` where it cannot be written down.
        package func begin() async throws {
            try await perform { _, _ in }
            beginning.withLock { $0 = nil }
        }

        private func load() throws(JournalFault) -> ProjectState {
            var state = ProjectState(rules, ownSetup, clock)
            let replayed = try ProjectLoader.load(&state, from: journal)
            snapshots.replayed.withLock { $0 = replayed }
            return state
        }

        /// Drops the memory and loads it again; runs on the journal's queue.
        ///
        /// What the journal still gives can be read until it can be written as well.
        private func reload(after fault: JournalFault) {
            let reason = Unavailable(description: fault.description)
            image.withLock { $0 = .gone(reason) }
            tell(of: fault)
            guard fault != .lostLease else { return }
            if let state = try? load() { image.withLock { $0 = .reading(state, reason) } }
            thread.asyncAfter(deadline: .now() + .milliseconds(200)) { [weak self] in
                self?.retry(reason)
            }
        }

        private func retry(_ reason: Unavailable) {
            do throws(JournalFault) {
                try start()
            } catch .lostLease {
                image.withLock { $0 = .gone(reason) }
            } catch {
                thread.asyncAfter(deadline: .now() + .milliseconds(200)) { [weak self] in
                    self?.retry(reason)
                }
            }
        }

        /// Changes the project, then the journal behind the memory's back, and loads the memory anew;
        /// nothing comes in between.
        ///
        /// A call that comes meanwhile is told to come again.
        /// - Parameters:
        ///   - body: What to change before; it may read the journal, in which all is durable that has
        ///     happened by then. Where it returns nil, the journal stays as it is.
        ///   - change: What to change in the journal, in which all is durable by then.
        /// - Returns: Whether the journal was changed.
        /// - Throws: ``Unavailable``, or what was thrown.
        func closed<Found: Sendable>(
            _ body: @escaping @Sendable (inout ProjectState, _ now: Date) throws -> Found?,
            then change: @escaping @Sendable (any Journal, Found) throws -> Void
        ) async throws -> Bool {
            try await withJournal { [self] journal in
                var (state, committer) = try image.withLock { image in
                    guard case .serving(let served) = image else { throw Project.reason(image) }
                    image = .gone(Unavailable(description: "The project is being loaded."))
                    return (served.state, served.committer)
                }
                let now = state.clock.now(machine())
                state.settle(now)
                var isTold = !state.draft.deliveries.isEmpty
                Project.commit(&state, now, committer)
                committer.drain()
                // Where it fails, the memory is loaded anew by whoever has noticed.
                try committer.check(state.sequence)
                let result = Result { try body(&state, now) }
                isTold = isTold || !state.draft.deliveries.isEmpty
                Project.commit(&state, now, committer)
                committer.drain()
                try committer.check(state.sequence)
                if isTold { tell() }
                guard case .success(let found?) = result else {
                    image.withLock { [state] in $0 = .serving(Served(state, committer)) }
                    _ = try result.get()
                    return false
                }
                // Before the change: one that fails may have blanked something all the same.
                snapshots.erasures.withLock { $0 += 1 }
                let changed = Result { try change(journal, found) }
                do throws(JournalFault) {
                    try start()
                } catch {
                    reload(after: error)
                }
                try changed.get()
                return true
            }
        }

        static func commit(
            _ state: inout ProjectState, _ now: Date, _ committer: Committer
        ) {
            guard !state.draft.isEmpty else { return }
            committer.enqueue(state.draft.entry(now))
            state.draft = EntryDraft()
            state.sequence += 1
        }
    }
#endif
