// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

// What the store does, and what the provider hears of it.

extension Ledger {
    /// A purchase at the store: a new one, or the running one that the account holds already.
    func buy(_ product: Product, _ draft: inout Draft) throws(Refusal) -> PurchaseHandle {
        let account = try account(&draft)
        return held(product.id, by: account) ?? purchase(product, account, inApp: true, &draft)
    }

    /// A purchase that the provider has not seen.
    func own(_ product: Product, _ draft: inout Draft) throws(Refusal) {
        let account = try account(&draft)
        if held(product.id, by: account) == nil {
            _ = purchase(product, account, inApp: false, &draft)
            draft.happened(.applied)
        }
    }

    /// The account of the one who acts; one without a receipt has none to buy with.
    private func account(_ draft: inout Draft) throws(Refusal) -> AccountHandle {
        guard let account = draft.record?.account else { throw .notInstalled }
        guard account.index < accounts.count || draft.newStore != nil else { throw .notInstalled }
        return account
    }

    /// The running purchase of a product that the account holds, be it a share.
    ///
    /// A consumable or non-renewing one is over with its sale, so the next is another purchase.
    private func held(_ product: ProductID, by account: AccountHandle) -> PurchaseHandle? {
        guard account.index < accounts.count, let index = productNames.index(of: product.text)
        else { return nil }
        return running(ProductHandle(index), of: account).flatMap {
            purchases[$0].kind.isShownAfterSale ? $0 : nil
        }
    }

    private func purchase(
        _ product: Product, _ account: AccountHandle, inApp: Bool, _ draft: inout Draft
    ) -> PurchaseHandle {
        let (handle, kind) = handle(of: product, &draft)
        draft.change(.purchase(handle, account, inApp: inApp))
        draft.newPurchase = PurchaseRecord(product: handle, account: account, kind: kind)
        return PurchaseHandle(purchases.count)
    }

    /// A product's index, and its kind as it was first known.
    private func handle(
        of product: Product, _ draft: inout Draft
    ) -> (handle: ProductHandle, kind: ProductKind) {
        if let index = productNames.index(of: product.id.text) {
            return (handle: ProductHandle(index), kind: products[index].kind)
        }
        draft.change(.product(product))
        return (handle: ProductHandle(products.count), kind: product.kind)
    }

    /// The newest purchase of a product that the account made, running or not; a share is no
    /// purchase of its own.
    private func newest(
        _ product: ProductID, of account: AccountHandle,
        _ isWanted: (PurchaseState) -> Bool = { $0 != .refunded }
    ) -> PurchaseHandle? {
        guard account.index < accounts.count, let index = productNames.index(of: product.text)
        else { return nil }
        let product = ProductHandle(index)
        guard !sharedFrom.isEmpty else { return newest(product, of: account, isWanted) }
        return purchases(of: account).last {
            purchases[$0].product == product && isWanted(purchases[$0].state) && !isShare($0)
        }
    }

    func store(
        _ event: StoreEvent, _ product: ProductID, _ named: PurchaseHandle?, _ draft: inout Draft
    ) throws(Refusal) {
        guard let account = draft.record?.account,
            let purchase = named ?? newest(product, of: account),
            let next = event.next(after: purchases[purchase].state, of: purchases[purchase].kind),
            next != purchases[purchase].state || event.countsAlways
        else { return }
        draft.happened(.applied)
        let wanted = waiting.isEmpty ? nil : waiting[purchase]
        let gone = event.isTransaction ? wanted : nil
        let shares = shares.isEmpty ? [] : shares[purchase] ?? []
        if wanted != nil, event.endsWaiting { draft.change(.waiting(purchase, nil)) }
        draft.change(.state(purchase, next, isTransaction: event.isTransaction))
        if let gone { draft.change(.productChange(purchase, gone)) }
        for share in shares {
            draft.change(.state(share, next, isTransaction: event.isTransaction))
            if let gone { draft.change(.productChange(share, gone)) }
        }
        draft.stand()
        try hear(
            event.fact, purchase, next, isTransaction: event.isTransaction, product: gone != nil,
            &draft)
        for share in shares {
            try hear(
                event.fact, share, next, isTransaction: event.isTransaction, product: gone != nil,
                &draft)
        }
    }

    /// A running subscription goes over to another product: now, or at its next renewal.
    func change(
        _ product: ProductID, to other: Product, atRenewal: Bool, _ draft: inout Draft
    ) throws(Refusal) {
        guard let account = draft.record?.account,
            let purchase = newest(product, of: account, { $0.isActive }),
            purchases[purchase].kind == .subscription, held(other.id, by: account) == nil,
            productNames.index(of: other.id.text).map({ products[$0].kind }) ?? other.kind
                == .subscription
        else { return }
        let known = productNames.index(of: other.id.text).map { ProductHandle($0) }
        if atRenewal, let known, waiting[purchase] == known { return }
        let handle = handle(of: other, &draft).handle
        draft.happened(.applied)
        guard !atRenewal else { return draft.change(.waiting(purchase, handle)) }
        let all = [purchase] + (shares[purchase] ?? [])
        for purchase in all { draft.change(.productChange(purchase, handle)) }
        if waiting[purchase] != nil { draft.change(.waiting(purchase, nil)) }
        draft.stand()
        for purchase in all {
            try hear(.change, purchase, purchases[purchase].state, product: true, &draft)
        }
    }

    func notify(_ product: ProductID, _ draft: inout Draft) throws(Refusal) {
        guard let account = draft.record?.account,
            let purchase = newest(product, of: account) ?? held(product, by: account)
        else { return }
        let isNew = !outdated.isEmpty && outdated[purchase] != nil
        try hear(.notify, purchase, purchases[purchase].state, product: isNew, &draft)
    }

    /// The device is signed in to another store account from now on.
    func use(_ given: StoreAccount, _ draft: inout Draft) {
        guard let installation = draft.installation, let before = draft.record?.account else {
            return
        }
        guard accountNames.index(of: given.text) != Int(before.index) else { return }
        forgetPosts(&draft)
        let account = handle(of: given, &draft)
        draft.change(.use(installation, account))
        draft.happened(.applied)
    }

    /// What the provider makes of the news of a purchase.
    ///
    /// `product` says whether it goes for another product from now on.
    func hear(
        _ event: FactValue, _ purchase: PurchaseHandle, _ state: PurchaseState,
        isTransaction: Bool = false, product isNew: Bool = false, _ draft: inout Draft
    ) throws(Refusal) {
        let record = purchases[purchase]
        let isVisible = !record.owner.isNone
        let row = draft.row(.learn, Situation(event, isVisible ? .seen : .notSeen))
        switch row.effect {
        case .now where isVisible:
            guard record.known != state || isTransaction || isNew else { return }
            if record.known != state || isTransaction { draft.change(.known(purchase, state)) }
            if isNew { draft.change(.knownProduct(purchase)) }
            draft.happened(.applied)
        case .newCustomer where !isVisible:
            let user = try mint(&draft)
            draft.setOwner(of: purchase, to: customer(of: user, draft))
            if record.known != state { draft.change(.known(purchase, state)) }
            draft.decision.moves.append(Move(purchase: purchase, from: nil, to: user))
            draft.happened(.attached)
        default: return
        }
    }
}

extension StoreEvent {
    /// Whether a change of product that waits for a renewal comes to its end.
    fileprivate var endsWaiting: Bool {
        switch self {
        case .renew, .recover, .cancel, .expire, .refund: true
        case .fail, .pause, .resume, .hold, .uncancel: false
        }
    }

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
        case .hold: .hold
        case .uncancel: .uncancel
        }
    }
}
