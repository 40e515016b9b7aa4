// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import Foundation

/// What a real store has signed of one transaction: nothing about it is simulated.
package struct StatedTransaction: Hashable, Sendable {
    /// The store's ID of it.
    package var id: String
    /// The ID of the transaction that the purchase began with.
    package var originalID: String
    /// The product's ID.
    package var product: String
    /// What kind of product the store says it is.
    package var kind: ProductKind
    /// When it was made.
    package var date: Date
    /// When the purchase began.
    package var originalDate: Date
    /// When what it paid for ends.
    package var expirationDate: Date?
    /// When the money was returned.
    package var revocationDate: Date?
    /// How the offer that it is under is paid.
    package var offer: CatalogueOffer.Payment?
    /// Whether the offer is the product's introductory one.
    package var isIntroduction = false
    /// What was paid, and in which currency; an older statement does not say.
    package var payment: (amount: Decimal, currency: String)? {
        get { amount.flatMap { amount in currency.map { (amount: amount, currency: $0) } } }
        set { (amount, currency) = (newValue?.amount, newValue?.currency) }
    }
    /// Whether nobody has really paid: the store's sandbox, or Xcode.
    package var isSandbox: Bool

    private var amount: Decimal?
    private var currency: String?

    /// A transaction that was paid at the product's own price.
    package init(
        id: String, originalID: String, product: String, kind: ProductKind, date: Date,
        originalDate: Date, isSandbox: Bool
    ) {
        self.id = id
        self.originalID = originalID
        self.product = product
        self.kind = kind
        self.date = date
        self.originalDate = originalDate
        self.isSandbox = isSandbox
    }

    /// What was paid, in the currency that the project sells the product in; of what was paid in
    /// another the project's own price stands for it, since no rate is known here.
    func price(of product: CatalogueProduct) -> Decimal {
        if let payment, payment.currency == product.currencyCode { return payment.amount }
        return offer == .free ? 0 : product.price
    }
}
