// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A product made by hand, for tests and previews of an app.
///
/// Buying one fails with ``ErrorCode/productNotAvailableForPurchaseError``, as in the SDK.
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, TestStoreProduct), read
/// 2026-11-21.
public struct TestStoreProduct: Sendable {
    /// The name for people.
    public var localizedTitle: String
    /// What it costs, in ``currencyCode``.
    public var price: Decimal
    /// The ISO 4217 code of the currency.
    public var currencyCode: String?
    /// The price with its currency.
    public var localizedPriceString: String
    /// What it costs a day; worked out where it is nil.
    public var localizedPricePerDay: String?
    /// What it costs a week; worked out where it is nil.
    public var localizedPricePerWeek: String?
    /// What it costs a month; worked out where it is nil.
    public var localizedPricePerMonth: String?
    /// What it costs a year; worked out where it is nil.
    public var localizedPricePerYear: String?
    /// The ID.
    public var productIdentifier: String
    /// What kind of product it is.
    public var productType: StoreProduct.ProductType
    /// What it is, for people.
    public var localizedDescription: String
    /// The group of a subscription.
    public var subscriptionGroupIdentifier: String?
    /// How long a subscription runs until it renews.
    public var subscriptionPeriod: SubscriptionPeriod?
    /// Whether a family can share it.
    public var isFamilyShareable: Bool
    /// What those get who buy it for the first time.
    public var introductoryDiscount: StoreProductDiscount?
    /// What the app can offer.
    public var discounts: [StoreProductDiscount]
    /// How prices are written.
    public var locale: Locale
    /// How it is paid by instalments.
    public var installmentsInfo: InstallmentsInfo?

    /// A product in the locale's currency.
    @available(*, deprecated, message: "Say the currencyCode, too.")
    public init(
        localizedTitle: String, price: Decimal, localizedPriceString: String,
        productIdentifier: String, productType: StoreProduct.ProductType,
        localizedDescription: String, subscriptionGroupIdentifier: String? = nil,
        subscriptionPeriod: SubscriptionPeriod? = nil, isFamilyShareable: Bool = false,
        introductoryDiscount: TestStoreProductDiscount? = nil,
        discounts: [TestStoreProductDiscount] = [], locale: Locale = .current
    ) {
        self.init(
            localizedTitle: localizedTitle, price: price,
            currencyCode: locale.currency?.identifier ?? "USD",
            localizedPriceString: localizedPriceString, productIdentifier: productIdentifier,
            productType: productType, localizedDescription: localizedDescription,
            subscriptionGroupIdentifier: subscriptionGroupIdentifier,
            subscriptionPeriod: subscriptionPeriod, isFamilyShareable: isFamilyShareable,
            introductoryDiscount: introductoryDiscount, discounts: discounts, locale: locale)
    }

    /// A product.
    public init(
        localizedTitle: String, price: Decimal, currencyCode: String,
        localizedPriceString: String, productIdentifier: String,
        productType: StoreProduct.ProductType, localizedDescription: String,
        subscriptionGroupIdentifier: String? = nil,
        subscriptionPeriod: SubscriptionPeriod? = nil, isFamilyShareable: Bool = false,
        introductoryDiscount: TestStoreProductDiscount? = nil,
        discounts: [TestStoreProductDiscount] = [], locale: Locale,
        installmentsInfo: InstallmentsInfo? = nil
    ) {
        self.localizedTitle = localizedTitle
        self.price = price
        self.currencyCode = currencyCode
        self.localizedPriceString = localizedPriceString
        self.productIdentifier = productIdentifier
        self.productType = productType
        self.localizedDescription = localizedDescription
        self.subscriptionGroupIdentifier = subscriptionGroupIdentifier
        self.subscriptionPeriod = subscriptionPeriod
        self.isFamilyShareable = isFamilyShareable
        self.introductoryDiscount = introductoryDiscount?.toStoreProductDiscount()
        self.discounts = discounts.map { $0.toStoreProductDiscount() }
        self.locale = locale
        self.installmentsInfo = installmentsInfo
    }

    /// The product as the SDK hands out its products.
    public func toStoreProduct() -> StoreProduct {
        let given: [SubscriptionPeriod.Unit: String?] = [
            .day: localizedPricePerDay, .week: localizedPricePerWeek,
            .month: localizedPricePerMonth, .year: localizedPricePerYear,
        ]
        return StoreProduct(
            StoreProduct.Contents(
                identifier: productIdentifier, type: productType, title: localizedTitle,
                description: localizedDescription, price: price, priceText: localizedPriceString,
                format: PriceFormat(locale: locale, currencyCode: currencyCode),
                period: subscriptionPeriod, group: subscriptionGroupIdentifier,
                isFamilyShareable: isFamilyShareable, introduction: introductoryDiscount,
                discounts: discounts, installments: installmentsInfo,
                pricesPer: given.compactMapValues { $0 }, isTest: true))
    }
}

/// A discount made by hand, for tests and previews of an app.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, TestStoreProductDiscount), read
/// 2026-11-21.
public struct TestStoreProductDiscount: Sendable {
    /// Its ID.
    public var identifier: String
    /// What each payment is.
    public var price: Decimal
    /// What each payment is, with its currency.
    public var localizedPriceString: String
    /// When it is paid.
    public var paymentMode: StoreProductDiscount.PaymentMode
    /// How long one of its periods is.
    public var subscriptionPeriod: SubscriptionPeriod
    /// How many periods there are.
    public var numberOfPeriods: Int
    /// For whom it is.
    public var type: StoreProductDiscount.DiscountType

    /// A discount.
    public init(
        identifier: String, price: Decimal, localizedPriceString: String,
        paymentMode: StoreProductDiscount.PaymentMode, subscriptionPeriod: SubscriptionPeriod,
        numberOfPeriods: Int, type: StoreProductDiscount.DiscountType
    ) {
        self.identifier = identifier
        self.price = price
        self.localizedPriceString = localizedPriceString
        self.paymentMode = paymentMode
        self.subscriptionPeriod = subscriptionPeriod
        self.numberOfPeriods = numberOfPeriods
        self.type = type
    }

    /// The discount as the SDK hands out its discounts.
    public func toStoreProductDiscount() -> StoreProductDiscount {
        StoreProductDiscount(
            offerIdentifier: identifier, currencyCode: nil, price: price,
            localizedPriceString: localizedPriceString, paymentMode: paymentMode,
            subscriptionPeriod: subscriptionPeriod, numberOfPeriods: numberOfPeriods, type: type)
    }
}
