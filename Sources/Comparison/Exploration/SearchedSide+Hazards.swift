// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

// What somebody who has paid would not call right.

extension SearchedSide {
    /// Whether a store counts a purchase as running that the provider knows, or was just asked for,
    /// and no device sees what it unlocks.
    ///
    /// - Parameters:
    ///   - claimant: The number of the device that presented its purchases, if one did.
    ///   - product: The one that it presented, where it was not all.
    /// - Returns: Whether somebody pays for nothing.
    package func hidesPaid(from claimant: Int?, of product: Int?) -> Bool {
        var seen: UInt64?
        for purchase in ledger.purchases where purchase.state.isActive {
            guard purchase.kind != .consumable else { continue }
            let isClaimed = claimant.map { ledger.installations[$0].account == purchase.account }
            let isMeant = product.map { Int(purchase.product.index) == $0 } ?? true
            guard !purchase.owner.isNone || isClaimed == true && isMeant else { continue }
            let all = seen ?? seenByAll
            seen = all
            let unlocked = unlocked(by: purchase)
            if unlocked != 0, all & unlocked != unlocked { return true }
        }
        return false
    }

    /// Whether one running purchase, and nothing else, gives access to the users of two devices who
    /// are two customers.
    package func doubles() -> Bool {
        guard ledger.installations.count > 1 else { return false }
        for index in ledger.purchases.indices where isOnlySource(index) {
            let unlocked = unlocked(by: ledger.purchases[index])
            var first: CustomerHandle?
            for device in ledger.installations.indices {
                let installation = InstallationHandle(device)
                guard ledger.active(on: installation, under: rules) & unlocked != 0 else {
                    continue
                }
                let customer = currentCustomer(ofDevice: device)
                if let first, first != customer { return true }
                first = customer
            }
        }
        return false
    }

    /// Whether a device sees less than before, and the one that acted belongs to somebody else.
    ///
    /// Before its first launch a device belongs to nobody who is known, so that whoever loses by the
    /// launch is somebody else.
    ///
    /// - Parameters:
    ///   - before: This side before the action.
    ///   - actor: The number of the device that acted.
    /// - Returns: Whether somebody lost access by what another did.
    package func takes(from before: borrowing SearchedSide, by actor: Int) -> Bool {
        let person = actor < before.installed ? before.currentCustomer(ofDevice: actor) : nil
        for device in before.ledger.installations.indices where device != actor {
            guard before.currentCustomer(ofDevice: device) != person else { continue }
            let installation = InstallationHandle(device)
            let had = before.ledger.active(on: installation, under: rules)
            if had & ~ledger.active(on: installation, under: rules) != 0 { return true }
        }
        return false
    }

    /// The customer of the ID in use on a device.
    package func currentCustomer(ofDevice device: Int) -> CustomerHandle {
        ledger.users[Int(ledger.installations[device].current.index)].customer
    }

    private var seenByAll: UInt64 {
        ledger.installations.indices.reduce(0) {
            $0 | ledger.active(on: InstallationHandle($1), under: rules)
        }
    }

    private func unlocked(by purchase: PurchaseRecord) -> UInt64 {
        ledger.products[Int(purchase.product.index)].entitlements.reduce(0) {
            $0 | 1 << UInt64($1.index)
        }
    }

    /// Whether the provider counts this purchase as running and no other unlocks the same.
    private func isOnlySource(_ index: Int) -> Bool {
        let purchase = ledger.purchases[index]
        guard !purchase.owner.isNone, rules.givesAccess(purchase.known), ledger.grants.isEmpty
        else {
            return false
        }
        let unlocked = unlocked(by: purchase)
        for (other, record) in ledger.purchases.enumerated() where other != index {
            if !record.owner.isNone, rules.givesAccess(record.known),
                self.unlocked(by: record) & unlocked != 0
            {
                return false
            }
        }
        return true
    }
}
