// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import RevenueCatFacade
import Testing

/// Products, and buying them.
///
/// Source: https://www.revenuecat.com/docs/getting-started/making-purchases, read 2026-11-21.
@Suite struct RevenueCatPurchaseTests {
    private static let catalogue: Catalogue = [
        .subscription("monthly", unlocks: ["pro"], trial: .week),
        .subscription("yearly", unlocks: ["pro", "plus"], every: .year),
        .nonConsumable("lifetime", unlocks: ["pro"]), .consumable("coins"),
        .nonRenewing("pass", lasting: .days(3)),
    ]

    private func world() throws -> SharedWorld {
        try SharedWorld("revenuecat", catalogue: Self.catalogue)
    }

    private func buy(_ product: String) async throws -> PurchaseResultData {
        let products = await Purchases.shared.products([product])
        return try await Purchases.shared.purchase(product: try #require(products.first))
    }

    // MARK: Products

    @Test func `Products come in the order asked for, without those that are not sold`()
        async throws
    {
        let phone = try world().installation("phone")
        await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            let asked = ["yearly", "none", "coins", "yearly", "", "monthly"]
            let products = await purchases.products(asked)
            #expect(products.map(\.productIdentifier) == ["yearly", "coins", "monthly"])
            let handed = await withCheckedContinuation { continuation in
                purchases.getProducts(asked) { products in
                    MainActor.assertIsolated()
                    continuation.resume(returning: products)
                }
            }
            #expect(handed == products)
            phone.connection.goOffline()
            #expect(await purchases.products(asked).isEmpty)
        }
    }

    static let kinds: [(id: String, type: StoreProduct.ProductType, unit: SubscriptionPeriod?)] = [
        ("monthly", .autoRenewableSubscription, SubscriptionPeriod(value: 1, unit: .month)),
        ("yearly", .autoRenewableSubscription, SubscriptionPeriod(value: 1, unit: .year)),
        ("lifetime", .nonConsumable, nil), ("coins", .consumable, nil),
        ("pass", .nonRenewableSubscription, nil),
    ]

