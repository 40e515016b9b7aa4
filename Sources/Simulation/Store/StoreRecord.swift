// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
package import Foundation

/// One payment, or the start of a free trial.
package struct TransactionRecord: Hashable, Sendable {
    /// The store's ID of it.
    package let id: String
    /// When it was made.
    package let date: Date
    /// When what it paid for ends.
    package let expirationDate: Date?
    /// Whether it began a free trial.
    package let isTrial: Bool
    /// Whether it went on with what was paid before, for the next period.
    package let isRenewal: Bool
}

/// What a store knows of one purchase: the ledger knows its state, this its dates.
struct StoreRecord: Sendable {
    /// What it is for now; a subscription can go over to another product.
    private(set) var product: CatalogueProduct
    let store: Store
    private(set) var transactions: [TransactionRecord]
    private(set) var expirationDate: Date?
    private(set) var graceEnd: Date?
    private(set) var cancellationDate: Date?
    private(set) var billingIssueDate: Date?
    private(set) var refundDate: Date?
    private(set) var pauseDate: Date?
    /// Of a family member's share: the purchase that it is, or was, a share of.
    private(set) var sharedFrom: Int?
    /// Whether it was a share that was taken back.
    private(set) var isUnshared = false
    /// From when periods are counted, so that the 31st stays the 31st, and how many there were.
    private var anchor: Date
    private var periods: Int

    /// A purchase that is made now.
    init(_ product: CatalogueProduct, at store: Store, now: Date, hasTrial: Bool, number: Int) {
        self.product = product
        self.store = store
        let trial = hasTrial ? product.trial : nil
        sharedFrom = nil
        expirationDate = (trial ?? product.period)?.end(from: now)
        anchor = trial?.end(from: now) ?? now
        periods = trial == nil ? 1 : 0
        transactions = [
            TransactionRecord(
                id: StoreRecord.id(number), date: now, expirationDate: expirationDate,
                isTrial: trial != nil, isRenewal: false)
        ]
    }

    /// A family member's share of a purchase: its dates are those of the owner's.
    init(_ owner: StoreRecord, of purchase: Int, now: Date, number: Int) {
        self = owner
        sharedFrom = purchase
        transactions = [
            TransactionRecord(
                id: StoreRecord.id(number), date: now, expirationDate: owner.expirationDate,
                isTrial: false, isRenewal: false)
        ]
    }

    /// The store's transaction IDs are numbers.
    static func id(_ number: Int) -> String { String(1_000_000_000 + number) }

    /// When the store does something to it by itself, and what; nothing to a share, which follows.
    func due(in state: PurchaseState) -> (date: Date, event: StoreEvent)? {
        guard sharedFrom == nil else { return nil }
        switch (state, product.kind) {
        case (.active, .subscription): return expirationDate.map { (date: $0, event: .renew) }
        case (.active, .nonRenewing), (.cancelled, _):
            return expirationDate.map { (date: $0, event: .expire) }
        case (.grace, _): return graceEnd.map { (date: $0, event: .expire) }
        // How long a store goes on trying to charge is no property of a product here: it does so
        // until it is told that it recovers the subscription, or lets it expire.
        case (.billingRetry, _), (.active, .nonConsumable), (.active, .consumable), (.paused, _),
            (.expired, _), (.refunded, _):
            return nil
        }
    }

    /// What an event does to its dates; `before` is the state that it was in.
    mutating func happened(
        _ event: StoreEvent, to before: PurchaseState, now: Date, number: Int
    ) {
        switch event {
        case .renew: renew(now: now, number: number)
        case .recover:
            // What failed before its time was up needed no payment yet.
            if let end = expirationDate, end > now, before == .grace {
                billingIssueDate = nil
                graceEnd = nil
            } else {
                renew(now: now, number: number, inTime: before == .grace)
            }
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
            end(now)
        case .resume: renew(now: now, number: number)
        }
    }

    /// It is for another product from now on, or from the renewal that follows.
    ///
    /// The next period is counted from the end of the one that was paid.
    mutating func becomes(_ product: CatalogueProduct, now: Date) {
        self.product = product
        anchor = expirationDate ?? now
        periods = 0
    }

    /// It goes over to another product at once: a period of that begins, without a trial.
    ///
    /// In the grace period nothing is paid, so the dates stay.
    mutating func change(
        to product: CatalogueProduct, in state: PurchaseState, now: Date, number: Int
    ) {
        becomes(product, now: now)
        guard state != .grace else { return }
        anchor = now
        pay(now: now, number: number, isRenewal: false)
    }

    /// What happened to the purchase that it shares; `isPaid` says whether by a new transaction.
    mutating func follow(_ owner: StoreRecord, isPaid: Bool, now: Date, number: Int) {
        product = owner.product
        expirationDate = owner.expirationDate
        graceEnd = owner.graceEnd
        cancellationDate = owner.cancellationDate
        billingIssueDate = owner.billingIssueDate
        refundDate = owner.refundDate
        pauseDate = owner.pauseDate
        if isPaid {
            transactions.append(
                TransactionRecord(
                    id: StoreRecord.id(number), date: now, expirationDate: expirationDate,
                    isTrial: false, isRenewal: owner.transactions.last?.isRenewal ?? false))
        }
    }

    /// The share is taken back.
    mutating func unshare(now: Date) {
        isUnshared = true
        graceEnd = nil
        end(now)
    }

    private mutating func renew(now: Date, number: Int, inTime: Bool = false) {
        if !inTime, expirationDate.map({ $0 < now }) ?? true {
            anchor = now
            periods = 0
        }
        pay(now: now, number: number, isRenewal: !isTrial)
        cancellationDate = nil
        billingIssueDate = nil
        graceEnd = nil
        pauseDate = nil
    }

    private var isTrial: Bool { transactions.last?.isTrial ?? false }

    /// A payment for one period more.
    private mutating func pay(now: Date, number: Int, isRenewal: Bool) {
        periods += 1
        expirationDate = product.period.map { $0.end(of: periods, from: anchor) }
        transactions.append(
            TransactionRecord(
                id: StoreRecord.id(number), date: now, expirationDate: expirationDate,
                isTrial: false, isRenewal: isRenewal))
    }

    /// Over before this instant, since a date that equals the instant counts as running; what ended
    /// earlier by itself keeps its date.
    private mutating func end(_ now: Date) {
        let before = now.addingTimeInterval(-1)
        switch product.kind {
        case .subscription, .nonRenewing:
            expirationDate = min(expirationDate ?? before, before)
        case .nonConsumable, .consumable:
            if refundDate != nil || isUnshared { expirationDate = before }
        }
    }
}
