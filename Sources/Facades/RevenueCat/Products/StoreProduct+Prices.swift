// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a product costs.
extension StoreProduct {
    /// The price, in ``currencyCode``.
    public var price: Decimal { contents.price }
    /// The price, in ``currencyCode``.
    public var priceDecimalNumber: NSDecimalNumber { NSDecimalNumber(decimal: price) }
    /// The ISO 4217 code of the currency.
    public var currencyCode: String? { contents.format.currencyCode }
    /// The price with its currency.
    public var localizedPriceString: String { contents.priceText ?? text(price) }
    /// A new formatter that writes prices in the product's currency.
    public var priceFormatter: NumberFormatter? { contents.format.formatter }
    /// The price of ``introductoryDiscount``, with its currency.
    public var localizedIntroductoryPriceString: String? {
        introductoryDiscount?.localizedPriceString
    }

    /// What a subscription costs a day, to two decimals; nil for what is none.
    public var pricePerDay: NSDecimalNumber? { price(per: .day) }
    /// What a subscription costs a week, to two decimals; nil for what is none.
    public var pricePerWeek: NSDecimalNumber? { price(per: .week) }
    /// What a subscription costs a month, to two decimals; nil for what is none.
    public var pricePerMonth: NSDecimalNumber? { price(per: .month) }
    /// What a subscription costs a year, to two decimals; nil for what is none.
    public var pricePerYear: NSDecimalNumber? { price(per: .year) }

    /// ``pricePerDay``, with its currency.
    public var localizedPricePerDay: String? { text(per: .day) }
    /// ``pricePerWeek``, with its currency.
    public var localizedPricePerWeek: String? { text(per: .week) }
    /// ``pricePerMonth``, with its currency.
    public var localizedPricePerMonth: String? { text(per: .month) }
    /// ``pricePerYear``, with its currency.
    public var localizedPricePerYear: String? { text(per: .year) }

    private func price(per unit: SubscriptionPeriod.Unit) -> NSDecimalNumber? {
        subscriptionPeriod?.price(price, per: unit)
    }

    private func text(per unit: SubscriptionPeriod.Unit) -> String? {
        contents.pricesPer[unit] ?? price(per: unit).map { text($0 as Decimal) }
    }

    private func text(_ price: Decimal) -> String { contents.format.text(price) }
}
