// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore
public import Foundation

/// A product that the stores sell in a ``SharedWorld``.
public struct CatalogueProduct: Hashable, Sendable, Identifiable {
    /// The product's ID at the store.
    public let id: String
    /// Its kind.
    public let kind: ProductKind
    /// What it unlocks, in the order given.
    public let entitlements: [String]
    /// Its name for people.
    public let title: String
    /// What it is, for people.
    public let description: String
    /// What it costs, in ``currencyCode``.
    public let price: Decimal
    /// The ISO 4217 code of the currency.
    public let currencyCode: String
    /// How its prices are written.
    public let locale: Locale
    /// How long it runs, of a subscription or non-renewing purchase; nil for what does not end.
    public let period: BillingPeriod?
    /// Of a subscription: what an account gets with its first purchase of it.
    ///
    /// Where ``subscriptionGroup`` is named, an account gets one introductory offer in the group,
    /// and none while it subscribes to anything in it.
    public let introductoryOffer: CatalogueOffer?
    /// Of a subscription: what the app can offer accounts that have bought before.
    public let promotionalOffers: [CatalogueOffer]
    /// Of a subscription: its group; those that name none are one group.
    public let subscriptionGroup: String?
    /// Whether a family can share it.
    ///
    /// Only what SDKs say of the product: ``SimulatedStore/share(_:with:)`` shares any.
    public let isFamilyShareable: Bool
    /// How long the store still tries after a renewal failed, with access.
    public let gracePeriod: BillingPeriod

    /// A product, with everything about it.
    ///
    /// Without entitlements named it unlocks the one of its own name. A trial is an introductory
    /// offer without a price, and is not looked at beside another one.
    public init(
        _ id: String, _ kind: ProductKind, unlocks: [String]? = nil, period: BillingPeriod? = nil,
        trial: BillingPeriod? = nil, gracePeriod: BillingPeriod = .days(16),
        price: Decimal = Decimal(999) / 100, currencyCode: String = "USD", title: String? = nil,
        description: String? = nil, locale: Locale = Locale(identifier: "en_US"),
        introductoryOffer: CatalogueOffer? = nil, promotionalOffers: [CatalogueOffer] = [],
        subscriptionGroup: String? = nil, isFamilyShareable: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.entitlements = unlocks ?? [id]
        self.title = title ?? id
        self.description = description ?? title ?? id
        self.price = price
        self.currencyCode = currencyCode
        self.locale = locale
        self.isFamilyShareable = isFamilyShareable
        self.gracePeriod = gracePeriod
        switch kind {
        case .subscription:
            self.period = period ?? .month
            self.introductoryOffer = introductoryOffer ?? trial.map { .freeTrial($0) }
            self.promotionalOffers = promotionalOffers
            self.subscriptionGroup = subscriptionGroup
        case .nonRenewing, .nonConsumable, .consumable:
            self.period = kind == .nonRenewing ? period : nil
            self.introductoryOffer = nil
            self.promotionalOffers = []
            self.subscriptionGroup = nil
        }
    }

    /// The free trial that an account gets with its first purchase of it.
    public var trial: BillingPeriod? {
        guard let offer = introductoryOffer, offer.payment == .free else { return nil }
        return BillingPeriod(offer.period.count * offer.periods, offer.period.unit)
    }

    /// The promotional offer of an ID.
    public func promotionalOffer(_ id: String) -> CatalogueOffer? {
        promotionalOffers.first { $0.id == id }
    }

    /// The product as the core knows it.
    package var product: Product {
        Product(
            ProductID(unchecked: id), kind,
            unlocks: entitlements.map(EntitlementID.init(unchecked:)))
    }
}

extension CatalogueProduct {
    /// A subscription that renews by itself, with everything about it.
    public static func subscription(
        _ id: String, unlocks: [String]? = nil, every period: BillingPeriod = .month,
        trial: BillingPeriod? = nil, price: Decimal = Decimal(999) / 100,
        currencyCode: String = "USD", title: String? = nil, description: String? = nil,
        locale: Locale = Locale(identifier: "en_US"), introductoryOffer: CatalogueOffer? = nil,
        promotionalOffers: [CatalogueOffer] = [], group: String? = nil,
        isFamilyShareable: Bool = false
    ) -> CatalogueProduct {
        CatalogueProduct(
            id, .subscription, unlocks: unlocks, period: period, trial: trial, price: price,
            currencyCode: currencyCode, title: title, description: description, locale: locale,
            introductoryOffer: introductoryOffer, promotionalOffers: promotionalOffers,
            subscriptionGroup: group, isFamilyShareable: isFamilyShareable)
    }

    /// Access for a time that does not renew; without a period it does not end by itself.
    public static func nonRenewing(
        _ id: String, unlocks: [String]? = nil, lasting period: BillingPeriod? = nil,
        price: Decimal = Decimal(999) / 100
    ) -> CatalogueProduct {
        CatalogueProduct(id, .nonRenewing, unlocks: unlocks, period: period, price: price)
    }

    /// What is bought once and for good.
    public static func nonConsumable(
        _ id: String, unlocks: [String]? = nil, price: Decimal = Decimal(999) / 100
    ) -> CatalogueProduct {
        CatalogueProduct(id, .nonConsumable, unlocks: unlocks, price: price)
    }

    /// What is used up, and can be bought again.
    public static func consumable(
        _ id: String, unlocks: [String]? = nil, price: Decimal = Decimal(999) / 100
    ) -> CatalogueProduct {
        CatalogueProduct(id, .consumable, unlocks: unlocks, price: price)
    }
}
