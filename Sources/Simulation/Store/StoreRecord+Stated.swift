// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import Foundation

// What somebody who knows says of a purchase, instead of what the simulation would make up.

extension StoreRecord {
    /// Its newest transaction is what the store has signed, and no other.
    ///
    /// Of a subscription that is first heard of in a later period, the transaction that it began
    /// with is known by ID and date alone; what was paid between is not.
    mutating func becomes(_ stated: StatedTransaction) {
        isStated = true
        isSandbox = stated.isSandbox
        let newest = transactions.removeLast()
        let isFirst = transactions.isEmpty
        let isLater = stated.id != stated.originalID
        if isFirst, isLater {
            transactions.append(
                TransactionRecord(
                    id: stated.originalID, date: stated.originalDate, expirationDate: nil,
                    offer: nil, price: 0, isRenewal: false))
        }
        let end =
            stated.expirationDate
            ?? (product.kind == .nonRenewing
                ? product.period?.end(of: 1, from: stated.date) : nil)
        transactions.append(
            TransactionRecord(
                id: stated.id, date: stated.date, expirationDate: end, offer: stated.offer,
                price: stated.price(of: product), isRenewal: isFirst ? isLater : newest.isRenewal))
        goesOn(since: stated.date)
        hadIntroduction = stated.isIntroduction || (!isFirst && hadIntroduction)
        expirationDate = end
        offer = nil
        anchor = end ?? stated.date
        periods = 0
    }

    /// A real store has signed it, under these IDs of its newest transactions.
    mutating func restore(signed ids: [String]) {
        isStated = true
        for (offset, id) in ids.suffix(transactions.count).reversed().enumerated() {
            transactions[transactions.count - 1 - offset].id = id
        }
    }

    /// The store says when it was refunded, which it was by then.
    mutating func wasRefunded(_ date: Date) {
        refundDate = date
        expirationDate = expirationDate.map { min($0, date) }
    }

    /// What was paid last is known from somebody else than the catalogue.
    mutating func wasPaid(_ price: Decimal) {
        let newest = transactions.removeLast()
        transactions.append(
            TransactionRecord(
                id: newest.id, date: newest.date, expirationDate: newest.expirationDate,
                offer: newest.offer, price: price, isRenewal: newest.isRenewal))
    }
}
