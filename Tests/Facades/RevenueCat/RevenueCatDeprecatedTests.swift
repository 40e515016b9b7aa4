// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import RevenueCatFacade
import Testing

/// What the SDK deprecates and still has.
@Suite struct RevenueCatDeprecatedTests {
    @Test func `IDs that stand in the code are taken, and a warning is logged`() async throws {
        let calls: any RevenueCatDeprecatedCalls = RevenueCatOldCode()
        let phone = try SharedWorld("revenuecat").installation("phone")
        let ids = try await phone.use { try await calls.fixedIDs() }
        #expect(ids == ["fixed-1", "fixed-2", "fixed-3", "fixed-4", "fixed-5"])
        let warnings = phone.notes.filter { $0.contains("stands in the code") }
        #expect(warnings.count == 2, "\(phone.notes)")
        #expect(warnings.allSatisfy { $0.hasPrefix("[Purchases] - WARN") })
    }

    @Test func `Setters of the instance set attributes`() throws {
        let calls: any RevenueCatDeprecatedCalls = RevenueCatOldCode()
        let phone = try SharedWorld("revenuecat").installation("phone")
        let stored = phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            calls.setAttributes(of: purchases)
            return purchases.attribution.stored
        }
        #expect(stored.count == 19)
        for (name, value) in stored where name != "colour" && name != "$apnsTokens" {
            #expect(value == "a", "\(name)")
        }
        #expect(stored["colour"] == "green")
        #expect(stored["$apnsTokens"] == "0a")
    }

    @Test func `Other purchases have their old names`() async throws {
        let calls: any RevenueCatDeprecatedCalls = RevenueCatOldCode()
        let phone = try SharedWorld("revenuecat", catalogue: [.nonConsumable("book")])
            .installation("phone")
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            let book = try #require(await purchases.products(["book"]).first)
            let info = try await purchases.purchase(product: book).customerInfo
            let (products, transactions) = calls.otherPurchases(of: info)
            #expect(products == ["book"])
            #expect(transactions.map(\.productIdentifier) == ["book"])
        }
    }

    @Test func `What is logged reaches the handler`() async throws {
        let logged = Locked<[String]>([])
        let before = Purchases.logHandler
        Purchases.logHandler = { level, message in
            logged.withLock { $0.append("\(level) \(message)") }
        }
        defer { Purchases.logHandler = before }
        let phone = try SharedWorld("revenuecat").installation("phone")
        phone.asksWhileConfiguring = true
        let id: String? = "id/of-this-test"
        phone.use {
            Purchases.configure(withAPIKey: "key", appUserID: id)
            Purchases.configure(withAPIKey: "key", appUserID: id)
            Purchases.configure(withAPIKey: "key")
        }
        let mine = logged.withLock { $0.filter { $0.contains("id/of-this-test") } }
        // The third goes on with the ID that the device remembers.
        #expect(
            mine
                == Array(
                    repeating:
                        "ERROR The App User ID \"id/of-this-test\" is refused: INVALID_APP_USER_ID.",
                    count: 2))
        // Warnings depend on the level, which every test shares; errors are always noted.
        #expect(phone.notes.count { $0.contains("id/of-this-test") } == 2)
    }
}

/// Calls of deprecated members, behind a protocol so that no warning comes of it.
private protocol RevenueCatDeprecatedCalls {
    func fixedIDs() async throws -> [String]
    func setAttributes(of purchases: Purchases)
    func otherPurchases(of info: CustomerInfo) -> (Set<String>, [StoreTransaction])
}

private struct RevenueCatOldCode: RevenueCatDeprecatedCalls {
    @available(*, deprecated)
    func fixedIDs() async throws -> [String] {
        var ids: [String] = []
        ids.append(Purchases.configure(withAPIKey: "key", appUserID: "fixed-1").appUserID)
        ids.append(
            Purchases.configure(
                withAPIKey: "key", appUserID: "fixed-2", purchasesAreCompletedBy: .revenueCat,
                storeKitVersion: .default
            ).appUserID)
        ids.append(
            Purchases.configure(
                with: Configuration.builder(withAPIKey: "key").with(appUserID: "fixed-3")
            ).appUserID)
        _ = try await Purchases.shared.logIn("fixed-4")
        ids.append(Purchases.shared.appUserID)
        // Of the two forms with a handler the compiler takes the one for `String`, given a literal.
        let fixed: StaticString = "fixed-5"
        Purchases.shared.logIn(fixed) { _, _, _ in }
        ids.append(Purchases.shared.appUserID)
        return ids
    }

    @available(*, deprecated)
    func setAttributes(of purchases: Purchases) {
        purchases.setAttributes(["colour": "green"])
        purchases.setPushTokenString("a")
        purchases.setPushToken(Data([10]))
        let setters = [
            purchases.setEmail, purchases.setPhoneNumber, purchases.setDisplayName,
            purchases.setAdjustID, purchases.setAppsflyerID, purchases.setFBAnonymousID,
            purchases.setMparticleID, purchases.setOnesignalID, purchases.setCleverTapID,
            purchases.setMixpanelDistinctID, purchases.setFirebaseAppInstanceID,
            purchases.setMediaSource, purchases.setCampaign, purchases.setAdGroup,
            purchases.setAd, purchases.setKeyword, purchases.setCreative,
        ]
        for set in setters { set("a") }
    }

    @available(*, deprecated)
    func otherPurchases(of info: CustomerInfo) -> (Set<String>, [StoreTransaction]) {
        (info.nonConsumablePurchases, info.nonSubscriptionTransactions)
    }
}
