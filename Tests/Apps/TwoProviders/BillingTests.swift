// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Testing

/// One app, and its adapters for two SDKs.
@Suite struct BillingTests {
    private static let catalogue = Catalogue(
        [.subscription("monthly", unlocks: ["pro"])],
        offerings: [
            CatalogueOffering("main", packages: ["$rc_monthly": "monthly"])
        ], current: "main")

    /// An adapter over any provider's rules.
    private static func billing(_ name: String) -> any Billing {
        name == "RevenueCat"
            ? RevenueCatBilling(apiKey: "appl_key", entitlement: "pro")
            : QonversionBilling(projectKey: "key", entitlement: "pro")
    }

    @Test(arguments: ["RevenueCat", "Qonversion"], ["revenuecat", "qonversion"])
    func `Who buys on the phone and signs in is subscribed on the tablet`(
        name: String, rules: String
    ) async throws {
        let world = try SharedWorld(rules, catalogue: Self.catalogue)
        let phone = try world.installation("phone", account: "app_store:ann")
        let tablet = try world.installation("tablet", account: "app_store:bob")
        try await phone.use {
            let billing = Self.billing(name)
            #expect(billing.name == name)
            #expect(try await billing.products() == [.init(id: "monthly", price: "$9.99")])
            try await billing.signIn("035b30e2-faf4-462d-aec3-caa0fbe26c49")
            #expect(try await billing.buy("monthly"))
            await #expect(throws: BillingError.unknownProduct("weekly")) {
                try await billing.buy("weekly")
            }
        }
        try await tablet.use {
            let billing = Self.billing(name)
            #expect(try await !billing.isSubscribed())
            try await billing.signIn("035b30e2-faf4-462d-aec3-caa0fbe26c49")
            #expect(try await billing.isSubscribed())
            try await billing.signOut()
            #expect(try await !billing.isSubscribed())
            #expect(try await !billing.restore())
        }
    }

    @Test func `An ID that the provider refuses is the adapter's error`() async throws {
        let phone = try SharedWorld("revenuecat").installation("phone")
        await phone.use {
            let billing = Self.billing("RevenueCat")
            await #expect(throws: BillingError.rejected("guest")) {
                try await billing.signIn("guest")
            }
        }
    }
}
