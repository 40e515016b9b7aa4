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
        let clock: ProjectClock
        /// What a new project begins with, until that is durable.
        let beginning: Locked<ProjectBeginning?>
        /// The machine's clock.
        let machine: @Sendable () -> Date
        let image: Locked<Image>
        /// How often the memory was loaded from the journal.
        let loads = Locked(0)
        /// The one queue on which the journal is called.
        let thread: DispatchQueue
        /// Where snapshots are made, and what tells whether one is needed.
        let snapshots: Snapshots
        /// Told when there may be something to deliver.
        private let wake = Locked(Wake())
        private let alarm = Locked(Alarm())

        /// A structure around the closure, which is wrapped once more at each access if it stands in
        /// `Locked` alone, until the stack does not hold the call.
        private struct Wake {
            var body: (@Sendable () -> Void)?
        }

        private struct Alarm {
            /// Told when the journal fails.
            var body: (@Sendable (JournalFault) -> Void)?
            /// When it was last told, in nanoseconds since the machine has started.
            var last: UInt64?
        }

        /// What is served, as one object, so that a call that looks at it copies nothing.
        final class Served {
            var state: ProjectState
            let committer: Committer

            init(_ state: ProjectState, _ committer: Committer) {
                self.state = state
                self.committer = committer
            }
        }

        enum Image {
            case serving(Served)
            /// The journal cannot be written: what is in it can be read.
            case reading(ProjectState, Unavailable)
            case gone(Unavailable)
        }

        /// Opens a project: a new one as its file says, a known one as its journal has it.
        ///
        /// - Parameters:
        ///   - file: Its description; of a known project only keys and rules count, and its webhooks
        ///     where they are taken over.
        ///   - rules: The rules that it follows.
        ///   - journal: Where it is written down.
        ///   - clock: The clock of a new project.
        ///   - forms: How webhooks are written.
        ///   - vault: What secrets are sealed with in the journal.
        ///   - beginning: What a new project begins with, beside what its file says; a known one is
        ///     never asked to begin again.
        ///   - machine: The machine's clock.
        /// - Throws: ``JournalFault`` where the journal cannot be read or taken over.
        package init(
            _ file: ProjectFile, _ rules: Rules, in journal: any Journal, clock: ProjectClock,
            forms: WebhookForms, vault: Vault = Vault(), beginning: ProjectBeginning? = nil,
            machine: @escaping @Sendable () -> Date = { Date() }
        ) throws {
            let known = try journal.value("secret")
            let opened = known.flatMap { try? vault.open($0) }
            guard (known == nil) == (opened == nil) else {
                throw JournalFault.key(
                    "project \"\(file.name)\": its secrets are sealed with another key than the "
                        + "one here; restore a copy of its key file (nothing was changed)")
            }
            self.file = file
            self.rules = rules
            self.journal = journal
            self.forms = forms
            self.vault = vault
            self.clock = clock
            self.beginning = Locked(beginning)
            self.machine = machine
            thread = DispatchQueue(label: "allonym.journal.\(file.name)")
            snapshots = Snapshots(file.name)
            if let opened {
                secret = opened
            } else {
                var generator = SystemRandomNumberGenerator()
                secret = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
                try journal.setValue(try vault.seal(secret), for: "secret")
            }
            image = Locked(.gone(Unavailable(description: "The project is being loaded.")))
            try start()
        }

        /// Whether a journal has what a project has sealed.
        package static func hasSecrets(_ journal: any Journal) throws(JournalFault) -> Bool {
            try journal.value("secret") != nil
        }

        /// What the owner has set up, as the project's file has it.
        package var ownSetup: ProjectSetup { ProjectSetup(file, forms: forms, vault: vault) }

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
            let (answer, isRead) = try await attempt(body)
            guard isRead, case .failure(let fault) = answer, fault is Unavailable else {
                return try answer.get()
            }
            // It has changed nothing itself: what it saw is lost, and what is left can be read.
            return try await attempt(body).answer.get()
        }

        private func attempt<Answer: Sendable>(
            _ body: (inout ProjectState, _ now: Date) throws -> Answer
        ) async throws -> (answer: Result<Answer, any Error>, isRead: Bool) {
            let (answer, isRead, committer, sequence, isTold) = try image.withLock {
                image -> (Result<Answer, any Error>, Bool, Committer?, Int, Bool) in
                if case .reading(let state, let reason) = image {
                    return (Result { try read(state, reason, body) }, false, nil, 0, false)
                }
                guard case .serving(let served) = image else { throw Project.reason(image) }
                let now = served.state.clock.now(machine())
                served.state.settle(now)
                let settled = served.state.draft.size
                let answer = Result { try body(&served.state, now) }
                let isRead = served.state.draft.size == settled
                let isTold = !served.state.draft.deliveries.isEmpty
                Project.commit(&served.state, now, served.committer)
                return (answer, isRead, served.committer, served.state.sequence, isTold)
            }
            do {
                // Most calls that look have nothing to wait for.
                if let committer, !committer.isDurable(sequence) {
                    try await committer.durable(sequence)
                }
            } catch {
                return (.failure(error), isRead)
            }
            if isTold { tell() }
            return (answer, isRead)
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

        static func reason(_ image: Image) -> Unavailable {
            switch image {
            case .gone(let reason), .reading(_, let reason): reason
            case .serving: Unavailable(description: "The project is served again.")
            }
        }

        /// Why what changes cannot be written down, as far as is known; nil where it can.
        package var fault: Unavailable? {
            image.withLock { image -> Unavailable? in
                if case .serving = image { nil } else { Project.reason(image) }
            }
        }

        /// Whether what changes can be written down, as far as is known.
        package var isWritable: Bool { fault == nil }

        /// Writes down how tries of deliveries went.
        ///
        /// - Throws: ``JournalFault`` where that fails; then nothing is written until it can be.
        package func update(_ deliveries: [Delivery]) async throws {
            try await withJournal { [self] journal in
                do throws(JournalFault) {
                    try journal.update(deliveries)
                } catch {
                    let committer: Committer? = image.withLock { image in
                        if case .serving(let served) = image { served.committer } else { nil }
                    }
                    committer?.fail(error)
                    throw error
                }
            }
        }

        /// Tells whoever delivers webhooks that there is one.
        func tell() { wake.withLock { $0.body }?() }

        /// Has somebody told when webhooks may be due.
        package func onDeliveries(_ body: @escaping @Sendable () -> Void) {
            wake.withLock { $0.body = body }
        }

        /// Has somebody told when the journal fails; not again within a minute, as a full disk may
        /// take a small entry now and then.
        package func onFault(_ body: @escaping @Sendable (JournalFault) -> Void) {
            alarm.withLock { $0.body = body }
        }

        /// Tells of a fault of the journal.
        func tell(of fault: JournalFault) {
            let now = DispatchTime.now().uptimeNanoseconds
            let body = alarm.withLock { alarm -> (@Sendable (JournalFault) -> Void)? in
                if let last = alarm.last, now - last < 60_000_000_000 { return nil }
                alarm.last = now
                return alarm.body
            }
            body?(fault)
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
