// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import QonversionFacade
import Testing

/// Offerings, products with all that they say, introductory and promotional offers.
@Suite struct QonversionOfferingTests {
    static let half = CatalogueOffer.payAsYouGo(
        Decimal(499) / 100, every: .month, periods: 3, id: "half")

    static let catalogue = Catalogue(
        [
            .subscription("monthly", unlocks: ["pro"], trial: .days(3), group: "pro"),
            CatalogueProduct(
                "yearly", .subscription, unlocks: ["pro"], period: .year, price: 49,
                currencyCode: "EUR", title: "Yearly", description: "A year of everything",
                locale: Locale(identifier: "de_DE"),
                introductoryOffer: .payUpFront(1, for: .week), promotionalOffers: [half],
                subscriptionGroup: "pro", isFamilyShareable: true),
            .subscription("plain", every: BillingPeriod(2, .month)),
            .nonConsumable("skin"), .consumable("coins"), .nonRenewing("pass", lasting: .days(7)),
        ],
        offerings: [
            CatalogueOffering("main", products: ["yearly", "monthly", "gone"]),
            CatalogueOffering("sale", products: ["monthly"]),
        ])

    private func started(_ catalogue: Catalogue = catalogue) throws -> Installation {
        let phone = try SharedWorld("qonversion", catalogue: catalogue).installation("phone")
        phone.start()
        return phone
    }

    @Test func `Offerings are those of the catalogue, with what the stores sell`() async throws {
        let phone = try started()
        let offerings = try await phone.qonversion.oldOfferings()
        #expect(offerings.availableOfferings.map(\.identifier) == ["main", "sale"])
        #expect(offerings.availableOfferings.map(\.tag) == [.main, .none])
        let main = try #require(offerings.main)
        #expect(main.products.map(\.qonversionID) == ["yearly", "monthly"])
        #expect(main.products.map(\.offeringID) == ["main", "main"])
        #expect(main.product(for: "yearly")?.storeID == "yearly")
        #expect(main.product(for: "gone") == nil)
        #expect(phone.notes.contains { $0.contains("the catalogue has no product \"gone\"") })
        #expect(offerings.offering(for: "sale")?.products.count == 1)
        #expect(offerings.offering(for: "none") == nil)
        #expect(try await phone.qonversion.products()["yearly"]?.offeringID == nil)
        #expect(try await phone.buy("monthly").isSuccessful)
    }

