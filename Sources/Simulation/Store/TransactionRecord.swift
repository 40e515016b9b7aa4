// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// One payment, or the start of a free trial.
package struct TransactionRecord: Hashable, Sendable {
    /// The store's ID of it.
    package internal(set) var id: String
    /// When it was made.
    package let date: Date
    /// When what it paid for ends.
    package let expirationDate: Date?
    /// How the offer that it is under is paid; nil for the product's own price.
    package let offer: CatalogueOffer.Payment?
    /// What was paid, in the product's currency.
    package let price: Decimal
    /// Whether it went on with what was paid before, for the next period.
    package let isRenewal: Bool

    /// A payment as it was written down.
    package init(
        id: String, date: Date, expirationDate: Date?, offer: CatalogueOffer.Payment?,
        price: Decimal, isRenewal: Bool
    ) {
        self.id = id
        self.date = date
        self.expirationDate = expirationDate
        self.offer = offer
        self.price = price
        self.isRenewal = isRenewal
    }

    /// Whether it began a free trial.
    package var isTrial: Bool { offer == .free }
}
