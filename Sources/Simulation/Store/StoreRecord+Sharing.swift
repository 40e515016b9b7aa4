// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

// What families share: a record of its own, with the dates of the purchase that is shared.

extension StoreRecord {
    /// A family member's share of a purchase: its dates are those of the owner's.
    init(_ owner: StoreRecord, of purchase: Int, now: Date, number: Int) {
        self = owner
        sharedFrom = purchase
        hadIntroduction = false
        ended = []
        transactions = [
            TransactionRecord(
                id: StoreRecord.id(number), date: now, expirationDate: owner.expirationDate,
                offer: nil, price: 0, isRenewal: false)
        ]
    }

    /// What happened to the purchase that it shares.
    ///
    /// - Parameters:
    ///   - owner: That purchase, as it is now.
    ///   - isPaid: Whether it has a new transaction.
    ///   - isAnother: Whether another subscription begins with that.
    ///   - now: When.
    ///   - number: The number of the share's own transaction.
    mutating func follow(
        _ owner: StoreRecord, isPaid: Bool, isAnother: Bool = false, now: Date, number: Int
    ) {
        if isPaid, isAnother { ends(now) }
        product = owner.product
        expirationDate = owner.expirationDate
        graceEnd = owner.graceEnd
        cancellationDate = owner.cancellationDate
        billingIssueDate = owner.billingIssueDate
        refundDate = owner.refundDate
        pauseDate = owner.pauseDate
        pausesAtRenewal = owner.pausesAtRenewal
        resumeDate = owner.resumeDate
        if isPaid {
            transactions.append(
                TransactionRecord(
                    id: StoreRecord.id(number), date: now, expirationDate: expirationDate,
                    offer: nil, price: 0,
                    isRenewal: owner.transactions.last?.isRenewal ?? false))
        }
    }

    /// It is the same transaction as another record's.
    mutating func becomes(_ other: StoreRecord) {
        let share = sharedFrom
        self = other
        sharedFrom = share
    }

    /// The share is taken back.
    mutating func unshare(now: Date) {
        isUnshared = true
        graceEnd = nil
        end(now)
    }
}
