// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

// What two sides of one state can differ in. Both know the same devices, IDs and purchases by the
// same numbers.

extension SearchedSide {
    /// Whether some device sees another set of entitlements here.
    package func seesOther(than other: borrowing SearchedSide) -> Bool {
        for device in ledger.installations.indices where device < other.ledger.installations.count {
            let device = InstallationHandle(device)
            let active = ledger.active(on: device, under: rules)
            if active != other.ledger.active(on: device, under: other.rules) { return true }
        }
        return false
    }

    /// Whether some purchase, refunded ones left out, is held by other people here: by the customer of another ID, or of the
    /// user of another device.
    package func holdsOther(than other: borrowing SearchedSide) -> Bool {
        for purchase in ledger.purchases.indices where purchase < other.ledger.purchases.count {
            if ledger.purchases[purchase].state == .refunded { continue }
            let purchase = PurchaseHandle(purchase)
            for id in 0..<SearchedSide.most where holds(purchase, id) != other.holds(purchase, id) {
                return true
            }
            for device in ledger.installations.indices
            where device < other.ledger.installations.count {
                let device = InstallationHandle(device)
                if holds(purchase, device) != other.holds(purchase, device) { return true }
            }
        }
        return false
    }

    /// Whether two IDs that both sides know stand for one customer on one side only: custom IDs, and
    /// the devices' own anonymous ones.
    package func joinsOther(than other: borrowing SearchedSide) -> Bool {
        let count =
            SearchedSide.most + min(ledger.installations.count, other.ledger.installations.count)
        for first in 0..<count {
            guard let mine = customer(first), let theirs = other.customer(first) else { continue }
            for second in 0..<first {
                guard let own = customer(second), let others = other.customer(second) else {
                    continue
                }
                if (mine == own) != (theirs == others) { return true }
            }
        }
        return false
    }

    /// The customer of an ID, or, beyond those, of a device's own anonymous ID.
    private func customer(_ number: Int) -> CustomerHandle? {
        if number < SearchedSide.most {
            return user(number).map { ledger.users[Int($0.index)].customer }
        }
        let own = ledger.installations[number - SearchedSide.most].own
        return own.handle.map { ledger.users[Int($0.index)].customer }
    }

    private func holds(_ purchase: PurchaseHandle, _ id: Int) -> Bool {
        guard let user = user(id) else { return false }
        return holds(purchase, ledger.users[Int(user.index)].customer)
    }

    private func holds(_ purchase: PurchaseHandle, _ device: InstallationHandle) -> Bool {
        let current = ledger.installations[Int(device.index)].current
        return holds(purchase, ledger.users[Int(current.index)].customer)
    }

    private func holds(_ purchase: PurchaseHandle, _ customer: CustomerHandle) -> Bool {
        guard let owner = ledger.purchases[Int(purchase.index)].owner.handle else { return false }
        if owner == customer { return true }
        return !ledger.copies.isEmpty && ledger.copies[purchase]?.contains(customer) ?? false
    }
}
