// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import Foundation

/// What a store knows of one purchase: the ledger knows its state, this its dates.
package struct StoreRecord: Sendable {
    /// What it is for now; a subscription can go over to another product.
    package internal(set) var product: CatalogueProduct
    package let store: Store
    package internal(set) var transactions: [TransactionRecord]
    package internal(set) var expirationDate: Date?
    package internal(set) var graceEnd: Date?
    package internal(set) var cancellationDate: Date?
    package internal(set) var billingIssueDate: Date?
    package internal(set) var refundDate: Date?
    package internal(set) var pauseDate: Date?
    /// Whether a pause begins instead of its next period.
    package internal(set) var pausesAtRenewal = false
    /// When a pause that is set, or runs, ends by itself; nil for none, and for one without an end.
    package internal(set) var resumeDate: Date?
    /// The subscriptions that it was before, the oldest first.
    package internal(set) var ended: [EndedSubscription] = []
    /// Of a family member's share: the purchase that it is, or was, a share of.
    package internal(set) var sharedFrom: Int?
    /// Whether it was a share that was taken back.
    package internal(set) var isUnshared = false
    /// Whether it was made in the store's sandbox.
    package internal(set) var isSandbox: Bool
    /// Whether a real store has signed what it is: nobody tells of its renewals, so it ends when the
    /// store has said, unless the store says more.
    package var isStated = false
    /// Whether it began with the product's introductory offer.
    package internal(set) var hadIntroduction: Bool
    /// The offer that the next payment is still under.
    package internal(set) var offer: CatalogueOffer?
    /// From when periods are counted, so that the 31st stays the 31st, and how many there were.
    package internal(set) var anchor: Date
    package internal(set) var periods: Int

    /// A purchase that is made now.
    ///
    /// - Parameters:
    ///   - product: What is bought.
    ///   - store: Where.
    ///   - now: When.
    ///   - offer: The offer that it begins with.
    ///   - isIntroduction: Whether that is the product's introductory offer.
    ///   - isSandbox: Whether the store's sandbox is asked.
    ///   - number: The number of its first transaction.
    init(
        _ product: CatalogueProduct, at store: Store, now: Date, offer: CatalogueOffer?,
        isIntroduction: Bool, isSandbox: Bool, number: Int
    ) {
        self.product = product
        self.store = store
        self.offer = offer
        self.isSandbox = isSandbox
        hadIntroduction = isIntroduction
        sharedFrom = nil
        anchor = now
        periods = 0
        transactions = []
        pay(now: now, number: number, isRenewal: false)
    }

    /// A purchase as it was written down.
    package init(
        _ product: CatalogueProduct, at store: Store, transactions: [TransactionRecord],
        dates: Dates, sharedFrom: Int?, isUnshared: Bool, isSandbox: Bool, hadIntroduction: Bool,
        offer: CatalogueOffer?, periods: Int
    ) {
        self.product = product
        self.store = store
        self.transactions = transactions
        self.sharedFrom = sharedFrom
        self.isUnshared = isUnshared
        self.isSandbox = isSandbox
        self.hadIntroduction = hadIntroduction
        self.offer = offer
        self.periods = periods
        anchor = dates.anchor
        expirationDate = dates.expiration
        graceEnd = dates.graceEnd
        cancellationDate = dates.cancellation
        billingIssueDate = dates.billingIssue
        refundDate = dates.refund
        pauseDate = dates.pause
    }

    /// All of its dates.
    package struct Dates: Hashable, Sendable {
        package var anchor: Date
        package var expiration: Date?
        package var graceEnd: Date?
        package var cancellation: Date?
        package var billingIssue: Date?
        package var refund: Date?
        package var pause: Date?

        package init(anchor: Date) { self.anchor = anchor }
    }

    /// All of its dates.
    package var dates: Dates {
        var dates = Dates(anchor: anchor)
        dates.expiration = expirationDate
        dates.graceEnd = graceEnd
        dates.cancellation = cancellationDate
        dates.billingIssue = billingIssueDate
        dates.refund = refundDate
        dates.pause = pauseDate
        return dates
    }

    /// The store's transaction IDs are numbers.
    package static func id(_ number: Int) -> String { String(1_000_000_000 + number) }

    /// When the store does something to it by itself, and what; nothing to a share, which follows.
    func due(in state: PurchaseState) -> (date: Date, event: StoreEvent)? {
        guard sharedFrom == nil else { return nil }
        switch (state, product.kind) {
        case (.active, .subscription):
            let event: StoreEvent = pausesAtRenewal ? .pause : isStated ? .expire : .renew
            return expirationDate.map { (date: $0, event: event) }
        case (.active, .nonRenewing), (.cancelled, _):
            return expirationDate.map { (date: $0, event: .expire) }
        case (.grace, _): return graceEnd.map { (date: $0, event: .expire) }
        case (.paused, _): return resumeDate.map { (date: $0, event: .resume) }
        // How long a store goes on trying to charge is no property of a product here: it does so
        // until it is told that it recovers the subscription, or lets it expire.
        case (.billingRetry, _), (.active, .nonConsumable), (.active, .consumable), (.expired, _),
            (.refunded, _):
            return nil
        }
    }

    /// What an event does to its dates; `before` is the state that it was in.
    mutating func happened(
        _ event: StoreEvent, to before: PurchaseState, now: Date, number: Int
    ) {
        if event != .pause, event != .uncancel { dropPause() }
        switch event {
        // The charge that failed is made: also where the period before it still runs, since a store
        // may charge for the next one ahead of its time.
        case .renew, .recover:
            if before == .expired || before == .refunded { ends(now) }
            renew(now: now, number: number, inTime: event == .recover && before == .grace)
        case .cancel: cancellationDate = now
        case .uncancel: cancellationDate = nil
        case .expire:
            end(now)
            graceEnd = nil
        case .refund:
            refundDate = now
            end(now)
        case .fail:
            billingIssueDate = now
            graceEnd = product.gracePeriod.end(from: max(now, expirationDate ?? now))
        case .hold:
            billingIssueDate = billingIssueDate ?? now
            graceEnd = nil
            end(now)
        case .pause:
            pauseDate = now
            pausesAtRenewal = false
            end(now)
        case .resume: renew(now: now, number: number)
        }
    }

    /// It is for another product from now on, or from the renewal that follows.
    ///
    /// The next period is counted from the end of the one that was paid. If it is paid now, another
    /// subscription begins with it.
    mutating func becomes(_ product: CatalogueProduct, isPaid: Bool, now: Date) {
        if isPaid { ends(now) }
        self.product = product
        offer = nil
        anchor = expirationDate ?? now
        periods = 0
    }

    /// Products are others than they were: what they unlock, what they cost from the next payment on.
    ///
    /// What was paid runs to its end, from which periods of another length are counted; an offer
    /// counts its own, and has the product's begin at its end.
    mutating func isSold(as products: [String: CatalogueProduct]) {
        if let product = products[product.id] {
            if product.period != self.product.period, offer == nil {
                anchor = expirationDate ?? anchor
                periods = 0
            }
            self.product = product
        }
        for index in ended.indices {
            if let product = products[ended[index].product.id] { ended[index].product = product }
        }
    }

    /// It goes over to another product at once: a period of that begins, without a trial.
    ///
    /// In the grace period nothing is paid, so the dates stay.
    mutating func change(
        to product: CatalogueProduct, in state: PurchaseState, now: Date, number: Int
    ) {
        becomes(product, isPaid: state != .grace, now: now)
        guard state != .grace else { return }
        dropPause()
        anchor = now
        pay(now: now, number: number, isRenewal: false)
    }

    /// The store moves the end of what was paid for to a later time, without a payment.
    mutating func extend(to date: Date) {
        anchor = date
        periods = 0
        expirationDate = date
    }

    private mutating func renew(now: Date, number: Int, inTime: Bool = false) {
        if !inTime, expirationDate.map({ $0 < now }) ?? true {
            offer = nil
            anchor = now
            periods = 0
        }
        pay(now: now, number: number, isRenewal: !isTrial)
        cancellationDate = nil
        billingIssueDate = nil
        graceEnd = nil
        pauseDate = nil
        // A refund was of what was paid before.
        refundDate = nil
    }

    private var isTrial: Bool { transactions.last?.isTrial ?? false }

    /// A payment for one period more, or under the offer that it began with.
    private mutating func pay(now: Date, number: Int, isRenewal: Bool) {
        periods += 1
        let offer = offer
        let end =
            offer?.end(ofPayment: periods, from: anchor)
            ?? product.period?.end(of: periods, from: anchor)
        expirationDate = end
        transactions.append(
            TransactionRecord(
                id: StoreRecord.id(number), date: now, expirationDate: end,
                offer: offer?.payment, price: offer?.price ?? product.price,
                isRenewal: isRenewal))
        guard let offer, let end, periods == offer.payments else { return }
        self.offer = nil
        anchor = end
        periods = 0
    }

    /// Over before this instant, since a date that equals the instant counts as running; what was
    /// paid until now, or not as long, keeps its date.
    mutating func end(_ now: Date) {
        let before = now.addingTimeInterval(-1)
        switch product.kind {
        case .subscription, .nonRenewing:
            if expirationDate.map({ $0 > now }) ?? true { expirationDate = before }
        case .nonConsumable, .consumable:
            if refundDate != nil || isUnshared { expirationDate = before }
        }
    }
}
