// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import NamiFacade

extension NamiDriver {
    func mixedCall(_ number: Int, answered: @escaping @Sendable () -> Void) {
        installation.use {
            // An odd number of kinds, so that either thread makes every call.
            switch number % 19 {
            case 0, 1:
                NamiCustomerManager.login(withId: String(number % 5)) { _, _ in answered() }
            case 2: NamiCustomerManager.logout { _, _ in answered() }
            case 3: NamiEntitlementManager.refresh { _ in answered() }
            case 4:
                NamiPurchaseManager.restorePurchases(statehandler: { state, _, _, _ in
                    if state != .started { answered() }
                })
            case 5: NamiSimulatedPaywall.buy("monthly") { _ in answered() }
            case 6:
                Nami.configure(with: NamiConfiguration(appPlatformId: "app")) { _ in answered() }
            case 7, 8:
                NamiCampaignManager.launch(
                    launchHandler: { _, _ in answered() }, paywallActionHandler: { _ in })
            case 9: NamiCampaignManager.refresh { _ in answered() }
            case 10:
                NamiPaywallManager.hide()
                NamiPaywallManager.dismiss(animated: number.isMultiple(of: 2)) { answered() }
            case 11:
                NamiCampaignManager.launch(
                    url: URL(filePath: "/spring"), launchHandler: { _, _ in answered() })
            case 12: registerHandlers(number, answered)
            case 13: readCampaigns(answered)
            case 14, 15: tapPaywall(number, answered)
            case 16:
                NamiCustomerManager.addTags(["a": number, "b": "b"], policy: .device)
                NamiCustomerManager.setCustomerAttribute("number", String(number))
                _ = (NamiCustomerManager.allTags(), NamiCustomerManager.journeyState())
                if number.isMultiple(of: 4) { NamiCustomerManager.removeAllTags() }
                NamiCampaignManager.refresh { _ in answered() }
            case 17:
                NamiCustomerManager.setVendorId(with: UUID())
                NamiCustomerManager.setAnonymousMode(false)
                NamiFlowManager.pause()
                NamiFlowManager.resume()
                NamiEntitlementManager.refresh { _ in answered() }
            default:
                let active = NamiEntitlementManager.active().map(\.referenceId)
                let isLoggedIn = NamiCustomerManager.isLoggedIn()
                NamiCustomerManager.login(withId: "guest, \(active), \(isLoggedIn)") { _, _ in
                    answered()
                }
            }
        }
    }

    /// Each handler that an app can register, or none; but the account's, which the caller may follow.
    private func registerHandlers(_ number: Int, _ answered: @escaping @Sendable () -> Void) {
        let registers = number.isMultiple(of: 3)
        NamiPaywallManager.registerSignInHandler(registers ? { _ in } : nil)
        NamiPaywallManager.registerDeeplinkActionHandler(registers ? { _ in } : nil)
        NamiPaywallManager.registerRestoreHandler(
            registers ? { NamiPurchaseManager.restorePurchases() } : nil)
        NamiPaywallManager.registerBuySkuHandler(registers ? { _ in } : nil)
        NamiFlowManager.registerStepHandoff(registers ? { _, _ in NamiFlowManager.resume() } : nil)
        NamiCustomerManager.registerJourneyStateHandler(registers ? { _ in } : nil)
        NamiPurchaseManager.registerPurchasesChangedHandler(registers ? { _, _, _ in } : nil)
        if registers {
            NamiCampaignManager.registerAvailableCampaignsHandler { _ in }
            NamiEntitlementManager.registerActiveEntitlementsHandler { _ in }
        } else {
            NamiCampaignManager.unregisterAvailableCampaignsHandler()
            NamiEntitlementManager.unregisterActiveEntitlementsHandler()
        }
        NamiEntitlementManager.refresh { _ in answered() }
    }

    private func readCampaigns(_ answered: @escaping @Sendable () -> Void) {
        _ = NamiCampaignManager.allCampaigns().map(\.id)
        _ = NamiCampaignManager.productGroups(label: "spring", url: nil)
        _ = NamiCampaignManager.isCampaignAvailable(label: "spring")
        _ = (NamiPaywallManager.isPaywallOpen(), NamiPaywallManager.isHidden())
        _ = (NamiPaywallManager.displayedViewController(), NamiFlowManager.isFlowOpen())
        NamiPaywallManager.show()
        NamiPaywallManager.buySkuCancel()
        NamiCampaignManager.refresh { _ in answered() }
    }

    /// What a person does on a paywall, whether one is shown or not.
    private func tapPaywall(_ number: Int, _ answered: @escaping @Sendable () -> Void) {
        Task {
            await NamiSimulatedPaywall.select("X")
            switch number % 5 {
            case 0: await NamiSimulatedPaywall.buySelected()
            case 1: await NamiSimulatedPaywall.signIn()
            case 2: await NamiSimulatedPaywall.restore()
            case 3: await NamiSimulatedPaywall.open("app://offer")
            default: await NamiSimulatedPaywall.handOff("push", data: ["a": "b"])
            }
            await NamiSimulatedPaywall.close()
            answered()
        }
    }
}
