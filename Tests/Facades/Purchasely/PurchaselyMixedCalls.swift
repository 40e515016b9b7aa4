// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import PurchaselyFacade

extension PurchaselyDriver {
    func mixedCall(_ number: Int, answered: @escaping @Sendable () -> Void) {
        installation.use {
            // An odd number of kinds, so that either thread makes every call.
            switch number % 23 {
            case 0, 1: Purchasely.userLogin(with: "user-\(number % 7)") { _ in answered() }
            case 2, 3:
                Purchasely.userLogout(number % 23 == 2)
                answered()
            case 4:
                Purchasely.userSubscriptions(
                    number % 2 == 0, success: { _ in answered() }, failure: { _ in answered() })
            case 5:
                Purchasely.userSubscriptionsHistory(
                    success: { _ in answered() }, failure: { _ in answered() })
            case 6: Purchasely.synchronize(success: answered, failure: { _ in answered() })
            case 7: Purchasely.restoreAllProducts(success: answered, failure: { _ in answered() })
            case 8, 9:
                guard let plan = Purchasely.plan(for: number % 23 == 8 ? "N" : "X") else {
                    return answered()
                }
                Purchasely.purchase(plan: plan, success: answered, failure: { _ in answered() })
            case 10:
                Purchasely.allProducts(success: { _ in answered() }, failure: { _ in answered() })
            case 11: readAndCount(answered)
            case 12:
                Purchasely.start(
                    withAPIKey: "key", appUserId: "user-\(number % 5)",
                    initialized: { _, _ in answered() })
            case 13, 14: tapPaywall(number, answered)
            case 15:
                Purchasely.fetchPresentation(
                    for: "home", contentId: String(number),
                    fetchCompletion: { presentation, _ in
                        Purchasely.clientPresentationDisplayed(with: presentation)
                        Purchasely.clientPresentationClosed(with: presentation)
                        answered()
                    })
            case 16:
                // It is closed by the next call of this kind, or of the one below.
                Purchasely.closeAllScreens()
                Purchasely.display(for: "home") { _, _ in answered() }
            case 17: openDeeplinks(number, answered)
            case 18: listen(number, answered)
            case 19: buyWithOffer(answered)
            case 20:
                Purchasely.setDynamicOffering(
                    reference: "place \(number % 3)", planVendorId: "X"
                ) { _ in
                    Purchasely.removeDynamicOffering(reference: "place 1")
                    Purchasely.getDynamicOfferings { _ in answered() }
                }
            case 21:
                Task {
                    try? await Purchasely.syncPurchase(for: "N")
                    answered()
                }
            default:
                Purchasely.product(
                    with: "X", success: { _ in answered() }, failure: { _ in answered() })
            }
        }
    }

    private func readAndCount(_ answered: @escaping @Sendable () -> Void) {
        _ = (Purchasely.anonymousUserId, Purchasely.isAnonymous())
        Purchasely.incrementUserAttribute(withKey: "calls")
        _ = Purchasely.userAttributes
        answered()
    }

    /// What a person does on a paywall, which may be closed meanwhile.
    private func tapPaywall(_ number: Int, _ answered: @escaping @Sendable () -> Void) {
        Task { @MainActor in
            let paywall = SimulatedPaywall.display()
            paywall.choose("X")
            paywall.answer(number, forKey: "answer")
            paywall.tap([.login, .purchase, .restore, .navigate][number / 23 % 4])
            await paywall.settled()
            paywall.tap(.close)
            await paywall.settled()
            answered()
        }
    }

    private func openDeeplinks(_ number: Int, _ answered: @escaping @Sendable () -> Void) {
        Purchasely.allowDeeplink(number.isMultiple(of: 3))
        let token = installation.store.redemptionToken(for: "X", of: "visitor")
        for link in ["app://ply/placements/home", "app://ply/redeem/\(token)"] {
            if let url = URL(string: link) { Purchasely.handleDeeplink(url) }
        }
        Purchasely.closeAllScreens()
        answered()
    }

    /// Each delegate and handler that an app can set, or none.
    private func listen(_ number: Int, _ answered: @escaping @Sendable () -> Void) {
        if number.isMultiple(of: 3) {
            Purchasely.removeEventDelegate()
            Purchasely.removeAllActionInterceptors()
            Purchasely.setPaywallActionsInterceptor(nil)
            Purchasely.setUIHandler(nil)
        } else {
            Purchasely.setEventDelegate(Self.listener)
            Purchasely.setEventCallback { _, _ in }
            Purchasely.setUserAttributeDelegate(Self.listener)
            Purchasely.interceptAction(.login) { _, _, answer in answer(.notHandled) }
            Purchasely.setPaywallActionsInterceptor { _, _, _, proceed in proceed(true) }
            Purchasely.setUIHandler(Self.listener)
        }
        Purchasely.setUserAttribute(withIntValue: number, forKey: "number")
        Purchasely.allProducts(success: { _ in answered() }, failure: { _ in answered() })
    }

    private func buyWithOffer(_ answered: @escaping @Sendable () -> Void) {
        guard let plan = Purchasely.plan(for: "X") else { return answered() }
        Purchasely.signPromotionalOffer(
            storeProductId: "X", storeOfferId: "half",
            success: { _ in
                Purchasely.purchaseWithPromotionalOffer(
                    plan: plan, contentId: nil, storeOfferId: "half", success: answered,
                    failure: { _ in answered() })
            }, failure: { _ in answered() })
    }

    private static let listener = PurchaselySilentListener()
}

/// Hears everything, and lets the SDK show what it wants to.
private final class PurchaselySilentListener: PLYEventDelegate, PLYUserAttributeDelegate,
    PLYUIHandler, Sendable
{
    func eventTriggered(_ event: PLYEvent, properties: [String: Any]?) {}
}