    @Test(arguments: kinds)
    func `A product says what it is`(
        row: (id: String, type: StoreProduct.ProductType, unit: SubscriptionPeriod?)
    ) async throws {
        let phone = try world().installation("phone")
        try await phone.use {
            Purchases.configure(withAPIKey: "key")
            let product = try #require(await Purchases.shared.products([row.id]).first)
            #expect(product.productType == row.type)
            #expect(product.subscriptionPeriod == row.unit)
            #expect(
                product.productCategory == (row.unit == nil ? .nonSubscription : .subscription))
            #expect(product.price == Decimal(string: "9.99"))
            #expect(product.priceDecimalNumber == NSDecimalNumber(string: "9.99"))
            #expect(product.currencyCode == "USD")
            #expect(product.localizedPriceString == "$9.99")
            #expect(product.localizedTitle == row.id)
            #expect(product.localizedDescription == row.id)
        }
    }

    // MARK: Buying

    @Test func `A purchase gives the transaction and the customer`() async throws {
        let phone = try world().installation("phone")
        try await phone.use {
            Purchases.configure(withAPIKey: "key")
            let (transaction, info, userCancelled) = try await buy("monthly")
            #expect(!userCancelled)
            #expect(transaction?.productIdentifier == "monthly")
            #expect(transaction?.quantity == 1)
            #expect(transaction?.purchaseDate == phone.world.clock.now)
            let subscription = info.subscriptionsByProductIdentifier["monthly"]
            #expect(transaction?.transactionIdentifier == subscription?.storeTransactionId)
            #expect(info.entitlements["pro"]?.periodType == .trial)
            #expect(info == Purchases.shared.cachedCustomerInfo)
        }
    }

    @Test func `Products of all kinds unlock what they should`() async throws {
        let phone = try world().installation("phone")
        try await phone.use {
            Purchases.configure(withAPIKey: "key")
            for product in ["coins", "pass", "lifetime", "coins"] { _ = try await buy(product) }
            let info = try await Purchases.shared.customerInfo()
            #expect(Set(info.entitlements.active.keys) == ["coins", "pass", "pro"])
            #expect(
                info.nonSubscriptions.map(\.productIdentifier).sorted()
                    == ["coins", "coins", "lifetime", "pass"])
            #expect(Set(info.nonSubscriptions.map(\.transactionIdentifier)).count == 4)
            #expect(info.activeSubscriptions.isEmpty)
            phone.world.clock.advance(by: 4 * 86_400)
            let later = try await Purchases.shared.customerInfo(fetchPolicy: .fetchCurrent)
            #expect(Set(later.entitlements.active.keys) == ["coins", "pro"])
        }
    }

    @Test func `Of two purchases behind an entitlement the one that lasts longest is shown`()
        async throws
    {
        let phone = try world().installation("phone")
        try await phone.use {
            Purchases.configure(withAPIKey: "key")
            _ = try await buy("yearly")
            let (_, info, _) = try await buy("monthly")
            #expect(info.entitlements["pro"]?.productIdentifier == "yearly")
            #expect(info.activeSubscriptions == ["monthly", "yearly"])
            #expect(
                info.latestExpirationDate == info.expirationDate(forProductIdentifier: "yearly"))
            let (_, bought, _) = try await buy("lifetime")
            #expect(bought.entitlements["pro"]?.productIdentifier == "lifetime")
            #expect(bought.entitlements["plus"]?.productIdentifier == "yearly")
        }
    }

    @Test func `A cancelled purchase is no error to async, and one to a handler`() async throws {
        let phone = try world().installation("phone")
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            phone.store.nextPurchase = .isCancelled
            let (transaction, info, userCancelled) = try await buy("monthly")
            #expect(transaction == nil)
            #expect(userCancelled)
            #expect(info.entitlements.active.isEmpty)
            phone.store.nextPurchase = .isCancelled
            let product = try #require(await purchases.products(["monthly"]).first)
            let said = await withCheckedContinuation { continuation in
                purchases.purchase(product: product) { transaction, info, error, userCancelled in
                    MainActor.assertIsolated()
                    continuation.resume(
                        returning: (transaction == nil, info != nil, error?.code, userCancelled))
                }
            }
            #expect(said == (true, true, ErrorCode.purchaseCancelledError.rawValue, true))
        }
    }

    @Test(arguments: [
        (PurchaseAnswer.isPending, ErrorCode.paymentPendingError), (.fails, .storeProblemError),
    ])
    func `What the store cannot do is an error`(answer: PurchaseAnswer, code: ErrorCode)
        async throws
    {
        let phone = try world().installation("phone")
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            let product = try #require(await purchases.products(["monthly"]).first)
            let params = PurchaseParams.Builder(product: product).build()
            phone.store.nextPurchase = answer
            await #expect(throws: code) { try await purchases.purchase(params) }
            phone.store.nextPurchase = answer
            let said = await withCheckedContinuation { continuation in
                purchases.purchase(params) { transaction, info, error, userCancelled in
                    continuation.resume(
                        returning: (transaction == nil, info == nil, error?.code, userCancelled))
                }
            }
            #expect(said == (true, true, code.rawValue, false))
            let bought = try await purchases.purchase(params)
            #expect(bought.transaction != nil, "after one answer the store sells again")
        }
    }

    @Test func `A product of another store's is not available here`() async throws {
        let elsewhere = try SharedWorld("revenuecat", catalogue: [.subscription("other")])
            .installation("elsewhere")
        let product = try await elsewhere.use {
            Purchases.configure(withAPIKey: "key")
            return try #require(await Purchases.shared.products(["other"]).first)
        }
        let phone = try world().installation("phone")
        await phone.use {
            Purchases.configure(withAPIKey: "key")
            await #expect(throws: ErrorCode.productNotAvailableForPurchaseError) {
                try await Purchases.shared.purchase(product: product)
            }
        }
    }

    @Test func `A subscription that goes over answers with the new product`() async throws {
        let phone = try world().installation("phone")
        try await phone.use {
            Purchases.configure(withAPIKey: "key")
            _ = try await buy("monthly")
            #expect(phone.store.change("monthly", to: "yearly"))
            let info = try await Purchases.shared.customerInfo(fetchPolicy: .fetchCurrent)
            #expect(info.activeSubscriptions == ["yearly"])
            #expect(info.entitlements["pro"]?.productIdentifier == "yearly")
            #expect(info.entitlements["pro"]?.periodType == .normal)
        }
    }

    @Test func `The stores have their names`() async throws {
        let names: [(AllonymCore.Store, RevenueCatFacade.Store, String?)] = [
            (.appStore, .appStore, "apps.apple.com"),
            (.macAppStore, .macAppStore, "apps.apple.com"),
            (.playStore, .playStore, "play.google.com"), (.amazon, .amazon, nil),
            (.stripe, .stripe, nil), (.paddle, .paddle, nil), (.webBilling, .rcBilling, nil),
            (.testStore, .testStore, nil),
        ]
        #expect(names.count == AllonymCore.Store.allCases.count)
        for (store, name, host) in names {
            let phone = try world().installation("phone", account: StoreAccount(store, "a"))
            try await phone.use {
                Purchases.configure(withAPIKey: "key")
                let (_, info, _) = try await buy("monthly")
                #expect(info.entitlements["pro"]?.store == name)
                #expect(info.managementURL?.host == host)
            }
        }
    }
}