    @Test func `Without offerings there is the SDK's error`() async throws {
        let phone = try started([.subscription("X")])
        await #expect(throws: Qonversion.ErrorCode.offeringsNotAvailable) {
            _ = try await phone.qonversion.oldOfferings()
        }
        let log = QonversionLog()
        phone.qonversion.oldOfferings { offerings, error in
            log.add("\(offerings == nil) \((error as? NSError)?.code ?? 0)")
        }
        await phone.settled()
        #expect(log.lines == ["true 36"])
    }

    @Test(
        arguments: [
            ("monthly", .durationMonthly, .threeDays, "month 1", "day 3"),
            ("yearly", .durationAnnual, .notAvailable, "year 1", nil),
            ("plain", .durationUnknown, .notAvailable, "month 2", nil),
            ("skin", .durationLifetime, .notAvailable, nil, nil),
            ("coins", .durationUnknown, .notAvailable, nil, nil),
            ("pass", .durationWeekly, .notAvailable, nil, nil),
        ] as [(String, Qonversion.ProductDuration, Qonversion.TrialDuration, String?, String?)])
    func `A product says how long it and its trial run`(
        id: String, duration: Qonversion.ProductDuration, trial: Qonversion.TrialDuration,
        period: String?, trialPeriod: String?
    ) async throws {
        let phone = try started()
        let product = try #require(try await phone.qonversion.products()[id])
        let old: any QonversionOldProduct = product
        #expect(old.duration == duration && old.trialDuration == trial)
        func text(_ period: Qonversion.SubscriptionPeriod?) -> String? {
            period.map {
                "\(Qonversion.SubscriptionPeriod.unitStringFormat($0.unit)) \($0.unitCount)"
            }
        }
        #expect(text(product.subscriptionPeriod) == period)
        #expect(text(product.trialPeriod) == trialPeriod)
    }

    @Test func `StoreKit's product is a stand-in with prices, period and offers`() async throws {
        let phone = try started()
        let product = try #require(try await phone.qonversion.products()["yearly"])
        let store = try #require(product.skProduct)
        #expect(store.productIdentifier == "yearly" && store.localizedTitle == "Yearly")
        #expect(store.localizedDescription == "A year of everything")
        #expect(store.price == 49 && store.prettyCurrency == "EUR")
        #expect(store.priceLocale.currency?.identifier == "EUR")
        #expect(store.prettyPrice.contains("49,00") && store.prettyPrice.contains("€"))
        #expect(product.prettyPrice == store.prettyPrice)
        #expect(store.subscriptionPeriod?.unit == .year)
        #expect(store.subscriptionPeriod?.numberOfUnits == 1)
        #expect(store.subscriptionGroupIdentifier == "pro" && store.isFamilyShareable)
        let introduction = try #require(store.introductoryPrice)
        #expect(introduction.paymentMode == .payUpFront && introduction.type == .introductory)
        #expect(introduction.price == 1 && introduction.identifier == nil)
        let discount = try #require(store.discounts.first)
        #expect(discount.identifier == "half" && discount.type == .subscription)
        #expect(discount.numberOfPeriods == 3 && discount.subscriptionPeriod.unit == .month)
        #expect(try await phone.qonversion.products()["skin"]?.skProduct?.discounts.isEmpty == true)
    }

    @Test func `Eligibility is the store account's, and is used up by a purchase`() async throws {
        let phone = try started()
        func statuses() async throws -> [Qonversion.IntroEligibilityStatus?] {
            let ids = ["monthly", "yearly", "plain", "nothing", "monthly"]
            let all = try await phone.qonversion.checkTrialIntroEligibility(ids)
            return ids.map { all[$0]?.status }
        }
        #expect(
            try await statuses() == [
                .eligible, .eligible, .nonIntroOrTrialProduct, .unknown, .eligible,
            ])
        try await phone.buy("monthly")
        #expect(
            try await statuses() == [
                .ineligible, .ineligible, .nonIntroOrTrialProduct, .unknown, .ineligible,
            ])
        phone.connection.goOffline()
        let log = QonversionLog()
        phone.qonversion.checkTrialIntroEligibility(["monthly"]) { all, error in
            log.add("\(all.count) \((error as? NSError)?.code ?? 0)")
        }
        await phone.settled()
        #expect(log.lines == ["0 14"])
    }

    @Test func `A promotional offer is signed, and bought by an account that has bought before`()
        async throws
    {
        let phone = try started()
        let products = try await phone.qonversion.products()
        let yearly = try #require(products["yearly"])
        let monthly = try #require(products["monthly"])
        let discount = try #require(yearly.skProduct?.discounts.first)
        let offer = try await phone.qonversion.getPromotionalOffer(for: yearly, discount: discount)
        #expect(offer.paymentDiscount.identifier == "half")
        let options = Qonversion.PurchaseOptions(promoOffer: offer)
        let early = await phone.qonversion.purchase(yearly, options: options)
        #expect(early.error as? Qonversion.ErrorCode == .paymentInvalid)
        try await phone.buy("coins")
        let wrong = await phone.qonversion.purchase(monthly, options: options)
        #expect(wrong.error as? Qonversion.ErrorCode == .paymentInvalid)
        #expect(await phone.qonversion.purchase(yearly, options: options).isSuccessful)
        let entitlement = try #require(try await phone.qonversion.checkEntitlements()["pro"])
        #expect(entitlement.expirationDate == BillingPeriod.month.end(from: phone.world.clock.now))
        #expect(entitlement.transactions.map(\.promoOfferId) == ["half"])
    }

    @Test func `An offer of another product is not signed`() async throws {
        let phone = try started()
        let products = try await phone.qonversion.products()
        let yearly = try #require(products["yearly"])
        let monthly = try #require(products["monthly"])
        let discount = try #require(yearly.skProduct?.discounts.first)
        let introduction = try #require(yearly.skProduct?.introductoryPrice)
        for (product, discount) in [(monthly, discount), (yearly, introduction)] {
            await #expect(throws: Qonversion.ErrorCode.productNotFound) {
                _ = try await phone.qonversion.getPromotionalOffer(for: product, discount: discount)
            }
        }
    }

    @Test func `Transactions of an introductory price say so`() async throws {
        let phone = try started(
            Catalogue([
                .subscription("X", introductoryOffer: .payAsYouGo(1, every: .week, periods: 2))
            ]))
        try await phone.buy("X")
        phone.world.clock.advance(by: .days(15))
        let entitlement = try #require(try await phone.qonversion.checkEntitlements()["X"])
        #expect(
            entitlement.transactions.map(\.type) == [
                .introStarted, .introRenewed, .subscriptionStarted,
            ])
    }
}

/// The deprecated members; through a protocol they can be used without a warning.
protocol QonversionOldProduct {
    var duration: Qonversion.ProductDuration { get }
    var trialDuration: Qonversion.TrialDuration { get }
}

extension Qonversion.Product: QonversionOldProduct {}
