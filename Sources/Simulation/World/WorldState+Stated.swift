// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import Foundation

// What a real store has signed, taken over into the simulated one.

extension WorldState {
    /// Takes over what a store has signed of a transaction.
    ///
    /// The first statement of a purchase makes it, a later one renews it, one that is known or older
    /// changes nothing but that a refund of the newest transaction is heard of.
    ///
    /// - Parameters:
    ///   - stated: The statement.
    ///   - account: The account that stands for the purchase.
    ///   - now: When it is heard of.
    /// - Returns: The purchase; nil where the product is not sold, or is of another kind.
    package mutating func take(
        _ stated: StatedTransaction, of account: StoreAccount, now: Date
    ) -> PurchaseHandle? {
        guard let item = catalogue[stated.product], item.kind == stated.kind,
            item.kind != .subscription || stated.expirationDate != nil
        else { return nil }
        guard let known = statedPurchase(of: account) else {
            return begin(stated, item, account, now)
        }
        let record = records[Int(known.index)]
        if record.transactions.last?.id == stated.id {
            end(known, stated, now)
        } else if let newest = record.transactions.last, newest.date < stated.date,
            !record.transactions.contains(where: { $0.id == stated.id })
        {
            return proceed(known, stated, item, account, now)
        }
        return known
    }

    /// The newest purchase of an account that a store has signed.
    private func statedPurchase(of account: StoreAccount) -> PurchaseHandle? {
        guard world.ledger.accountNames.index(of: account.text) != nil else { return nil }
        return world.ledger.purchases(of: account).last { records[Int($0.index)].isStated }
    }

    private mutating func begin(
        _ stated: StatedTransaction, _ item: CatalogueProduct, _ account: StoreAccount, _ now: Date
    ) -> PurchaseHandle? {
        let count = world.ledger.purchases.count
        perform(.own(item.product), by: .account(account), now: now)
        guard world.ledger.purchases.count > count else { return nil }
        let purchase = PurchaseHandle(count)
        rewrite(count, from: 0) { $0.becomes(stated) }
        end(purchase, stated, now)
        return purchase
    }

    /// A later transaction: the next period, or another product of the same group.
    private mutating func proceed(
        _ known: PurchaseHandle, _ stated: StatedTransaction, _ item: CatalogueProduct,
        _ account: StoreAccount, _ now: Date
    ) -> PurchaseHandle? {
        let number = Int(known.index)
        let ledger = world.ledger
        let count = records[number].transactions.count
        if ledger.product(of: known) == item.product.id {
            storeDoes(.renew, to: number, now: now)
        } else if ledger.state(of: known).isActive {
            let change = Action.change(
                ledger.product(of: known), to: item.product, atRenewal: false)
            perform(change, by: .account(account), now: now)
        } else {
            return begin(stated, item, account, now)
        }
        guard records[number].transactions.count > count else { return known }
        rewrite(number, from: count) { $0.becomes(stated) }
        end(known, stated, now)
        return known
    }

    /// Ends a purchase that is over by what the store has signed.
    private mutating func end(_ purchase: PurchaseHandle, _ stated: StatedTransaction, _ now: Date)
    {
        let number = Int(purchase.index)
        let state = world.ledger.state(of: purchase)
        if let date = stated.revocationDate {
            guard state != .refunded else { return }
            storeDoes(.refund, to: number, now: now)
            rewrite(number, from: records[number].transactions.count) { $0.wasRefunded(date) }
        } else if let end = records[number].expirationDate, end < now, state.isActive {
            storeDoes(.expire, to: number, now: now)
        }
    }

    /// Lets a purchase be the same transaction as another one, which its store knows already.
    package mutating func copyRecord(of known: PurchaseHandle, to purchase: PurchaseHandle) {
        let record = records[Int(known.index)]
        rewrite(Int(purchase.index), from: 0) { $0.becomes(record) }
    }

    /// Somebody says what was paid last for a purchase, in the currency that its product has here.
    package mutating func paid(_ price: Decimal, for purchase: PurchaseHandle) {
        let number = Int(purchase.index)
        rewrite(number, from: records[number].transactions.count - 1) { $0.wasPaid(price) }
    }

    /// A store has signed a purchase, which was written down with the IDs of its newest transactions.
    package mutating func restore(signed ids: [String], at number: Int) {
        records[number].restore(signed: ids)
    }

    /// Changes a record, the transactions from a number on included.
    private mutating func rewrite(
        _ number: Int, from first: Int, _ body: (inout StoreRecord) -> Void
    ) {
        touch(number)
        if let known = news?.touched[number] { news?.touched[number] = min(known, first) }
        body(&records[number])
        schedule(number, world.ledger.state(of: PurchaseHandle(number)))
    }
}
