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
}

/// What a store knows of one purchase: the ledger knows its state, this its dates.
struct StoreRecord: Sendable {
    let product: CatalogueProduct
    let store: Store
    private(set) var transactions: [TransactionRecord]
    private(set) var expirationDate: Date?
    private(set) var graceEnd: Date?
    private(set) var cancellationDate: Date?
    private(set) var billingIssueDate: Date?
    private(set) var refundDate: Date?
    private(set) var pauseDate: Date?
    /// The purchase that a family member shares.
    private(set) var sharedFrom: Int?
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
                isTrial: trial != nil)
        ]
    }

    /// A family member's share of a purchase: its dates are those of the owner's.
    init(_ owner: StoreRecord, of purchase: Int, now: Date, number: Int) {
        self = owner
        sharedFrom = purchase
        transactions = [
            TransactionRecord(
                id: StoreRecord.id(number), date: now, expirationDate: owner.expirationDate,
                isTrial: false)
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
        case (.active, .nonConsumable), (.active, .consumable), (.paused, _), (.expired, _),
            (.refunded, _):
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
        case .expire:
            end(now)
            graceEnd = nil
        case .refund:
            refundDate = now
            end(now)
        case .fail:
            billingIssueDate = now
            graceEnd = product.gracePeriod.end(from: max(now, expirationDate ?? now))
        case .pause:
            pauseDate = now
            end(now)
        case .resume: renew(now: now, number: number)
        }
    }

    /// What happened to the purchase that it shares.
    mutating func follow(_ owner: StoreRecord, _ event: StoreEvent, now: Date, number: Int) {
        expirationDate = owner.expirationDate
        graceEnd = owner.graceEnd
        cancellationDate = owner.cancellationDate
        billingIssueDate = owner.billingIssueDate
        refundDate = owner.refundDate
        pauseDate = owner.pauseDate
        if event.isTransaction {
            transactions.append(
                TransactionRecord(
                    id: StoreRecord.id(number), date: now, expirationDate: expirationDate,
                    isTrial: false))
        }
    }

    private mutating func renew(now: Date, number: Int, inTime: Bool = false) {
        if inTime || expirationDate.map({ $0 >= now }) ?? false {
            periods += 1
        } else {
            anchor = now
            periods = 1
        }
        expirationDate = product.period.map { $0.end(of: periods, from: anchor) }
        transactions.append(
            TransactionRecord(
                id: StoreRecord.id(number), date: now, expirationDate: expirationDate,
                isTrial: false))
        cancellationDate = nil
        billingIssueDate = nil
        graceEnd = nil
        pauseDate = nil
    }

    /// Over before this instant, since a date that equals the instant counts as running; what ended
    /// earlier by itself keeps its date.
    private mutating func end(_ now: Date) {
        let before = now.addingTimeInterval(-1)
        switch product.kind {
        case .subscription, .nonRenewing:
            expirationDate = min(expirationDate ?? before, before)
        case .nonConsumable, .consumable:
            if refundDate != nil { expirationDate = before }
        }
    }
}
