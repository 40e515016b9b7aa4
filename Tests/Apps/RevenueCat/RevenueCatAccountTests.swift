// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import RevenueCat
import Testing

/// Signing out, listening, purchases on the web, eligibility of one product.
@Suite struct RevenueCatAccountTests {
    private static let ann = "035b30e2-faf4-462d-aec3-caa0fbe26c49"
    private let world: SharedWorld
    private let phone: Installation

    init() throws {
        world = try SharedWorld(
            "revenuecat",
            catalogue: [
                .subscription("pro_monthly", unlocks: ["pro"], trial: .week),
                .consumable("coins", unlocks: []),
            ])
        phone = try world.installation("phone")
    }

    @MainActor @Test func `The service hears of what changes behind the app's back`() async throws {
        let service = SubscriptionService()
        try await phone.use {
            service.start(apiKey: "appl_key")
            let changed = Locked(false)
            service.onChange = { isPro in changed.withLock { $0 = isPro } }
            let listening = service.listen()
            defer { listening.cancel() }
            let product = try #require(await Purchases.shared.products(["pro_monthly"]).first)
            _ = try await Purchases.shared.purchase(product: product)
            for _ in 0..<500 where !changed.withLock({ $0 }) {
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(changed.withLock { $0 })
        }
    }

    @Test func `Signing out makes a guest, and a guest stays one`() async throws {
        await phone.use {
            SubscriptionService().start(apiKey: "appl_key", userID: Self.ann)
            let account = SignIn()
            #expect(account.currentUserID == Self.ann && !account.isGuest)
            for _ in 0..<2 {
                let error: Error? = await withCheckedContinuation { done in
                    account.signOut { done.resume(returning: $0) }
                }
                #expect(error == nil && account.isGuest)
            }
        }
    }

    @Test func `A link redeems what was bought on the web, once and in its time`() async throws {
        let web = world.store(of: StoreAccount(.stripe, "ann"))
        #expect(web.sell("pro_monthly", to: "visitor"))
        let late = web.redemptionToken(for: "pro_monthly", of: "visitor")
        world.clock.advance(by: .days(2))
        let token = web.redemptionToken(for: "pro_monthly", of: "visitor")
        try await phone.use {
            SubscriptionService().start(apiKey: "appl_key", userID: Self.ann)
            func open(_ token: String) async throws -> WebPurchases.Outcome {
                let link = "app://redeem_web_purchase?redemption_token=\(token)"
                return await WebPurchases().open(try #require(URL(string: link)))
            }
            guard case .expired = try await open(late) else {
                Issue.record("the link is good")
                return
            }
            #expect(try await open("none") == .nothing)
            phone.connection.goOffline()
            guard case .failed = try await open(token) else {
                Issue.record("there is no network")
                return
            }
            phone.connection.goOnline()
            #expect(try await open(token) == .unlocked)
        }
    }

    @Test func `Eligibility is asked for one product and for several`() async throws {
        try await phone.use {
            SubscriptionService().start(apiKey: "appl_key")
            let checker = EligibilityChecker()
            let product = try #require(await Purchases.shared.products(["pro_monthly"]).first)
            #expect(await checker.isEligible(product))
            _ = try await Purchases.shared.purchase(product: product)
            #expect(await !checker.isEligible(product))
            let statuses = await withCheckedContinuation { done in
                checker.statuses(of: ["pro_monthly", "coins", "none"]) {
                    done.resume(returning: $0)
                }
            }
            #expect(
                statuses == [
                    "pro_monthly": .ineligible, "coins": .noIntroOfferExists, "none": .unknown,
                ])
        }
    }
}
