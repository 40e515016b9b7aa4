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

    /// The SDK ends the process, with a text that says what to call.
    @Test func `A purchase before configuring ends the process, and the text says what to do`()
        async throws
    {
        #expect(phone.use { !Purchases.isConfigured })
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let other = try RevenueCatShop.phone()
            let offerings = try await other.use {
                try await Purchases.configure(withAPIKey: "key").offerings()
            }
            let package = try #require(offerings.current?.availablePackages.first)
            let phone = try RevenueCatShop.phone()
            try await phone.use { _ = try await Purchases.shared.purchase(package: package) }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("Purchases has not been configured on the installation"))
        #expect(text.contains("Call Purchases.configure(withAPIKey:) first"))
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

    /// Inferred: no page and no symbol of the SDK knows an error for it; the offering's name goes along
    /// with the purchase, for statistics.
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
