// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    package import AllonymMappings
    package import AllonymMigration
    import AllonymSimulation
    import Crypto
    import Foundation

    /// Makes the calls of a plan at a target, each once.
    ///
    /// What is sent is written down before, and what became of it after; a run that was ended anyhow
    /// is gone on with by the next.
    @available(macOS 14, *)
    package struct Application: Sendable {
        package typealias Options = ApplicationOptions

        let calls: PlanCalls
        let sheet: CallSheet
        let client: TargetClient
        let options: ApplicationOptions
        let keys: [String: SecretKey]
        let forms: [SentForm?]
        /// For each writer whether something reads its calls back with the keys that the run has.
        let isRead: [Bool]
        /// The numbers of the writers whose calls are left to a person.
        let byHand: Set<Int>
        let rules: AnswerRules
        let project: String
        /// Which calls: the plan's own, or those that take them back.
        let list: CallRecord.List

        /// Reads a plan and checks that nothing is missing; nothing is sent.
        ///
        /// - Parameters:
        ///   - plan: The plan's folder.
        ///   - client: What sends.
        ///   - keys: The keys that calls name.
        ///   - project: The project's ID, for calls that name one.
        ///   - options: How the plan is applied.
        ///   - mappings: What is known of the providers.
        /// - Throws: ``ApplicationFault`` and ``MigrationError``, which say what is missing.
        package init(
            plan: String, client: TargetClient, keys: TargetKeys, project: String? = nil,
            options: Options = Options(), mappings: Mappings
        ) throws {
            try self.init(
                PlanCalls(plan, hashing: PlanHashes(), mappings: mappings), .calls, client, keys,
                project, options, mappings)
        }

        /// Reads a plan to say what applying it would come to; without keys nothing can be sent.
        ///
        /// - Parameters:
        ///   - plan: The plan's folder.
        ///   - client: What would send.
        ///   - names: The names of the keys that the run would be given, beside those without which it
        ///     sends nothing.
        ///   - project: The project's ID, for calls that name one.
        ///   - options: How the plan would be applied.
        ///   - mappings: What is known of the providers.
        /// - Returns: What is asked for its outlook.
        /// - Throws: ``ApplicationFault`` and ``MigrationError``, which say what is missing.
        package static func foretelling(
            plan: String, client: TargetClient, keysNamed names: [String] = [],
            project: String? = nil, options: Options = Options(), mappings: Mappings
        ) throws -> Application {
            try Application(
                PlanCalls(plan, hashing: PlanHashes(), mappings: mappings), .calls, client, nil,
                project, options, mappings, keysNamed: names)
        }

        /// Reads a plan; without keys nothing can be sent, and only be asked what would be.
        init(
            _ calls: PlanCalls, _ list: CallRecord.List, _ client: TargetClient,
            _ keys: TargetKeys?, _ project: String?, _ options: Options, _ mappings: Mappings,
            keysNamed names: [String] = []
        ) throws {
            guard let sheet = calls.sheet, !calls.writers.isEmpty else {
                throw ApplicationFault.noCalls(
                    "\(calls.path): it has no calls for \(calls.target.name); its steps.md says "
                        + "what to do instead")
            }
            self.calls = calls
            self.sheet = sheet
            self.client = client
            self.options = options
            self.list = list
            let byHand = calls.writers.indices.filter { number in
                list == .calls && calls.route(of: number) == .manual && !options.sendsByHand
            }
            self.byHand = Set(byHand)
            let needs = CallNeeds(calls, list, without: self.byHand)
            let fills = try needs.fills(project, options.values) { id in
                calls.writers.firstIndex(of: id).map(calls.title(of:)) ?? id
            }
            let found = try keys?.keys(for: needs.keys, among: needs.allKeys) ?? [:]
            try TargetKeys.check(names, among: needs.allKeys)
            let named = keys == nil ? Set(needs.keys + names) : Set(found.keys)
            self.keys = found
            self.project = needs.namesProject ? project ?? "" : ""
            forms = calls.writers.indices.map { number in
                calls.call(of: number).flatMap {
                    SentForm(
                        calls.writers[number], $0, isUndo: list == .undos,
                        isSent: !byHand.contains(number), found, fills)
                }
            }
            isRead = calls.writers.indices.map { number in
                calls.call(of: number).map {
                    list == .calls && SentForm.isRead($0, with: named, fills)
                } ?? false
            }
            rules = AnswerRules(calls.target.formats, mappings.operations[calls.target.key])
        }

        /// The journal's folder.
        var folder: String { options.folder ?? calls.path }

        /// How many calls there are.
        package var total: Int {
            let files = Set(list == .calls ? calls.files : ["undo.jsonl"])
            return calls.manifest.outputs.filter { files.contains($0.name) }
                .reduce(0) { $0 + $1.records }
        }

        /// The provider that the calls are for.
        package var target: String { calls.target.name }

        /// What to know before it is done, of the calls that this run would make: of a plan's calls
        /// what cannot be taken back, and of those that take back what they do.
        ///
        /// - Parameter coming: How many calls of each writer the run would make.
        /// - Returns: What to know, by the writers.
        package func finalities(of coming: ComingCalls) -> [Finality] {
            calls.writers.indices.compactMap { number in
                guard coming.counts[number] > 0, let call = calls.call(of: number) else {
                    return nil
                }
                let says = list == .undos ? call.undo?.says : call.noUndo
                return says.map {
                    Finality(title: calls.title(of: number), calls: coming.counts[number], says: $0)
                }
            }
        }

        /// What to know of the calls of one writer before they are made.
        package struct Finality: Sendable {
            /// What such a call is called.
            package let title: String
            /// How many this run would make.
            package let calls: Int
            /// What cannot be taken back of it, or what taking back does.
            package let says: String
        }

        /// Why customers who were undone cannot be applied again at the target; nil where they can.
        package var whyNotAgain: String? {
            calls.refusedAgain.says(of: target)
        }

        /// How many calls have something that reads them back.
        package func readable() throws -> Int {
            let reader = try calls.reader()
            reader.readsIDs = options.only != nil
            var count = 0
            while let customer = try reader.next() {
                guard isMeant(customer) else { continue }
                count += customer.calls.count { forms[$0.writer]?.reading != nil }
            }
            return count
        }

        /// Whether what is done is taking back.
        package var isUndo: Bool { list == .undos }

        /// Makes the calls that are left.
        ///
        /// - Parameters:
        ///   - stop: Ends the run when it is set.
        ///   - progress: Told after each call how far the run is.
        /// - Returns: What has become of all calls, those of former runs too.
        /// - Throws: ``ApplicationFault`` where the journal cannot be written or the plan be read.
        package func run(
            stop: StopSignal = StopSignal(),
            progress: @escaping @Sendable (ApplicationProgress) -> Void = { _ in }
        ) async throws -> ApplicationReport {
            let begin = ContinuousClock.now
            let record: CallRecord
            do {
                record = try CallRecord(in: folder, of: identity)
            } catch {
                throw ApplicationFault(error)
            }
            do {
                try checkUndone(record)
                let run = try ApplicationRun(self, record, stop, progress)
                try await run.carryOut()
                let report = try run.report(seconds: (ContinuousClock.now - begin) / .seconds(1))
                try record.close()
                return report
            } catch let fault as CallRecord.Fault {
                throw ApplicationFault(fault)
            }
        }

        /// Refuses to apply what was taken back of everybody: the journal says that it was done.
        private func checkUndone(_ record: CallRecord) throws {
            guard list == .calls else { return }
            let undone = try record.undoneCustomers()
            if undone.isEmpty { return }
            let reader = try calls.reader()
            reader.readsIDs = options.only != nil
            while let customer = try reader.next() {
                if isMeant(customer), !undone.contains(customer.customer) { return }
            }
            let again =
                whyNotAgain.map {
                    "and cannot be applied again there: \($0); to apply the plan to another project"
                } ?? "and is not made again here; to apply the plan again"
            throw ApplicationFault.data(
                "\(folder)/\(CallRecord.name): what this plan has done was taken back, \(again), "
                    + "apply a copy of its folder without this file, and to take back the rest, "
                    + "run migrate undo")
        }

        /// What its journal is of.
        var identity: CallRecord.Identity {
            CallRecord.Identity(
                plan: calls.digest, target: client.base, project: project,
                naming: list == .calls
                    ? [.calls: naming(.calls), .undos: naming(.undos)] : nil)
        }

        /// The numbers of the writers whose calls of a list name the project in their paths.
        func naming(_ list: CallRecord.List) -> Set<Int> {
            Set(
                calls.writers.indices.filter { number in
                    calls.call(of: number).map {
                        CallNeeds.namesProject($0, undoing: list == .undos)
                    } ?? false
                })
        }
    }

    /// The hashes that plans are compared by.
    package struct PlanHashes: Hashing {
        package init() {}

        package func sha256(_ bytes: [UInt8]) -> [UInt8] {
            Array(SHA256.hash(data: Data(bytes)))
        }

        package func makeDigest() -> any ByteDigest { Digest() }

        private struct Digest: ByteDigest {
            private var hash = SHA256()

            mutating func update(_ bytes: Span<UInt8>) { bytes.withData { hash.update(data: $0) } }

            func finish() -> [UInt8] { Array(hash.finalize()) }
        }
    }
#endif
