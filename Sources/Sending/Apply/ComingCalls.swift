// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import AllonymMigration

    /// The calls that a run would make, if nothing were held up by a fault.
    package struct ComingCalls: Sendable {
        /// How many, by the numbers of their writers.
        package internal(set) var counts: [Int]

        /// How many there are.
        package var count: Int { counts.reduce(0, +) }
    }

    @available(macOS 14, *)
    extension Application {
        /// Counts the calls that a run would make now: of those who are meant, without what the
        /// journal knows as done, and of a canary run only those of its customers.
        ///
        /// - Returns: How many there are, by their writers.
        /// - Throws: `MigrationError` where the plan cannot be read, ``ApplicationFault`` where the
        ///   journal of a former run cannot.
        package func coming() throws -> ComingCalls {
            let former = try former()
            return try coming(
                list == .calls ? former.states : former.undos, former.states, former.undone)
        }

        /// Counts them by what is known.
        ///
        /// - Parameters:
        ///   - known: The states of the calls, by their numbers.
        ///   - applied: Those of the plan's own.
        ///   - undone: The customers for whom nothing is made.
        /// - Returns: How many there are, by their writers.
        /// - Throws: `MigrationError` where the plan cannot be read.
        func coming(
            _ known: [CallState], _ applied: [CallState], _ undone: Set<Int>
        ) throws -> ComingCalls {
            var coming = ComingCalls(counts: calls.writers.map { _ in 0 })
            let source = try CallSource(self, undoing: list == .undos ? applied : nil)
            var customers = 0
            while let work = try source.next() {
                if list == .calls, undone.contains(work.customer.customer) { continue }
                let made = work.customer.calls.filter { call in
                    isToBeMade(call, work, known: CallState.of(call, in: known))
                }
                if made.isEmpty { continue }
                if let canary = options.canary, customers == canary { break }
                customers += 1
                for call in made { coming.counts[call.writer] += 1 }
            }
            return coming
        }

        /// What the journal of a former run knows.
        func former() throws(ApplicationFault) -> CallRecord.Former {
            do throws(CallRecord.Fault) {
                return try CallRecord.former(in: folder, identity)
            } catch {
                throw ApplicationFault(error)
            }
        }

        /// Whether a run makes a call of which something is known.
        func isToBeMade(_ call: PlannedCall, _ work: CallSource.Work, known: CallState) -> Bool {
            guard left(call, work) == nil else { return false }
            switch known {
            case .waiting, .begun, .exists: return true
            // It is looked for again: it may be there by now.
            case .unknown:
                let isRepeatable = calls.call(of: call.writer).map {
                    SentForm.isRepeatable($0, isUndo: list == .undos)
                }
                return options.resendUnknown || options.retryFaults
                    || isRead[call.writer] || isRepeatable == true
            case .conflict, .refused: return options.retryFaults
            case .byHand: return options.sendsByHand
            // What another run has left alone is made by one that means it.
            case .spared, .unsent, .unmade: return list == .undos
            case .created, .done, .there, .settled: return false
            }
        }

        /// As what a call is left alone; nil for one that is made.
        func left(_ call: PlannedCall, _ work: CallSource.Work) -> CallState? {
            if let left = work.left[call.number] { return left }
            return isByHand(call.writer) ? .byHand : nil
        }

        /// Whether the calls of a writer are left to a person.
        func isByHand(_ writer: Int) -> Bool {
            byHand.contains(writer)
        }
    }

    extension CallState {
        /// What is known of a call, by the states of all of them.
        static func of(_ call: PlannedCall, in states: [CallState]) -> CallState {
            call.number < states.count ? states[call.number] : .waiting
        }
    }
#endif
