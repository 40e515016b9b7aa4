// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import AllonymMigration

    /// What of a plan's calls may be taken back: what the plan has done, and of that only what it has
    /// made itself, where taking back would take what was there before.
    struct UndoneCalls {
        private let calls: PlanCalls
        private let reader: PlanCallReader
        private let states: [CallState]
        /// Whether it takes back what the plan may not have made.
        private let isUnsure: Bool
        private var next: CustomerCalls?
        /// What the plan has made for the customer who was asked for last.
        private(set) var made = Made(calls: [], purchases: 0)

        /// What a plan has made for a customer.
        struct Made: Sendable {
            /// Its calls.
            let calls: [PlannedCall]
            /// How many of them bring purchases, which nothing takes back.
            let purchases: Int
        }

        init(
            _ calls: PlanCalls, _ reader: PlanCallReader, _ states: [CallState], isUnsure: Bool
        ) {
            (self.calls, self.reader, self.states) = (calls, reader, states)
            self.isUnsure = isUnsure
        }

        /// The calls that are not to be made of those that take a customer's calls back, by their
        /// numbers, each with the state that says why.
        ///
        /// Customers are asked for in their order.
        mutating func left(of undos: CustomerCalls) throws -> [Int: CallState] {
            while next == nil || (next?.customer ?? 0) < undos.customer {
                guard let customer = try reader.next() else { break }
                next = customer
            }
            let own = next?.customer == undos.customer ? next?.calls ?? [] : []
            made = Made(
                calls: own,
                purchases: own.count { call in
                    let isMade = state(of: call).isThere || state(of: call).isUnsure
                    return isMade && calls.keepsPurchases(call.writer)
                })
            return undos.calls.reduce(into: [:]) { $0[$1.number] = left($1, own) }
        }

        /// As what a call is left alone; nil for one that is made.
        private func left(_ undo: PlannedCall, _ own: [PlannedCall]) -> CallState? {
            guard let reverse = calls.call(of: undo.writer)?.undo else { return .spared }
            // One that takes back all of a customer's is written for the first of its calls.
            let undone = own.filter { call in
                reverse.oncePer == .customer
                    ? calls.call(of: call.writer)?.undo?.oncePer == .customer : call.id == undo.id
            }
            if undone.allSatisfy({ [.waiting, .byHand].contains(state(of: $0)) }) {
                return .unsent
            }
            if undone.allSatisfy({ [.waiting, .byHand, .refused].contains(state(of: $0)) }) {
                return .unmade
            }
            let isUndone = undone.contains { call in
                switch state(of: call) {
                case .created: return true
                case .done, .settled:
                    return !reverse.isOfMade || isUnsure || isOfMadeUser(call, own)
                case .begun, .unknown: return isUnsure
                case .waiting, .exists, .there, .conflict, .refused, .spared, .byHand, .unsent,
                    .unmade:
                    return false
                }
            }
            return isUndone ? nil : .spared
        }

        /// Whether a call waited for one that has made something new: a user whom the plan made had
        /// nothing before.
        private func isOfMadeUser(_ call: PlannedCall, _ own: [PlannedCall]) -> Bool {
            own.contains { call.after.contains($0.id) && state(of: $0) == .created }
        }

        private func state(of call: PlannedCall) -> CallState {
            call.number < states.count ? states[call.number] : .waiting
        }
    }
#endif
