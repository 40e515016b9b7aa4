// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What was paid for a product.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, ProductPaidPrice), read
/// 2026-11-21.
public final class ProductPaidPrice: NSObject, Sendable {
    /// The ISO 4217 code of the currency.
    public let currency: String
    /// How much.
    public let amount: Double

    /// A price.
    public init(currency: String, amount: Double) {
        self.currency = currency
        self.amount = amount
        super.init()
    }

    convenience init?(_ price: SubscriberResponse.Price?) {
        guard let price else { return nil }
        self.init(currency: price.currency, amount: price.amount)
    }

    /// Whether both are the same amount of the same currency.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ProductPaidPrice else { return false }
        return currency == other.currency && amount == other.amount
    }

    /// Of both.
    public override var hash: Int { currency.hashValue ^ amount.hashValue }
}
