// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A neutral fact that a row of a rulebook can ask for.
public enum Fact: String, Hashable, Sendable, CaseIterable {
    /// The ID in use: the installation's own anonymous one, another anonymous one, a custom one.
    case current
    /// The ID given: the very one in use, one that nobody has, one that some customer has.
    case target
    /// The customer of the given ID has an anonymous ID.
    case targetHasAnonymous = "target-has-anonymous"
    /// The customer has a custom ID: of the ID in use, or in `access` of the installation's own.
    case linked
    /// A launch: the first after an install, after a reinstall, a later one.
    case launch
    /// The ID given at launch: given, or nothing but white space.
    case identifier
    /// What presents the purchases.
    case via
    /// The store shows its purchases as one receipt.
    case receipt
    /// The store shows some purchase.
    case shown
    /// The store has transactions that this installation has not seen.
    case news
    /// The installation has synchronised before.
    case synced
    /// Whose the presented purchase is. `identified` has a custom ID, `anonymous` has none.
    case owner
    /// Who presents it: a customer with a custom ID, or without.
    case actor
    /// The kind of the product.
    case kind
    /// The store counts the purchase, or one on the receipt, as running.
    case active
    /// Among the owner's purchases on the receipt is a running subscription.
    case subscribed
    /// What the store did.
    case event
    /// The provider knows the purchase.
    case seen
    /// The state of a purchase.
    case state
    /// Through whom a purchase would be seen: the customer in use, or the installation's own.
    case holder
    /// Grant or revoke.
    case operation

    /// Its values, in order.
    public var values: [FactValue] {
        let all = FactValue.allCases
        let start = Int(first.rawValue)
        return Array(all[start..<start + words.count])
    }

    /// The words of its values.
    var words: [String] {
        switch self {
        case .current: ["own", "anonymous", "custom"]
        case .target: ["same", "new", "known"]
        case .launch: ["first", "reinstall", "later"]
        case .identifier: ["given", "blank"]
        case .via: ["buy", "restore", "sync", "open", "launch", "login", "logout"]
        case .shown: ["some", "none"]
        case .owner: ["none", "self", "anonymous", "identified"]
        case .actor: ["anonymous", "identified"]
        case .kind: ProductKind.allCases.map(\.rawValue)
        case .event: StoreEvent.allCases.map(\.rawValue) + ["notify"]
        case .state: PurchaseState.allCases.map(\.word)
        case .holder: ["current", "own"]
        case .operation: ["grant", "revoke"]
        case .targetHasAnonymous, .linked, .receipt, .news, .synced, .active, .subscribed, .seen:
            ["no", "yes"]
        }
    }

    /// Its first value.
    var first: FactValue {
        switch self {
        case .current: .currentOwn
        case .target: .targetSame
        case .targetHasAnonymous: .targetHasNoAnonymous
        case .linked: .notLinked
        case .launch: .firstLaunch
        case .identifier: .identifierGiven
        case .via: .viaBuy
        case .receipt: .noReceipt
        case .shown: .someShown
        case .news: .noNews
        case .synced: .notSynced
        case .owner: .noOwner
        case .actor: .anonymousActor
        case .kind: .subscription
        case .active: .notActive
        case .subscribed: .notSubscribed
        case .event: .renew
        case .seen: .notSeen
        case .state: .stateActive
        case .holder: .holderCurrent
        case .operation: .grant
        }
    }
}

/// One value of one ``Fact``.
///
/// The raw value is its bit in a ``Situation``; the order is that of ``Fact`` and of its words,
/// which a test checks.
public enum FactValue: UInt8, Hashable, Sendable, CaseIterable {
    case currentOwn, currentAnonymous, currentCustom
    case targetSame, targetNew, targetKnown
    case targetHasNoAnonymous, targetHasAnonymous
    case notLinked, linked
    case firstLaunch, reinstall, laterLaunch
    case identifierGiven, identifierBlank
    case viaBuy, viaRestore, viaSync, viaOpen, viaLaunch, viaLogIn, viaLogOut
    case noReceipt, receipt
    case someShown, noneShown
    case noNews, news
    case notSynced, synced
    case noOwner, ownedBySelf, ownedByAnonymous, ownedByIdentified
    case anonymousActor, identifiedActor
    case subscription, nonRenewing, nonConsumable, consumable
    case notActive, active
    case notSubscribed, subscribed
    case renew, cancel, expire, refund, fail, recover, pause, resume, notify
    case notSeen, seen
    case stateActive, stateCancelled, stateGrace, statePaused, stateExpired, stateRefunded
    case holderCurrent, holderOwn
    case grant, revoke

    /// The fact that it is a value of.
    public var fact: Fact {
        var found = Fact.current
        for fact in Fact.allCases where fact.first.rawValue <= rawValue { found = fact }
        return found
    }

    /// Its word in a rulebook.
    public var word: String {
        let fact = fact
        return fact.words[Int(rawValue - fact.first.rawValue)]
    }
}

/// What is the case, as one bit for each value: the left side of a row's condition.
public struct Situation: Hashable, Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// A situation of which nothing is known.
    public init() {}

    /// A situation with these values.
    package init(_ values: FactValue...) {
        for value in values { insert(value) }
    }

    /// Adds a value.
    package mutating func insert(_ value: FactValue) {
        if value.rawValue < 64 {
            low |= 1 << UInt64(value.rawValue)
        } else {
            high |= 1 << UInt64(value.rawValue - 64)
        }
    }

    /// Everything that is the case here is allowed there.
    package func isSubset(of allowed: Situation) -> Bool {
        low & ~allowed.low == 0 && high & ~allowed.high == 0
    }
}
