// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import AllonymCore
    package import AllonymJournal
    import AllonymSimulation
    import Dispatch
    package import Foundation

    /// A project that is being served: its state in memory, and the journal under it.
    ///
    /// What changes is decided and applied in memory at once, in one order. An answer leaves when
    /// everything that it saw is durable; where that fails, the memory is dropped and loaded again.
    package final class Project: Sendable {
        /// How the project was described.
        package let file: ProjectFile
        /// The secret that its tokens are made with.
        package let secret: [UInt8]
        /// What a test has asked to go wrong.
        package let faults = FaultPlan()
        let journal: any Journal
        let rules: Rules
        /// How webhooks are written.
        package let forms: WebhookForms
        /// What secrets are sealed with in the journal.
        package let vault: Vault
        /// The clock of a new project.
        private let clock: ProjectClock
        /// The machine's clock.
        private let machine: @Sendable () -> Date
        private let image: Locked<Image>
        /// The one queue on which the journal is called.
        let thread: DispatchQueue
        /// Told when there may be something to deliver.
        private let wake: Locked<(@Sendable () -> Void)?>

        private enum Image {
            case serving(ProjectState, Committer)
            /// The journal cannot be written: what is in it can be read.
            case reading(ProjectState, Unavailable)
            case gone(Unavailable)
        }

        /// Opens a project: a new one as its file says, a known one as its journal has it.
        ///
        /// - Parameters:
        ///   - file: Its description; of a known project only keys and rules count.
        ///   - rules: The rules that it follows.
        ///   - journal: Where it is written down.
        ///   - clock: The clock of a new project.
        ///   - forms: How webhooks are written.
        ///   - vault: What secrets are sealed with in the journal.
        ///   - machine: The machine's clock.
        /// - Throws: ``JournalFault`` where the journal cannot be read or taken over.
        package init(
            _ file: ProjectFile, _ rules: Rules, in journal: any Journal, clock: ProjectClock,
            forms: WebhookForms, vault: Vault = Vault(),
            machine: @escaping @Sendable () -> Date = { Date() }
        ) throws {
            if let mark = try journal.value(Project.mark), mark != vault.mark {
                throw JournalFault.key(
                    "The key is not the one that the secrets of the project \"\(file.name)\" are "
                        + "sealed with. Restore a copy of its key file; nothing was changed.")
            }
            self.file = file
            self.rules = rules
            self.journal = journal
            self.forms = forms
            self.vault = vault
            self.clock = clock
            self.machine = machine
            thread = DispatchQueue(label: "allonym.journal.\(file.name)")
            if let known = try journal.value("secret") {
                secret = try vault.open(known)
            } else {
                var generator = SystemRandomNumberGenerator()
                secret = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
                try journal.setValue(vault.mark, for: Project.mark)
                try journal.setValue(try vault.seal(secret), for: "secret")
            }
            image = Locked(.gone(Unavailable(description: "The project is being loaded.")))
            wake = Locked(nil)
            try start()
        }

        /// Where a journal keeps by what the key to its secrets is known again; nothing is there
        /// before anything was sealed.
        package static let mark = "vault"

        /// What the owner has set up, as the project's file has it.
        var ownSetup: ProjectSetup { ProjectSetup(file, forms: forms, vault: vault) }

        /// Loads what the journal has and begins to serve it.
        private func start() throws(JournalFault) {
            let epoch = try journal.lease()
            var state = try load()
            let isNew = state.sequence == 0
            let committer = Committer(
                journal, after: state.sequence, epoch: epoch, on: thread
            ) { [weak self] fault in self?.reload(after: fault) }
            if isNew {
                state.change(clock)
                let now = clock.frozen ?? machine()
                var setup = ownSetup
                setup.created = now.milliseconds
                do throws(DocumentFault) {
                    try state.change(setup)
                } catch {
                    throw .storage("\(error)")
                }
                Project.commit(&state, now, committer)
            }
            image.withLock { $0 = .serving(state, committer) }
        }

        private func load() throws(JournalFault) -> ProjectState {
            var state = ProjectState(rules, ownSetup, clock)
            try ProjectLoader.load(&state, from: journal)
            return state
        }

        /// Drops the memory and loads it again; runs on the journal's queue.
        ///
        /// What the journal still gives can be read until it can be written as well.
        private func reload(after fault: JournalFault) {
            let reason = Unavailable(description: fault.description)
            image.withLock { $0 = .gone(reason) }
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
        ///   - body: What to change before; where it returns nil, all stays as it is.
        ///   - change: What to change in the journal, in which all is durable by then.
        /// - Returns: Whether the journal was changed.
        /// - Throws: ``Unavailable``, or what was thrown.
        func closed<Found: Sendable>(
            _ body: @escaping @Sendable (inout ProjectState, _ now: Date) throws -> Found?,
            then change: @escaping @Sendable (any Journal, Found) throws -> Void
        ) async throws -> Bool {
            try await withJournal { [self] journal in
                var (state, committer) = try image.withLock { image in
                    guard case .serving(let state, let committer) = image else {
                        throw Project.reason(image)
                    }
                    image = .gone(Unavailable(description: "The project is being loaded."))
                    return (state, committer)
                }
                let now = state.clock.now(machine())
                state.settle(now)
                let result = Result { try body(&state, now) }
                let isTold = !state.draft.deliveries.isEmpty
                Project.commit(&state, now, committer)
                committer.drain()
                // Where it fails, the memory is loaded anew by whoever has noticed.
                try committer.check(state.sequence)
                if isTold { tell() }
                guard case .success(let found?) = result else {
                    image.withLock { [state] in $0 = .serving(state, committer) }
                    _ = try result.get()
                    return false
                }
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

        private static func commit(
            _ state: inout ProjectState, _ now: Date, _ committer: Committer
        ) {
            guard !state.draft.isEmpty else { return }
            committer.enqueue(state.draft.entry(now))
            state.draft = EntryDraft()
            state.sequence += 1
        }

        // MARK: Reading and writing

        /// Looks at the project, or changes it, and returns when all that the answer depends on is
        /// durable.
        ///
        /// What was due by then has happened before.
        /// - Parameter body: What to do; it runs under the project's lock, and waits for nothing.
        /// - Returns: What the body returned.
        /// - Throws: ``Unavailable``, or what the body threw; what it had changed by then stands.
        package func perform<Answer: Sendable>(
            _ body: (inout ProjectState, _ now: Date) throws -> Answer
        ) async throws -> Answer {
            let (answer, wait, isTold) = try image.withLock {
                image -> (Result<Answer, any Error>, (committer: Committer, sequence: Int)?, Bool)
                in
                if case .reading(let state, let reason) = image {
                    return (Result { try read(state, reason, body) }, nil, false)
                }
                guard case .serving(var state, let committer) = image else {
                    throw Project.reason(image)
                }
                // The one reference, so that nothing is copied while it changes.
                image = .gone(Unavailable(description: "The project is being changed."))
                let now = state.clock.now(machine())
                state.settle(now)
                let answer = Result { try body(&state, now) }
                let isTold = !state.draft.deliveries.isEmpty
                Project.commit(&state, now, committer)
                let sequence = state.sequence
                image = .serving(state, committer)
                return (answer, (committer, sequence), isTold)
            }
            if let wait { try await wait.committer.durable(wait.sequence) }
            if isTold { tell() }
            return try answer.get()
        }

        /// Looks at a state that cannot be written down; what would change it is refused.
        private func read<Answer: Sendable>(
            _ state: ProjectState, _ reason: Unavailable,
            _ body: (inout ProjectState, _ now: Date) throws -> Answer
        ) throws -> Answer {
            var state = state
            let now = state.clock.now(machine())
            // What is due happens in any case, then as now.
            state.settle(now)
            state.draft = EntryDraft()
            let answer = Result { try body(&state, now) }
            guard state.draft.isEmpty else { throw reason }
            return try answer.get()
        }

        private static func reason(_ image: Image) -> Unavailable {
            switch image {
            case .gone(let reason), .reading(_, let reason): reason
            case .serving: Unavailable(description: "The project is served again.")
            }
        }

        /// Whether what changes can be written down, as far as is known.
        package var isWritable: Bool {
            image.withLock { image in
                if case .serving = image { true } else { false }
            }
        }

        /// Writes down how tries of deliveries went.
        ///
        /// - Throws: ``JournalFault`` where that fails; then nothing is written until it can be.
        package func update(_ deliveries: [Delivery]) async throws {
            try await withJournal { [self] journal in
                do throws(JournalFault) {
                    try journal.update(deliveries)
                } catch {
                    let committer: Committer? = image.withLock { image in
                        if case .serving(_, let committer) = image { committer } else { nil }
                    }
                    committer?.fail(error)
                    throw error
                }
            }
        }

        /// Tells whoever delivers webhooks that there is one.
        func tell() { wake.withLock { $0 }?() }

        /// Has somebody told when webhooks may be due.
        package func onDeliveries(_ body: @escaping @Sendable () -> Void) {
            wake.withLock { $0 = body }
        }

        /// Calls the journal on its queue.
        package func withJournal<Answer: Sendable>(
            _ body: @escaping @Sendable (any Journal) throws -> Answer
        ) async throws -> Answer {
            let journal = journal
            return try await withCheckedThrowingContinuation { continuation in
                thread.async { continuation.resume(with: Result { try body(journal) }) }
            }
        }
    }
#endif
