// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension Ledger {
    /// Applies one change, exactly as ``decide(_:under:)`` or the log gave it.
    ///
    /// Changes speak of places in this ledger. One that was decided for another ledger is a wrong
    /// program, not wrong input.
    public mutating func evolve(_ change: Change) {
        switch change {
        case .account(let account):
            _ = accountNames.append(account.text)
            accounts.appendTightly(AccountRecord(store: account.store))
        case .product(let product): add(product)
        case .purchase(let product, let account): add(product, to: account)
        case .state(let purchase, let state, let isTransaction):
            purchases[purchase].state = state
            if isTransaction {
                let account = purchases[purchase].account
                accounts[account].transactions += 1
                purchases[purchase].transaction = accounts[account].transactions
            }
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
        case .owner(let purchase, let customer): give(purchase, to: customer)
        case .copy(let purchase, let customer):
            copies[purchase, default: []].append(customer)
            copiesHeld[customer, default: []].append(purchase)
        case .uncopy(let purchase, let customer):
            copies[purchase]?.removeAll { $0 == customer }
            copiesHeld[customer]?.removeAll { $0 == purchase }
            tidyCopies(of: customer, [purchase])
        case .known(let purchase, let state): purchases[purchase].known = state
        case .grant(let entitlement, let customer):
            let entitlement = handle(of: entitlement)
            if !(grants[customer] ?? []).contains(entitlement) {
                grants[customer, default: []].append(entitlement)
            }
        case .revoke(let entitlement, let customer):
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

    private mutating func handle(of entitlement: EntitlementID) -> EntitlementHandle {
        let place = entitlementNames.place(of: entitlement.text)
        return EntitlementHandle(place ?? entitlementNames.append(entitlement.text))
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

    // MARK: - Who is who

    private mutating func add(
        _ id: UserID, _ kind: UserIDKind, to customer: CustomerHandle
    ) -> UserHandle {
        let user = UserHandle(userNames.append(Ledger.key(id, kind)))
        users.appendTightly(UserRecord(customer: customer, isAnonymous: kind != .custom))
        return user
    }

    private mutating func join(_ user: UserHandle, to customer: CustomerHandle) {
        users[user].customer = customer
        users[user].next = .none
        if let last = customers[customer].lastUser.handle {
            users[last].next = Link(user)
        } else {
            customers[customer].firstUser = Link(user)
        }
        customers[customer].lastUser = Link(user)
        if users[user].isAnonymous {
            customers[customer].hasAnonymous = true
        } else {
            customers[customer].isIdentified = true
        }
    }

    private mutating func merge(_ absorbed: CustomerHandle, into survivor: CustomerHandle) {
        let aliases = aliases(of: absorbed)
        let held = purchases(of: absorbed)
        let granted = grants.removeValue(forKey: absorbed) ?? []
        for purchase in held {
            if purchases[purchase].owner.handle == absorbed {
                copies[purchase]?.removeAll { $0 == survivor }
                copiesHeld[survivor]?.removeAll { $0 == purchase }
                setOwner(of: purchase, to: survivor)
            } else {
                replaceCopy(of: purchase, by: absorbed, with: survivor)
            }
        }
        copiesHeld[absorbed] = nil
        tidyCopies(of: survivor, held)
        for user in aliases { join(user, to: survivor) }
        for entitlement in granted where !(grants[survivor] ?? []).contains(entitlement) {
            grants[survivor, default: []].append(entitlement)
        }
        customers[absorbed].firstUser = .none
        customers[absorbed].lastUser = .none
        customers[absorbed].absorbedBy = Link(survivor)
    }

    /// The undoing of ``merge(_:into:)`` for IDs; purchases and grants follow as changes of their
    /// own.
    private mutating func split(
        _ customer: CustomerHandle, from survivor: CustomerHandle, users leaving: [UserHandle]
    ) {
        let staying = aliases(of: survivor).filter { !leaving.contains($0) }
        for (customer, aliases) in [(customer, leaving), (survivor, staying)] {
            customers[customer].firstUser = .none
            customers[customer].lastUser = .none
            customers[customer].isIdentified = false
            customers[customer].hasAnonymous = false
            for user in aliases { join(user, to: customer) }
        }
        customers[customer].absorbedBy = .none
    }

    private mutating func install(
        _ device: DeviceID, _ account: AccountHandle, own: UserHandle?, current: UserHandle
    ) {
        let record = InstallationRecord(
            account: account, own: Link(own), current: current,
            seenTransactions: accounts[account].transactions)
        if let place = deviceNames.place(of: device.text) {
            installations[place] = record
        } else {
            _ = deviceNames.append(device.text)
            installations.appendTightly(record)
        }
    }

    // MARK: - Who holds what

    /// Makes a customer the only holder.
    private mutating func give(_ purchase: PurchaseHandle, to customer: CustomerHandle) {
        for holder in copies.removeValue(forKey: purchase) ?? [] {
            copiesHeld[holder]?.removeAll { $0 == purchase }
            tidyCopies(of: holder, [])
        }
        setOwner(of: purchase, to: customer)
    }

    private mutating func setOwner(of purchase: PurchaseHandle, to customer: CustomerHandle) {
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

    private mutating func unchain(_ purchase: PurchaseHandle, from owner: CustomerHandle) {
        let after = purchases[purchase].nextOfOwner
        var before = Link<PurchaseRecord>.none
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

    private mutating func replaceCopy(
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

    private mutating func tidyCopies(of customer: CustomerHandle, _ touched: [PurchaseHandle]) {
        if copiesHeld[customer]?.isEmpty == true { copiesHeld[customer] = nil }
        for purchase in touched where copies[purchase]?.isEmpty == true {
            copies[purchase] = nil
        }
    }
}
