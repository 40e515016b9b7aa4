// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension Ledger {
    /// Applies one change, exactly as ``decide(_:under:)`` or the log gave it.
    ///
    /// Changes speak of indices in this ledger. One that was decided for another ledger is a wrong
    /// program, not wrong input.
    public mutating func evolve(_ change: Change) {
        switch change {
        case .account(let account):
            _ = accountNames.append(account.text)
            accounts.appendTightly(AccountRecord(store: account.store))
        case .product(let product): add(product)
        case .purchase(let product, let account, let inApp):
            add(product, to: account)
            purchases[purchases.count - 1].isFirstHand = inApp
        case .share(let purchase, let account): share(purchase, with: account)
        case .unshare(let share):
            guard let purchase = sharedFrom[share] else { return }
            shares[purchase]?.removeAll { $0 == share }
            if shares[purchase]?.isEmpty == true { shares[purchase] = nil }
        case .state(let purchase, let state, let isTransaction):
            purchases[purchase].state = state
            if isTransaction {
                let account = purchases[purchase].account
                accounts[account].transactions += 1
                purchases[purchase].transaction = accounts[account].transactions
            }
        case .productChange(let purchase, let product):
            if !purchases[purchase].owner.isNone, outdated[purchase] == nil {
                outdated[purchase] = purchases[purchase].product
            }
            purchases[purchase].product = product
            if outdated[purchase] == product { outdated[purchase] = nil }
        case .waiting(let purchase, let product): waiting[purchase] = product
        case .customer(let id, let kind):
            let customer = CustomerHandle(customers.count)
            let user = add(id, kind, to: customer)
            let isAnonymous = kind != .custom
            customers.appendTightly(
                CustomerRecord(
                    original: user, firstUser: Link(user), lastUser: Link(user),
                    isIdentified: !isAnonymous, hasAnonymous: isAnonymous))
        case .user(let id, let kind, let customer):
            join(add(id, kind, to: customer), to: customer)
        case .merge(let absorbed, let survivor): merge(absorbed, into: survivor)
        case .original(let user, let customer): customers[customer].original = user
        case .erase(let customer): erase(customer)
        case .return(let user): giveBack(user)
        case .split(let customer, let survivor, let users):
            split(customer, from: survivor, users: users)
        case .install(let device, let account, let own, let current):
            install(device, account, own: own, current: current)
        case .current(let installation, let user): installations[installation].current = user
        case .own(let installation, let user): installations[installation].own = Link(user)
        case .caughtUp(let installation):
            let account = installations[installation].account
            installations[installation].seenTransactions = accounts[account].transactions
        case .synced(let installation): installations[installation].hasSynced = true
        case .use(let installation, let account):
            installations[installation].account = account
            installations[installation].seenTransactions = accounts[account].transactions
        case .posted(let installation, let purchase, let renews):
            posts[Post(installation: installation, purchase: purchase)] = renews
        case .backup(let installation, let user): backups[installation] = user
        case .owner(let purchase, let customer): give(purchase, to: customer)
        case .copy(let purchase, let customer):
            copies[purchase, default: []].append(customer)
            copiesHeld[customer, default: []].append(purchase)
        case .uncopy(let purchase, let customer):
            copies[purchase]?.removeAll { $0 == customer }
            copiesHeld[customer]?.removeAll { $0 == purchase }
            tidyCopies(of: customer, [purchase])
        case .known(let purchase, let state): purchases[purchase].known = state
        case .knownProduct(let purchase): outdated[purchase] = nil
        case .grant(let entitlement, let customer):
            let entitlement = handle(of: entitlement)
            if !(grants[customer] ?? []).contains(entitlement) {
                grants[customer, default: []].append(entitlement)
            }
        case .revoke(let entitlement, let customer), .lapse(let entitlement, let customer):
            let entitlement = handle(of: entitlement)
            grants[customer]?.removeAll { $0 == entitlement }
            if grants[customer]?.isEmpty == true { grants[customer] = nil }
        }
    }

    // MARK: - The store's side

    private mutating func add(_ product: Product) {
        _ = productNames.append(product.id.text)
        let entitlements = product.entitlements.map { handle(of: $0) }
        products.appendTightly(ProductRecord(kind: product.kind, entitlements: entitlements))
    }

    /// Lets a product unlock something else, for those as well who have bought it; nothing where
    /// nobody has.
    ///
    /// No user does that but the owner of the catalogue, so it is no change that is decided.
    package mutating func unlock(_ entitlements: [EntitlementID], with product: ProductID) {
        guard let index = productNames.index(of: product.text) else { return }
        let handles = entitlements.map { handle(of: $0) }
        products[index].entitlements = handles
    }

    private mutating func handle(of entitlement: EntitlementID) -> EntitlementHandle {
        let index = entitlementNames.index(of: entitlement.text)
        return EntitlementHandle(index ?? entitlementNames.append(entitlement.text))
    }

    private mutating func add(_ product: ProductHandle, to account: AccountHandle) {
        let purchase = PurchaseHandle(purchases.count)
        purchases.appendTightly(
            PurchaseRecord(product: product, account: account, kind: products[product].kind))
        if let last = accounts[account].lastPurchase.handle {
            purchases[last].nextOfAccount = Link(purchase)
        } else {
            accounts[account].firstPurchase = Link(purchase)
        }
        accounts[account].lastPurchase = Link(purchase)
    }

    /// A share of a purchase, in the state that it is in.
    private mutating func share(_ purchase: PurchaseHandle, with account: AccountHandle) {
        let share = PurchaseHandle(purchases.count)
        add(purchases[purchase].product, to: account)
        purchases[share].state = purchases[purchase].state
        sharedFrom[share] = purchase
        shares[purchase, default: []].append(share)
    }

    private mutating func install(
        _ device: DeviceID, _ account: AccountHandle, own: UserHandle?, current: UserHandle
    ) {
        let record = InstallationRecord(
            account: account, own: Link(own), current: current,
            seenTransactions: accounts[account].transactions)
        if let index = deviceNames.index(of: device.text) {
            installations[index] = record
        } else {
            _ = deviceNames.append(device.text)
            installations.appendTightly(record)
        }
    }

    // MARK: - Who holds what

    /// Makes a customer the only holder.
    private mutating func give(_ purchase: PurchaseHandle, to customer: CustomerHandle) {
        if !purchases[purchase].owner.isNone { purchases[purchase].isFirstHand = false }
        for holder in copies.removeValue(forKey: purchase) ?? [] {
            copiesHeld[holder]?.removeAll { $0 == purchase }
            tidyCopies(of: holder, [])
        }
        setOwner(of: purchase, to: customer)
    }

    mutating func setOwner(of purchase: PurchaseHandle, to customer: CustomerHandle) {
        if let owner = purchases[purchase].owner.handle { unchain(purchase, from: owner) }
        purchases[purchase].owner = Link(customer)
        // The chain is kept in order of purchase, so that a replay and a merge give equal ledgers.
        var before = customers[customer].lastPurchase
        if let last = before.handle, purchase < last {
            before = .none
            var next = customers[customer].firstPurchase
            while let other = next.handle, other < purchase {
                before = next
                next = purchases[other].nextOfOwner
            }
        }
        link(purchase, after: before.handle, of: customer)
    }

    private mutating func link(
        _ purchase: PurchaseHandle, after before: PurchaseHandle?, of customer: CustomerHandle
    ) {
        if let before {
            purchases[purchase].nextOfOwner = purchases[before].nextOfOwner
            purchases[before].nextOfOwner = Link(purchase)
        } else {
            purchases[purchase].nextOfOwner = customers[customer].firstPurchase
            customers[customer].firstPurchase = Link(purchase)
        }
        if purchases[purchase].nextOfOwner.isNone {
            customers[customer].lastPurchase = Link(purchase)
        }
    }

    mutating func unchain(_ purchase: PurchaseHandle, from owner: CustomerHandle) {
        let after = purchases[purchase].nextOfOwner
        var before = PurchaseLink.none
        var next = customers[owner].firstPurchase
        while let other = next.handle, other != purchase {
            before = next
            next = purchases[other].nextOfOwner
        }
        if let before = before.handle {
            purchases[before].nextOfOwner = after
        } else {
            customers[owner].firstPurchase = after
        }
        if after.isNone { customers[owner].lastPurchase = before }
    }

    mutating func replaceCopy(
        of purchase: PurchaseHandle, by absorbed: CustomerHandle, with survivor: CustomerHandle
    ) {
        let already =
            purchases[purchase].owner.handle == survivor
            || (copies[purchase] ?? []).contains(survivor)
        copies[purchase]?.removeAll { $0 == absorbed }
        if !already {
            copies[purchase, default: []].append(survivor)
            copiesHeld[survivor, default: []].append(purchase)
        }
    }

    mutating func tidyCopies(of customer: CustomerHandle, _ touched: [PurchaseHandle]) {
        if copiesHeld[customer]?.isEmpty == true { copiesHeld[customer] = nil }
        for purchase in touched where copies[purchase]?.isEmpty == true {
            copies[purchase] = nil
        }
    }
}
