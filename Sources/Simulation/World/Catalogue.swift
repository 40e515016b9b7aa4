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
    /// What it costs, in ``currencyCode``.
    public let price: Decimal
    /// The ISO 4217 code of the currency.
    public let currencyCode: String
    /// How long it runs, of a subscription or non-renewing purchase; nil for what does not end.
    public let period: BillingPeriod?
    /// Of a subscription: the free trial that an account gets with its first purchase of it.
    public let trial: BillingPeriod?
    /// How long the store still tries after a renewal failed, with access.
    public let gracePeriod: BillingPeriod

    /// A product, with everything about it.
    ///
    /// Without entitlements named it unlocks the one of its own name.
    public init(
        _ id: String, _ kind: ProductKind, unlocks: [String]? = nil, period: BillingPeriod? = nil,
        trial: BillingPeriod? = nil, gracePeriod: BillingPeriod = .days(16),
        price: Decimal = Decimal(999) / 100, currencyCode: String = "USD", title: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.entitlements = unlocks ?? [id]
        self.title = title ?? id
        self.price = price
        self.currencyCode = currencyCode
        switch kind {
        case .subscription: self.period = period ?? .month
        case .nonRenewing: self.period = period
        case .nonConsumable, .consumable: self.period = nil
        }
        self.trial = kind == .subscription ? trial : nil
        self.gracePeriod = gracePeriod
    }

    /// A subscription that renews by itself.
    public static func subscription(
        _ id: String, unlocks: [String]? = nil, every period: BillingPeriod = .month,
        trial: BillingPeriod? = nil
    ) -> CatalogueProduct {
        CatalogueProduct(id, .subscription, unlocks: unlocks, period: period, trial: trial)
    }

    /// Access for a time that does not renew; without a period it does not end by itself.
    public static func nonRenewing(
        _ id: String, unlocks: [String]? = nil, lasting period: BillingPeriod? = nil
    ) -> CatalogueProduct {
        CatalogueProduct(id, .nonRenewing, unlocks: unlocks, period: period)
    }

    /// What is bought once and for good.
    public static func nonConsumable(
        _ id: String, unlocks: [String]? = nil
    ) -> CatalogueProduct {
        CatalogueProduct(id, .nonConsumable, unlocks: unlocks)
    }

    /// What is used up, and can be bought again.
    public static func consumable(_ id: String, unlocks: [String]? = nil) -> CatalogueProduct {
        CatalogueProduct(id, .consumable, unlocks: unlocks)
    }

    /// The product as the core knows it.
    package var product: Product {
        Product(
            ProductID(unchecked: id), kind,
            unlocks: entitlements.map(EntitlementID.init(unchecked:)))
    }
}

/// Everything that the stores sell in a ``SharedWorld``.
public struct Catalogue: Sendable, ExpressibleByArrayLiteral {
    /// The products, in the order given; of two with the same ID the first stays.
    public let products: [CatalogueProduct]
    private let indices: [String: Int]

    /// Takes the first of products with the same ID.
    public init(_ products: [CatalogueProduct]) {
        var kept: [CatalogueProduct] = []
        var indices: [String: Int] = [:]
        for product in products where indices[product.id] == nil {
            indices[product.id] = kept.count
            kept.append(product)
        }
        self.products = kept
        self.indices = indices
    }

    /// `[.subscription("monthly"), …]`.
    public init(arrayLiteral products: CatalogueProduct...) { self.init(products) }

    /// The product of this ID.
    public subscript(id: String) -> CatalogueProduct? { indices[id].map { products[$0] } }
}
