// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import RevenueCatFacade
import Testing

/// Restoring and synchronising.
///
/// Source: https://www.revenuecat.com/docs/projects/restore-behavior, read 2026-11-21.
@Suite struct RevenueCatRestoreTests {
    private let alice = "alice-035b30e2"
    private let bob = "bob-faf4462d"

    private func world(_ restore: String = "transfer") throws -> SharedWorld {
        try SharedWorld(
            "revenuecat", settings: ["restore": restore],
            catalogue: [
                .subscription("monthly", unlocks: ["pro"], trial: .week),
                .subscription("yearly", unlocks: ["pro", "plus"], every: .year),
            ])
    }

    private func buy(_ product: String) async throws -> PurchaseResultData {
        let products = await Purchases.shared.products([product])
        return try await Purchases.shared.purchase(product: try #require(products.first))
    }

    /// The same store account with another user, after the first one bought.
    private func second(in world: SharedWorld) async throws -> Installation {
        let account = StoreAccount(.appStore, "alice")
        let phone = try world.installation("phone", account: account)
        _ = try await phone.use {
            Purchases.configure(withAPIKey: "key", appUserID: alice)
            return try await buy("yearly")
        }
        let tablet = try world.installation("tablet", account: account)
        tablet.use { _ = Purchases.configure(withAPIKey: "key", appUserID: bob) }
        return tablet
    }

    @Test func `By default a restore takes the purchases over`() async throws {
        let tablet = try await second(in: try world())
        try await tablet.use {
            let info = try await Purchases.shared.restorePurchases()
            #expect(Set(info.entitlements.active.keys) == ["plus", "pro"])
        }
    }

    @Test(arguments: ["keep", "transfer-if-inactive"])
    func `Where purchases stay, a restore fails with error 7`(restore: String) async throws {
        let tablet = try await second(in: try world(restore))
        await tablet.use {
            let purchases = Purchases.shared
            await #expect(throws: ErrorCode.receiptAlreadyInUseError) {
                try await purchases.restorePurchases()
            }
            await #expect(throws: ErrorCode.receiptAlreadyInUseError) {
                try await purchases.syncPurchases()
            }
            let said = await withCheckedContinuation { continuation in
                purchases.restorePurchases { info, error in
                    MainActor.assertIsolated()
                    continuation.resume(
                        returning: (info == nil, error?.userInfo["rc_code_name"] as? String))
                }
            }
            #expect(said == (true, "RECEIPT_ALREADY_IN_USE"))
            #expect(purchases.appUserID == bob)
        }
    }

    @Test func `Synchronising posts the receipt without asking`() async throws {
        let phone = try world().installation("phone")
        await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            phone.store.own("monthly")
            let access = await withCheckedContinuation { continuation in
                purchases.syncPurchases { info, _ in
                    continuation.resume(returning: info?.entitlements.active.keys.sorted())
                }
            }
            #expect(access == ["pro"])
        }
    }

    @Test func `What the family shares is owned so`() async throws {
        let world = try world()
        let parent = try world.installation("parent")
        let child = try world.installation("child")
        try await parent.use {
            Purchases.configure(withAPIKey: "key")
            _ = try await buy("yearly")
        }
        try await child.use {
            Purchases.configure(withAPIKey: "key")
            #expect(parent.store.share("yearly", with: child))
            let info = try await Purchases.shared.restorePurchases()
            #expect(info.entitlements["pro"]?.ownershipType == .familyShared)
            #expect(
                info.subscriptionsByProductIdentifier["yearly"]?.ownershipType == .familyShared)
        }
    }
}
