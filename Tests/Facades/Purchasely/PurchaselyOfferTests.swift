// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import PurchaselyFacade
import Testing

/// Introductory and promotional offers, from the world's catalogue.
@Suite struct PurchaselyOfferTests {
    static let catalogue: Catalogue = [
        .subscription(
            "paid", introductoryOffer: .payAsYouGo(2, every: .week, periods: 3), group: "news"),
        .subscription("upfront", introductoryOffer: .payUpFront(5, for: BillingPeriod(2, .month))),
        .subscription("trial", trial: .week, group: "news"),
        .subscription(
            "yearly", every: .year, price: 60,
            promotionalOffers: [
                .payUpFront(20, for: .year, id: "third"), .freeTrial(.month, id: "gift"),
            ]),
        .consumable("coins"),
    ]

    private func phone() throws -> Installation {
        try SharedWorld("purchasely", catalogue: Self.catalogue).installation("phone")
    }

    private func plan(_ id: String) throws -> PLYPlan {
        try #require(Purchasely.plan(for: id))
    }

    private func buy(_ id: String, at offer: String) async throws -> Result<Void, PLYError> {
        let plan = try plan(id)
        return await PurchaselyCalls.done {
            Purchasely.purchaseWithPromotionalOffer(
                plan: plan, contentId: "cover", storeOfferId: offer, success: $0, failure: $1)
        }
    }

    private func subscription() async throws -> PLYSubscription {
        try #require(try await PurchaselyCalls.subscriptions(isFresh: true).get()?.last)
    }

    @Test func `A paid introductory price has its price, its period and how long it lasts`()
        async throws
    {
        try await phone().use {
            await PurchaselyCalls.start()
            let paid = try plan("paid")
            #expect(paid.hasIntroductoryPrice && !paid.hasFreeTrial)
            #expect(paid.introAmount == 2)
            #expect(paid.localizedFullIntroductoryPrice() == "$2.00 / week")
            #expect(paid.localizedIntroductoryDuration() == "3 weeks")
            #expect(paid.introductoryDuration() == 3)
            let upFront = try plan("upfront")
            #expect(upFront.localizedFullIntroductoryPrice() == "$5.00 / 2 months")
            #expect(upFront.localizedIntroductoryDuration() == "2 months")
            let read = try JSONDecoder().decode(PLYPlan.self, from: JSONEncoder().encode(paid))
            #expect(read.localizedFullIntroductoryPrice() == "$2.00 / week")
        }
    }

    @Test func `An introductory price is open to an account that took none in the group`()
        async throws
    {
        try await phone().use {
            await PurchaselyCalls.start()
            func eligible() async throws -> [Bool] {
                var found: [Bool] = []
                for id in ["paid", "trial", "upfront", "yearly"] {
                    let plan = try plan(id)
                    found.append(
                        await withCheckedContinuation { continuation in
                            plan.isUserEligibleForIntroductoryOffer {
                                continuation.resume(returning: $0)
                            }
                        })
                }
                return found
            }
            #expect(try await eligible() == [true, true, true, false])
            try await PurchaselyCalls.buy("trial").get()
            #expect(try await eligible() == [false, false, true, false])
        }
    }

    @Test func `A subscription says the offer that it is under, and what was paid`() async throws {
        let phone = try phone()
        try await phone.use {
            await PurchaselyCalls.start()
            try await PurchaselyCalls.buy("paid").get()
            let paid = try await subscription()
            #expect(paid.offerType == .introOffer && paid.offerIdentifier == nil)
            #expect(paid.cumulatedRevenuesInUsd == 2)
            try await buy("yearly", at: "third").get()
            let yearly = try await subscription()
            #expect(yearly.offerType == .promotionalOffer)
            #expect(yearly.offerIdentifier == "third")
            #expect(yearly.contentId == "cover")
            #expect(yearly.cumulatedRevenuesInUsd == 20)
            phone.store.renew("yearly")
            Purchasely.synchronize()
            let renewed = try await subscription()
            #expect(renewed.offerType == .none && renewed.offerIdentifier == nil)
            #expect(renewed.cumulatedRevenuesInUsd == 80)
        }
    }

    static let refused: [(plan: String, offer: String, buysFirst: Bool, error: String?)] = [
        ("yearly", "third", false, "ineligibleForOffer"),
        ("yearly", "none", true, "invalidOfferIdentifier"),
        ("paid", "third", true, "invalidOfferIdentifier"),
        ("yearly", "gift", true, nil),
    ]

    @Test(arguments: refused.indices, [PLYRunningMode.full, .observer])
    func `An offer is sold to accounts that have bought before`(
        row: Int, mode: PLYRunningMode
    ) async throws {
        let (plan, offer, buysFirst, error) = Self.refused[row]
        try await phone().use {
            await PurchaselyCalls.start(mode: mode)
            if buysFirst { try await PurchaselyCalls.buy("coins").get() }
            #expect(try await buy(plan, at: offer).errorName == error)
            guard error == nil else { return }
            try await PurchaselyCalls.sync().get()
            #expect(try await subscription().offerIdentifier == "gift")
        }
    }

    @Test func `A plan's offers are signed`() async throws {
        try await phone().use {
            await PurchaselyCalls.start()
            let yearly = try plan("yearly")
            #expect(yearly.promoOffers.map(\.storeOfferId) == ["third", "gift"])
            #expect(try yearly.hasPromoOffers && !plan("coins").hasPromoOffers)
            let offer = try #require(yearly.promoOffers.first)
            let signed: Result<PLYOfferSignature, PLYError> = await PurchaselyCalls.answer {
                Purchasely.signPromotionalOffer(
                    plan: yearly, promoOffer: offer, success: $0, failure: $1)
            }
            let signature = try signed.get()
            #expect(signature.planVendorId == "yearly" && signature.identifier == "third")
            #expect(Data(base64Encoded: signature.signature) != nil)
        }
    }

    @Test @MainActor func `A screen sells at an offer, and tells the interceptor which`()
        async throws
    {
        let phone = try phone()
        try await phone.use {
            await PurchaselyCalls.start()
            try await PurchaselyCalls.buy("coins").get()
            var offers: [String?] = []
            Purchasely.setPaywallActionsInterceptor { _, parameters, _, proceed in
                offers.append(parameters?.promoOffer?.vendorId)
                proceed(true)
            }
            let paywall = SimulatedPaywall.display()
            paywall.tap(.purchase, plan: "yearly", offer: "gift")
            await paywall.settled()
            #expect(offers == ["gift"])
            #expect(try await subscription().offerIdentifier == "gift")
        }
    }

    @Test func `A subscription says the world's environment and the store's country`() async throws
    {
        let phone = try phone()
        try await phone.use {
            await PurchaselyCalls.start()
            try await PurchaselyCalls.buy("paid").get()
            let first = try await subscription()
            #expect(first.environment == .production && first.storeCountry == "USA")
            phone.world.isSandbox = true
            phone.store.storefront = "FRA"
            try await PurchaselyCalls.buy("trial").get()
            let second = try await subscription()
            #expect(second.environment == .sandbox && second.storeCountry == "FRA")
        }
    }
}
