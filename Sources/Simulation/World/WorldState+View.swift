// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import Foundation

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
        return view(
            of: world.ledger.current(of: installation), own: world.ledger.own(of: installation),
            account: world.ledger.installations[Int(installation.index)].account,
            world.ledger.holdings(of: installation, under: world.rules), now: now)
    }

    /// What it says of the customer of an ID; nil where nobody ever had it.
    package func view(of id: UserID, now: Date) -> CustomerView? {
        world.ledger.user(id).map { view(of: $0, now: now) }
    }

    /// What it says of the customer of a known ID.
    package func view(of user: UserHandle, now: Date) -> CustomerView {
        view(
            of: user, own: world.ledger.isAnonymous(user) ? user : nil, account: nil,
            world.ledger.holdings(of: user, under: world.rules), now: now)
    }

    /// What it says of one purchase, whoever has it.
    package func held(_ purchase: PurchaseHandle, now: Date) -> HeldPurchase {
        held(purchase, records[Int(purchase.index)], for: knownProduct(of: purchase), now: now)
    }

    /// What it said of a subscription, with its product, its dates and its payments, before an
    /// occurrence took it over to another product; nil for any other.
    package func held(
        _ purchase: PurchaseHandle, before occurrence: WorldNews.Occurrence
    ) -> HeldPurchase? {
        occurrence.former[Int(purchase.index)].map { record in
            held(purchase, record, for: record.product, now: occurrence.date)
        }
    }

    private func held(
        _ purchase: PurchaseHandle, _ record: StoreRecord, for product: CatalogueProduct, now: Date
    ) -> HeldPurchase {
        let known = world.ledger.known(of: purchase)
        return HeldPurchase(
            record, number: Int(purchase.index), product: product, state: known,
            givesAccess: world.rules.givesAccess(known), isOfThisAccount: false,
            storefront: storefront(of: world.ledger.purchases[Int(purchase.index)].account),
            now: now)
    }

    private func view(
        of current: UserHandle, own: UserHandle?, account: AccountHandle?, _ holdings: Holdings,
        now: Date
    ) -> CustomerView {
        let isNobody = world.ledger.isNobody(current)
        let original =
            isNobody ? current : world.ledger.original(of: world.ledger.customer(of: current))
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
                    isOfThisAccount: world.ledger.purchases[number].account == account,
                    storefront: storefront(of: world.ledger.purchases[number].account),
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
        let ownID = own.map { own in
            if own == current { return userID }
            return own == original ? originalID : world.ledger.id(of: own).text
        }
        return CustomerView(
            date: now, userID: userID, isAnonymous: world.ledger.isAnonymous(current),
            isTaken: !isNobody || isTaken(current), ownID: ownID, originalID: originalID,
            firstSeen: isNobody ? now : born[Int(original.index)],
            purchases: held, grants: grants, entitlements: unlocked.map(\.text),
            isSandbox: isSandbox,
            firstDownload: facts.isEmpty ? nil : account.flatMap(firstDownload(by:)))
    }

    private func storefront(of account: AccountHandle) -> String {
        guard !facts.isEmpty else { return AccountFacts.storefront }
        let name = StoreAccount(unchecked: world.ledger.accountNames[Int(account.index)])
        return facts[name]?.storefront ?? AccountFacts.storefront
    }

    private func firstDownload(by account: AccountHandle) -> AppDownload? {
        facts[StoreAccount(unchecked: world.ledger.accountNames[Int(account.index)])]?.firstDownload
    }
}
