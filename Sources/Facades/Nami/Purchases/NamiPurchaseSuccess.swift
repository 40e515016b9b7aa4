// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What the app tells of a purchase that it made itself, where Nami does not do the buying.
///
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiPurchaseSuccess), read 2026-11-21.
public final class NamiPurchaseSuccess: NSObject, Codable, Sendable {
    let product: NamiSKU
    let transactionID: String
    let originalTransactionID: String
    let price: Decimal
    let currencyCode: String

    /// A purchase of a SKU.
    ///
    /// - Parameters:
    ///   - product: What was bought.
    ///   - transactionID: The store's ID of the transaction.
    ///   - originalTransactionID: The store's ID of the first transaction of the purchase.
    ///   - price: What was paid, in the currency.
    ///   - currencyCode: The currency's ISO 4217 code.
    public init(
        product: NamiSKU, transactionID: String, originalTransactionID: String, price: Decimal,
        currencyCode: String
    ) {
        self.product = product
        self.transactionID = transactionID
        self.originalTransactionID = originalTransactionID
        self.price = price
        self.currencyCode = currencyCode
    }
}
