// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import RevenueCatFacade
import Testing

/// Prices, introductory offers and promotional offers.
@Suite struct RevenueCatOfferTests {
    private let phone: Installation

    init() throws { phone = try RevenueCatShop.phone() }

    private func product(_ identifier: String) async throws -> StoreProduct {
        try #require(await Purchases.shared.products([identifier]).first)
    }

    // MARK: Prices

    @Test func `A product says everything that the catalogue does`() async throws {
        try await phone.use {
            Purchases.configure(withAPIKey: "key")
            let monthly = try await product("pro_monthly")
            #expect(monthly.localizedTitle == "Pro")
            #expect(monthly.localizedDescription == "Everything, for a month")
            #expect(monthly.isFamilyShareable)
            #expect(monthly.subscriptionGroupIdentifier == "pro")
            #expect(monthly.subscriptionPeriod == SubscriptionPeriod(value: 1, unit: .month))
            #expect(monthly.introductoryDiscount?.paymentMode == .freeTrial)
            #expect(monthly.introductoryDiscount?.type == .introductory)
            #expect(monthly.discounts.map(\.offerIdentifier) == ["back"])
            #expect(monthly.discounts.first?.localizedPriceString == "$20.00")
            #expect(monthly.discounts.first?.type == .promotional)
            let coins = try await product("coins")
            #expect(coins.productCategory == .nonSubscription)
            #expect(coins.subscriptionPeriod == nil)
            #expect(coins.subscriptionGroupIdentifier == nil)
            #expect(coins.pricePerMonth == nil)
            #expect(coins.localizedPricePerMonth == nil)
        }
    }

    @Test func `Prices are worked out for other periods, and written as the store does`()
        async throws
    {
        try await phone.use {
            Purchases.configure(withAPIKey: "key")
            let yearly = try await product("pro_yearly")
            #expect(yearly.currencyCode == "EUR")
            #expect(yearly.pricePerDay == 0.2)
            #expect(yearly.pricePerWeek == 1.4)
            #expect(yearly.pricePerMonth == 6.08)
            #expect(yearly.pricePerYear == 73)
            #expect(yearly.localizedPricePerMonth == yearly.priceFormatter?.string(from: 6.08))
            #expect(yearly.localizedPriceString.contains("73,00"))
            #expect(yearly.localizedPriceString.contains("€"))
            let monthly = try await product("pro_monthly")
            #expect(monthly.pricePerDay == 0.33)
            #expect(monthly.pricePerWeek == 2.3)
            #expect(monthly.pricePerYear == 120)
            #expect(monthly.localizedPricePerYear == "$120.00")
        }
    }

    private static let lengths: [(SubscriptionPeriod.Unit, SubscriptionPeriod.Unit, Double)] = [
        (.day, .day, 2), (.week, .day, 14), (.month, .day, 60), (.year, .day, 730),
        (.year, .month, 24), (.year, .year, 2), (.day, .week, 2.0 / 7),
        (.month, .week, 730.0 / 84), (.year, .week, 730.0 / 7), (.week, .month, 14 * 12 / 365.0),
        (.day, .month, 1.0 / 15), (.day, .year, 2.0 / 365), (.month, .year, 1.0 / 6),
        (.week, .year, 14.0 / 365),
    ]

    @Test(arguments: lengths)
    func `A period is counted in other units`(
        unit: SubscriptionPeriod.Unit, other: SubscriptionPeriod.Unit, expected: Double
    ) {
        let count = SubscriptionPeriod(value: 2, unit: unit).numberOfUnitsAs(unit: other)
        #expect(abs(NSDecimalNumber(decimal: count).doubleValue - expected) < 1e-9)
    }

    @Test(arguments: [0, -3])
    func `An empty period has no price`(value: Int) {
        let product = TestStoreProduct(
            localizedTitle: "Odd", price: 1, currencyCode: "USD", localizedPriceString: "$1.00",
            productIdentifier: "odd", productType: .autoRenewableSubscription,
            localizedDescription: "",
            subscriptionPeriod: SubscriptionPeriod(value: value, unit: .day),
            locale: Locale(identifier: "en_US")
        ).toStoreProduct()
        #expect(product.pricePerMonth == nil)
    }

    @Test func `A product made by hand says what it was given`() {
        var given = TestStoreProduct(
            localizedTitle: "Pro", price: 5, currencyCode: "USD", localizedPriceString: "five",
            productIdentifier: "pro", productType: .autoRenewableSubscription,
            localizedDescription: "Everything",
            subscriptionPeriod: SubscriptionPeriod(value: 1, unit: .week),
            introductoryDiscount: TestStoreProductDiscount(
                identifier: "intro", price: 0, localizedPriceString: "free",
                paymentMode: .freeTrial,
                subscriptionPeriod: SubscriptionPeriod(value: 3, unit: .day), numberOfPeriods: 1,
                type: .introductory),
            locale: Locale(identifier: "en_US"))
        given.localizedPricePerMonth = "a lot"
        let product = given.toStoreProduct()
        #expect(product.localizedPriceString == "five")
        #expect(product.localizedPricePerMonth == "a lot")
        #expect(product.localizedPricePerDay == "$0.71")
        #expect(product.localizedIntroductoryPriceString == "free")
        #expect(product.introductoryDiscount?.offerIdentifier == "intro")
    }

