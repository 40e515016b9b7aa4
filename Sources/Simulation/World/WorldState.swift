// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import Foundation

/// All that a ``SharedWorld`` holds behind its lock: the ledger, and the dates that the ledger does
/// not know.
struct WorldState: Sendable {
    var world: World
    let catalogue: Catalogue
    /// Whether the same actions give the same IDs.
    let isNumbered: Bool
    /// The store's records, at the place of the ledger's purchase.
    private(set) var records: [StoreRecord] = []
    /// When each user ID came into being, at its place in the ledger.
    private(set) var born: [Date] = []
    private var granted: [Grant: Date] = [:]
    private var due = DueList()
    /// The purchases that family members share of one.
    private var shares: [Int: [Int]] = [:]
    private var transactions = 0
    /// The store account of each device, as the world was told.
    var accounts: [DeviceID: StoreAccount] = [:]
    /// The names under which the ledger knows the façades on each device.
    private var names: [String: [String: String]] = [:]
    /// What lies on each device that keeps it in memory.
    var stored: [DeviceID: Defaults] = [:]
    /// A device with the account, through which the store's doings reach the ledger.
    private var devices: [StoreAccount: DeviceID] = [:]
    private var fresh = FreshIDs()

    private struct Grant: Hashable {
        let customer: CustomerHandle
        let entitlement: EntitlementID
    }

    init(_ rules: Rules, _ catalogue: Catalogue, keepsLog: Bool, isNumbered: Bool) {
        world = World(rules: rules, keepsLog: keepsLog)
        self.catalogue = catalogue
        self.isNumbered = isNumbered
    }

    // MARK: Doing

    /// What came of an action, and the bits of the ID that it minted, if it did.
    typealias Done = (decision: Decision, bits: FreshBits?)

    /// Performs an action; what the store had to do before it is to be settled.
    mutating func perform(
        _ action: Action, on device: DeviceID, now: Date, bits given: FreshBits? = nil,
        purchase: PurchaseHandle? = nil
    ) -> Done {
        let purchases = world.ledger.purchases.count
        let decision: Decision
        let bits: FreshBits?
        if isNumbered, given == nil {
            decision = world.perform(action, on: device, purchase: purchase)
            bits = nil
        } else {
            let fresh = given ?? self.fresh.next()
            bits = fresh
            var request = Request(
                device, action, milliseconds: Int64(now.timeIntervalSince1970 * 1_000),
                fresh: fresh)
            request.purchase = purchase
            decision = world.perform(request)
        }
        remember(decision, action, device, now, from: purchases)
        return (decision: decision, bits: bits)
    }

    /// Writes down the dates of what became different.
    private mutating func remember(
        _ decision: Decision, _ action: Action, _ device: DeviceID, _ now: Date, from first: Int
    ) {
        while born.count < world.ledger.users.count { born.append(now) }
        switch action {
        case .install(let account), .configure(_, let account):
            devices[account ?? StoreAccount(.appStore, device.text)] = device
        case .grant(let entitlement):
            if decision.refusal == nil, let customer = customer(on: device) {
                granted[Grant(customer: customer, entitlement: entitlement)] = now
            }
        default: break
        }
        for number in first..<max(world.ledger.purchases.count, first) { record(number, now) }
    }

    private mutating func record(_ number: Int, _ now: Date) {
        let purchase = PurchaseHandle(number)
        let id = world.ledger.product(of: purchase).text
        let account = world.ledger.account(of: purchase)
        // A product that was bought without standing in the catalogue is a subscription.
        let product = catalogue[id] ?? CatalogueProduct(id, .subscription)
        let isFirst = !world.ledger.purchases(of: account).contains {
            $0 < purchase && world.ledger.product(of: $0).text == id
        }
        transactions += 1
        records.append(
            StoreRecord(
                product, at: account.store, now: now, hasTrial: isFirst, number: transactions))
        schedule(number, .active)
    }

    private mutating func schedule(_ number: Int, _ state: PurchaseState) {
        if let next = records[number].due(in: state) { due.add(number, at: next.date) }
    }

    /// Does what the stores have done by themselves until now, each thing at its time.
    mutating func settle(_ now: Date) {
        while let next = due.next(by: now) {
            let purchase = PurchaseHandle(next.purchase)
            let state = world.ledger.state(of: purchase)
            guard let expected = records[next.purchase].due(in: state), expected.date == next.date
            else { continue }
            storeDoes(expected.event, to: next.purchase, now: next.date)
        }
    }

    // MARK: The store

    /// An event on the newest purchase of a product; false when the store does no such thing to it.
    mutating func storeDoes(
        _ event: StoreEvent, _ product: String, of account: StoreAccount, now: Date
    ) -> Bool {
        let newest = newest(product, of: account) { $0 != .refunded }
        return newest.map { storeDoes(event, to: $0, now: now) } ?? false
    }

