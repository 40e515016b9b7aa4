// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// What a step is about and is not there, so that nothing happens: a purchase of the device's store
/// account, a customer, a grant.
///
/// It is no error of a scenario, and may be a misspelt name or the wrong device.
enum IdleStep: Hashable, Sendable {
    /// The store account has no purchase of this product of its own.
    case noPurchase(ProductID, StoreAccount)
    /// No customer has any of these IDs.
    case noCustomer([UserID])
    /// Both IDs of a transfer belong to one customer.
    case oneCustomer
    /// The customer of this ID owns nothing that a transfer could move.
    case nothingOwned(UserID)
    /// The customer of the ID in use on the device has no such grant.
    case noGrant(EntitlementID, DeviceID)

    /// What an action on a device is about and does not find in the ledger before it; nil where it
    /// finds it, or needs nothing.
    init?(_ action: Action, on device: DeviceID, in ledger: Ledger) {
        guard let installation = ledger.installation(on: device) else { return nil }
        let missing: IdleStep?
        switch action {
        case .store(_, let product), .change(let product, _, _), .share(let product, _),
            .unshare(let product, _):
            missing = ledger.missing(product, of: ledger.account(of: installation))
        case .notify(let product):
            // Of a share the provider can be told; all else happens to the purchase that is shared.
            missing = ledger.missing(
                product, of: ledger.account(of: installation), countingShares: true)
        case .transfer(let id, let other): missing = ledger.missing(from: id, to: other)
        case .delete(let id): missing = ledger.customer(named: id) == nil ? .noCustomer([id]) : nil
        case .revoke(let entitlement), .expireGrant(let entitlement):
            let customer = ledger.customer(of: ledger.current(of: installation))
            missing =
                ledger.hasGranted(entitlement, to: customer)
                ? nil : .noGrant(entitlement, device)
        case .install, .reinstall, .configure, .logIn, .logOut, .open, .buy, .restore, .sync,
            .own, .grant, .use, .redeem, .check:
            missing = nil
        }
        guard let idle = missing else { return nil }
        self = idle
    }

    /// Why nothing happens, in a clause, with IDs as `name` gives them.
    fileprivate func reason(_ name: (UserID) -> String) -> String {
        switch self {
        case .noPurchase(let product, let account):
            "\(account) has no purchase of \(product) of its own"
        case .noCustomer(let ids):
            "no customer has the ID \(ids.map(name).joined(separator: " or "))"
        case .oneCustomer: "both IDs belong to one customer"
        case .nothingOwned(let id): "the customer of \(name(id)) has no purchase of its own"
        case .noGrant(let entitlement, let device):
            "the ID in use on \(device) has no grant of \(entitlement)"
        }
    }
}

extension Ledger {
    /// That an account has no purchase of a product which a store can do something to; nil where it
    /// has one.
    fileprivate func missing(
        _ product: ProductID, of account: StoreAccount, countingShares: Bool = false
    ) -> IdleStep? {
        let isThere = purchases(of: account).contains { purchase in
            self.product(of: purchase) == product && state(of: purchase) != .refunded
                && (countingShares || !isShare(purchase))
        }
        return isThere ? nil : .noPurchase(product, account)
    }

    /// What a transfer lacks; nil where it has something to move.
    fileprivate func missing(from id: UserID, to other: UserID) -> IdleStep? {
        guard let source = customer(named: id), let target = customer(named: other) else {
            let ids = id == other ? [id] : [id, other]
            return .noCustomer(ids.filter { customer(named: $0) == nil })
        }
        guard source != target else { return .oneCustomer }
        let owns = purchases(of: source).contains { holders(of: $0).first == source }
        return owns ? nil : .nothingOwned(id)
    }
}

extension Action {
    /// What it comes to where it does nothing: a revoke is `applied` all the same.
    var idleOutcome: Outcome { if case .revoke = self { .applied } else { .unchanged } }

    /// What a cell says where nothing is meant to happen.
    ///
    /// That it is `applied` would not tell, so of a revoke a cell says that no webhook is sent.
    fileprivate var idleCell: String {
        idleOutcome == .unchanged ? "[unchanged]" : "\"; events: none\""
    }

    /// Whether a cell says so.
    fileprivate func isMeantIdle(by expected: Expectation?) -> Bool {
        idleOutcome == .unchanged
            ? expected?.outcome == .unchanged : expected?.events?.isEmpty == true
    }
}

extension Step {
    /// An ID of the step's action as the scenario names it, to a provider with this answer.
    fileprivate func name(of id: UserID, in answer: Answer) -> String {
        // The number of an anonymous ID that was not minted stands for itself.
        placeholders.values.contains { id.text == "anonymous \($0)" }
            ? id.text : answer.name(of: id)
    }
}

extension ComparedScenario {
    /// That nothing happened in a step, and why, in a clause; nil where there is nothing to say.
    ///
    /// It names the providers at which nothing happened, where that is not all of them. A step with a
    /// cell that says that nothing is to happen has no note.
    func note(at number: Int) -> String? {
        let step = scenario.steps[number]
        var found: [(reason: String, names: [String])] = []
        for (rules, answer) in zip(columns, answers[number]) {
            guard let idle = answer.idle else { continue }
            guard !step.action.isMeantIdle(by: answer.expected) else { return nil }
            let reason = idle.reason { step.name(of: $0, in: answer) }
            if let index = found.firstIndex(where: { $0.reason == reason }) {
                found[index].names.append(rules.provider.name)
            } else {
                found.append((reason: reason, names: [rules.provider.name]))
            }
        }
        guard let first = found.first else { return nil }
        if first.names.count == columns.count { return "nothing happened, since \(first.reason)" }
        let parts = found.map { "at \(listed($0.names)), since \($0.reason)" }
        return "nothing happened \(parts.joined(separator: ", and "))"
    }

    /// `A, B and C`.
    private func listed(_ names: [String]) -> String {
        guard names.count > 1, let last = names.last else { return names.joined() }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }

    /// Everything that a reader should know of its steps, each in a sentence with file and line.
    package var notes: [String] {
        scenario.steps.indices.compactMap { number in
            let step = scenario.steps[number]
            return note(at: number).map {
                "\(file.name):\(step.line): \(step.text): \($0); write \(step.action.idleCell) into "
                    + "a cell if that is meant"
            }
        }
    }
}
