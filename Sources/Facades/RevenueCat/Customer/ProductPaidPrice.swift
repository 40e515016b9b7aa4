// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import RevenueCatWire

/// What was paid for a product.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, ProductPaidPrice), read
/// 2026-11-21.
public final class ProductPaidPrice: NSObject, Sendable {
    /// The ISO 4217 code of the currency.
    public let currency: String
    /// How much.
    public let amount: Double
    /// How much, with its currency, as the locale writes it.
    public var formatted: String {
        PriceFormat(locale: locale, currencyCode: currency).text(Decimal(amount))
    }
    private let locale: Locale

    /// A price, written as the device's locale does.
    public convenience init(currency: String, amount: Double) {
        self.init(currency: currency, amount: amount, locale: .current)
    }

    /// A price, and how it is written.
    @_disfavoredOverload
    public init(currency: String, amount: Double, locale: Locale = .current) {
        self.currency = currency
        self.amount = amount
        self.locale = locale
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
