// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

// What the store does, what the provider hears of it, and manual grants.

extension Ledger {
    /// A purchase at the store: a new one, or the running one that the account holds already.
    func buy(_ product: Product, _ draft: inout Draft) -> PurchaseHandle {
        guard let account = draft.record?.account else {
            preconditionFailure("Only an installed device buys.")
        }
        return held(product.id, by: account) ?? purchase(product, account, &draft)
    }

    /// A purchase that the provider has not seen.
    func own(_ product: Product, _ draft: inout Draft) {
        guard let account = draft.record?.account else { return }
        if held(product.id, by: account) == nil {
            _ = purchase(product, account, &draft)
            draft.happened(.applied)
        }
    }

    /// The running purchase of a product that the account holds.
    ///
    /// A consumable or non-renewing one is over with its sale, so the next is another purchase.
    private func held(_ product: ProductID, by account: AccountHandle) -> PurchaseHandle? {
        guard account.index < accounts.count, let place = productNames.place(of: product.text)
        else { return nil }
        return running(ProductHandle(place), of: account).flatMap {
            purchases[$0].kind.isShownAfterSale ? $0 : nil
        }
    }

    private func purchase(
        _ product: Product, _ account: AccountHandle, _ draft: inout Draft
    ) -> PurchaseHandle {
        let handle: ProductHandle
        let kind: ProductKind
        if let place = productNames.place(of: product.id.text) {
            handle = ProductHandle(place)
            kind = products[handle].kind
        } else {
            handle = ProductHandle(products.count)
            kind = product.kind
            draft.change(.product(product))
        }
        draft.change(.purchase(handle, account))
        draft.newPurchase = PurchaseRecord(product: handle, account: account, kind: kind)
        return PurchaseHandle(purchases.count)
    }

    /// The newest purchase of a product that the account holds, running or not.
    private func newest(_ product: ProductID, of account: AccountHandle) -> PurchaseHandle? {
        guard account.index < accounts.count, let place = productNames.place(of: product.text)
        else { return nil }
        return newest(ProductHandle(place), of: account) { $0 != .refunded }
    }

    func store(
        _ event: StoreEvent, _ product: ProductID, _ draft: inout Draft
    ) throws(Refusal) {
        guard let account = draft.record?.account,
            let purchase = draft.request.purchase ?? newest(product, of: account),
            let next = event.next(after: purchases[purchase].state, of: purchases[purchase].kind)
        else { return }
        draft.change(.state(purchase, next, isTransaction: event.isTransaction))
        draft.happened(.applied)
        draft.storeChanges = draft.decision.changes.count
        try hear(event.fact, purchase, next, &draft)
    }

    func notify(_ product: ProductID, _ draft: inout Draft) throws(Refusal) {
        guard let account = draft.record?.account,
            let purchase = newest(product, of: account)
        else { return }
        try hear(.notify, purchase, purchases[purchase].state, &draft)
    }

    /// What the provider makes of the news that a purchase is in a state.
    private func hear(
        _ event: FactValue, _ purchase: PurchaseHandle, _ state: PurchaseState,
        _ draft: inout Draft
    ) throws(Refusal) {
        let record = purchases[purchase]
        let isSeen = !record.owner.isNone
        let row = draft.row(.learn, Situation(event, isSeen ? .seen : .notSeen))
        switch row.effect {
        case .now where isSeen && record.known != state:
            draft.change(.known(purchase, state))
            draft.happened(.applied)
        case .newCustomer where !isSeen:
            let user = try mint(&draft)
            draft.setOwner(of: purchase, to: customer(of: user, draft))
            if record.known != state { draft.change(.known(purchase, state)) }
            draft.decision.moves.append(Move(purchase: purchase, from: nil, to: user))
            draft.happened(.attached)
        default: return
        }
    }

    func grant(
        _ operation: FactValue, _ entitlement: EntitlementID, _ draft: inout Draft
    ) throws(Refusal) {
        let row = draft.row(.grant, Situation(operation))
        if let refusal = row.refusal { throw refusal }
        guard let customer = currentCustomer(draft) else { return }
        draft.change(
            operation == .grant ? .grant(entitlement, customer) : .revoke(entitlement, customer))
        draft.happened(.applied)
    }
}

extension StoreEvent {
    /// The event as a fact.
    var fact: FactValue {
        switch self {
        case .renew: .renew
        case .cancel: .cancel
        case .expire: .expire
        case .refund: .refund
        case .fail: .fail
        case .recover: .recover
        case .pause: .pause
        case .resume: .resume
        }
    }
}
