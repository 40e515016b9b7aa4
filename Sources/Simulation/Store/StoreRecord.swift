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
    var sharedFrom: Int?

    /// A purchase that is made now.
    init(_ product: CatalogueProduct, at store: Store, now: Date, hasTrial: Bool, number: Int) {
        self.product = product
        self.store = store
        let trial = hasTrial ? product.trial : nil
        expirationDate = (trial ?? product.period)?.end(from: now)
        transactions = [
            TransactionRecord(
                id: StoreRecord.id(number), date: now, expirationDate: expirationDate,
                isTrial: trial != nil)
        ]
    }

    /// The store's transaction IDs are numbers.
    static func id(_ number: Int) -> String { String(1_000_000_000 + number) }

    /// When the store does something to it by itself, and what.
    func due(in state: PurchaseState) -> (date: Date, event: StoreEvent)? {
        switch (state, product.kind) {
        case (.active, .subscription): expirationDate.map { (date: $0, event: .renew) }
        case (.active, .nonRenewing), (.cancelled, _):
            expirationDate.map { (date: $0, event: .expire) }
        case (.grace, _): graceEnd.map { (date: $0, event: .expire) }
        case (.active, .nonConsumable), (.active, .consumable), (.paused, _), (.expired, _),
            (.refunded, _):
            nil
        }
    }

    /// What an event does to its dates.
    mutating func happened(_ event: StoreEvent, now: Date, number: Int) {
        switch event {
        case .renew, .recover: renew(now: now, number: number)
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
        case .pause: pauseDate = now
        case .resume:
            pauseDate = nil
            if let end = expirationDate, end <= now { renew(now: now, number: number) }
        }
    }

    private mutating func renew(now: Date, number: Int) {
        let start = max(now, expirationDate ?? now)
        expirationDate = product.period?.end(from: start)
        transactions.append(
            TransactionRecord(
                id: StoreRecord.id(number), date: now, expirationDate: expirationDate,
                isTrial: false))
        cancellationDate = nil
        billingIssueDate = nil
        graceEnd = nil
        pauseDate = nil
    }

    /// Over before this instant: a date that equals the instant counts as running.
    private mutating func end(_ now: Date) {
        let before = now.addingTimeInterval(-1)
        if product.kind == .subscription || product.kind == .nonRenewing || refundDate != nil {
            expirationDate = min(expirationDate ?? before, before)
        }
    }
}
