// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import Foundation

/// All that a ``SharedWorld`` holds behind its lock: the ledger, and the dates that the ledger does
/// not know.
package struct WorldState: Sendable {
    package internal(set) var world: World
    /// What the stores sell.
    package var catalogue: Catalogue
    /// Whether the same actions give the same IDs.
    let isNumbered: Bool
    /// The store's records, at the index of the ledger's purchase.
    package internal(set) var records: [StoreRecord] = []
    /// When each user ID came into being, at its index in the ledger.
    package internal(set) var born: [Date] = []
    /// What was given by hand, to whom, and since and until when.
    package internal(set) var granted: [CustomerHandle: [EntitlementID: GrantDates]] = [:]
    var due = DueList()
    /// How many transactions the stores have made.
    package internal(set) var transactions = 0
    /// The store account of each device.
    var accounts: [DeviceID: StoreAccount] = [:]
    /// The names under which the ledger knows the façades on each device.
    private var names: [String: [String: String]] = [:]
    /// What lies on each device that keeps it in memory.
    var stored: [DeviceID: Defaults] = [:]
    /// Through whom what happens at an account reaches the ledger.
    package internal(set) var actors: [StoreAccount: Actor] = [:]
    /// The links with which web purchases can be redeemed, by their tokens.
    var redemptions: [String: Redemption] = [:]
    var fresh = FreshIDs()
    /// Whether what is bought is bought in the stores' sandboxes.
    package var isSandbox = false
    /// What happened since it was last taken; nil where nobody writes it down.
    package var news: WorldNews?
    /// Other providers whose events about the same are asked for, by their keys.
    package var tellers: [(provider: String, rules: Rules)] = []
    /// What is known of store accounts, where it is not as by default.
    var facts: [StoreAccount: AccountFacts] = [:]

    /// Since when an entitlement is granted, and until when.
    package struct GrantDates: Hashable, Sendable {
        package let date: Date
        package let end: Date?

        package init(date: Date, end: Date?) {
            self.date = date
            self.end = end
        }
    }

    /// A world in which nothing has happened.
    package init(
        _ rules: Rules, _ catalogue: Catalogue, keepsLog: Bool = false, isNumbered: Bool = false
    ) {
        world = World(rules: rules, keepsLog: keepsLog)
        self.catalogue = catalogue
        self.isNumbered = isNumbered
    }

    // MARK: Doing

    /// What came of an action, and the bits of the ID that it minted, if it did.
    package typealias Done = (decision: Decision, bits: FreshBits?)

    /// Performs an action on a device; see below.
    mutating func perform(
        _ action: Action, on device: DeviceID, now: Date, bits: FreshBits? = nil,
        until end: Date? = nil, offer: CatalogueOffer? = nil
    ) -> Done {
        perform(
            action, by: .device(device), now: now, bits: bits, until: end, offer: offer)
    }

    /// Performs an action; what the store had to do before it is to be settled.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - actor: Who does it.
    ///   - now: What time it is.
    ///   - given: Bits for what it mints; without them they are fresh.
    ///   - purchase: Of a store event or a share: the purchase, where it need not be the newest.
    ///   - member: Of a share by a store account: the family member's account.
    ///   - end: Of a grant: when it ends by itself.
    ///   - offer: Of a purchase: the promotional offer that it begins with.
    /// - Returns: What came of it, and the bits that were taken.
    @discardableResult
    package mutating func perform(
        _ action: Action, by actor: Actor, now: Date, bits given: FreshBits? = nil,
        purchase: PurchaseHandle? = nil, member: StoreAccount? = nil, until end: Date? = nil,
        offer: CatalogueOffer? = nil
    ) -> Done {
        var request: Request
        let bits: FreshBits?
        if isNumbered, given == nil {
            request = world.numbered(action, by: actor)
            bits = nil
        } else {
            let fresh = given ?? self.fresh.next()
            bits = fresh
            request = Request(
                actor, action, milliseconds: Int64(now.timeIntervalSince1970 * 1_000), fresh: fresh)
        }
        request.purchase = purchase
        request.member = member
        let decision: Decision
        if news == nil {
            decision = world.perform(request)
        } else {
            let (made, tellings) = world.performTelling(
                request, under: [world.rules] + tellers.map(\.rules))
            decision = made
            let ended = grantEnded(by: made.changes)
            let others = elsewhere(tellings)
            var former: [Int: StoreRecord] = [:]
            for case .productChange(let purchase, _) in made.changes {
                former[Int(purchase.index)] = records[Int(purchase.index)]
            }
            news?.occurrences.append(
                WorldNews.Occurrence(
                    date: now, request: request, decision: made, end: end, ended: ended,
                    former: former,
                    messages: tellings[0].messages, elsewhere: others))
        }
        note(decision.changes, by: actor, now, until: end)
        for change in decision.changes { record(change, of: action, now, offer) }
        return (decision: decision, bits: bits)
    }

    /// What the other providers tell, whose tellings stand behind the own one.
    func elsewhere(_ tellings: [Telling]) -> [String: [Message]] {
        let others = zip(tellers, tellings.dropFirst()).map { ($0.provider, $1.messages) }
        return Dictionary(others) { first, _ in first }
    }

    /// The dates of the grant that changes take away; nil where they take none.
    private func grantEnded(by changes: [Change]) -> GrantDates? {
        for change in changes {
            switch change {
            case .revoke(let entitlement, let customer), .lapse(let entitlement, let customer):
                return granted[customer]?[entitlement]
            default: continue
            }
        }
        return nil
    }

    /// Writes down the dates of what became different, but for what the store did.
    mutating func note(_ changes: [Change], by actor: Actor, _ now: Date, until end: Date?) {
        while born.count < world.ledger.users.count { born.append(now) }
        switch actor {
        case .user(_, let account?), .minted(_, let account?):
            if !changes.isEmpty { actors[account] = actor }
        case .device, .user, .minted, .account: break
        }
        for change in changes {
            switch change {
            case .install, .use:
                guard case .device(let device) = actor,
                    let installation = world.ledger.installation(on: device)
                else { continue }
                actors[world.ledger.account(of: installation)] = actor
            case .grant(let entitlement, let customer):
                granted[customer, default: [:]][entitlement] = GrantDates(date: now, end: end)
                if let end {
                    let user = world.ledger.original(of: customer)
                    due.add(.grant(entitlement, user), at: end)
                }
            case .revoke(let entitlement, let customer), .lapse(let entitlement, let customer):
                granted[customer]?[entitlement] = nil
            case .merge(let absorbed, let survivor):
                guard let gone = granted.removeValue(forKey: absorbed) else { continue }
                granted[survivor, default: [:]].merge(gone) { GrantDates.longer($0, $1) }
            case .erase(let customer): granted[customer] = nil
            case .return(let user): born[Int(user.index)] = now
            case .account, .product, .purchase, .share, .unshare, .state, .productChange, .waiting,
                .customer, .user, .original, .split, .current, .own, .caughtUp, .synced, .posted,
                .backup, .owner, .copy, .uncopy, .known, .knownProduct:
                continue
            }
        }
    }

    mutating func schedule(_ number: Int, _ state: PurchaseState) {
        if let next = records[number].due(in: state) { due.add(.purchase(number), at: next.date) }
    }

    /// Does what has happened by itself until now, each thing at its time.
    mutating func settle(_ now: Date) {
        while settleNext(now) != nil {}
    }

    /// Does the next thing that has happened by itself until now, and says when that was; nil where
    /// nothing is left.
    package mutating func settleNext(_ now: Date) -> Date? {
        while let next = due.next(by: now) {
            switch next.subject {
            case .purchase(let number):
                let state = world.ledger.state(of: PurchaseHandle(number))
                guard let expected = records[number].due(in: state), expected.date == next.date
                else { continue }
                storeDoes(expected.event, to: number, now: next.date)
            case .grant(let entitlement, let user):
                let customer = world.ledger.customer(of: user)
                guard granted[customer]?[entitlement]?.end == next.date else { continue }
                perform(
                    .expireGrant(entitlement), by: world.ledger.actor(user), now: next.date)
            }
            return next.date
        }
        return nil
    }

    // MARK: Names

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

    /// The devices that the façades on a device are in the ledger.
    func devices(on device: String) -> [DeviceID] {
        (names[device] ?? [:]).sorted { $0.key < $1.key }.map { DeviceID(unchecked: $0.value) }
            .filter { world.ledger.installation(on: $0) != nil }
    }
}

extension WorldState.GrantDates {
    /// Of two grants of one entitlement to what is one customer now, the one that ends later.
    fileprivate static func longer(_ one: Self, _ other: Self) -> Self {
        guard let end = one.end else { return one }
        guard let otherEnd = other.end else { return other }
        return end < otherEnd ? other : one
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
