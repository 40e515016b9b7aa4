// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server

    import AllonymCore
    import AllonymService
    import AllonymSimulation
    import Foundation
    import HTTPTypes
    import RevenueCatWire

    // What a backend gives, takes and does to purchases.

    extension RevenueCatDialect {
        var grantHandlers: [String: Handler] {
            [
                "revenuecat.v1.grant-a-promotional-entitlement": { call, visit in
                    var body = try object(call)
                    let end = try body.number("end_time_ms")
                    let duration = try body.text("duration")
                    let start = try body.number("start_time_ms")
                    guard end != nil || duration != nil else {
                        throw Refused(fault("v1.bad-request", "end_time_ms or duration is needed."))
                    }
                    let length = try duration.map { name in
                        guard let length = GrantRequest.Duration(rawValue: name) else {
                            throw Refused(
                                fault("v1.bad-request", "There is no duration \"\(name)\"."))
                        }
                        return length
                    }
                    var answer = try await act(visit) { state, id, now in
                        let key = visit["entitlement_identifier"]
                        guard state.setup.entitlements.contains(where: { $0.identifier == key })
                        else {
                            throw Refused(
                                fault(
                                    "v1.entitlement-not-found",
                                    "There is no entitlement \"\(key)\"."))
                        }
                        let until: Date? =
                            if let end {
                                Date(milliseconds: Int64(end))
                            } else {
                                length?.period?.end(
                                    from: start.map { Date(milliseconds: Int64($0)) } ?? now)
                            }
                        if let until, until <= now {
                            throw Refused(fault("v1.bad-request", "The end is not in the future."))
                        }
                        try checkYear(of: until)
                        let entitlement = EntitlementID(unchecked: key)
                        let running = state.grant(of: entitlement, to: id, now)
                        guard running?.isNear(until) != true else { return nil }
                        return (Action.grant(entitlement), until)
                    }
                    answer.status = .created
                    return answer
                },
                "revenuecat.v1.revoke-promotional-entitlements": { _, visit in
                    try await act(visit) { _, _, _ in
                        let name = visit["entitlement_identifier"]
                        return (Action.revoke(EntitlementID(unchecked: name)), nil)
                    }
                },
                "revenuecat.v1.revoke-a-google-subscription": { _, visit in
                    try await store(.refund, visit) { state, purchase in
                        state.isSubscription(to: visit["product_identifier"], purchase)
                    }
                },
                "revenuecat.v1.refund-a-google-subscription": { _, visit in
                    try await store(.refund, visit, days: 365) { state, purchase in
                        state.hasTransaction(visit["store_transaction_identifier"], purchase)
                    }
                },
                "revenuecat.v1.defer-a-google-subscription": { call, visit in
                    var body = try object(call)
                    let date = try body.number("expiry_time_ms").map {
                        Date(milliseconds: Int64($0))
                    }
                    let days = try body.number("extend_by_days")
                    guard date != nil || days.map({ (1...365).contains($0) }) == true else {
                        throw Refused(
                            fault(
                                "v1.bad-request",
                                "expiry_time_ms, or extend_by_days from 1 to 365, is needed."))
                    }
                    return try await extend(visit, at: [.playStore], to: date, days: days) {
                        state, purchase in
                        state.isSubscription(to: visit["product_identifier"], purchase)
                    }
                },
                "revenuecat.v1.extend-an-apple-subscription": { call, visit in
                    var body = try object(call)
                    guard let days = try body.number("extend_by_days"), (1...90).contains(days)
                    else {
                        throw Refused(
                            fault("v1.bad-request", "extend_by_days from 1 to 90 is needed."))
                    }
                    guard let reason = try body.number("extend_reason_code"),
                        (0...3).contains(reason)
                    else {
                        throw Refused(
                            fault("v1.bad-request", "extend_reason_code from 0 to 3 is needed."))
                    }
                    let stores: [Store] = [.appStore, .macAppStore]
                    return try await extend(visit, at: stores, to: nil, days: days) {
                        state, purchase in
                        state.hasTransaction(visit["store_transaction_identifier"], purchase)
                    }
                },
                "revenuecat.v1.cancel-a-google-subscription": { _, visit in
                    try await store(.cancel, visit) { state, purchase in
                        state.hasTransaction(visit["store_transaction_identifier"], purchase)
                    }
                },
            ]
        }

        /// Does something, if there is anything to do, as the customer in the path, and answers with
        /// what it has then.
        private func act(
            _ visit: Visit,
            _ body: @escaping @Sendable (ProjectState, String, Date) throws -> (Action, Date?)?
        ) async throws -> Answer {
            let id = visit["app_user_id"]
            return try await visit.project.perform { state, now in
                guard let (action, end) = try body(state, id, now) else {
                    return try subscriber(id, in: state, visit.key, now)
                }
                let decision = state.perform(
                    action, by: .user(UserID(unchecked: id), nil), now: now, until: end)
                let rules = state.names(of: decision.rows)
                guard decision.refusal == nil else { throw refused(decision, id, rules) }
                return try subscriber(id, in: state, visit.key, now).because(rules)
            }
        }

        /// Google Play does something to its newest fitting purchase of the customer in the path, if
        /// that was paid in the last so many days; it does nothing twice.
        private func store(
            _ event: StoreEvent, _ visit: Visit, days: Int? = nil,
            _ fits: @escaping @Sendable (ProjectState, PurchaseHandle) -> Bool
        ) async throws -> Answer {
            try await visit.project.perform { state, now in
                let id = visit["app_user_id"]
                let purchase = try purchase(of: id, at: [.playStore], in: state, fits)
                let record = state.world.records[Int(purchase.index)]
                if let days, let paid = record.transactions.last?.date,
                    now.timeIntervalSince(paid) > TimeInterval(days) * 86_400
                {
                    throw Refused(
                        fault(
                            "v1.purchase-not-changed",
                            "The purchase was made more than \(days) days ago."))
                }
                let before = state.ledger.state(of: purchase)
                guard event.next(after: before, of: record.product.kind) != nil,
                    !Self.isDone(event, to: before)
                else {
                    throw Refused(
                        fault(
                            "v1.purchase-not-changed",
                            "A purchase that is \(before.word) cannot be changed like that."))
                }
                state.store(event, to: purchase, now: now)
                return try subscriber(id, in: state, visit.key, now)
            }
        }

        /// Whether nothing is left of a purchase that could be cancelled or refunded.
        private static func isDone(_ event: StoreEvent, to state: PurchaseState) -> Bool {
            switch state {
            case .refunded: true
            case .cancelled, .expired: event == .cancel
            case .active, .grace, .paused, .billingRetry: false
            }
        }

        /// A store gives a purchase of its own more time: until a date, or by so many days.
        private func extend(
            _ visit: Visit, at stores: [Store], to date: Date?, days: Int?,
            _ fits: @escaping @Sendable (ProjectState, PurchaseHandle) -> Bool
        ) async throws -> Answer {
            try await visit.project.perform { state, now in
                let purchase = try purchase(
                    of: visit["app_user_id"], at: stores, in: state, fits)
                let end = state.world.records[Int(purchase.index)].expirationDate
                let later = date ?? end?.addingTimeInterval(TimeInterval(days ?? 0) * 86_400)
                try checkYear(of: later)
                guard let later, state.extend(purchase, to: later, now: now) else {
                    throw Refused(
                        fault(
                            "v1.bad-request",
                            "The subscription does not run, or would not end later."))
                }
                return try subscriber(visit["app_user_id"], in: state, visit.key, now)
            }
        }

        /// Refuses a date that v1 cannot write; inferred, as no page names a latest one.
        private func checkYear(of date: Date?) throws {
            guard let date, WireDate.whole(date) > WireDate.latest else { return }
            throw Refused(fault("v1.bad-request", WireDate.tooLate))
        }

        /// A customer's newest fitting purchase at one of some stores; a share is none of its own.
        private func purchase(
            of id: String, at stores: [Store], in state: ProjectState,
            _ fits: (ProjectState, PurchaseHandle) -> Bool
        ) throws -> PurchaseHandle {
            guard let user = state.ledger.user(UserID(unchecked: id)), !state.ledger.isNobody(user)
            else { throw Refused(fault("v1.not-found", "The customer has no such purchase.")) }
            let customer = state.ledger.customer(of: user)
            let all = state.ledger.purchases(of: customer).filter { fits(state, $0) }
            let fitting = all.filter { state.world.records[Int($0.index)].sharedFrom == nil }
            guard !fitting.isEmpty || all.isEmpty else {
                throw Refused(
                    fault(
                        "v1.purchase-not-changed",
                        "This is a family member's share, which follows the purchase that it is "
                            + "of; change that one."))
            }
            let sellers = fitting.map { state.world.records[Int($0.index)].store }
            if let newest = sellers.lastIndex(where: { stores.contains($0) }) {
                return fitting[newest]
            }
            guard let other = sellers.last else {
                throw Refused(fault("v1.not-found", "The customer has no such purchase."))
            }
            let names = stores.map(\.rawValue).joined(separator: " and ")
            throw Refused(
                fault(
                    "v1.purchase-not-changed",
                    "That is for purchases at \(names); this one is of \(other.rawValue)."))
        }
    }

    extension ProjectState {
        /// Whether a purchase has a transaction of this ID.
        fileprivate func hasTransaction(_ id: String, _ purchase: PurchaseHandle) -> Bool {
            world.records[Int(purchase.index)].transactions.contains { $0.id == id }
        }

        /// Whether a purchase is a subscription to a product.
        fileprivate func isSubscription(to product: String, _ purchase: PurchaseHandle) -> Bool {
            ledger.product(of: purchase).text == product
                && world.records[Int(purchase.index)].product.kind == .subscription
        }
    }

    extension WorldState.GrantDates {
        /// Whether v1 takes another end for the same: it ignores a grant that ends within two hours
        /// of one that runs.
        ///
        /// Source: https://www.revenuecat.com/docs/api-v1/entitlements, Grant an Entitlement; and
        /// https://community.revenuecat.com/general-questions-7/promotional-entitlement-with-custom-expiration-not-extending-correctly-on-renewal-7445,
        /// which shows an end an hour later answered with 201 and the one that was; both read
        /// 2026-11-27. That a grant for good is near no other is inferred.
        fileprivate func isNear(_ other: Date?) -> Bool {
            guard let end, let other else { return false }
            return abs(end.timeIntervalSince(other)) <= 7_200
        }
    }

    extension ProjectState {
        /// Since and until when an entitlement that was given by hand runs; nil where none does.
        func grant(
            of entitlement: EntitlementID, to id: String, _ now: Date
        ) -> WorldState.GrantDates? {
            guard let user = ledger.user(UserID(unchecked: id)), !ledger.isNobody(user),
                let dates = world.granted[ledger.customer(of: user)]?[entitlement],
                dates.end.map({ $0 > now }) ?? true
            else { return nil }
            return dates
        }
    }
#endif
