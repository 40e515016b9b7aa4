// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

// Family sharing, which exists at the store, whatever a provider does with it.

extension Ledger {
    /// The store account of another device, or the one that the request names, holds a share of a
    /// running purchase.
    func share(
        _ product: ProductID, with device: DeviceID, _ request: Request, _ draft: inout Draft
    ) {
        guard let member = member(on: device, of: request),
            let purchase = shareable(product, with: member, request, draft),
            member.account.flatMap({ share(of: purchase, by: $0) }) == nil
        else { return }
        let account = member.account ?? request.member.map { handle(of: $0, &draft) }
        guard let account else { return }
        draft.change(.share(purchase, account))
        draft.happened(.applied)
    }

    /// It holds none any more; one that is over stays what it is.
    func unshare(
        _ product: ProductID, with device: DeviceID, _ request: Request, _ draft: inout Draft
    ) throws(Refusal) {
        guard let member = member(on: device, of: request),
            let purchase = shareable(product, with: member, request, draft),
            let held = member.account.flatMap({ share(of: purchase, by: $0) }),
            purchases[held].state.isActive
        else { return }
        draft.change(.unshare(held))
        draft.change(.state(held, .expired, isTransaction: false))
        draft.happened(.applied)
        draft.stand()
        try hear(.unshare, held, .expired, &draft)
    }

    /// The store of a family member, and the account there if it was seen before.
    private func member(
        on device: DeviceID, of request: Request
    ) -> (store: Store, account: AccountHandle?)? {
        if let member = request.member {
            let index = accountNames.index(of: member.text)
            return (store: member.store, account: index.map { AccountHandle($0) })
        }
        guard let index = deviceNames.index(of: device.text) else { return nil }
        let account = installations[index].account
        return (store: accounts[account].store, account: account)
    }

    /// The running purchase that the account of the one who acts made, and can share with another
    /// one at the same store.
    private func shareable(
        _ product: ProductID, with member: (store: Store, account: AccountHandle?),
        _ request: Request, _ draft: borrowing Draft
    ) -> PurchaseHandle? {
        guard let own = draft.record?.account, Int(own.index) < accounts.count,
            member.account != own, accounts[own].store == member.store,
            let product = productNames.index(of: product.text).map({ ProductHandle($0) })
        else { return nil }
        return purchases(of: own).last { purchase in
            let record = purchases[purchase]
            return record.product == product && record.state.isActive
                && record.kind.isShownAfterSale && !isShare(purchase)
                && request.purchase ?? purchase == purchase
        }
    }

    /// The share that follows a purchase and belongs to an account.
    private func share(
        of purchase: PurchaseHandle, by account: AccountHandle
    ) -> PurchaseHandle? {
        shares[purchase]?.first { purchases[$0].account == account }
    }
}
