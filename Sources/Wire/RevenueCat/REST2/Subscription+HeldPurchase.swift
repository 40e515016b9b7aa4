// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
package import AllonymSimulation
package import Foundation

extension REST2.Subscription {
    /// A subscription of the simulation.
    ///
    /// Its period ends where the store lets it end, grace periods aside. Source:
    /// https://www.revenuecat.com/docs/api-v2, Subscription, read 2026-11-22.
    ///
    /// - Parameters:
    ///   - purchase: The subscription.
    ///   - id: Its ID at RevenueCat.
    ///   - customer: The ID of its customer.
    ///   - original: The ID of the customer who bought it first.
    ///   - product: The ID of its product at RevenueCat.
    ///   - entitlements: What it unlocks.
    package init(
        _ purchase: HeldPurchase, id: String, customer: String, original: String, product: String?,
        entitlements: REST2.ListPage<REST2.Entitlement>
    ) {
        let end = purchase.expirationDate?.wireMilliseconds
        self.init(
            id: id, customerID: customer, originalCustomerID: original, productID: product,
            startsAt: purchase.originalPurchaseDate.wireMilliseconds,
            currentPeriodStartsAt: purchase.purchaseDate.wireMilliseconds,
            currentPeriodEndsAt: end, endsAt: end, givesAccess: purchase.givesAccess,
            pendingPayment: purchase.state == .grace || purchase.state == .billingRetry,
            autoRenewalStatus: purchase.autoRenewalStatus, status: purchase.subscriptionStatus,
            totalRevenueInUSD: REST2.MonetaryAmount(of: purchase), entitlements: entitlements,
            environment: purchase.isSandbox ? .sandbox : .production,
            store: StoreName(listed: purchase.store),
            storeSubscriptionIdentifier: purchase.transactionID,
            ownership: purchase.isFamilyShared ? .familyShared : .purchased,
            managementURL: SubscriberResponse.managementURL(of: [purchase])?.absoluteString)
    }

    /// An entitlement granted by hand, which is a subscription that never renews.
    ///
    /// No store has a transaction of it, and what the store's identifier holds then is not documented:
    /// it is its own ID.
    ///
    /// - Parameters:
    ///   - grant: The grant.
    ///   - id: Its ID at RevenueCat.
    ///   - customer: The ID of its customer.
    ///   - now: By when it still runs.
    ///   - entitlements: What it unlocks.
    package init(
        _ grant: Grant, id: String, customer: String, now: Date,
        entitlements: REST2.ListPage<REST2.Entitlement>
    ) {
        let start = grant.date.wireMilliseconds
        let end = grant.expirationDate?.wireMilliseconds
        let runs = grant.expirationDate.map { $0 > now } ?? true
        self.init(
            id: id, customerID: customer, originalCustomerID: customer, startsAt: start,
            currentPeriodStartsAt: start, currentPeriodEndsAt: end, endsAt: end,
            givesAccess: runs, pendingPayment: false, autoRenewalStatus: .willNotRenew,
            status: runs ? .active : .expired,
            totalRevenueInUSD: REST2.MonetaryAmount(dollars: 0), entitlements: entitlements,
            environment: .production, store: .promotional,
            storeSubscriptionIdentifier: id, ownership: .purchased)
    }
}

extension REST2.Purchase {
    /// A purchase of the simulation that is no subscription.
    ///
    /// - Parameters:
    ///   - purchase: The purchase.
    ///   - id: Its ID at RevenueCat.
    ///   - customer: The ID of its customer.
    ///   - original: The ID of the customer who bought it first.
    ///   - product: The ID of its product at RevenueCat.
    ///   - entitlements: What it unlocks.
    package init(
        _ purchase: HeldPurchase, id: String, customer: String, original: String, product: String,
        entitlements: REST2.ListPage<REST2.Entitlement>
    ) {
        self.init(
            id: id, customerID: customer, originalCustomerID: original, productID: product,
            purchasedAt: purchase.purchaseDate.wireMilliseconds,
            revenueInUSD: REST2.MonetaryAmount(of: purchase), quantity: 1,
            status: purchase.state == .refunded ? .refunded : .owned, entitlements: entitlements,
            environment: purchase.isSandbox ? .sandbox : .production,
            store: StoreName(listed: purchase.store),
            storePurchaseIdentifier: purchase.transactionID,
            ownership: purchase.isFamilyShared ? .familyShared : .purchased)
    }
}

extension StoreName {
    /// The name of a store among those that v2 lists for subscriptions and purchases.
    ///
    /// The list has neither the Test Store nor Paddle, though the same document has apps of both.
    /// The Test Store is told as the App Store, which it behaves as, and Paddle as Stripe, the
    /// other payment provider. Which names RevenueCat answers is not documented: inferred.
    /// Source: https://www.revenuecat.com/docs/api-v2, Subscription and Purchase, and App of
    /// `openapi-spec/api-v2.yaml`, copy of 2026-02-20;
    /// https://www.revenuecat.com/docs/web/payment-integrations, read 2026-11-27.
    fileprivate init(listed store: AllonymCore.Store) {
        self =
            switch store {
            case .testStore: .appStore
            case .paddle: .stripe
            case .appStore, .macAppStore, .playStore, .amazon, .stripe, .webBilling:
                StoreName(store)
            }
    }
}

extension REST2.MonetaryAmount {
    /// Dollars, of which nobody takes a share: the simulation has no commissions and no taxes.
    fileprivate init(dollars: Double) {
        self.init(currency: "USD", gross: dollars, commission: 0, tax: 0, proceeds: dollars)
    }

    /// All that was paid; nothing for a share, for a refund, and for other currencies, as the
    /// simulation has no rates of exchange.
    fileprivate init(of purchase: HeldPurchase) {
        let counts =
            purchase.product.currencyCode == "USD" && !purchase.isFamilyShared
            && purchase.refundDate == nil
        let paid = counts ? purchase.transactions.map(\.price).reduce(0, +) : 0
        self.init(dollars: paid.nearestDouble)
    }
}

extension HeldPurchase {
    fileprivate var subscriptionStatus: REST2.SubscriptionStatus {
        switch state {
        case .active, .cancelled: isTrial ? .trialing : .active
        case .grace: .inGracePeriod
        case .billingRetry: .inBillingRetry
        case .paused: .paused
        case .expired, .refunded: .expired
        }
    }

    /// That a paused one and one in billing retry will renew is inferred: both go on by themselves.
    fileprivate var autoRenewalStatus: REST2.AutoRenewalStatus {
        switch state {
        case .active where pausesAtRenewal: .willPause
        case .active, .grace, .billingRetry, .paused:
            cancellationDate == nil ? .willRenew : .willNotRenew
        case .cancelled, .expired, .refunded: .willNotRenew
        }
    }
}