    @Test func `StoreKit's product and transaction say the same`() async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            let monthly = try await product("pro_monthly")
            let wrapped = try #require(monthly.sk2Product)
            #expect(wrapped.id == "pro_monthly")
            #expect(wrapped.displayName == "Pro")
            #expect(wrapped.displayPrice == monthly.localizedPriceString)
            #expect(StoreProduct(sk2Product: wrapped) == monthly)
            #expect(monthly.sk1Product == nil)
            let transaction = try #require(
                try await purchases.purchase(product: monthly).transaction)
            let signed = try #require(transaction.sk2Transaction)
            #expect(String(signed.id) == transaction.transactionIdentifier)
            #expect(signed.productID == "pro_monthly")
            let byHand = StoreTransaction(
                productIdentifier: "a", purchaseDate: Date(), transactionIdentifier: "one")
            #expect(byHand.sk2Transaction == nil)
        }
    }

    // MARK: Introductory offers

    @Test func `Who gets an introductory offer is asked by product, package or identifier`()
        async throws
    {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            let asked = ["pro_monthly", "pro_yearly", "coins", "not_sold"]
            let before = await purchases.checkTrialOrIntroDiscountEligibility(
                productIdentifiers: asked)
            #expect(
                asked.map { before[$0]?.status }
                    == [.eligible, .eligible, .noIntroOfferExists, .unknown])
            let monthly = try #require(try await purchases.offerings().current?.monthly)
            _ = try await purchases.purchase(package: monthly)
            let after = await purchases.checkTrialOrIntroDiscountEligibility(packages: [monthly])
            #expect(after[monthly]?.status == .ineligible)
            let yearly = await purchases.checkTrialOrIntroDiscountEligibility(
                product: try await product("pro_yearly"))
            #expect(yearly == .ineligible, "one offer a group")
            #expect(!yearly.isEligible)
            phone.connection.goOffline()
            let offline = await purchases.checkTrialOrIntroDiscountEligibility(
                productIdentifiers: ["pro_monthly"])
            #expect(offline["pro_monthly"]?.status == .unknown)
        }
    }

    @Test func `Handlers get it, too`() async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            let yearly = try await product("pro_yearly")
            let status = await withCheckedContinuation { done in
                purchases.checkTrialOrIntroDiscountEligibility(product: yearly) {
                    done.resume(returning: $0)
                }
            }
            #expect(status == .eligible)
        }
    }

    @Test func `A paid introduction is a period of its own kind, at its own price`() async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            let info = try await purchases.purchase(product: try await product("pro_yearly"))
                .customerInfo
            #expect(info.entitlements["pro"]?.periodType == .intro)
            #expect(info.subscriptionsByProductIdentifier["pro_yearly"]?.price?.amount == 3)
            phone.world.clock.advance(by: .days(70))
            let later = try await purchases.customerInfo(fetchPolicy: .fetchCurrent)
            #expect(later.entitlements["pro"]?.periodType == .normal)
            #expect(later.subscriptionsByProductIdentifier["pro_yearly"]?.price?.amount == 73)
        }
    }

    // MARK: Promotional offers

    @Test func `Who has bought before gets promotional offers, and buys with them`() async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            let monthly = try await product("pro_monthly")
            let discount = try #require(monthly.discounts.first)
            await #expect(throws: ErrorCode.ineligibleError) {
                try await purchases.promotionalOffer(forProductDiscount: discount, product: monthly)
            }
            #expect(await monthly.eligiblePromotionalOffers().isEmpty)
            _ = try await purchases.purchase(product: try await product("coins"))
            let offers = await purchases.eligiblePromotionalOffers(forProduct: monthly)
            let offer = try #require(offers.first)
            #expect(offer.signedData.identifier == "back")
            await #expect(throws: ErrorCode.invalidPromotionalOfferError) {
                try await purchases.purchase(
                    product: try await product("pro_yearly"), promotionalOffer: offer)
            }
            let params = PurchaseParams.Builder(product: monthly)
                .with(promotionalOffer: offer).build()
            let info = try await purchases.purchase(params).customerInfo
            #expect(info.subscriptionsByProductIdentifier["pro_monthly"]?.price?.amount == 20)
            #expect(info.entitlements["pro"]?.periodType == .intro)
        }
    }

    @Test func `A discount without an identifier, or a product without a group, cannot be signed`()
        async throws
    {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            let monthly = try await product("pro_monthly")
            let introduction = try #require(monthly.introductoryDiscount)
            await #expect(throws: ErrorCode.productDiscountMissingIdentifierError) {
                try await purchases.promotionalOffer(
                    forProductDiscount: introduction, product: monthly)
            }
            let discount = try #require(monthly.discounts.first)
            let coins = try await product("coins")
            let code = await withCheckedContinuation { done in
                purchases.getPromotionalOffer(forProductDiscount: discount, product: coins) {
                    done.resume(returning: $0 == nil ? $1?.asErrorCode : nil)
                }
            }
            #expect(code == .productDiscountMissingSubscriptionGroupIdentifierError)
        }
    }

    @Test(
        arguments: [(1, nil), (10, nil), (0, .purchaseInvalidError), (11, .purchaseInvalidError)]
            as [(Int, ErrorCode?)])
    func `The store sells from one to ten at once`(quantity: Int, error: ErrorCode?) async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            let params = PurchaseParams.Builder(product: try await product("coins"))
                .with(quantity: quantity).build()
            do {
                let bought = try await purchases.purchase(params)
                #expect(bought.transaction?.quantity == quantity)
                #expect(error == nil)
            } catch let code as ErrorCode {
                #expect(code == error)
            }
        }
    }

    @Test func `Nobody gets an offer for those who have left`() async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            let monthly = try await product("pro_monthly")
            #expect(try await purchases.eligibleWinBackOffers(forProduct: monthly).isEmpty)
            phone.connection.goOffline()
            await #expect(throws: ErrorCode.offlineConnectionError) {
                try await purchases.eligibleWinBackOffers(forProduct: monthly)
            }
        }
    }
}
