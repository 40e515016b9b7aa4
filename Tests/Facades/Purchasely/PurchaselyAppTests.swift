// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import PurchaselyFacade
import Testing

/// Two apps in the style of published ones, one for each version of the SDK, from their first
/// screen to a second device.
@Suite struct PurchaselyAppTests {
    @Test @MainActor func `An app of SDK 5 sells on a paywall, and a second device restores`()
        async throws
    {
        let devices = try PurchaselyDevices()
        let tablet = try devices.world.installation(
            "tablet", account: StoreAccount(.appStore, "ann"))
        try await devices.phone.use {
            let app = FiveApp()
            #expect(await app.launch(user: nil) == nil)
            async let bought = app.showPaywall("onboarding")
            let paywall = try #require(await SimulatedPaywall.shown())
            paywall.tap(.login)
            await paywall.settled()
            #expect(!paywall.showsLoginButton)
            paywall.tap(.purchase)
            await paywall.settled()
            #expect(await bought == .purchased("monthly"))
            #expect(await app.isPremium())
            #expect(app.attributes == ["screens viewed int"])
            #expect(app.entries.contains { $0.hasPrefix("debug") } == false)
        }
        await tablet.use {
            let app = FiveApp()
            #expect(await app.launch(user: "ben") == nil)
            #expect(await !app.isPremium())
            #expect(await app.restore())
            #expect(await app.isPremium())
        }
        await devices.phone.use {
            #expect(await FiveApp().isPremium() == false)
        }
    }

    @Test @MainActor func `An app of SDK 6 sells by itself, and tells the provider`() async throws {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            let app = SixApp()
            try await app.launch()
            #expect(await app.present("onboarding") == .shown)
            let paywall = try #require(SimulatedPaywall.displayed)
            devices.phone.store.nextPurchase = .fails
            paywall.tap(.purchase, .close, plan: "yearly")
            await paywall.settled()
            #expect(paywall.isDisplayed)
            #expect(paywall.lastResult == .failed)
            paywall.tap(.purchase, .close, plan: "yearly")
            await paywall.settled()
            await PurchaselyCalls.settle()
            #expect(!paywall.isDisplayed)
            #expect(app.closings == ["none button"])
            #expect(try await app.plans() == ["yearly"])
            #expect(Purchasely.getUserAttribute(for: "tier") as? String == "yearly")

            SimulatedPaywall.set(SimulatedScreen("off", type: .deactivated), at: "winback")
            #expect(await app.present("winback") == .skipped)
            SimulatedPaywall.set(SimulatedScreen("own", type: .client), at: "winback")
            #expect(await app.present("winback") == .drawn(["monthly", "yearly"]))
            app.signOut()
            #expect(Purchasely.userAttributes.isEmpty)
        }
    }
}

/// What came of a paywall, in the words of the app.
private enum PaywallEnd: Equatable {
    case purchased(String?), restored, cancelled, failed
}

/// An app that was written for SDK 5.
@MainActor private final class FiveApp {
    private let listener = Listener()
    var attributes: [String] { listener.attributes.withLock { $0 } }
    var entries: [String] { listener.entries.withLock { $0 } }

    func launch(user: String?) async -> (any Error)? {
        Purchasely.addLogger(listener)
        Purchasely.readyToOpenDeeplink(true)
        Purchasely.setUIHandler(listener)
        Purchasely.setUserAttributeDelegate(listener)
        Purchasely.setEventDelegate(listener)
        Purchasely.setLanguage(from: Locale(identifier: "fr_FR"))
        Purchasely.setThemeMode(.dark)
        Purchasely.setPaywallActionsInterceptor { action, parameters, info, proceed in
            switch action {
            case .login:
                Purchasely.userLogin(with: "ann") { _ in proceed(true) }
            case .navigate:
                print(parameters?.url?.absoluteString ?? "-", info?.placementId ?? "-")
                proceed(false)
            default:
                proceed(true)
            }
        }
        return await withCheckedContinuation { continuation in
            Purchasely.start(
                withAPIKey: "key", appUserId: user, runningMode: .full,
                storekitSettings: .storeKit2, logLevel: .warn
            ) { success, error in
                continuation.resume(returning: success ? nil : error)
            }
        }
    }

    func showPaywall(_ placement: String) async -> PaywallEnd {
        Purchasely.incrementUserAttribute(withKey: "screens viewed")
        return await withCheckedContinuation { continuation in
            Purchasely.fetchPresentation(
                for: placement,
                fetchCompletion: { presentation, error in
                    guard let presentation else {
                        continuation.resume(returning: .failed)
                        return
                    }
                    switch presentation.type {
                    case .normal, .fallback: presentation.display(from: nil)
                    case .deactivated, .client: continuation.resume(returning: .cancelled)
                    @unknown default: continuation.resume(returning: .cancelled)
                    }
                },
                completion: { result, plan in
                    switch result {
                    case .purchased: continuation.resume(returning: .purchased(plan?.vendorId))
                    case .restored: continuation.resume(returning: .restored)
                    case .cancelled: continuation.resume(returning: .cancelled)
                    @unknown default: continuation.resume(returning: .cancelled)
                    }
                })
        }
    }

