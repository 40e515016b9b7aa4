// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import RevenueCat
import Testing

/// Code of an app that sells by RevenueCat, with the façade under the SDK's name.
@Suite struct RevenueCatAppTests {
    private static let ann = "035b30e2-faf4-462d-aec3-caa0fbe26c49"
    private let world: SharedWorld
    private let phone: Installation

    init() throws {
        let monthly = CatalogueProduct(
            "pro_monthly", .subscription, unlocks: ["pro"], period: .month,
            trial: .week, price: 10)
        let yearly = CatalogueProduct(
            "pro_yearly", .subscription, unlocks: ["pro"], period: .year, price: 60)
        world = try SharedWorld(
            "revenuecat",
            catalogue: Catalogue(
                [monthly, yearly],
                offerings: [
                    CatalogueOffering(
                        "default", metadata: ["headline": "Write more"],
                        packages: ["$rc_monthly": "pro_monthly", "$rc_annual": "pro_yearly"])
                ], current: "default"))
        phone = try world.installation("phone")
    }

    @MainActor @Test func `The paywall loads, prices and sells the current offering`() async throws
    {
        try await phone.use {
            SubscriptionService().start(apiKey: "appl_key")
            let paywall = PaywallViewModel()
            await paywall.load()
            #expect(paywall.state == .ready)
            #expect(paywall.headline == "Write more")
            #expect(paywall.packages.map(paywall.title) == ["Monthly", "Yearly"])
            #expect(paywall.selected?.packageType == .annual)
            let year = try #require(paywall.selected)
            #expect(paywall.priceLine(of: year) == "$60.00 ($5.00 a month)")
            #expect(paywall.savings == 50)
            #expect(paywall.packages.map(paywall.trialLine) == ["1 weeks free", nil])
            let eligible = await EligibilityChecker().eligible(paywall.packages)
            #expect(eligible == ["$rc_monthly"])
            await paywall.purchase()
            #expect(paywall.state == .finished)
        }
    }

    @MainActor
    @Test(
        arguments: [
            (PurchaseAnswer.isCancelled, PaywallViewModel.State.ready),
            (.isPending, .failed("The payment is waiting for approval.")),
        ])
    func `What the person at the store does reaches the screen`(
        answer: PurchaseAnswer, state: PaywallViewModel.State
    ) async throws {
        await phone.use {
            SubscriptionService().start(apiKey: "appl_key")
            let paywall = PaywallViewModel()
            await paywall.load()
            phone.store.nextPurchase = answer
            await paywall.purchase()
            #expect(paywall.state == state)
        }
    }

    @MainActor @Test func `Without a network the paywall says so`() async throws {
        await phone.use {
            SubscriptionService().start(apiKey: "appl_key")
            phone.connection.goOffline()
            let paywall = PaywallViewModel()
            await paywall.load()
            #expect(paywall.state == .failed("Check your connection and try again."))
        }
    }

    @MainActor @Test func `The service hears of a purchase and of its end`() async throws {
        let service = SubscriptionService()
        try await phone.use {
            service.start(apiKey: "appl_key")
            let product = try #require(await Purchases.shared.products(["pro_monthly"]).first)
            _ = try await Purchases.shared.purchase(product: product)
            await withCheckedContinuation { done in service.refresh { _ in done.resume() } }
            #expect(service.isPro)
            let info = try #require(service.customerInfo)
            let screen = ManageSubscriptionViewModel(info: info, now: world.clock.now)
            #expect(screen.lines == [.init(title: "pro", detail: "App Store, trial, renews")])
            #expect(screen.warning == nil)
            phone.store.cancel("pro_monthly")
            world.clock.advance(by: .month)
            _ = try await Purchases.shared.customerInfo(fetchPolicy: .fetchCurrent)
            await withCheckedContinuation { done in service.refresh { _ in done.resume() } }
            #expect(!service.isPro)
        }
    }

    @Test func `Customers made for previews say what they were made to say`() {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        for isPro in [true, false] {
            let info = PreviewData.customer(isPro: isPro, now: now)
            #expect((info.entitlements["pro"]?.isActive == true) == isPro)
            let screen = ManageSubscriptionViewModel(info: info, now: now)
            #expect(screen.lines.count == (isPro ? 1 : 0))
            #expect((screen.warning == "Your subscription has ended.") == !isPro)
        }
    }

    @Test func `Attributes and links of others do no harm`() async throws {
        await phone.use {
            SubscriptionService().start(apiKey: "appl_key", userID: Self.ann)
            AnalyticsAttributes.report(
                email: "ann@example.com", name: "Ann", pushToken: Data([1]), appsFlyerID: "af")
            #expect(await AnalyticsAttributes.syncOfferings() == "default")
            let link = URL(string: "https://example.com")!
            #expect(await WebPurchases().open(link) == .notOurs)
        }
    }

    @Test func `An error of a handler is a code of the SDK`() async throws {
        await phone.use {
            SubscriptionService().start(apiKey: "appl_key")
            let error: Error? = await withCheckedContinuation { done in
                Purchases.shared.logOut { _, error in done.resume(returning: error) }
            }
            #expect(error as? RevenueCat.ErrorCode == .logOutAnonymousUserError)
            #expect(error.flatMap(PurchaseErrorPresenter.message) == "Sign in again.")
        }
    }
}
