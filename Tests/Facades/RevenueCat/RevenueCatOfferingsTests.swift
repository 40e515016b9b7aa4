// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import RevenueCatFacade
import Testing

/// What an app shows before it sells.
///
/// Source: https://www.revenuecat.com/docs/getting-started/displaying-products, read 2026-11-21.
@Suite struct RevenueCatOfferingsTests {
    private let phone: Installation
    private let ann = "ann-1"

    init() throws { phone = try RevenueCatShop.phone() }

    private func offerings() async throws -> Offerings {
        try await phone.use {
            try await Purchases.configure(withAPIKey: "key").offerings()
        }
    }

    @Test func `The first offering is the current one, and all are found by their identifiers`()
        async throws
    {
        let offerings = try await offerings()
        #expect(offerings.current?.identifier == "main")
        #expect(offerings.all.keys.sorted() == ["bare", "main", "sale"])
        #expect(offerings["sale"] === offerings.offering(identifier: "sale"))
        #expect(offerings["none"] == nil)
        #expect(offerings.offering(identifier: nil) == nil)
        #expect(offerings.current?.serverDescription == "The usual")
        #expect(offerings.current?.id == "main")
        #expect(offerings.current?.hasPaywall == false)
    }

    @Test func `Packages are found by type and by identifier, and only those that are sold`()
        async throws
    {
        let main = try #require(try await offerings().current)
        #expect(
            main.availablePackages.map(\.identifier)
                == ["$rc_monthly", "$rc_annual", "$rc_lifetime", "tip", "$rc_new"])
        #expect(
            main.availablePackages.map(\.packageType)
                == [.monthly, .annual, .lifetime, .custom, .unknown])
        #expect(main.monthly?.storeProduct.productIdentifier == "pro_monthly")
        #expect(main.annual === main.package(identifier: "$rc_annual"))
        #expect(main["tip"]?.storeProduct.productIdentifier == "coins")
        #expect(main.weekly == nil)
        #expect(main.package(identifier: nil) == nil)
        #expect(main.monthly?.offeringIdentifier == "main")
        #expect(main.monthly?.localizedPriceString == "$10.00")
        #expect(main.monthly?.localizedIntroductoryPriceString == "$0.00")
        #expect(main.lifetime?.localizedIntroductoryPriceString == nil)
    }

    private struct Style: Decodable, Equatable {
        var color: String
        var sizes: [Int]
    }

    @Test func `Metadata is what the dashboard says, read as a value or decoded`() async throws {
        let main = try #require(try await offerings().current)
        #expect(main.metadata["headline"] as? String == "Go pro")
        #expect(main.getMetadataValue(for: "isNew", default: false))
        #expect(main.getMetadataValue(for: "rank", default: 0) == 3)
        let share: Double = main.getMetadataValue(for: "share", default: 0)
        #expect(share == 0.5)
        #expect(main.getMetadataValue(for: "rank", default: "none") == "none")
        #expect(main.getMetadataValue(for: "absent", default: 7) == 7)
        let style: Style? = main.getMetadataValue(for: "style")
        #expect(style == Style(color: "red", sizes: [1, 2]))
        let wrong: Style? = main.getMetadataValue(for: "headline")
        #expect(wrong == nil)
    }

    @Test(
        arguments: [("onboarding", "sale"), ("settings", nil), ("anywhere", "main")]
            as [(String, String?)])
    func `A place in the app has its own offering, or the one for any other`(
        place: String, expected: String?
    ) async throws {
        let offering = try await offerings().currentOffering(forPlacement: place)
        #expect(offering?.identifier == expected)
        let context = offering?.availablePackages.first?.presentedOfferingContext
        #expect(context?.placementIdentifier == (expected == nil ? nil : place))
        #expect(context?.offeringIdentifier == expected)
    }

    @MainActor @Test func `The offerings stay in memory until the user logs out`() async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key", appUserID: ann)
            #expect(purchases.cachedOfferings == nil)
            let first = try await purchases.offerings()
            #expect(purchases.cachedOfferings === first)
            phone.connection.goOffline()
            #expect(try await purchases.offerings() === first)
            await #expect(throws: ErrorCode.offlineConnectionError) {
                try await purchases.syncAttributesAndOfferingsIfNeeded()
            }
            phone.connection.goOnline()
            _ = try await purchases.logOut()
            #expect(purchases.cachedOfferings == nil)
            #expect(try await purchases.syncAttributesAndOfferingsIfNeeded() != nil)
        }
    }

    @Test func `Told to ask while configuring, the SDK has everything in memory at once`() throws {
        phone.asksWhileConfiguring = true
        phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            #expect(purchases.cachedOfferings?.current?.identifier == "main")
            #expect(purchases.cachedCustomerInfo != nil)
        }
    }

    @MainActor @Test
    func `By default nothing is in memory before the first answer, which comes by itself`()
        async throws
    {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            #expect(purchases.cachedCustomerInfo == nil)
            var stream = purchases.customerInfoStream.makeAsyncIterator()
            #expect(await stream.next() != nil)
            #expect(purchases.cachedCustomerInfo != nil)
            let (one, two) = (purchases.cachedCustomerInfo, try await purchases.customerInfo())
            #expect(one === two)
        }
    }

    @Test(
        arguments: [
            Catalogue([.subscription("monthly")]),
            Catalogue(
                [.subscription("monthly")],
                offerings: [CatalogueOffering("main", products: ["yearly"])]),
        ])
    func `Without a package that is sold something is set up wrongly`(
        catalogue: Catalogue
    ) async throws {
        let phone = try RevenueCatShop.phone(catalogue)
        await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            await #expect(throws: ErrorCode.configurationError) {
                try await purchases.offerings()
            }
            let error = await withCheckedContinuation { done in
                purchases.getOfferings { offerings, error in
                    done.resume(returning: offerings == nil ? error?.asErrorCode : nil)
                }
            }
            #expect(error == .configurationError)
            #expect(error?.description.contains("declare a CatalogueOffering") == true)
            #expect(purchases.cachedOfferings == nil)
        }
    }

    @Test func `What the stores do not sell is left out, and logged`() async throws {
        let phone = try RevenueCatShop.phone(
            Catalogue(
                [.subscription("monthly")],
                offerings: [
                    CatalogueOffering(
                        "main", packages: ["$rc_monthly": "monthly", "$rc_annual": "yearly"])
                ]))
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            #expect(await purchases.products(["monthly", "weekly"]).count == 1)
            let offerings = try await purchases.offerings()
            #expect(offerings.current?.availablePackages.count == 1)
            // What is logged is delivered before the answers that follow.
            await withCheckedContinuation { done in
                purchases.getOfferings { _, _ in done.resume() }
            }
        }
        #expect(phone.notes.contains { $0.contains("no product \"weekly\"") })
        #expect(
            phone.notes.contains {
                $0.contains("\"main\" is without its package \"$rc_annual\"")
                    && $0.contains("no product \"yearly\"")
            })
        #expect(!phone.notes.contains { $0.contains("\"monthly\"") })
    }

    @Test func `A package is bought in both styles`() async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            let main = try #require(try await purchases.offerings().current)
            let monthly = try #require(main.monthly)
            let bought = try await purchases.purchase(package: monthly)
            #expect(bought.transaction?.productIdentifier == "pro_monthly")
            #expect(bought.customerInfo.entitlements["pro"]?.isActive == true)
            #expect(bought.customerInfo.entitlements["pro"]?.periodType == .trial)
            let lifetime = try #require(main.lifetime)
            let active = await withCheckedContinuation { done in
                purchases.purchase(package: lifetime) { transaction, info, error, isCancelled in
                    #expect(transaction?.productIdentifier == "pro_forever")
                    #expect(error == nil && !isCancelled)
                    done.resume(returning: info?.allPurchasedProductIdentifiers)
                }
            }
            #expect(active == ["pro_monthly", "pro_forever"])
        }
    }

    @Test func `A package made by hand of a product that is not sold cannot be bought`()
        async throws
    {
        let product = TestStoreProduct(
            localizedTitle: "Pro", price: 1, currencyCode: "USD", localizedPriceString: "$1.00",
            productIdentifier: "pro_monthly", productType: .autoRenewableSubscription,
            localizedDescription: "Everything", locale: Locale(identifier: "en_US")
        ).toStoreProduct()
        let package = Package(
            identifier: "$rc_monthly", packageType: .monthly, storeProduct: product,
            offeringIdentifier: "main", webCheckoutUrl: nil)
        await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            await #expect(throws: ErrorCode.productNotAvailableForPurchaseError) {
                try await purchases.purchase(package: package)
            }
        }
    }

    private static let types: [(String, PackageType)] = [
        ("$rc_lifetime", .lifetime), ("$rc_annual", .annual), ("$rc_six_month", .sixMonth),
        ("$rc_three_month", .threeMonth), ("$rc_two_month", .twoMonth),
        ("$rc_monthly", .monthly), ("$rc_weekly", .weekly), ("$rc_daily", .unknown),
        ("weekly", .custom), ("", .custom),
    ]

    @Test(arguments: types)
    func `An identifier says the type`(identifier: String, type: PackageType) throws {
        #expect(Package.packageType(from: identifier) == type)
        let isOwn = type != .custom && type != .unknown
        #expect(Package.string(from: type) == (isOwn ? identifier : nil))
        let data = try JSONEncoder().encode([type])
        #expect(
            try JSONDecoder().decode([PackageType].self, from: data) == [isOwn ? type : .unknown])
    }
}
