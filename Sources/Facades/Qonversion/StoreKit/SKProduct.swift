// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
public import Foundation

/// A product of StoreKit, as far as ``Qonversion/Product`` shows it.
///
/// A stand-in of the same name, since the façade does not use StoreKit.
public final class SKProduct: NSObject, Sendable {
    private let product: CatalogueProduct

    init(_ product: CatalogueProduct) { self.product = product }

    /// The store's ID.
    public var productIdentifier: String { product.id }
    /// Its name for people.
    public var localizedTitle: String { product.title }
    /// What it is, for people.
    public var localizedDescription: String { product.description }
    /// What it costs.
    public var price: NSDecimalNumber { NSDecimalNumber(decimal: product.price) }
    /// How its prices are written, with the currency.
    public var priceLocale: Locale { product.priceLocale }
    /// Whether a family can share it.
    public var isFamilyShareable: Bool { product.isFamilyShareable }
    /// How long it runs until it renews; nil for what does not renew.
    public var subscriptionPeriod: SKProductSubscriptionPeriod? {
        guard product.kind == .subscription else { return nil }
        return product.period.map(SKProductSubscriptionPeriod.init)
    }
    /// What an account gets with its first purchase of it.
    public var introductoryPrice: SKProductDiscount? {
        product.introductoryOffer.map { SKProductDiscount($0, of: product, .introductory) }
    }
    /// The ID of its group of subscriptions.
    public var subscriptionGroupIdentifier: String? { product.subscriptionGroup }
    /// What the app can offer accounts that have bought before.
    public var discounts: [SKProductDiscount] {
        product.promotionalOffers.map { SKProductDiscount($0, of: product, .subscription) }
    }

    /// The code of the currency.
    public var prettyCurrency: String { product.currencyCode }
    /// The price for people, such as `$9.99`.
    public var prettyPrice: String {
        let formatter = NumberFormatter()
        formatter.numberStyle = .currency
        formatter.locale = priceLocale
        return formatter.string(from: price) ?? "\(product.price) \(product.currencyCode)"
    }

    /// Whether it is the same product.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? SKProduct)?.product == product
    }

    /// A hash of the ID.
    public override var hash: Int { product.id.hash }
}

/// A length of time of StoreKit; a stand-in of the same name.
public final class SKProductSubscriptionPeriod: NSObject, Sendable {
    /// How many.
    public let numberOfUnits: Int
    /// Of what.
    public let unit: SKProduct.PeriodUnit

    init(_ period: BillingPeriod) {
        numberOfUnits = period.count
        unit =
            switch period.unit {
            case .day: .day
            case .week: .week
            case .month: .month
            case .year: .year
            }
    }
}

extension SKProduct {
    /// What a length of time is counted in.
    public enum PeriodUnit: UInt, Sendable, CaseIterable {
        /// Days.
        case day = 0
        /// Weeks.
        case week = 1
        /// Months.
        case month = 2
        /// Years.
        case year = 3
    }
}

extension CatalogueProduct {
    /// The locale with the currency, as StoreKit has it.
    var priceLocale: Locale {
        let identifier = locale.identifier.split(separator: "@").first.map(String.init) ?? "en_US"
        return Locale(identifier: "\(identifier)@currency=\(currencyCode)")
    }
}
