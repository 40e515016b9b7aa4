// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import RevenueCatFacade

extension RevenueCatDriver {
    func mixedCall(_ number: Int, answered: @escaping @Sendable () -> Void) {
        installation.use {
            let purchases = Purchases.shared
            // An odd number of kinds, so that either thread makes every call.
            switch number % 17 {
            case 0, 1: purchases.logIn("user-\(number % 7)") { _, _, _ in answered() }
            case 2: purchases.logOut { _, _ in answered() }
            case 3:
                purchases.getOfferings { offerings, _ in
                    let products = offerings?.current?.availablePackages.map(\.storeProduct) ?? []
                    purchases.checkTrialOrIntroDiscountEligibility(
                        productIdentifiers: products.map(\.productIdentifier)
                    ) { _ in
                        purchases.getCustomerInfo { _, _ in answered() }
                    }
                }
            case 4:
                purchases.getCustomerInfo(fetchPolicy: .fetchCurrent) { _, _ in answered() }
            case 5: purchases.restorePurchases { _, _ in answered() }
            case 6: purchases.syncPurchases { _, _ in answered() }
            case 7:
                purchases.getProducts(["X", "N", "C"]) { products in
                    guard let product = products.dropFirst(number % 3).first else {
                        return answered()
                    }
                    purchases.purchase(product: product) { _, _, _, _ in answered() }
                }
            case 8:
                purchases.attribution.setEmail("\(number)@example.com")
                purchases.invalidateCustomerInfoCache()
                _ = purchases.cachedCustomerInfo?.entitlements.active
                Purchases.configure(withAPIKey: "key")
                purchases.logIn("guest") { _, _, _ in answered() }
            case 9, 10:
                purchases.getOfferings { offerings, _ in
                    let packages = offerings?.current?.availablePackages ?? []
                    guard let package = packages.dropFirst(number % 2).first else {
                        return answered()
                    }
                    purchases.purchase(package: package) { _, _, _, _ in answered() }
                }
            case 11: buyWithOffer(purchases, answered)
            case 12: redeem(purchases, answered)
            case 13:
                purchases.delegate = number.isMultiple(of: 3) ? nil : Self.listener
                purchases.getStorefront { _ in
                    purchases.getVirtualCurrencies { _, _ in answered() }
                }
            case 14:
                Task {
                    _ = try? await purchases.syncAttributesAndOfferingsIfNeeded()
                    answered()
                }
            default:
                _ = purchases.customerInfoStream
                _ = (purchases.appUserID, purchases.isAnonymous, purchases.cachedOfferings)
                purchases.getCustomerInfo(fetchPolicy: .fromCacheOnly) { _, _ in answered() }
            }
        }
    }

    private func buyWithOffer(
        _ purchases: Purchases, _ answered: @escaping @Sendable () -> Void
    ) {
        purchases.getProducts(["X"]) { products in
            guard let product = products.first, let discount = product.discounts.first else {
                return answered()
            }
            purchases.getPromotionalOffer(forProductDiscount: discount, product: product) {
                offer, _ in
                guard let offer else { return answered() }
                purchases.purchase(product: product, promotionalOffer: offer) { _, _, _, _ in
                    answered()
                }
            }
        }
    }

    private func redeem(_ purchases: Purchases, _ answered: @escaping @Sendable () -> Void) {
        let token = installation.store.redemptionToken(for: "X", of: "visitor")
        let link = URL(string: "app://redeem_web_purchase?redemption_token=\(token)")
        guard let redemption = link?.asWebPurchaseRedemption else { return answered() }
        Task {
            _ = await purchases.redeemWebPurchase(redemption)
            answered()
        }
    }

    private static let listener = RevenueCatSilentListener()
}

private final class RevenueCatSilentListener: NSObject, PurchasesDelegate, Sendable {}
