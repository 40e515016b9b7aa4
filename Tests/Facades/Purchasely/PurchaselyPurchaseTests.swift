// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import PurchaselyFacade
import Testing

/// Buying, restoring, and the products.
@Suite struct PurchaselyPurchaseTests {
    @Test func `A purchase is the current user's, and an event tells of it`() async throws {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            await PurchaselyCalls.start()
            let events = PurchaselyEvents()
            Purchasely.setEventDelegate(events)
            try await PurchaselyCalls.buy("monthly").get()
            #expect(await PurchaselyCalls.plans() == ["monthly"])
            #expect(events.events == [.inAppPurchased])
        }
    }

    @Test(arguments: [
        (PurchaseAnswer.isCancelled, "paymentCancelled"), (.isPending, "deferredPayment"),
        (.fails, "paymentInvalid"),
    ])
    func `A purchase that the store does not make fails`(
        answer: PurchaseAnswer, error: String
    ) async throws {
        for mode in [PLYRunningMode.full, .observer] {
            let devices = try PurchaselyDevices()
            try await devices.phone.use {
                await PurchaselyCalls.start(mode: mode)
                let events = PurchaselyEvents()
                Purchasely.setEventDelegate(events)
                devices.phone.store.nextPurchase = answer
                #expect(await PurchaselyCalls.buy("monthly").errorName == error)
                #expect(await PurchaselyCalls.plans() == [])
                #expect(events.events.isEmpty)
                try await PurchaselyCalls.buy("monthly").get()
            }
        }
    }

    @Test(arguments: [PLYRunningMode.full, .observer])
    func `A plan that the store does not sell is not found`(mode: PLYRunningMode) async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            await PurchaselyCalls.start(mode: mode)
            #expect(await PurchaselyCalls.buy("nothing").errorName == "productNotFound")
            let plan = PLYPlan(CatalogueProduct("nothing", .subscription))
            let bought = await PurchaselyCalls.done {
                Purchasely.purchase(plan: plan, success: $0, failure: $1)
            }
            #expect(bought.errorName == "productNotFound")
            await #expect(throws: PLYError.self) {
                try await Purchasely.syncPurchase(for: "nothing")
            }
        }
    }

    @Test func `An offer that the plan has not is not bought`() async throws {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            await PurchaselyCalls.start()
            let plan = try #require(Purchasely.plan(for: "monthly"))
            let bought = await PurchaselyCalls.done {
                Purchasely.purchaseWithPromotionalOffer(
                    plan: plan, contentId: nil, storeOfferId: "half", success: $0, failure: $1)
            }
            #expect(bought.errorName == "invalidOfferIdentifier")
            #expect(await PurchaselyCalls.plans() == [])
        }
    }

    @Test func `What a purchase was made for is known on the device that made it`() async throws {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        try await phone.use {
            await PurchaselyCalls.start(as: "ann")
            try await PurchaselyCalls.buy("monthly", contentId: "article-7").get()
            phone.relaunch()
            await PurchaselyCalls.start()
            let found = try await PurchaselyCalls.subscriptions().get()
            #expect(found?.map(\.contentId) == ["article-7"])
        }
        try await devices.world.installation("tablet").use {
            await PurchaselyCalls.start(as: "ann")
            let found = try await PurchaselyCalls.subscriptions().get()
            #expect(found?.map(\.contentId) == [nil])
        }
    }

    // MARK: Restoring

    @Test func `Nothing to restore is an error under every name`() async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            await PurchaselyCalls.start()
            #expect(await PurchaselyCalls.restore().errorName == "noProductsToRestore")
            #expect(await PurchaselyCalls.sync().errorName == "noProductsToRestore")
            let page = await PurchaselyCalls.done {
                Purchasely.restoreAllPurchases(success: $0, failure: $1)
            }
            #expect(page.errorName == "noProductsToRestore")
            await #expect(throws: PLYError.self) {
                try await Purchasely.syncPurchase(for: "monthly")
            }
        }
    }

    @Test func `A restore takes a subscription from another device of the same account`()
        async throws
    {
        let devices = try PurchaselyDevices()
        let tablet = try devices.world.installation(
            "tablet", account: StoreAccount(.appStore, "ann"))
        try await devices.phone.use {
            await PurchaselyCalls.start(as: "ann")
            try await PurchaselyCalls.buy("monthly").get()
        }
        try await tablet.use {
            await PurchaselyCalls.start(as: "ben")
            try await PurchaselyCalls.done {
                Purchasely.restoreAllPurchases(success: $0, failure: $1)
            }.get()
            #expect(await PurchaselyCalls.plans() == ["monthly"])
        }
        await devices.phone.use { #expect(await PurchaselyCalls.plans() == []) }
    }

    @Test func `A restore takes along what a log-in leaves behind`() async throws {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            await PurchaselyCalls.start()
            try await PurchaselyCalls.buy("lifetime").get()
            _ = await PurchaselyCalls.logIn("ann")
            #expect(await PurchaselyCalls.plans() == [])
            try await PurchaselyCalls.restore().get()
            #expect(await PurchaselyCalls.plans() == ["lifetime"])
        }
    }

    @Test func `At another store there is nothing to restore, but the user has access`()
        async throws
    {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            await PurchaselyCalls.start(as: "ann")
            try await PurchaselyCalls.buy("monthly").get()
        }
        let pixel = try devices.world.installation(
            "pixel", account: StoreAccount(.playStore, "ann"))
        await pixel.use {
            await PurchaselyCalls.start()
            #expect(await PurchaselyCalls.restore().errorName == "noProductsToRestore")
            _ = await PurchaselyCalls.logIn("ann")
            #expect(await PurchaselyCalls.plans() == ["monthly"])
        }
    }

    @Test func `After a reinstall a log-in brings nothing, a restore does`() async throws {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        try await phone.use {
            await PurchaselyCalls.start()
            try await PurchaselyCalls.buy("monthly").get()
            phone.reinstall()
            await PurchaselyCalls.start()
            #expect(await !PurchaselyCalls.logIn("ann"))
            #expect(await PurchaselyCalls.plans() == [])
            try await PurchaselyCalls.restore().get()
            #expect(await PurchaselyCalls.plans() == ["monthly"])
        }
    }

    // MARK: Observing

    @Test func `An app that buys by itself synchronises its purchase`() async throws {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        try await phone.use {
            try await Purchasely.apiKey("key").start()
            phone.store.own("monthly")
            #expect(await PurchaselyCalls.plans() == [])
            try await Purchasely.syncPurchase(for: "monthly")
            #expect(await PurchaselyCalls.plans() == ["monthly"])
        }
    }

    #if !canImport(StoreKit)
        @Test func `The stand-ins for StoreKit buy, and their result is synchronised`()
            async throws
        {
            let devices = try PurchaselyDevices()
            let phone = devices.phone
            try await phone.use {
                try await Purchasely.apiKey("key").start()
                let found = try await PurchaselyFacade.Product.products(for: ["monthly", "none"])
                #expect(found.map(\.id) == ["monthly"])
                let product = try #require(found.first)
                phone.store.nextPurchase = .isCancelled
                try await Purchasely.syncPurchase(with: try await product.purchase())
                phone.store.nextPurchase = .isPending
                try await Purchasely.syncPurchase(with: try await product.purchase())
                phone.store.nextPurchase = .fails
                await #expect(throws: PLYError.self) { try await product.purchase() }
                #expect(await PurchaselyCalls.sync().errorName == "noProductsToRestore")
                let result = try await product.purchase()
                #expect(await PurchaselyCalls.plans() == [])
                try await Purchasely.syncPurchase(with: result)
                #expect(await PurchaselyCalls.plans() == ["monthly"])
                guard case .success(.verified(let transaction)) = result else {
                    Issue.record("the purchase should have succeeded")
                    return
                }
                await #expect(throws: PLYError.self) {
                    try await Purchasely.syncPurchase(
                        with: .success(.unverified(transaction, PLYError.unknown)))
                }
            }
        }
    #endif

    // MARK: Products

    @Test func `Plans of one entitlement are one product`() async throws {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            await PurchaselyCalls.start()
            let products: [PLYProduct] = try await PurchaselyCalls.answer {
                Purchasely.allProducts(success: $0, failure: $1)
            }.get()
            #expect(
                products.map(\.vendorId) == ["premium", "news", "lifetime", "coins", "season"])
            #expect(products[0].plans.map(\.vendorId) == ["monthly", "yearly"])
            let premium: PLYProduct = try await PurchaselyCalls.answer {
                Purchasely.product(with: "premium", success: $0, failure: $1)
            }.get()
            #expect(premium.name == "premium")
            let missing: Result<PLYProduct, PLYError> = await PurchaselyCalls.answer {
                Purchasely.product(with: "monthly", success: $0, failure: $1)
            }
            #expect(missing.errorName == "productNotFound")
            #expect(Purchasely.plan(for: "premium") == nil)
        }
    }
}