    private func newest(
        _ product: String, of account: StoreAccount, _ isWanted: (PurchaseState) -> Bool
    ) -> Int? {
        let ledger = world.ledger
        let newest = ledger.purchases(of: account).last {
            ledger.product(of: $0).text == product && isWanted(ledger.state(of: $0))
        }
        return newest.map { Int($0.index) }
    }

    /// An event on a purchase, and on those that family members share of it; false when it comes
    /// to nothing.
    @discardableResult
    private mutating func storeDoes(_ event: StoreEvent, to number: Int, now: Date) -> Bool {
        let purchase = PurchaseHandle(number)
        let before = world.ledger.state(of: purchase)
        guard let device = devices[world.ledger.account(of: purchase)] else { return false }
        let product = world.ledger.product(of: purchase)
        _ = perform(.store(event, product), on: device, now: now, purchase: purchase)
        let state = world.ledger.state(of: purchase)
        let isRenewal =
            event == .renew && before == .active && records[number].product.kind == .subscription
        guard state != before || isRenewal else { return false }
        transactions += 1
        if let owner = records[number].sharedFrom {
            records[number].follow(records[owner], event, now: now, number: transactions)
        } else {
            records[number].happened(event, to: before, now: now, number: transactions)
        }
        schedule(number, state)
        for shared in shares[number] ?? [] { storeDoes(event, to: shared, now: now) }
        return true
    }

    /// Gives a family member a share in a running purchase; false when there is none to share.
    mutating func share(
        _ product: CatalogueProduct, of account: StoreAccount, with other: StoreAccount, now: Date
    ) -> Bool {
        guard account != other, let device = devices[other],
            let running = newest(product.id, of: account, \.isActive)
        else { return false }
        let share = records.count
        _ = perform(.own(product.product), on: device, now: now)
        guard records.count > share else { return false }
        records[share] = StoreRecord(
            records[running], of: running, now: now, number: transactions)
        shares[running, default: []].append(share)
        // The share begins as what it shares: its renewal off, or its payment failed.
        switch world.ledger.state(of: PurchaseHandle(running)) {
        case .cancelled: _ = perform(.store(.cancel, product.product.id), on: device, now: now)
        case .grace: _ = perform(.store(.fail, product.product.id), on: device, now: now)
        case .active, .paused, .expired, .refunded: break
        }
        return true
    }

    // MARK: Looking

    /// The name under which the ledger knows a façade on a device: the device's own for the first.
    mutating func name(of facade: String, on device: String, stored: String?) -> String {
        var taken = names[device] ?? [:]
        if let name = taken[facade] { return name }
        let own = "\(device)\u{1F}\(facade)"
        let wanted = stored ?? (taken.isEmpty ? device : own)
        let name = taken.values.contains(wanted) ? own : wanted
        taken[facade] = name
        names[device] = taken
        return name
    }

    func customer(on device: DeviceID) -> CustomerHandle? {
        let ledger = world.ledger
        return ledger.installation(on: device).map { ledger.customer(of: ledger.current(of: $0)) }
    }

    /// What the provider's server says of a device's customer; nil where the app is not installed.
    func view(of device: DeviceID, now: Date) -> CustomerView? {
        guard let installation = world.ledger.installation(on: device) else { return nil }
        let rules = world.rules
        let current = world.ledger.current(of: installation)
        let original = world.ledger.original(of: world.ledger.customer(of: current))
        let holdings = world.ledger.holdings(of: installation, under: rules)
        var held: [HeldPurchase] = []
        var unlocked = holdings.grants.map(\.entitlement)
        for holding in holdings.purchases {
            let number = Int(holding.purchase.index)
            held.append(
                HeldPurchase(
                    records[number], number: number,
                    state: world.ledger.known(of: holding.purchase),
                    givesAccess: holding.givesAccess,
                    isOfThisAccount: world.ledger.account(of: holding.purchase)
                        == world.ledger.account(of: installation),
                    now: now))
            if holding.givesAccess {
                unlocked += records[number].product.product.entitlements
            }
        }
        let grants = holdings.grants.map { grant in
            AllonymSimulation.Grant(
                entitlement: grant.entitlement.text,
                date: granted[Grant(customer: grant.customer, entitlement: grant.entitlement)]
                    ?? born[Int(original.index)])
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
            ownID: ownID, originalID: originalID, firstSeen: born[Int(original.index)],
            purchases: held, grants: grants, entitlements: unlocked.map(\.text))
    }
}

/// Bits for minted IDs, which look like chance: no two are alike, since the generator gives each
/// number once before it begins again.
struct FreshIDs: Sendable {
    private var generator = SeededGenerator(seed: UInt64.random(in: .min ... .max))

    mutating func next() -> FreshBits {
        let high = generator.next()
        // Even, because an action that mints twice takes the number after it.
        return FreshBits(high: high, low: generator.next() & ~1)
    }
}
