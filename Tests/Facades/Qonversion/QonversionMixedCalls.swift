// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import QonversionFacade

extension QonversionDriver {
    func mixedCall(_ number: Int, answered: @escaping @Sendable () -> Void) {
        installation.use {
            let qonversion = Qonversion.shared()
            // An odd number of kinds, so that either thread makes every call.
            switch number % 21 {
            case 0, 1: qonversion.identify(String(number % 7)) { _, _ in answered() }
            case 2:
                qonversion.logout()
                qonversion.userInfo { _, _ in answered() }
            case 3: qonversion.checkEntitlements { _, _ in answered() }
            case 4: qonversion.restore { _, _ in answered() }
            case 5: qonversion.oldPurchase("X") { _, _, _ in answered() }
            case 6:
                qonversion.setUserProperty(.userID, value: String(number))
                qonversion.userProperties { _, _ in answered() }
            case 7: qonversion.products { _, _ in answered() }
            case 8:
                qonversion.identify(String(number % 3))
                qonversion.forceSendProperties(answered)
            case 9: qonversion.remoteConfigList { _, _ in answered() }
            case 10: qonversion.checkTrialIntroEligibility(["X"]) { _, _ in answered() }
            case 11:
                qonversion.attachUser(toExperiment: "none", groupId: "") { _, _ in answered() }
            case 12: qonversion.handlePurchases([]) { _, _ in answered() }
            case 13, 14:
                qonversion.oldOfferings { offerings, _ in
                    guard let product = offerings?.main?.products.first else { return answered() }
                    qonversion.purchase(product) { _ in answered() }
                }
            case 15, 16: buyWithOffer(qonversion, answered)
            case 17:
                qonversion.setDeferredPurchasesListener(Self.listener)
                qonversion.setPromoPurchasesDelegate(Self.listener)
                (qonversion as any QonversionOldListening)
                    .setEntitlementsUpdateListener(Self.listener)
                qonversion.checkEntitlements { _, _ in answered() }
            case 18:
                Task {
                    await SimulatedPromoPurchase.begin("N")
                    answered()
                }
            case 19: redeem(qonversion, answered)
            default:
                qonversion.syncHistoricalData()
                Qonversion.initWithConfig(QonversionTrial.configuration)
                    .userInfo { _, _ in answered() }
            }
        }
    }

    private func buyWithOffer(
        _ qonversion: Qonversion, _ answered: @escaping @Sendable () -> Void
    ) {
        qonversion.products { products, _ in
            guard let product = products["X"], let discount = product.skProduct?.discounts.first
            else { return answered() }
            qonversion.getPromotionalOffer(for: product, discount: discount) { offer, _ in
                let options = Qonversion.PurchaseOptions(promoOffer: offer)
                qonversion.purchase(product, options: options) { _ in answered() }
            }
        }
    }

    private func redeem(_ qonversion: Qonversion, _ answered: @escaping @Sendable () -> Void) {
        let token = installation.store.redemptionToken(for: "X", of: "visitor")
        guard let url = URL(string: "https://screens.qonversion.io/r/project/\(token)") else {
            return answered()
        }
        qonversion.handleRedemptionLink(url: url) { _ in answered() }
    }

    private static let listener = QonversionSilentListener()
}

/// Hears everything, and lets every purchase that began in the App Store go on.
private final class QonversionSilentListener: Qonversion.DeferredPurchasesListener,
    Qonversion.EntitlementsUpdateListener, Qonversion.PromoPurchasesDelegate, Sendable
{
    func deferredPurchaseCompleted(_ purchaseResult: Qonversion.PurchaseResult) {}

    func didReceiveUpdatedEntitlements(_ entitlements: [String: Qonversion.Entitlement]) {}

    func shouldPurchasePromoProduct(
        withIdentifier productID: String,
        executionBlock: @escaping Qonversion.PromoPurchaseCompletionHandler
    ) {
        executionBlock { _, _, _ in }
    }
}
