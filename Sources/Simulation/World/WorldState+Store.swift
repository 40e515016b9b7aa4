// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import Foundation

// What the store does, and through whom the ledger hears of it.

extension WorldState {
    /// An event on the newest purchase of a product that the account made; false when the store does
    /// no such thing to it.
    mutating func storeDoes(
        _ event: StoreEvent, _ product: String, of account: StoreAccount, now: Date
    ) -> Bool {
        let newest = newest(product, of: account)
        return newest.map { storeDoes(event, to: Int($0.index), now: now) } ?? false
    }

    /// The newest purchase of a product that the account made, but for those that were refunded.
    func newest(_ product: String, of account: StoreAccount) -> PurchaseHandle? {
        let ledger = world.ledger
        return ledger.purchases(of: account).last {
            ledger.product(of: $0).text == product && ledger.state(of: $0) != .refunded
                && !ledger.isShare($0)
        }
    }

    /// An event on a purchase, which those that family members share of it follow; false when it
    /// comes to nothing, as it does on a share.
    @discardableResult
    package mutating func storeDoes(_ event: StoreEvent, to number: Int, now: Date) -> Bool {
        guard records[number].sharedFrom == nil else { return false }
        let purchase = PurchaseHandle(number)
        let before = world.ledger.state(of: purchase)
        guard let actor = actor(of: world.ledger.account(of: purchase)) else { return false }
        let product = world.ledger.product(of: purchase)
        touch(number)
        let subscriptions = records[number].ended.count
        let isAnnounced = event == .pause && records[number].pausesAtRenewal
        perform(.store(event, product), by: actor, now: now, purchase: purchase)
        if isAnnounced { news?.newestWasToldAhead() }
        let state = world.ledger.state(of: purchase)
        let isRenewal =
            event == .renew && before == .active && records[number].product.kind == .subscription
        let isChanged = world.ledger.product(of: purchase) != product
        if isChanged {
            records[number].becomes(
                self.product(world.ledger.product(of: purchase)),
                isPaid: state != before || isRenewal, now: now)
        }
        guard state != before || isRenewal else { return false }
        transactions += 1
        records[number].happened(event, to: before, now: now, number: transactions)
        schedule(number, state)
        sharesFollow(
            purchase, isPaid: event.isTransaction,
            isAnother: records[number].ended.count > subscriptions, now: now)
        return true
    }

    /// Family members' shares of a purchase have its dates from now on.
    ///
    /// - Parameters:
    ///   - purchase: The purchase, whose record has become another.
    ///   - isPaid: Whether it has a new transaction; then each share has one too.
    ///   - isAnother: Whether another subscription begins with that.
    ///   - now: When.
    mutating func sharesFollow(
        _ purchase: PurchaseHandle, isPaid: Bool = false, isAnother: Bool = false, now: Date
    ) {
        let owner = records[Int(purchase.index)]
        for share in world.ledger.shares[purchase] ?? [] {
            touch(Int(share.index))
            if isPaid { transactions += 1 }
            records[Int(share.index)].follow(
                owner, isPaid: isPaid, isAnother: isAnother, now: now, number: transactions)
        }
    }

    /// Who stands for an account: a device that is signed in to it, else somebody who was, else the
    /// account itself; nil while no ledger knows of the account.
    package mutating func actor(of account: StoreAccount) -> Actor? {
        guard let actor = actors[account] else {
            let isKnown = world.ledger.accountNames.index(of: account.text) != nil
            return isKnown ? .account(account) : nil
        }
        guard case .device(let device) = actor,
            let installation = world.ledger.installation(on: device),
            world.ledger.account(of: installation) != account
        else { return actor }
        let ledger = world.ledger
        let other = ledger.installations.indices.first {
            ledger.account(of: InstallationHandle($0)) == account
        }
        let found: Actor =
            if let other {
                .device(DeviceID(unchecked: ledger.deviceNames[other]))
            } else {
                ledger.actor(ledger.current(of: installation), account)
            }
        actors[account] = found
        return found
    }

    /// Any device, else an ID without one: for what does not depend on who does it.
    func anybody(or id: UserID) -> Actor {
        let ledger = world.ledger
        return ledger.installations.isEmpty
            ? .user(id, nil) : .device(DeviceID(unchecked: ledger.deviceNames[0]))
    }
}
