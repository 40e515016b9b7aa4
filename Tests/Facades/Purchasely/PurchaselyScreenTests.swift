// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import PurchaselyFacade
import Testing

/// What a person does on a screen, and what the SDK does and tells then.
@Suite struct PurchaselyScreenTests {
    @Test @MainActor func `A purchase that is given up leaves the screen, and is told at its end`()
        async throws
    {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            await PurchaselyCalls.start()
            let events = PurchaselyEvents()
            Purchasely.setEventDelegate(events)
            _ = try await Purchasely.display(for: "onboarding")
            let paywall = try #require(await SimulatedPaywall.shown())
            devices.phone.store.nextPurchase = .isCancelled
            paywall.tap(.purchase)
            await paywall.settled()
            #expect(paywall.isDisplayed)
            paywall.tap(.close)
            await paywall.settled()
            await PurchaselyCalls.settle()
            #expect(paywall.outcome?.purchaseResult == .cancelled)
            #expect(
                events.events == [
                    .presentationLoaded, .presentationViewed, .purchaseTapped, .inAppPurchasing,
                    .purchaseCancelled, .presentationClosed,
                ])
        }
    }

    @Test @MainActor
    func `An observing SDK buys nothing itself, and synchronizes what the app buys`()
        async throws
    {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            try await Purchasely.apiKey("key").logLevel(.warn).start()
            _ = try await Purchasely.display(for: "onboarding")
            let paywall = try #require(await SimulatedPaywall.shown())
            paywall.tap(.purchase)
            await paywall.settled()
            #expect(paywall.performed == [])
            #expect(paywall.isDisplayed)
            #expect(devices.phone.notes.count == 1)
            Purchasely.interceptAction(.purchase) { info, parameters in
                #expect(info.presentation?.placementId == "onboarding")
                guard let id = parameters?.plan?.appleProductId,
                    let product = try? await Product.products(for: [id]).first,
                    case .success = try? await product.purchase()
                else { return .failed }
                return .success
            }
            paywall.tap(.purchase, .close)
            await paywall.settled()
            #expect(!paywall.isDisplayed)
            #expect(await PurchaselyCalls.plans() == ["monthly"])
        }
    }

    @Test @MainActor func `An event says who, when, on which screen and of which plan`()
        async throws
    {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            await PurchaselyCalls.start(as: "ann")
            var told: [PLYEvent: [String: String]] = [:]
            Purchasely.setEventCallback { event, properties in
                told[event] = (properties ?? [:]).mapValues { "\($0)" }
            }
            _ = try await PLYPresentationBuilder.from(placementId: "onboarding")
                .contentId("article-7").build().display()
            let paywall = try #require(SimulatedPaywall.displayed)
            paywall.tap(.purchase, plan: "yearly")
            await paywall.settled()
            Purchasely.userLogout()
            await PurchaselyCalls.settle()
            let now = Int(devices.world.clock.now.timeIntervalSince1970 * 1_000)
            let tapped = try #require(told[.purchaseTapped])
            #expect(tapped["event_name"] == "PURCHASE_TAPPED")
            #expect(tapped["event_created_at_ms"] == "\(now)")
            #expect(tapped["user_id"] == "ann")
            #expect(tapped["anonymous_user_id"] == nil)
            #expect(tapped["displayed_presentation"] == "onboarding")
            #expect(tapped["placement_id"] == "onboarding")
            #expect(tapped["content_id"] == "article-7")
            #expect(tapped["plan"] == "yearly")
            #expect(told[.inAppPurchased]?["plan"] == "yearly")
            #expect(told[.presentationClosed]?["plan"] == nil)
            let out = try #require(told[.userLoggedOut])
            #expect(out["anonymous_user_id"] == Purchasely.anonymousUserId)
            #expect(out["displayed_presentation"] == nil)
        }
    }

    @Test @MainActor func `The answer to a survey is an attribute that the provider has set`()
        async throws
    {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            await PurchaselyCalls.start()
            _ = try await Purchasely.display(for: "survey")
            let paywall = try #require(await SimulatedPaywall.shown())
            paywall.answer("sports", forKey: "interest")
            #expect(Purchasely.getUserAttribute(for: "interest") as? String == "sports")
            paywall.close()
            paywall.answer("news", forKey: "interest")
            #expect(Purchasely.getUserAttribute(for: "interest") as? String == "sports")
        }
    }
}
