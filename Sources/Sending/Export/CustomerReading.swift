// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings

    /// Reads customers one by one: all calls about each, several customers at a time.
    @available(macOS 14, *)
    struct CustomerReading: Sendable {
        /// What became of a customer.
        enum Outcome: Sendable {
            case read([(call: ProviderExport.Call, answer: ExportAnswer)], [ExportNotice])
            case gone(ProviderExport.Call, status: Int)
            case refused(ProviderExport.Call, status: Int, says: String)

            /// Whether nothing was read.
            var isMissing: Bool { if case .read = self { false } else { true } }

            /// What people are told of it.
            func notices(of customer: ListedCustomer, _ source: ExportSource) -> [ExportNotice] {
                switch self {
                case .read(_, let notices): notices
                case .gone(let call, let status):
                    [ExportNotice(customer.id, call.id, .gone(status: status))]
                case .refused(let call, let status, let says):
                    [ExportNotice(customer.id, call.id, .refused(status: status, says: says))]
                }
            }
        }

        private let source: ExportSource
        private let calls: ExportCalls
        private let concurrency: Int

        init(_ source: ExportSource, _ calls: ExportCalls, concurrency: Int) {
            precondition(concurrency > 0, "somebody has to be read")
            self.source = source
            self.calls = calls
            self.concurrency = concurrency
        }

        /// Reads customers.
        ///
        /// - Returns: What became of each, in their order.
        /// - Throws: ``ExportFault``, or `CancellationError`.
        func read(_ customers: [ListedCustomer]) async throws -> [Outcome] {
            try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
                var outcomes = [Outcome?](repeating: nil, count: customers.count)
                var begun = 0
                func begin() {
                    guard begun < customers.count else { return }
                    let (number, customer) = (begun, customers[begun])
                    group.addTask { (number, try await read(customer)) }
                    begun += 1
                }
                for _ in 0..<concurrency { begin() }
                while let (number, outcome) = try await group.next() {
                    outcomes[number] = outcome
                    begin()
                }
                return outcomes.compactMap(\.self)
            }
        }

        private func read(_ customer: ListedCustomer) async throws -> Outcome {
            var answers: [(call: ProviderExport.Call, answer: ExportAnswer)] = []
            var notices: [ExportNotice] = []
            for call in source.calls(for: .customer) {
                let count = call.isList ? source.export.pages.count : nil
                var path: String? = source.path(call, customer: customer.id, count: count)
                var seen: Set<String> = []
                while let present = path {
                    guard seen.insert(present).inserted else {
                        throw ExportFault.shape(
                            path: present, reason: "the pages of the list lead back to it")
                    }
                    switch try await calls.outcome(call, at: present) {
                    case .read(let answer):
                        answers.append((call: call, answer: answer))
                        notices += ExportNotice.notices(of: customer, call, answer, source)
                        path = answer.next
                    case .gone(let status): return .gone(call, status: status)
                    case .refused(let status, let says):
                        return .refused(call, status: status, says: says)
                    }
                }
            }
            return .read(answers, notices)
        }
    }

    @available(macOS 14, *)
    extension ExportCalls {
        /// All pages of a list that nothing can go on without.
        func pages(of call: ProviderExport.Call, at path: String) async throws -> [ExportAnswer] {
            var pages: [ExportAnswer] = []
            var seen: Set<String> = []
            var next: String? = path
            while let path = next {
                guard seen.insert(path).inserted else {
                    throw ExportFault.shape(
                        path: path, reason: "the pages of the list lead back to it")
                }
                let answer = try await answer(call, at: path)
                pages.append(answer)
                next = answer.next
            }
            return pages
        }
    }
#endif
