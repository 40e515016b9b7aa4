// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
public import Foundation

/// A product that the simulated store sells.
///
/// A stand-in for the SDK's type, which wraps StoreKit's products. Two are equal when they have
/// the same ID. Its prices are written as the catalogue's product says.
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

    /// What is said of a product, whether the store's or made by hand.
    struct Contents: Sendable {
        var identifier: String
        var type: ProductType
        var title: String
        var description: String
        var price: Decimal
        /// The price as it was given, where it was.
        var priceText: String?
        var format: PriceFormat
        var period: SubscriptionPeriod?
        var group: String?
        var isFamilyShareable: Bool
        var introduction: StoreProductDiscount?
        var discounts: [StoreProductDiscount]
        var installments: InstallmentsInfo?
        /// Prices for shorter or longer times, as they were given.
        var pricesPer: [SubscriptionPeriod.Unit: String] = [:]
        /// Whether it was made by hand, so that no store sells it.
        var isTest = false
    }

    let contents: Contents

    init(_ contents: Contents) {
        self.contents = contents
        super.init()
    }

    /// The ID at the store.
    public var productIdentifier: String { contents.identifier }
    /// The name for people.
    public var localizedTitle: String { contents.title }
    /// What it is, for people.
    public var localizedDescription: String { contents.description }
    /// What kind of product it is.
    public var productType: ProductType { contents.type }
    /// Whether it is a subscription that renews.
    public var productCategory: ProductCategory {
        contents.type == .autoRenewableSubscription ? .subscription : .nonSubscription
    }
    /// Whether a family can share it.
    public var isFamilyShareable: Bool { contents.isFamilyShareable }
    /// The group of a subscription; nil for what is none.
    ///
    /// Subscriptions that name none in the catalogue are of one group.
    public var subscriptionGroupIdentifier: String? { contents.group }
    /// How long it runs until it renews; nil for what is no subscription.
    public var subscriptionPeriod: SubscriptionPeriod? { contents.period }
    /// What those get who buy it for the first time; see
    /// ``Purchases/checkTrialOrIntroDiscountEligibility(product:)``.
    public var introductoryDiscount: StoreProductDiscount? { contents.introduction }
    /// What the app can offer; see ``Purchases/promotionalOffer(forProductDiscount:product:)``.
    public var discounts: [StoreProductDiscount] { contents.discounts }
    /// How it is paid by instalments; nil for what the simulated store sells.
    public var installmentsInfo: InstallmentsInfo? { contents.installments }

    /// The promotional offers that the user gets; none where they cannot be asked for.
    public func eligiblePromotionalOffers() async -> [PromotionalOffer] {
        await Purchases.shared.eligiblePromotionalOffers(forProduct: self)
    }

    /// The promotional offers that the user gets.
    @available(*, deprecated, renamed: "eligiblePromotionalOffers()")
    public func getEligiblePromotionalOffers() async -> [PromotionalOffer] {
        await eligiblePromotionalOffers()
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

// MARK: From the catalogue

extension StoreProduct {
    /// The group of subscriptions that name none.
    private static let commonGroup = "subscriptions"

    convenience init(_ product: CatalogueProduct) {
        let type: ProductType =
            switch product.kind {
            case .subscription: .autoRenewableSubscription
            case .nonRenewing: .nonRenewableSubscription
            case .nonConsumable: .nonConsumable
            case .consumable: .consumable
            }
        let isSubscription = product.kind == .subscription
        self.init(
            Contents(
                identifier: product.id, type: type, title: product.title,
                description: product.description, price: product.price,
                format: PriceFormat(product),
                period: isSubscription ? product.period.map { SubscriptionPeriod($0) } : nil,
                group: isSubscription
                    ? product.subscriptionGroup ?? StoreProduct.commonGroup : nil,
                isFamilyShareable: product.isFamilyShareable,
                introduction: product.introductoryOffer.map {
                    StoreProductDiscount($0, of: product, .introductory)
                },
                discounts: product.promotionalOffers.map {
                    StoreProductDiscount($0, of: product, .promotional)
                }))
    }
}
