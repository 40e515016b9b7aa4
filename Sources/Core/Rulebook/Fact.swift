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
    /// The store of the account that presents, or of the purchase that goes along or is told of.
    case store
    /// The store shows some purchase.
    case shown
    /// The store has transactions that this installation has not seen.
    case news
    /// Among what the store shows is a token that this installation has not posted, or not since its
    /// renewal was switched off or on.
    case unposted
    /// The installation has synchronised before.
    case synced
    /// Whose the presented purchase is. `identified` has a custom ID, `anonymous` has none.
    case owner
    /// Who presents it: a customer with a custom ID, or without.
    case actor
    /// How the one who presents came by the purchase: bought, or shared by a family member. Of
    /// several purchases `shared` where all are.
    case ownership
    /// The kind of the product.
    case kind
    /// The store counts the purchase, or one on the receipt, as running.
    case active
    /// Among the owner's purchases on the receipt is a running subscription.
    case subscribed
    /// The customer who is left behind bought the purchase in the app, and it has not changed hands.
    case made
    /// What the store did.
    case event
    /// The provider knows the purchase.
    case seen
    /// The state of a purchase.
    case state
    /// Through whom a purchase would be seen: the customer in use, the installation's own, or the
    /// store account on the device, which a row has to name to be seen through.
    case holder
    /// Grant, revoke, or the end of a grant by its date.
    case operation
    /// The ID from which something is taken: one that nobody has, or one that some customer has.
    case source
    /// Of an erased customer: somebody asks to erase it, or one of its IDs is used again.
    case erasure
    /// What became different for the provider.
    case change
    /// What led to it: the store's doing, a claim, a log-in or log-out itself, or somebody's hand.
    case occasion

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
        case .via: ["buy", "restore", "sync", "open", "launch", "login", "logout", "redeem"]
        case .store: Store.allCases.map(\.rawValue)
        case .shown: ["some", "none"]
        case .owner: ["none", "self", "anonymous", "identified"]
        case .actor: ["anonymous", "identified"]
        case .kind: ProductKind.allCases.map(\.rawValue)
        case .ownership: ["purchased", "shared"]
        case .event: Fact.events
        case .state: PurchaseState.allCases.map(\.word)
        case .holder: ["current", "own", "account"]
        case .operation: ["grant", "revoke", "expire"]
        case .source: ["new", "known"]
        case .erasure: ["asked", "return"]
        case .change: ProviderChange.allCases.map(\.rawValue)
        case .occasion: Fact.events + ["extend", "claim", "login", "hand"]
        case .targetHasAnonymous, .linked, .news, .unposted, .synced, .active, .subscribed, .made,
            .seen:
            ["no", "yes"]
        }
    }

    /// What a store does, and what its server tells of.
    private static var events: [String] {
        StoreEvent.allCases.map(\.rawValue) + ["notify", "change", "unshare"]
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
        case .store: .atAppStore
        case .shown: .someShown
        case .news: .noNews
        case .unposted: .allPosted
        case .synced: .notSynced
        case .owner: .noOwner
        case .actor: .anonymousActor
        case .ownership: .purchased
        case .kind: .subscription
        case .active: .notActive
        case .subscribed: .notSubscribed
        case .made: .notMade
        case .event: .renew
        case .seen: .notSeen
        case .state: .stateActive
        case .holder: .holderCurrent
        case .operation: .grant
        case .source: .sourceNew
        case .erasure: .erasureAsked
        case .change: .attachedChange
        case .occasion: .afterRenew
        }
    }
}

/// One value of one ``Fact``.
///
/// The raw value is its bit in a `Situation`; the order is that of ``Fact`` and of its words,
/// which a test checks.
public enum FactValue: UInt8, Hashable, Sendable, CaseIterable {
    case currentOwn, currentAnonymous, currentCustom
    case targetSame, targetNew, targetKnown
    case targetHasNoAnonymous, targetHasAnonymous
    case notLinked, linked
    case firstLaunch, reinstall, laterLaunch
    case identifierGiven, identifierBlank
    case viaBuy, viaRestore, viaSync, viaOpen, viaLaunch, viaLogIn, viaLogOut, viaRedeem
    case atAppStore, atMacAppStore, atPlayStore, atAmazon, atStripe, atPaddle, atWebBilling
    case atTestStore
    case someShown, noneShown
    case noNews, news
    case allPosted, unposted
    case notSynced, synced
    case noOwner, ownedBySelf, ownedByAnonymous, ownedByIdentified
    case anonymousActor, identifiedActor
    case purchased, shared
    case subscription, nonRenewing, nonConsumable, consumable
    case notActive, active
    case notSubscribed, subscribed
    case notMade, made
    case renew, cancel, expire, refund, fail, recover, pause, resume, hold, uncancel
    case notify, change, unshare
    case notSeen, seen
    case stateActive, stateCancelled, stateGrace, statePaused, stateExpired, stateRefunded
    case stateBillingRetry
    case holderCurrent, holderOwn, holderAccount
    case grant, revoke, expireGrant
    case sourceNew, sourceKnown
    case erasureAsked, erasureReturn
    case attachedChange, movedChange, copiedChange, learnedChange, productChange, announcedChange
    case aliasedChange, createdChange, grantedChange, revokedChange, lapsedChange, deletedChange
    case afterRenew, afterCancel, afterExpire, afterRefund, afterFail, afterRecover, afterPause
    case afterResume, afterHold, afterUncancel, afterNotify, afterChange, afterUnshare
    case afterExtend, afterClaim, afterLogIn, byHand

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
package struct Situation: Hashable, Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// A situation of which nothing is known.
    package init() {}

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
