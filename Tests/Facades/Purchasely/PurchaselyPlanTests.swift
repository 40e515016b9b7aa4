// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import PurchaselyFacade
import Testing

/// Prices, dynamic offerings, logs and notifications.
@Suite struct PurchaselyPlanTests {
    @Test func `A plan says what it costs`() throws {
        let price = Decimal(999) / 100
        let month = PLYPlan(
            CatalogueProduct("monthly", .subscription, trial: .days(3), price: price))
        let quarter = PLYPlan(
            CatalogueProduct(
                "quarterly", .subscription, period: BillingPeriod(3, .month),
                price: Decimal(2_399) / 100))
        let good = PLYPlan(CatalogueProduct("coins", .consumable, currencyCode: "EUR"))
        #expect(month.amount == NSDecimalNumber(decimal: price))
        #expect(month.currencyCode == "USD")
        #expect(month.currencySymbol == "$")
        #expect(good.currencySymbol == "€")
        #expect(month.localizedPrice() == "$9.99")
        #expect(month.localizedFullPrice() == "$9.99 / month")
        #expect(quarter.localizedFullPrice() == "$23.99 / 3 months")
        #expect(good.localizedFullPrice() == "€9.99")
        #expect(good.localizedPrice(language: "de")?.contains("9,99") == true)
        #expect(month.period == "month")
        #expect(quarter.apiPeriod == "P3M")
        #expect(quarter.duration == 3)
        #expect(good.period == nil)
        #expect(good.duration == 0)
        #expect(month.hasFreeTrial)
        #expect(month.introAmount == .zero)
        #expect(month.localizedFullIntroductoryPrice() == "$0.00 / 3 days")
        #expect(month.localizedIntroductoryDuration() == "3 days")
        #expect(month.introductoryDuration() == 3)
        #expect(!quarter.hasIntroductoryPrice)
        #expect(quarter.localizedIntroductoryPrice() == nil)
        #expect(quarter.priceDifference(comparedTo: month) == "$5.98")
        #expect(quarter.priceDifferenceInPercentage(to: month) == "20%")
        #expect(month.priceDifference(comparedTo: quarter) == nil)
        #expect(month.priceDifference(comparedTo: good) == nil)
    }

