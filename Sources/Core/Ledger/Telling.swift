// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// An event that a provider sends.
public struct Message: Hashable, Sendable {
    /// The provider's name for it.
    public private(set) var name: String
    /// The IDs of the customer who loses; empty where it is addressed to one customer.
    public let from: [UserID]
    /// The IDs that it is addressed to, or of the customer who gains.
    public let to: [UserID]
    /// The row that makes the provider send it.
    public let row: RowNumber
    /// The purchase that it is about, if it is about one.
    package let purchase: PurchaseHandle?
    /// The entitlement that was given or taken by hand, if it is about one.
    package let entitlement: EntitlementID?
    /// What is sent in its place for a purchase in a free trial; nil for itself.
    let trial: [String]?
    /// What is sent in its place with the first payment after a free trial; nil for itself.
    let conversion: [String]?
    /// Whether it was sent already where what it tells of was set ahead.
    package let isToldAhead: Bool

    /// Whether anything else may be sent in its place.
    package var hasTrialNames: Bool { trial != nil || conversion != nil }

    /// What is sent for it, once it is known whether the purchase is or was in a free trial.
    ///
    /// The tables have no fact for that: only who keeps the payments knows.
    ///
    /// - Parameters:
    ///   - isTrial: Whether the purchase is in a free trial.
    ///   - convertsTrial: Whether its newest payment is the first after one.
    /// - Returns: The events, in their order; itself where the provider names no others.
    package func told(isTrial: Bool, convertsTrial: Bool) -> [Message] {
        guard let names = isTrial ? trial : convertsTrial ? conversion : nil else { return [self] }
        return names.map { name in
            var message = self
            message.name = name
            return message
        }
    }
}

/// What an action makes a provider send: the table `tell` is asked for each change, in the order of
/// the log.
///
/// Changes that no provider learns of, such as what a store does to a purchase that the provider has
/// not seen, are not asked about.
public struct Telling {
    /// What is sent, in this order.
    public private(set) var messages: [Message] = []
    /// Every row that was asked, also those that are silent.
    package private(set) var asked: [RowNumber] = []
    private let request: Request
    private let rules: Rules
    /// The customer whose purchases a log-in takes along, where it takes any.
    private let leftBehind: CustomerHandle?
    /// Whether it is of what has only been set for a later time.
    private let isAhead: Bool
    /// What led to the changes.
    private let occasion: FactValue

    /// Of what a request came to, under a provider's rules.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - decision: What was decided.
    ///   - ledger: The ledger before it.
    ///   - rules: The rules.
    public init(
        of request: Request, _ decision: Decision, before ledger: Ledger, under rules: Rules
    ) {
        self.init(of: request, decision, before: ledger, decidedUnder: rules, toldUnder: rules)
    }

    /// Of what a request came to, or will come to, under one provider's rules, as another provider
    /// tells it.
    package init(
        of request: Request, _ decision: Decision, before ledger: Ledger,
        decidedUnder deciding: Rules, toldUnder rules: Rules, ahead isAhead: Bool = false,
        after occasion: FactValue? = nil
    ) {
        self.request = request
        self.rules = rules
        self.isAhead = isAhead
        self.occasion = occasion ?? request.action.occasion
        let carries = decision.rows.contains { deciding.ruling($0).table == .carry }
        leftBehind = carries ? request.user(in: ledger).map(ledger.customer(of:)) : nil
    }

    /// One change of the decision about the request.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - ledger: The ledger before it.
    public mutating func hear(_ change: Change, before ledger: Ledger) {
        guard let news = News(change, in: ledger) else { return }
        let isCarried = news.change == .moved && leftBehind != nil && news.former == leftBehind
        var situation = Situation(
            news.change.fact, isCarried ? .afterLogIn : occasion, news.store.fact,
            news.kind.fact, news.state.fact)
        situation.insert(news.isShared ? .shared : .purchased)
        let row = rules.ruling(.tell, situation)
        asked.append(row.number)
        for notice in rules[row.number].notices { send(notice, row, news, ledger) }
    }

    private mutating func send(
        _ notice: Notice, _ row: Ruling, _ news: News, _ ledger: Ledger
    ) {
        guard isAhead ? notice.ahead != nil : notice.ahead != .only else { return }
        let former = news.former.map { ids(of: $0, as: notice, in: ledger) } ?? []
        let owner = ids(of: news.owner, as: notice, in: ledger)
        let message = Message(
            name: notice.event, from: notice.from == nil ? [] : former,
            to: notice.to == .owner ? owner : former, row: row.number, purchase: news.purchase,
            entitlement: news.entitlement, trial: notice.trial, conversion: notice.conversion,
            isToldAhead: notice.ahead == .once)
        if notice.isOnce,
            messages.contains(where: {
                $0.name == message.name && $0.from == message.from && $0.to == message.to
            })
        {
            return
        }
        messages.append(message)
    }