    func isPremium() async -> Bool {
        await withCheckedContinuation { continuation in
            Purchasely.userSubscriptions { subscriptions in
                let premium = (subscriptions ?? []).contains { $0.product.vendorId == "premium" }
                continuation.resume(returning: premium)
            } failure: { _ in
                continuation.resume(returning: false)
            }
        }
    }

    func restore() async -> Bool {
        await withCheckedContinuation { continuation in
            Purchasely.restoreAllProducts {
                continuation.resume(returning: true)
            } failure: { _ in
                continuation.resume(returning: false)
            }
        }
    }

    /// The app's delegate for everything.
    private final class Listener: PLYLogging, PLYUIHandler, PLYUserAttributeDelegate,
        PLYEventDelegate
    {
        let attributes = Locked<[String]>([])
        let entries = Locked<[String]>([])

        func messageLogged(message: PLYMessage) {
            entries.withLock { $0.append("\(message.logLevel): \(message.message)") }
        }

        func display(
            alert: PLYAlertMessage, with error: (any Error)?, proceed: @escaping () -> Void
        ) {
            entries.withLock { $0.append(alert.title) }
        }

        func onUserAttributeSet(
            key: String, type: PLYUserAttributeType, value: Any?, source: PLYUserAttributeSource
        ) {
            attributes.withLock { $0.append("\(key) \(type)") }
        }

        func eventTriggered(_ event: PLYEvent, properties: [String: Any]?) {
            entries.withLock { $0.append("\(event.name) \(properties ?? [:])") }
        }
    }
}

/// An app that was written for SDK 6 and buys by itself.
@MainActor private final class SixApp {
    enum Presented: Equatable {
        case shown, skipped, failed
        case drawn([String?])
    }

    private(set) var closings: [String] = []

    func launch() async throws {
        Purchasely.interceptAction(.login) { _, _, completion in completion(.success) }
        Purchasely.interceptAction(.purchase) { [weak self] info, parameters in
            guard let self else { return .notHandled }
            return await buy(parameters?.plan?.appleProductId)
        }
        try await Purchasely.apiKey("key").appUserId("ann").runningMode(.observer)
            .storekitSettings(StorekitSettings(shouldUseStorekit2IfAvailable: true))
            .environment(.prod).themeMode(.system).appTechnology(.native).logLevel(.error)
            .allowDeeplink(true).allowCampaigns(false).start()
        Purchasely.allowCampaigns(true)
    }

    private func buy(_ id: String?) async -> PLYInterceptResult {
        do {
            guard let id, let product = try await Product.products(for: [id]).first else {
                return .failed
            }
            switch try await product.purchase() {
            case .success:
                try await Purchasely.syncPurchase(for: id)
                Purchasely.setUserAttribute(withStringValue: id, forKey: "tier")
                return .success
            case .userCancelled, .pending: return .notHandled
            #if canImport(StoreKit)
                @unknown default: return .notHandled
            #endif
            }
        } catch {
            return .failed
        }
    }

    func present(_ placement: String) async -> Presented {
        let builder = PLYPresentationBuilder.forPlacementId(placement)
        builder.backgroundColor(.white)
        builder.contentId("article-7")
        builder.onDismissed { [weak self] outcome in
            MainActor.assumeIsolated {
                self?.closings.append("\(outcome.purchaseResult) \(outcome.closeReason)")
            }
        }
        guard let presentation = try? await builder.build().preload() else { return .failed }
        switch presentation.type {
        case .normal, .fallback:
            if presentation.isFlow {
                presentation.display()
            } else {
                presentation.display(from: nil)
            }
            return .shown
        case .deactivated: return .skipped
        case .client:
            Purchasely.clientPresentationDisplayed(with: presentation)
            let plans = presentation.plans.filter { $0.storeProductId?.hasSuffix("ly") == true }
            Purchasely.clientPresentationClosed(with: presentation)
            return .drawn(plans.map(\.planVendorId))
        @unknown default: return .skipped
        }
    }

    func plans() async throws -> [String] {
        try await withCheckedThrowingContinuation { continuation in
            Purchasely.userSubscriptions(
                true,
                success: { continuation.resume(returning: ($0 ?? []).map(\.plan.vendorId)) },
                failure: { continuation.resume(throwing: $0) })
        }
    }

    func signOut() {
        Purchasely.revokeDataProcessingConsent(for: [.allNonEssentials, .campaigns])
        Purchasely.userLogout()
    }
}
