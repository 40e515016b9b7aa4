// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a store's subscription was before another began in its place: with another product, or when
/// it was bought again after it had ended.
package struct EndedSubscription: Hashable, Sendable {
    /// What it was for.
    package internal(set) var product: CatalogueProduct
    /// How many transactions the store's record had by its end.
    package let transactions: Int
    /// Its dates at its end.
    package internal(set) var dates: StoreRecord.Dates

    /// A subscription as it was written down.
    package init(_ product: CatalogueProduct, transactions: Int, dates: StoreRecord.Dates) {
        self.product = product
        self.transactions = transactions
        self.dates = dates
    }
}

extension StoreRecord {
    /// What it is until now is over; the payment that follows begins another subscription.
    mutating func ends(_ now: Date) {
        guard transactions.count > ended.last?.transactions ?? 0 else { return }
        var dates = dates
        let before = now.addingTimeInterval(-1)
        dates.expiration = dates.expiration.map { $0 > now ? before : $0 } ?? before
        dates.graceEnd = nil
        ended.append(
            EndedSubscription(product, transactions: transactions.count, dates: dates))
    }

    /// A store says when its newest transaction was made.
    ///
    /// What was paid before ended by then. If it was for the same product, and not over, nothing has.
    mutating func goesOn(since date: Date) {
        guard let last = ended.last, last.transactions == transactions.count - 1,
            let end = last.dates.expiration, date <= end
        else { return }
        if last.product.id == product.id, last.dates.refund == nil {
            ended.removeLast()
        } else {
            ended[ended.count - 1].dates.expiration = date
        }
    }

    /// Becomes what was written down of the subscriptions before; false where its transactions
    /// cannot be divided like that.
    mutating func restore(_ ended: [EndedSubscription]) -> Bool {
        let counts = [0] + ended.map(\.transactions) + [transactions.count]
        guard zip(counts, counts.dropFirst()).allSatisfy(<) else { return false }
        self.ended = ended
        return true
    }
}