    @Test func `A plan survives JSON, and equals one of the same ID`() throws {
        let plan = PLYPlan(CatalogueProduct("monthly", .subscription, trial: .week))
        let data = try JSONEncoder().encode(plan)
        let read = try JSONDecoder().decode(PLYPlan.self, from: data)
        #expect(read == plan)
        #expect(read.hash == plan.hash)
        #expect(read.localizedFullPrice() == plan.localizedFullPrice())
        #expect(read != PLYPlan(CatalogueProduct("yearly", .subscription)))
        let bare = try JSONDecoder().decode(
            PLYPlan.self, from: Data(#"{"vendorId": "x", "type": 2}"#.utf8))
        #expect(bare.amount == nil)
        #expect(bare.localizedFullPrice() == nil)
    }

    @Test func `A trial is open to an account that has not had it`() async throws {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            #expect(await isEligible("trial") == false)
            await PurchaselyCalls.start()
            #expect(await isEligible("trial") == true)
            #expect(await isEligible("monthly") == false)
            try await PurchaselyCalls.buy("trial").get()
            #expect(await isEligible("trial") == false)
        }
    }

    private func isEligible(_ id: String) async -> Bool? {
        guard let item = PurchaselyDevices.catalogue[id] else { return nil }
        return await withCheckedContinuation { continuation in
            PLYPlan(item).isUserEligibleForIntroductoryOffer {
                continuation.resume(returning: $0)
            }
        }
    }

    @Test func `A plan is found under its store's ID, and an unknown one is not`() async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            await PurchaselyCalls.start()
            let found: Result<PLYPlan, PLYError> = await PurchaselyCalls.answer {
                Purchasely.plan(for: "monthly", success: $0, failure: $1)
            }
            #expect((try? found.get())?.vendorId == "monthly")
            let unknown: Result<PLYPlan, PLYError> = await PurchaselyCalls.answer {
                Purchasely.plan(for: "nothing", success: $0, failure: $1)
            }
            #expect(unknown.errorName == "productNotFound")
        }
    }

    static let offers: [(product: String, error: String)] = [
        ("monthly", "invalidOfferIdentifier"), ("nothing", "productNotFound"),
    ]

    @Test(arguments: offers.indices)
    func `An offer that the catalogue has not is not signed`(row: Int) async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            await PurchaselyCalls.start()
            let signed: Result<PLYOfferSignature, PLYError> = await PurchaselyCalls.answer {
                Purchasely.signPromotionalOffer(
                    storeProductId: Self.offers[row].product, storeOfferId: "half", success: $0,
                    failure: $1)
            }
            #expect(signed.errorName == Self.offers[row].error)
        }
    }

    @Test @MainActor func `An offering adds its plan to screens, and lasts until it is removed`()
        async throws
    {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            #expect(await offer("winback", "yearly"))
            #expect(await offer("winback", "nothing") == false)
            #expect(await offer("first", "monthly"))
            devices.phone.relaunch()
            await PurchaselyCalls.start()
            #expect(Purchasely.getDynamicOfferings().map(\.planId) == ["yearly", "monthly"])
            SimulatedPaywall.set(SimulatedScreen("spring", plans: ["coins"]), at: "onboarding")
            let screen = try await PLYPresentationBuilder.forPlacementId("onboarding").build()
                .preload()
            #expect(screen.plans.map(\.planVendorId) == ["coins", "yearly", "monthly"])
            #expect(
                Purchasely.getDynamicOfferings().first
                    == PLYOffering(reference: "winback", planId: "yearly", offerId: nil))
            Purchasely.removeDynamicOffering(reference: "winback")
            #expect(Purchasely.getDynamicOfferings().map(\.reference) == ["first"])
            Purchasely.clearDynamicOfferings()
            #expect(Purchasely.getDynamicOfferings().isEmpty)
        }
    }

    private func offer(_ reference: String, _ plan: String) async -> Bool {
        await withCheckedContinuation { continuation in
            Purchasely.setDynamicOffering(reference: reference, planVendorId: plan) {
                continuation.resume(returning: $0)
            }
        }
    }

    @Test func `Loggers get what the level lets through`() async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            let logger = PurchaselyLog()
            Purchasely.addLogger(logger)
            PLYLogger.log(message: "quiet", level: .warn)
            Purchasely.setLogLevel(.info)
            PLYLogger.log(message: "loud", level: .info)
            PLYLogger.log(message: "quiet")
            await PurchaselyCalls.settle()
            #expect(logger.messages == ["loud"])
            #expect(devices.phone.notes == ["[Purchasely] loud"])
        }
    }

    @Test func `A purchase is announced to observers, with the subscription`() async throws {
        let world = try SharedWorld("purchasely", catalogue: [.subscription("announced-plan")])
        let phone = try world.installation("phone")
        let plans = Locked<[String]>([])
        let observer = NotificationCenter.default.addObserver(
            forName: .ply_purchasedSubscription, object: nil, queue: nil
        ) { note in
            // Other tests buy meanwhile: the center is the process's.
            let object = note.object as? PLYNotificationObject.PurchasedSubscription
            guard let plan = object?.subscription.plan.vendorId, plan == "announced-plan" else {
                return
            }
            plans.withLock { $0.append(plan) }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try await phone.use {
            await PurchaselyCalls.start()
            try await PurchaselyCalls.buy("announced-plan").get()
        }
        #expect(plans.withLock { $0 } == ["announced-plan"])
    }

    @Test func `Events come to the callback too, until the delegate is removed to it alone`()
        async throws
    {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            await PurchaselyCalls.start()
            let events = PurchaselyEvents()
            Purchasely.setEventDelegate(events)
            let heard = Locked<[String]>([])
            Purchasely.setEventCallback { event, _ in heard.withLock { $0.append(event.name) } }
            _ = await PurchaselyCalls.logIn("ann")
            Purchasely.removeEventDelegate()
            Purchasely.userDidConsumeSubscriptionContent()
            await PurchaselyCalls.settle()
            #expect(events.events == [.userLoggedIn])
            #expect(heard.withLock { $0 } == ["USER_LOGGED_IN", "SUBSCRIPTION_CONTENT_USED"])
        }
    }
}
