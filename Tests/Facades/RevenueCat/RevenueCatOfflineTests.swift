// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import RevenueCatFacade
import Testing

/// What fails without a network, and what the device does by itself.
@Suite struct RevenueCatOfflineTests {
    private let alice = "alice-035b30e2"
    private let bob = "bob-faf4462d"
    private let phone: Installation

    init() throws {
        phone = try SharedWorld(
            "revenuecat", catalogue: [.subscription("monthly", unlocks: ["pro"])]
        ).installation("phone")
        phone.asksWhileConfiguring = true
    }

    @Test func `Without a network each call fails with error 35, and nothing changes`()
        async throws
    {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key", appUserID: alice)
            let product = try #require(await purchases.products(["monthly"]).first)
            phone.connection.goOffline()
            let calls: [(String, () async throws -> Void)] = [
                ("logIn", { _ = try await purchases.logIn(bob) }),
                ("fetch", { _ = try await purchases.customerInfo(fetchPolicy: .fetchCurrent) }),
                ("restore", { _ = try await purchases.restorePurchases() }),
                ("sync", { _ = try await purchases.syncPurchases() }),
                ("purchase", { _ = try await purchases.purchase(product: product) }),
            ]
            for (name, call) in calls {
                await #expect(throws: ErrorCode.offlineConnectionError, "\(name)") {
                    try await call()
                }
            }
            #expect(purchases.appUserID == alice)
            let cached = try await purchases.customerInfo()
            #expect(cached.id == alice)
            let code = await withCheckedContinuation { continuation in
                purchases.restorePurchases { _, error in
                    continuation.resume(returning: error?.asErrorCode)
                }
            }
            #expect(code == .offlineConnectionError)
            phone.connection.goOnline()
            let (_, created) = try await purchases.logIn(bob)
            #expect(created)
        }
    }

    @Test func `Without a network the device knows the ID in use, and an empty one`() async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key", appUserID: alice)
            phone.connection.goOffline()
            let (_, created) = try await purchases.logIn(" " + alice)
            #expect(!created)
            for blank in ["", " ", "\n"] {
                await #expect(throws: ErrorCode.invalidAppUserIdError) {
                    try await purchases.logIn(blank)
                }
            }
        }
    }

    @Test func `Logging out is the device's own doing: it works without a network`() async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            phone.connection.goOffline()
            await #expect(throws: ErrorCode.logOutAnonymousUserError) {
                try await purchases.logOut()
            }
            phone.connection.goOnline()
            _ = try await purchases.logIn(alice)
            phone.connection.goOffline()
            await #expect(throws: ErrorCode.offlineConnectionError) { try await purchases.logOut() }
            #expect(purchases.isAnonymous)
            #expect(purchases.cachedCustomerInfo == nil)
            phone.connection.goOnline()
            let info = try await purchases.customerInfo()
            #expect(info.originalAppUserId == purchases.appUserID)
        }
    }
}
