// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import RevenueCatFacade
import Testing

/// What an app does wrong gives the SDK's own error.
@Suite struct RevenueCatWrongUseTests {
    private let phone: Installation

    init() throws { phone = try RevenueCatShop.phone() }

    @Test func `Nothing can be bought before configuring`() async {
        #expect(phone.use { !Purchases.isConfigured })
        await #expect(processExitsWith: .failure) {
            _ = Purchases.shared.cachedOfferings
        }
    }

    @Test func `A product of another catalogue is not available`() async throws {
        let other = try RevenueCatShop.phone(
            Catalogue(
                [.subscription("elsewhere")],
                offerings: [CatalogueOffering("there", products: ["elsewhere"])]))
        let package = try await other.use {
            try await Purchases.configure(withAPIKey: "key").offerings().current?
                .availablePackages.first
        }
        let foreign = try #require(package)
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            await #expect(throws: ErrorCode.productNotAvailableForPurchaseError) {
                try await purchases.purchase(package: foreign)
            }
            await #expect(throws: ErrorCode.productNotAvailableForPurchaseError) {
                try await purchases.purchase(product: foreign.storeProduct)
            }
            let told = await withCheckedContinuation { done in
                purchases.purchase(package: foreign) { transaction, info, error, isCancelled in
                    #expect(transaction == nil && info == nil && !isCancelled)
                    done.resume(returning: error?.asErrorCode)
                }
            }
            #expect(told == .productNotAvailableForPurchaseError)
            let info = try await purchases.customerInfo()
            #expect(info.allPurchasedProductIdentifiers.isEmpty)
        }
    }

    @Test func `A package under another offering's name is bought all the same`() async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            let product = try #require(await purchases.products(["pro_monthly"]).first)
            let package = Package(
                identifier: "$rc_monthly", packageType: .monthly, storeProduct: product,
                offeringIdentifier: "no such offering", webCheckoutUrl: nil)
            let bought = try await purchases.purchase(package: package)
            #expect(bought.customerInfo.entitlements["pro"]?.isActive == true)
        }
    }

    @Test func `An ID that is refused fails each call with its error`() async throws {
        try await phone.use {
            let blocked: String? = "guest"
            let purchases = Purchases.configure(withAPIKey: "key", appUserID: blocked)
            await #expect(throws: ErrorCode.invalidAppUserIdError) {
                try await purchases.offerings()
            }
            let product = try #require(await purchases.products(["pro_monthly"]).first)
            await #expect(throws: ErrorCode.invalidAppUserIdError) {
                try await purchases.purchase(product: product)
            }
            #expect(purchases.cachedOfferings == nil)
        }
    }

    @Test(
        arguments: ["", "$rc_monthly", "main\u{0}", String(repeating: "x", count: 10_000)])
    func `Any text is an identifier that nothing has`(text: String) async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            let offerings = try await purchases.offerings()
            #expect(offerings[text] == nil)
            #expect(offerings.currentOffering(forPlacement: text)?.identifier == "main")
            #expect(await purchases.products([text]).isEmpty)
            let found = await purchases.checkTrialOrIntroDiscountEligibility(
                productIdentifiers: [text, text])
            #expect(found[text]?.status == .unknown)
        }
    }
}
