// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
public import Foundation

/// A product that the simulated store sells.
///
/// A stand-in for the SDK's type, which wraps StoreKit's products. Two are equal when they have
/// the same ID.
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, StoreProduct), read
/// 2026-11-21.
public final class StoreProduct: NSObject, Sendable {
    /// What kind of product it is.
    public enum ProductType: Int, Sendable {
        /// Used up, and can be bought again.
        case consumable = 0
        /// Bought once and for good.
        case nonConsumable = 1
        /// Runs for a time and does not renew.
        case nonRenewableSubscription = 2
        /// Renews by itself.
        case autoRenewableSubscription = 3
    }

    /// Whether it is a subscription that renews.
    public enum ProductCategory: Int, Sendable {
        /// It is.
        case subscription = 0
        /// It is not.
        case nonSubscription = 1
    }

    private let product: CatalogueProduct

    init(_ product: CatalogueProduct) {
        self.product = product
        super.init()
    }

    /// The ID at the store.
    public var productIdentifier: String { product.id }
    /// The name for people.
    public var localizedTitle: String { product.title }
    /// The name for people once more: the simulation's products have no other description.
    public var localizedDescription: String { product.title }
    /// The price, in ``currencyCode``.
    public var price: Decimal { product.price }
    /// The price, in ``currencyCode``.
    public var priceDecimalNumber: NSDecimalNumber { NSDecimalNumber(decimal: price) }
    /// The ISO 4217 code of the currency.
    public var currencyCode: String? { product.currencyCode }

    /// The price with its currency, as it is written in the United States.
    public var localizedPriceString: String {
        let formatter = NumberFormatter()
        formatter.numberStyle = .currency
        formatter.locale = Locale(identifier: "en_US")
        formatter.currencyCode = product.currencyCode
        return formatter.string(from: priceDecimalNumber) ?? "\(price) \(product.currencyCode)"
    }

    /// What kind of product it is.
    public var productType: ProductType {
        switch product.kind {
        case .subscription: .autoRenewableSubscription
        case .nonRenewing: .nonRenewableSubscription
        case .nonConsumable: .nonConsumable
        case .consumable: .consumable
        }
    }

    /// Whether it is a subscription that renews.
    public var productCategory: ProductCategory {
        product.kind == .subscription ? .subscription : .nonSubscription
    }

    /// How long it runs until it renews; nil for what is no subscription.
    public var subscriptionPeriod: SubscriptionPeriod? {
        guard product.kind == .subscription, let period = product.period else { return nil }
        return SubscriptionPeriod(value: period.count, unit: SubscriptionPeriod.Unit(period.unit))
    }

    /// Whether both have the same ID.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? StoreProduct)?.productIdentifier == productIdentifier
    }

    /// Of the ID.
    public override var hash: Int { productIdentifier.hashValue }

    /// The product, for developers.
    public override var description: String { "<StoreProduct: \(productIdentifier)>" }
}

/// How long a subscription runs until it renews.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, SubscriptionPeriod), read
/// 2026-11-21.
public final class SubscriptionPeriod: NSObject, Sendable {
    /// What is counted.
    public enum Unit: Int, Sendable {
        /// A day.
        case day = 0
        /// Seven days.
        case week = 1
        /// A calendar month.
        case month = 2
        /// A calendar year.
        case year = 3

        init(_ unit: BillingPeriod.Unit) {
            self =
                switch unit {
                case .day: .day
                case .week: .week
                case .month: .month
                case .year: .year
                }
        }
    }

    /// How many.
    public let value: Int
    /// Of what.
    public let unit: Unit

    /// A period.
    public init(value: Int, unit: Unit) {
        self.value = value
        self.unit = unit
        super.init()
    }

    /// Whether both are as many of the same.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SubscriptionPeriod else { return false }
        return value == other.value && unit == other.unit
    }

    /// Of both.
    public override var hash: Int { value.hashValue ^ unit.hashValue }
}
