// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
import Foundation

// The store's records of what the ledger says was bought.

extension WorldState {
    /// Writes down what the store did at a change, if it did anything.
    mutating func record(
        _ change: Change, of action: Action, _ now: Date, _ offer: CatalogueOffer?
    ) {
        switch change {
        case .purchase: record(now, offer)
        case .share(let purchase, _): recordShare(of: Int(purchase.index), now)
        case .unshare(let share):
            touch(Int(share.index))
            records[Int(share.index)].unshare(now: now)
        case .productChange(let purchase, _):
            if case .change = action { changeProduct(of: purchase, now) }
        case .account, .product, .state, .waiting, .customer, .user, .merge, .original, .erase,
            .return, .split, .install, .current, .own, .caughtUp, .synced, .use, .posted, .backup,
            .owner, .copy, .uncopy, .known, .knownProduct, .grant, .revoke, .lapse:
            break
        }
    }

    /// The record of a purchase is about to become another.
    mutating func touch(_ number: Int) {
        guard news != nil else { return }
        let known = number < records.count ? records[number].transactions.count : 0
        if news?.touched[number] == nil { news?.touched[number] = known }
    }

    /// A product by its ID; what was bought without standing in the catalogue is a subscription.
    package func product(_ id: ProductID) -> CatalogueProduct {
        catalogue[id.text] ?? CatalogueProduct(id.text, .subscription)
    }

    /// The product that the provider takes a purchase for.
    func knownProduct(of purchase: PurchaseHandle) -> CatalogueProduct {
        let ledger = world.ledger
        guard let outdated = ledger.outdated[purchase] else {
            return records[Int(purchase.index)].product
        }
        return product(ProductID(unchecked: ledger.productNames[Int(outdated.index)]))
    }

    private mutating func record(_ now: Date, _ offer: CatalogueOffer?) {
        let number = records.count
        touch(number)
        let purchase = PurchaseHandle(number)
        let product = product(world.ledger.product(of: purchase))
        let account = world.ledger.account(of: purchase)
        let introduction =
            offer == nil ? introduction(of: product, for: account, before: purchase) : nil
        transactions += 1
        records.append(
            StoreRecord(
                product, at: account.store, now: now, offer: offer ?? introduction,
                isIntroduction: introduction != nil, isSandbox: isSandbox,
                number: transactions))
        schedule(number, .active)
    }

    private mutating func recordShare(of owner: Int, _ now: Date) {
        touch(records.count)
        transactions += 1
        records.append(StoreRecord(records[owner], of: owner, now: now, number: transactions))
    }

    /// A subscription has gone over to another product at once.
    private mutating func changeProduct(of purchase: PurchaseHandle, _ now: Date) {
        let number = Int(purchase.index)
        touch(number)
        let state = world.ledger.state(of: purchase)
        transactions += 1
        if let owner = records[number].sharedFrom {
            records[number].follow(
                records[owner], isPaid: state != .grace, isAnother: true, now: now,
                number: transactions)
        } else {
            records[number].change(
                to: product(world.ledger.product(of: purchase)), in: state, now: now,
                number: transactions)
            schedule(number, state)
        }
    }
}
