// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

// Family sharing, which exists at the store, whatever a provider does with it.

extension Ledger {
    /// The store account of another device holds a share of a running purchase.
    func share(_ product: ProductID, with device: DeviceID, _ draft: inout Draft) {
        guard let (purchase, account) = shareable(product, with: device, draft),
            share(of: purchase, by: account) == nil
        else { return }
        draft.change(.share(purchase, account))
        draft.happened(.applied)
    }

    /// It holds none any more.
    func unshare(
        _ product: ProductID, with device: DeviceID, _ draft: inout Draft
    ) throws(Refusal) {
        guard let (purchase, account) = shareable(product, with: device, draft),
            let share = share(of: purchase, by: account)
        else { return }
        draft.change(.unshare(share))
        draft.change(.state(share, .expired, isTransaction: false))
        draft.happened(.applied)
        draft.stand()
        try hear(.unshare, share, .expired, &draft)
    }

    /// The running purchase that the device's own account made, and the account that it is to be
    /// shared with: another one, at the same store.
    private func shareable(
        _ product: ProductID, with device: DeviceID, _ draft: borrowing Draft
    ) -> (purchase: PurchaseHandle, account: AccountHandle)? {
        guard let own = draft.record?.account, let index = deviceNames.index(of: device.text),
            let product = productNames.index(of: product.text).map({ ProductHandle($0) })
        else { return nil }
        let account = installations[index].account
        guard account != own, accounts[account].store == accounts[own].store else { return nil }
        let purchase = purchases(of: own).last { purchase in
            let record = purchases[purchase]
            return record.product == product && record.state.isActive
                && record.kind.isShownAfterSale && !isShare(purchase)
        }
        return purchase.map { (purchase: $0, account: account) }
    }

    /// The share that follows a purchase and belongs to an account.
    private func share(
        of purchase: PurchaseHandle, by account: AccountHandle
    ) -> PurchaseHandle? {
        shares[purchase]?.first { purchases[$0].account == account }
    }
}