    /// The IDs that an event names of a customer.
    private func ids(
        of customer: CustomerHandle, as notice: Notice, in ledger: Ledger
    ) -> [UserID] {
        let aliases = ledger.aliases(of: customer)
        if notice.namesAll { return aliases.map(ledger.id(of:)) }
        if notice.namesMinted, let minted = aliases.first(where: ledger.isAnonymous) {
            return [ledger.id(of: minted)]
        }
        // The custom ID that was seen last is the one in use, if it is theirs.
        if let current = request.user(in: ledger), !ledger.isAnonymous(current),
            aliases.contains(current)
        {
            return [ledger.id(of: current)]
        }
        return [ledger.id(of: ledger.displayID(for: customer))]
    }
}

extension Request {
    /// The ID in use of the one who acts.
    func user(in ledger: Ledger) -> UserHandle? { actor.user(in: ledger) }
}

extension Actor {
    /// The ID in use of the one who acts.
    func user(in ledger: Ledger) -> UserHandle? {
        switch self {
        case .device(let device): ledger.installation(on: device).map(ledger.current(of:))
        case .user(let id, _): ledger.user(id)
        case .minted(let id, _): ledger.anonymous(id)
        case .account: nil
        }
    }
}

/// What a change is to a provider, and whom it concerns.
private struct News {
    let change: ProviderChange
    var kind = ProductKind.subscription
    var state = PurchaseState.active
    var store = Store.appStore
    var isShared = false
    let owner: CustomerHandle
    var former: CustomerHandle?
    var purchase: PurchaseHandle?
    var entitlement: EntitlementID?

    init?(_ change: Change, in ledger: Ledger) {
        switch change {
        case .owner(let purchase, let customer):
            former = ledger.purchases[purchase].owner.handle
            self.change = former == nil ? .attached : .moved
            owner = customer
            read(purchase, ledger)
            if former == nil { state = ledger.purchases[purchase].state }
        case .copy(let purchase, let customer):
            self.change = .copied
            owner = customer
            read(purchase, ledger)
        case .known(let purchase, _), .knownProduct(let purchase), .waiting(let purchase, .some):
            guard let owner = ledger.purchases[purchase].owner.handle else { return nil }
            self.owner = owner
            switch change {
            case .known: self.change = .learned
            case .knownProduct: self.change = .product
            default: self.change = .announced
            }
            read(purchase, ledger)
        case .customer:
            self.change = .created
            owner = CustomerHandle(ledger.customers.count)
        case .merge(let absorbed, let survivor):
            self.change = .aliased
            owner = survivor
            former = absorbed
        case .user(_, _, let customer):
            self.change = .aliased
            owner = customer
        case .grant(let entitlement, let customer):
            self.change = .granted
            owner = customer
            self.entitlement = entitlement
        case .revoke(let entitlement, let customer):
            guard ledger.hasGranted(entitlement, to: customer) else { return nil }
            self.change = .revoked
            owner = customer
            self.entitlement = entitlement
        case .lapse(let entitlement, let customer):
            self.change = .lapsed
            owner = customer
            self.entitlement = entitlement
        case .erase(let customer):
            // What the provider never took is no customer to it.
            guard Int(customer.index) < ledger.customers.count else { return nil }
            self.change = .deleted
            owner = customer
        case .account, .product, .productChange, .purchase, .share, .unshare, .state,
            .waiting(_, .none), .original, .return, .split, .install, .current, .own, .caughtUp,
            .synced, .use, .posted, .backup, .uncopy:
            return nil
        }
    }

    private mutating func read(_ purchase: PurchaseHandle, _ ledger: Ledger) {
        self.purchase = purchase
        let record = ledger.purchases[purchase]
        kind = record.kind
        state = record.known
        store = ledger.accounts[record.account].store
        isShared = ledger.isShare(purchase)
    }
}

extension Action {
    /// What led to a change, as a fact: a claim where it is neither the store's doing nor a hand's.
    fileprivate var occasion: FactValue {
        switch self {
        case .store(let event, _): event.occasion
        case .notify: .afterNotify
        case .change: .afterChange
        case .unshare: .afterUnshare
        case .grant, .revoke, .expireGrant, .transfer, .delete: .byHand
        case .install, .reinstall, .configure, .logIn, .logOut, .open, .buy, .restore, .sync,
            .redeem, .own, .use, .share, .check:
            .afterClaim
        }
    }
}

extension StoreEvent {
    fileprivate var occasion: FactValue {
        switch self {
        case .renew: .afterRenew
        case .cancel: .afterCancel
        case .expire: .afterExpire
        case .refund: .afterRefund
        case .fail: .afterFail
        case .recover: .afterRecover
        case .pause: .afterPause
        case .resume: .afterResume
        case .hold: .afterHold
        case .uncancel: .afterUncancel
        }
    }
}
