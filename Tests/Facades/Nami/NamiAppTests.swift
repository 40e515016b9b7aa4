// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import NamiFacade
import Testing

// The app's own code, in the style of apps that use the SDK: one object that the views watch, and
// a coordinator that shows paywalls.

/// What the views show.
@MainActor private final class SubscriptionStore {
    private(set) var isSubscribed = false
    private(set) var isLoggedIn = false
    private(set) var isOnTrial = false
    private(set) var campaigns: [NamiCampaign] = []
    private(set) var messages: [String] = []

    init() {
        NamiEntitlementManager.registerActiveEntitlementsHandler { [weak self] entitlements in
            MainActor.assumeIsolated {
                self?.isSubscribed = entitlements.contains { $0.referenceId == "premium" }
            }
        }
        NamiCustomerManager.registerAccountStateHandler { [weak self] action, success, error in
            MainActor.assumeIsolated {
                guard success else {
                    self?.messages.append(error?.localizedDescription ?? "unknown")
                    return
                }
                switch action {
                case .login, .logout: self?.isLoggedIn = NamiCustomerManager.isLoggedIn()
                default: break
                }
            }
        }
        NamiCustomerManager.registerJourneyStateHandler { [weak self] state in
            MainActor.assumeIsolated { self?.isOnTrial = state.inTrialPeriod }
        }
        NamiCampaignManager.registerAvailableCampaignsHandler { [weak self] campaigns in
            MainActor.assumeIsolated {
                self?.campaigns = campaigns.sorted { ($0.value ?? "") < ($1.value ?? "") }
            }
        }
        NamiPurchaseManager.registerPurchasesChangedHandler { [weak self] _, state, error in
            MainActor.assumeIsolated {
                self?.messages.append(error == nil ? state.readableString() : "failed")
            }
        }
    }

    func start() {
        let configuration = NamiConfiguration(appPlatformId: "2d9a5b0c")
        configuration.logLevel = .warn
        configuration.namiLanguageCode = NamiLanguageCodes.en_gb
        Nami.configure(with: configuration)
    }
}

/// Shows paywalls, and does what their buttons ask for.
@MainActor private final class PaywallCoordinator {
    private(set) var shownAbove = 0
    private(set) var openedLinks: [String] = []
    private(set) var tracked: [String: [String]] = [:]
    private(set) var failure: LaunchCampaignError?

    init() {
        NamiPaywallManager.registerSignInHandler { [weak self] controller in
            MainActor.assumeIsolated {
                if controller != nil { self?.shownAbove += 1 }
                NamiCustomerManager.login(withId: "123456") { success, _ in
                    if success { NamiPaywallManager.dismiss(animated: true) {} }
                }
            }
        }
        NamiPaywallManager.registerCloseHandler { controller in
            MainActor.assumeIsolated { controller?.dismiss(animated: true, completion: nil) }
        }
        NamiPaywallManager.registerDeeplinkActionHandler { [weak self] link in
            MainActor.assumeIsolated { self?.openedLinks.append(link) }
        }
    }

    func show(_ placement: String) {
        guard NamiCampaignManager.isCampaignAvailable(label: placement) else { return }
        NamiCampaignManager.launch(
            label: placement,
            context: PaywallLaunchContext(customAttributes: ["source": placement]),
            launchHandler: { [weak self] success, error in
                guard !success else { return }
                MainActor.assumeIsolated { self?.failure = error as? LaunchCampaignError }
            },
            paywallActionHandler: { [weak self] event in
                let line = "\(event.action.rawValue) \(event.sku?.skuId ?? "")"
                let label = event.campaignLabel ?? ""
                MainActor.assumeIsolated { self?.track(event.action, line, label) }
            })
    }

    private func track(_ action: NamiPaywallAction, _ line: String, _ label: String) {
        switch action {
        case .show_paywall, .buy_sku, .purchase_success, .purchase_cancelled, .close_paywall:
            tracked[label, default: []].append(line.trimmingCharacters(in: .whitespaces))
        case .video_play, .toggle_change, .flow_begin: break
        default: break
        }
    }
}

/// The app, on a device.
@Suite @MainActor struct NamiAppTests {
    private func phone() throws -> Installation {
        let phone = try NamiTrial.phone()
        phone.world.namiAccount.campaigns = [
            .everybody(), .label("onboarding", skus: ["monthly", "yearly"]), .label("settings"),
        ]
        return phone
    }

    @Test func `The app shows a paywall, sells on it, and knows of the subscription`() async throws
    {
        let phone = try phone()
        await phone.use {
            let store = SubscriptionStore()
            let coordinator = PaywallCoordinator()
            store.start()
            await namiSettled()
            #expect(store.campaigns.map(\.value) == [nil, "onboarding", "settings"])
            coordinator.show("onboarding")
            await NamiSimulatedPaywall.open("app://terms")
            phone.store.nextPurchase = .isCancelled
            await NamiSimulatedPaywall.buySelected()
            #expect(!store.isSubscribed)
            await NamiSimulatedPaywall.buySelected()
            #expect(store.isSubscribed && store.isOnTrial)
            #expect(store.messages == ["cancelled", "purchased"])
            #expect(coordinator.openedLinks == ["app://terms"])
            #expect(
                coordinator.tracked["onboarding"] == [
                    "show_paywall", "buy_sku monthly", "purchase_cancelled monthly",
                    "buy_sku monthly", "purchase_success monthly",
                ])
        }
    }

    @Test func `Signing in on the paywall logs in, and closes it`() async throws {
        let phone = try phone()
        await phone.use {
            let store = SubscriptionStore()
            let coordinator = PaywallCoordinator()
            store.start()
            coordinator.show("settings")
            await NamiSimulatedPaywall.signIn()
            await namiSettled()
            #expect(coordinator.shownAbove == 1 && store.isLoggedIn)
            #expect(NamiCustomerManager.loggedInId() == "123456")
            #expect(!NamiPaywallManager.isPaywallOpen())
        }
    }

    @Test func `Closing is the app's, and a second paywall is refused`() async throws {
        let phone = try phone()
        await phone.use {
            let store = SubscriptionStore()
            let coordinator = PaywallCoordinator()
            store.start()
            coordinator.show("settings")
            coordinator.show("onboarding")
            await namiSettled()
            #expect(coordinator.failure == .PAYWALL_ALREADY_DISPLAYED)
            await NamiSimulatedPaywall.close()
            #expect(!NamiPaywallManager.isPaywallOpen())
            coordinator.show("nowhere")
            #expect(!NamiPaywallManager.isPaywallOpen())
        }
    }
}
