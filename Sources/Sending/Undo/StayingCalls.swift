// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymMappings
    import AllonymMigration

    /// The calls of a plan that are not taken back, customer by customer.
    @available(macOS 14, *)
    struct StayingCalls {
        private let application: Application
        private let applied: [CallState]
        private let undone: [CallState]
        private let reader: PlanCallReader
        private let undos: PlanCallReader
        private var next: CustomerCalls?

        /// Of a plan whose calls, and those that take them back, are in these states.
        ///
        /// - Parameters:
        ///   - application: What takes back.
        ///   - applied: The states of the plan's own calls, by their numbers.
        ///   - undone: Those of the calls that take them back.
        /// - Throws: `MigrationError` for a plan that cannot be read.
        init(_ application: Application, applied: [CallState], undone: [CallState]) throws {
            (self.application, self.applied, self.undone) = (application, applied, undone)
            reader = try application.calls.reader()
            reader.readsIDs = true
            undos = try application.calls.undoReader()
            next = try undos.next()
        }

        /// One of a customer's calls, and why it stays.
        typealias Staying = (call: PlannedCall, reason: StayingReason)

        /// The next customer who is meant, with the calls that stay; nil where there is none.
        mutating func nextCustomer() throws -> (customer: CustomerCalls, staying: [Staying])? {
            while let customer = try reader.next() {
                while let known = next, known.customer < customer.customer {
                    next = try undos.next()
                }
                guard application.isMeant(customer) else { continue }
                let own = next?.customer == customer.customer ? next?.calls ?? [] : []
                return (customer, staying(customer.calls, own))
            }
            return nil
        }

        private func staying(_ own: [PlannedCall], _ reverses: [PlannedCall]) -> [Staying] {
            let calls = application.calls
            let isDeleted = reverses.contains {
                calls.erasesCustomer($0.writer) && CallState.of($0, in: undone).isThere
            }
            return own.sorted { $0.number < $1.number }.compactMap { call in
                let reverse = reverse(of: call, among: reverses)
                let reason = StayingReason(
                    CallState.of(call, in: applied),
                    reverse: reverse.map { CallState.of($0, in: undone) }, isDeleted: isDeleted)
                return reason.map { (call, $0) }
            }
        }

        /// What takes a call back: its own, or the one of the first of a customer's calls for all.
        private func reverse(of call: PlannedCall, among reverses: [PlannedCall]) -> PlannedCall? {
            let calls = application.calls
            guard let undo = calls.call(of: call.writer)?.undo else { return nil }
            if let own = reverses.first(where: { $0.id == call.id }) { return own }
            guard undo.oncePer == .customer else { return nil }
            return reverses.first { calls.call(of: $0.writer)?.undo?.oncePer == .customer }
        }
    }
#endif
