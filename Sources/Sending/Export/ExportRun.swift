// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    package import AllonymMappings
    import AllonymSimulation
    import AsyncHTTPClient
    import Foundation

    /// Reads a project's customers into a folder, page by page: a page and all its customers count
    /// together or not at all.
    @available(macOS 14, *)
    package struct ExportRun: Sendable {
        /// What of a source is read, and how.
        package struct Options: Sendable {
            /// The IDs of the customers; nil for all.
            package var only: [String]?
            /// At most so many customers; nil for all.
            package var most: Int?
            /// How many customers are read at the same time.
            package var concurrency = 8
            /// How many calls are made, and when.
            package var pace = ExportPace.documented
            /// The pauses before a call that failed is made again, and so how often.
            package var pauses: [Duration] = [1, 2, 4, 8, 16, 32].map { .seconds($0) }
            /// Told how far it is: after each page, and why it waits.
            package var progress: @Sendable (ExportProgress) -> Void = { _ in }

            package init() {}
        }

        private let source: ExportSource
        private let options: Options
        private let reader: CustomerReading
        private let calls: ExportCalls
        private let teller: ExportTeller

        /// An export.
        ///
        /// - Parameters:
        ///   - source: Where customers are read from.
        ///   - client: What sends the calls.
        ///   - options: What is read, and how.
        package init(_ source: ExportSource, _ client: TargetClient, _ options: Options) {
            self.source = source
            self.options = options
            teller = ExportTeller(options.progress)
            calls = ExportCalls(
                source, client, ExportTurns(options.pace, source.limits), pauses: options.pauses,
                teller)
            reader = CustomerReading(source, calls, concurrency: options.concurrency)
        }

        /// Reads what is left to read, with a client of its own.
        ///
        /// - Parameters:
        ///   - source: Where customers are read from.
        ///   - options: What is read, and how.
        ///   - folder: Where it goes.
        /// - Throws: ``ExportFault``, `OutputError`, or `CancellationError`; what was read before is
        ///   kept.
        package static func run(
            _ source: ExportSource, _ options: Options, into folder: ExportFolder
        ) async throws {
            let http = TargetClient.makeHTTPClient(connections: options.concurrency)
            do {
                let run = ExportRun(source, TargetClient(base: source.base, http), options)
                try await run.run(into: folder)
            } catch {
                try? await http.shutdown()
                throw error
            }
            try await http.shutdown()
        }

        /// Reads what is left to read.
        ///
        /// - Parameter folder: Where it goes.
        /// - Throws: ``ExportFault``, `OutputError`, or `CancellationError`; what was read before is
        ///   kept.
        package func run(into folder: ExportFolder) async throws {
            teller.tell(customers: folder.state.asked)
            if folder.state.isFinished { return }
            if !folder.state.hasProject { try await readProject(into: folder) }
            var pages: Set<String> = []
            while let step = try await nextStep(folder.state) {
                if let path = step.page?.path, !pages.insert(path).inserted {
                    throw ExportFault.shape(
                        path: path, reason: "the pages of the list lead back to it")
                }
                let outcomes = try await reader.read(step.customers)
                try refuseIfNobodyIsThere(step, outcomes)
                if let page = step.page {
                    folder.append(page.line, to: ExportRun.file(of: page.call))
                }
                for (customer, outcome) in zip(step.customers, outcomes) {
                    take(outcome, of: customer, into: folder)
                }
                let made = calls.made.withLock { count in
                    defer { count = 0 }
                    return count
                }
                try folder.commit { state in
                    state.calls += made
                    state.asked += step.customers.count
                    state.next = step.next
                    state.isFinished = step.isLast
                    if step.isLast {
                        state.finished = Int64(Date.now.timeIntervalSince1970 * 1_000)
                    }
                    for outcome in outcomes { state.count(outcome) }
                }
                teller.tell(customers: folder.state.asked)
            }
        }

        // MARK: - Steps

        /// Customers that are read together.
        private struct Step: Sendable {
            let customers: [ListedCustomer]
            /// The page that they stand on; nil where their IDs were given.
            var page: (line: [UInt8], call: ProviderExport.Call, path: String)?
            var next: String?
            let isLast: Bool
        }

        /// The next customers; nil where none are left, or as many were read as are wanted.
        private func nextStep(_ state: ExportState) async throws -> Step? {
            let left = options.most.map { $0 - state.asked } ?? .max
            let count = min(source.export.pages.count, left)
            guard count > 0, !state.isFinished else { return nil }
            if let only = options.only {
                let rest = only.dropFirst(state.asked)
                return Step(
                    customers: rest.prefix(count).map { ListedCustomer(id: $0) },
                    isLast: rest.count <= count)
            }
            guard let call = source.calls(for: .customers).first else { return nil }
            let path = source.setting(
                source.export.pages.size, to: "\(count)", in: state.next ?? source.path(call))
            let answer = try await calls.answer(call, at: path)
            return Step(
                customers: try answer.customers(call, at: path),
                page: (line: answer.line, call: call, path: path), next: answer.next,
                isLast: answer.next == nil)
        }

        /// What there is once.
        private func readProject(into folder: ExportFolder) async throws {
            for call in source.calls(for: .project) {
                for answer in try await calls.pages(of: call, at: source.path(call)) {
                    folder.append(answer.line, to: ExportRun.file(of: call))
                }
            }
            try folder.commit { $0.hasProject = true }
        }

        /// A page of which nobody can be read is no page of customers that have just gone.
        private func refuseIfNobodyIsThere(
            _ step: Step, _ outcomes: [CustomerReading.Outcome]
        ) throws(ExportFault) {
            guard let page = step.page, outcomes.count > 1, outcomes.allSatisfy(\.isMissing) else {
                return
            }
            throw .shape(
                path: page.path,
                reason: "none of the \(outcomes.count) customers of the page can be read: "
                    + "\"\(page.call.customerID ?? "")\" may be no ID that the other calls take")
        }

        private func take(
            _ outcome: CustomerReading.Outcome, of customer: ListedCustomer,
            into folder: ExportFolder
        ) {
            if case .read(let answers, _) = outcome {
                for (call, answer) in answers {
                    folder.append(answer.line, to: ExportRun.file(of: call))
                }
            }
            for notice in outcome.notices(of: customer, source) {
                folder.append(notice.line, to: ExportNotice.file)
            }
        }

        /// The file of a call's answers, in the folder of the export.
        package static func file(of call: ProviderExport.Call) -> String {
            call.isAside ? call.file : "\(ExportFolder.answers)/\(call.file)"
        }
    }

    extension ExportState {
        /// Counts what became of a customer.
        @available(macOS 14, *)
        fileprivate mutating func count(_ outcome: CustomerReading.Outcome) {
            switch outcome {
            case .read(_, let notices):
                read += 1
                changed += notices.contains { $0.isChange } ? 1 : 0
                cut += notices.contains { !$0.isChange } ? 1 : 0
            case .gone: gone += 1
            case .refused: refused += 1
            }
        }
    }
#endif
