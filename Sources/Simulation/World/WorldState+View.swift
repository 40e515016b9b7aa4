// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import Foundation

// What the provider's server says of a customer.

extension WorldState {
    /// Whether the provider takes an ID that is nobody's now.
    private func isTaken(_ user: UserHandle) -> Bool {
        world.ledger.isAnonymous(user)
            || world.rules.identifiers.accepts(world.ledger.id(of: user))
    }

    /// What the provider's server says of a device's customer; nil where the app is not installed.
    func view(of device: DeviceID, now: Date) -> CustomerView? {
        guard let installation = world.ledger.installation(on: device) else { return nil }
        let rules = world.rules
        let current = world.ledger.current(of: installation)
        let isNobody = world.ledger.isNobody(current)
        let original =
            isNobody ? current : world.ledger.original(of: world.ledger.customer(of: current))
        let holdings = world.ledger.holdings(of: installation, under: rules)
        var held: [HeldPurchase] = []
        var unlocked = holdings.grants.map(\.entitlement)
        for holding in holdings.purchases {
            let number = Int(holding.purchase.index)
            held.append(
                HeldPurchase(
                    records[number], number: number,
                    product: knownProduct(of: holding.purchase),
                    state: world.ledger.known(of: holding.purchase),
                    givesAccess: holding.givesAccess,
                    isOfThisAccount: world.ledger.account(of: holding.purchase)
                        == world.ledger.account(of: installation),
                    now: now))
            if holding.givesAccess {
                unlocked += world.ledger.entitlements(of: holding.purchase)
            }
        }
        let grants = holdings.grants.map { grant in
            let dates = granted[grant.customer]?[grant.entitlement]
            return Grant(
                entitlement: grant.entitlement.text,
                date: dates?.date ?? born[Int(original.index)], expirationDate: dates?.end)
        }
        if unlocked.count > 1 { unlocked = Set(unlocked).sorted() }
        // Often one ID is two or all three of these: its text is made once.
        let userID = world.ledger.id(of: current).text
        let originalID = original == current ? userID : world.ledger.id(of: original).text
        let ownID = world.ledger.own(of: installation).map { own in
            if own == current { return userID }
            return own == original ? originalID : world.ledger.id(of: own).text
        }
        return CustomerView(
            date: now, userID: userID, isAnonymous: world.ledger.isAnonymous(current),
            isTaken: !isNobody || isTaken(current), ownID: ownID, originalID: originalID,
            firstSeen: isNobody ? now : born[Int(original.index)],
            purchases: held, grants: grants, entitlements: unlocked.map(\.text))
    }
}
