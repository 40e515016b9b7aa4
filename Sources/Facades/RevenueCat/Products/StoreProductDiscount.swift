// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// A lower price at the beginning of a subscription.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, StoreProductDiscount), read
/// 2026-11-21.
public final class StoreProductDiscount: NSObject, Identifiable, Sendable {
    /// When a discount is paid.
    public enum PaymentMode: Int, Codable, Sendable {
        /// For each of its periods.
        case payAsYouGo = 0
        /// Once, for all of its periods.
        case payUpFront = 1
        /// Never.
        case freeTrial = 2

        init(_ payment: CatalogueOffer.Payment) {
            self =
                switch payment {
                case .asYouGo: .payAsYouGo
                case .upFront: .payUpFront
                case .free: .freeTrial
                }
        }
    }

    /// For whom a discount is.
    public enum DiscountType: Int, Codable, Sendable {
        /// For those who subscribe for the first time.
        case introductory = 0
        /// For those to whom the app offers it.
        case promotional = 1
        /// For those who have left; the simulated store has none.
        case winBack = 2
    }

    /// What tells discounts apart.
    public struct Data: Hashable, Sendable {
        fileprivate var offerIdentifier: String?
        fileprivate var currencyCode: String?
        fileprivate var price: Decimal
        fileprivate var localizedPriceString: String
        fileprivate var paymentMode: PaymentMode
        fileprivate var subscriptionPeriod: SubscriptionPeriod
        fileprivate var numberOfPeriods: Int
        fileprivate var type: DiscountType
    }

    /// What tells it from others.
    public typealias ID = StoreProductDiscount.Data
    /// What tells it from other discounts.
    public let id: Data

    init(
        offerIdentifier: String?, currencyCode: String?, price: Decimal,
        localizedPriceString: String, paymentMode: PaymentMode,
        subscriptionPeriod: SubscriptionPeriod, numberOfPeriods: Int, type: DiscountType
    ) {
        id = Data(
            offerIdentifier: offerIdentifier, currencyCode: currencyCode, price: price,
            localizedPriceString: localizedPriceString, paymentMode: paymentMode,
            subscriptionPeriod: subscriptionPeriod, numberOfPeriods: numberOfPeriods, type: type)
        super.init()
    }

    convenience init(_ offer: CatalogueOffer, of product: CatalogueProduct, _ type: DiscountType) {
        self.init(
            offerIdentifier: offer.id, currencyCode: product.currencyCode, price: offer.price,
            localizedPriceString: PriceFormat(product).text(offer.price),
            paymentMode: PaymentMode(offer.payment),
            subscriptionPeriod: SubscriptionPeriod(offer.period), numberOfPeriods: offer.periods,
            type: type)
    }

    /// Its ID at the store; nil for an introductory one.
    public var offerIdentifier: String? { id.offerIdentifier }
    /// The ISO 4217 code of the currency.
    public var currencyCode: String? { id.currencyCode }
    /// What each payment is; 0 for a free trial.
    public var price: Decimal { id.price }
    /// What each payment is, with its currency.
    public var localizedPriceString: String { id.localizedPriceString }
    /// When it is paid.
    public var paymentMode: PaymentMode { id.paymentMode }
    /// How long one of its periods is.
    public var subscriptionPeriod: SubscriptionPeriod { id.subscriptionPeriod }
    /// How many periods there are.
    public var numberOfPeriods: Int { id.numberOfPeriods }
    /// For whom it is.
    public var type: DiscountType { id.type }
    /// What each payment is.
    public var priceDecimalNumber: NSDecimalNumber { NSDecimalNumber(decimal: price) }

    /// What it costs a day, of two decimals.
    public var pricePerDay: NSDecimalNumber? { subscriptionPeriod.price(price, per: .day) }
    /// What it costs a week, of two decimals.
    public var pricePerWeek: NSDecimalNumber? { subscriptionPeriod.price(price, per: .week) }
    /// What it costs a month, of two decimals.
    public var pricePerMonth: NSDecimalNumber? { subscriptionPeriod.price(price, per: .month) }
    /// What it costs a year, of two decimals.
    public var pricePerYear: NSDecimalNumber? { subscriptionPeriod.price(price, per: .year) }

    /// Whether both say the same.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? StoreProductDiscount)?.id == id
    }

    /// Of what it says.
    public override var hash: Int { id.hashValue }

    /// The discount, in one line for developers.
    public override var description: String {
        "<StoreProductDiscount: offerIdentifier=\(offerIdentifier ?? "nil"), "
            + "price=\(localizedPriceString), paymentMode=\(paymentMode), "
            + "subscriptionPeriod=\(subscriptionPeriod.debugDescription), "
            + "numberOfPeriods=\(numberOfPeriods), type=\(type)>"
    }
}

extension StoreProductDiscount: Encodable {
    private enum Key: String, CodingKey {
        case offerIdentifier, currencyCode, price, paymentMode, subscriptionPeriod
        case numberOfPeriods, type
    }

    /// Writes what it says.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(offerIdentifier, forKey: .offerIdentifier)
        try container.encodeIfPresent(currencyCode, forKey: .currencyCode)
        try container.encode(price, forKey: .price)
        try container.encode(paymentMode, forKey: .paymentMode)
        try container.encode(subscriptionPeriod, forKey: .subscriptionPeriod)
        try container.encode(numberOfPeriods, forKey: .numberOfPeriods)
        try container.encode(type, forKey: .type)
    }
}
