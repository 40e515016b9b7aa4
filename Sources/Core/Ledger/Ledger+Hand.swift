// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

// What somebody does at the provider by hand: grants, transfers, erasing. And redeeming, which starts
// from an ID as they do.

extension Ledger {
    func grant(
        _ operation: FactValue, _ entitlement: EntitlementID, _ draft: inout Draft
    ) throws(Refusal) {
        let row = draft.row(.grant, Situation(operation))
        if let refusal = row.refusal { throw refusal }
        guard operation != .expireGrant else { return lapse(entitlement, &draft) }
        try comeBack(&draft)
        guard let customer = currentCustomer(draft) else { return }
        draft.change(
            operation == .grant ? .grant(entitlement, customer) : .revoke(entitlement, customer))
        draft.happened(.applied)
    }

    /// A grant of the current customer ends by its date; no call is made.
    private func lapse(_ entitlement: EntitlementID, _ draft: inout Draft) {
        guard let user = draft.record?.current,
            hasGranted(entitlement, to: users[user].customer)
        else { return }
        draft.change(.lapse(entitlement, users[user].customer))
        draft.happened(.applied)
    }

    /// Whether a customer has a manual entitlement.
    package func hasGranted(_ entitlement: EntitlementID, to customer: CustomerHandle) -> Bool {
        guard let index = entitlementNames.index(of: entitlement.text) else { return false }
        return grants[customer]?.contains(EntitlementHandle(index)) ?? false
    }

    /// All purchases of one customer go to another.
    func transfer(_ id: UserID, to other: UserID, _ draft: inout Draft) throws(Refusal) {
        let source = customer(named: id)
        let target = customer(named: other)
        var situation = Situation(source == nil ? .sourceNew : .sourceKnown)
        situation.insert(
            target == nil ? .targetNew : target == source ? .targetSame : .targetKnown)
        let row = draft.row(.transfer, situation)
        if let refusal = row.refusal { throw refusal }
        guard row.effect == .move, let source, let target, source != target,
            let gainer = user(other)
        else { return }
        let loser = displayID(for: source)
        for purchase in purchases(of: source) where purchases[purchase].owner.handle == source {
            draft.setOwner(of: purchase, to: target)
            draft.decision.moves.append(Move(purchase: purchase, from: loser, to: gainer))
            draft.happened(.moved)
        }
    }

    /// A customer is erased.
    func delete(_ id: UserID, _ draft: inout Draft) throws(Refusal) {
        let row = draft.row(.delete, Situation(.erasureAsked))
        if let refusal = row.refusal { throw refusal }
        guard row.effect == .erase,
            let customer = customer(asking: id, draft) ?? customer(named: id)
        else { return }
        draft.change(.erase(customer))
        draft.happened(.applied)
    }

    /// The newest purchase of a product that a customer made on the web, a running one first.
    func bought(_ product: ProductID, onWebBy id: UserID) -> PurchaseHandle? {
        guard let customer = customer(named: id),
            let product = productNames.index(of: product.text).map({ ProductHandle($0) })
        else { return nil }
        let bought = purchases(of: customer).filter { purchase in
            let record = purchases[purchase]
            return record.product == product && record.owner.handle == customer
                && record.state != .refunded && accounts[record.account].store.isOnWeb
        }
        return bought.last { purchases[$0].state.isActive } ?? bought.last
    }

    /// The customer of the one who acts, where it asks by its own ID: a text can be an anonymous ID
    /// and a custom one of somebody else.
    private func customer(asking id: UserID, _ draft: borrowing Draft) -> CustomerHandle? {
        guard draft.installation == nil, let current = draft.record?.current,
            current.index < users.count, self.id(of: current) == id, !isNobody(current)
        else { return nil }
        return users[current].customer
    }

    /// The customer of an ID, if it has one.
    package func customer(named id: UserID) -> CustomerHandle? {
        guard let user = user(id), !isNobody(user) else { return nil }
        return users[user].customer
    }
}
