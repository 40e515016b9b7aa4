// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import RevenueCatFacade
import Testing

/// The cache of what was heard of the customer.
///
/// Source: https://www.revenuecat.com/docs/customers/customer-info, read 2026-11-21.
@Suite struct RevenueCatCacheTests {
    private let clock = WorldClock()
    private let phone: Installation

    init() throws {
        phone = try SharedWorld(
            "revenuecat", catalogue: [.subscription("monthly", unlocks: ["pro"])], clock: clock
        ).installation("phone")
        phone.asksWhileConfiguring = true
    }

    private func access(_ info: CustomerInfo?) -> [String]? {
        info?.entitlements.active.keys.sorted()
    }

    /// Asks for the customer, and expects this access.
    private func expect(
        _ access: [String], of purchases: Purchases, _ policy: CacheFetchPolicy = .default,
        at index: SourceLocation = #_sourceLocation
    ) async throws {
        let info = try await purchases.customerInfo(fetchPolicy: policy)
        #expect(self.access(info) == access, sourceLocation: index)
    }

    // MARK: Fetch policies

    @Test func `Each policy asks the cache and the server as it says`() async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            #expect(access(purchases.cachedCustomerInfo) == [])
            phone.grant("pro")
            for policy in [
                CacheFetchPolicy.fromCacheOnly, .notStaleCachedOrFetched, .cachedOrFetched,
            ] {
                let info = try await purchases.customerInfo(fetchPolicy: policy)
                #expect(access(info) == [], "the cache is not stale")
            }
            try await expect(["pro"], of: purchases, .fetchCurrent)
            #expect(access(purchases.cachedCustomerInfo) == ["pro"])
        }
    }

    @Test func `After five minutes the cache is stale`() async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            phone.grant("pro")
            clock.advance(by: 299)
            try await expect([], of: purchases, .notStaleCachedOrFetched)
            clock.advance(by: 1)
            try await expect([], of: purchases, .fromCacheOnly)
            try await expect(["pro"], of: purchases, .notStaleCachedOrFetched)
        }
    }

    @Test func `By default stale info is given at once and renewed behind the scenes`() async throws
    {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            phone.grant("pro")
            clock.advance(by: 300)
            try await expect([], of: purchases)
            try await expect(["pro"], of: purchases)
        }
    }

    @Test func `An empty cache is an error where only the cache is asked`() async throws {
        await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            purchases.invalidateCustomerInfoCache()
            #expect(purchases.cachedCustomerInfo == nil)
            await #expect(throws: ErrorCode.customerInfoError) {
                try await purchases.customerInfo(fetchPolicy: .fromCacheOnly)
            }
            let said = await withCheckedContinuation { continuation in
                purchases.getCustomerInfo(fetchPolicy: .fromCacheOnly) { info, error in
                    continuation.resume(returning: (info == nil, error?.code))
                }
            }
            #expect(said == (true, 29))
        }
    }

    @Test func `An invalidated cache is filled by the next question`() async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            phone.grant("pro")
            purchases.invalidateCustomerInfoCache()
            try await expect(["pro"], of: purchases)
        }
    }

    @Test func `Completion handlers of all forms get the customer`() async throws {
        await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            phone.grant("pro")
            let cached = await withCheckedContinuation { continuation in
                purchases.getCustomerInfo { info, error in
                    MainActor.assertIsolated()
                    continuation.resume(returning: error == nil ? info : nil)
                }
            }
            #expect(access(cached) == [])
            let current = await withCheckedContinuation { continuation in
                purchases.getCustomerInfo(fetchPolicy: .fetchCurrent) { info, error in
                    MainActor.assertIsolated()
                    continuation.resume(returning: error == nil ? info : nil)
                }
            }
            #expect(access(current) == ["pro"])
        }
    }

    // MARK: What the answer says

    @Test func `The active entitlements are those that the rules unlock, at each moment`()
        async throws
    {
        let steps: [(String, (Installation) -> Void)] = [
            ("cancel", { $0.store.cancel("monthly") }), ("renew", { $0.store.renew("monthly") }),
            ("fail", { $0.store.fail("monthly") }), ("recover", { $0.store.recover("monthly") }),
            ("expire", { $0.store.expire("monthly") }), ("grant", { $0.grant("pro") }),
            ("revoke", { $0.revoke("pro") }), ("renew again", { $0.store.renew("monthly") }),
            ("refund", { $0.store.refund("monthly") }),
        ]
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            let product = try #require(await purchases.products(["monthly"]).first)
            _ = try await purchases.purchase(product: product)
            let line = Line(phone, facade: "revenuecat")
            for (name, step) in steps {
                clock.advance(by: 1_000.7)
                step(phone)
                let info = try await purchases.customerInfo(fetchPolicy: .fetchCurrent)
                #expect(access(info) == line.view()?.entitlements, "\(name)")
                let data = Data(try #require(info.json).utf8)
                let read = try JSONDecoder().decode(CustomerInfo.self, from: data)
                #expect(read == info, "\(name)")
            }
        }
    }

    @Test func `The dates of a subscription's life are there`() async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            let product = try #require(await purchases.products(["monthly"]).first)
            let bought = try await purchases.purchase(product: product)
            let start = clock.now
            let first = try #require(
                bought.customerInfo.subscriptionsByProductIdentifier["monthly"])
            #expect(first.purchaseDate == start)
            #expect(first.expiresDate == BillingPeriod.month.end(from: start))
            #expect(first.willRenew)
            #expect(first.store == .appStore)
            #expect(first.price == ProductPaidPrice(currency: "USD", amount: 9.99))
            #expect(first.displayName == "monthly")
            #expect(
                bought.customerInfo.managementURL?.absoluteString
                    == "https://apps.apple.com/account/subscriptions")
            clock.advance(by: 86_400)
            phone.store.cancel("monthly")
            let cancelled = try await purchases.customerInfo(fetchPolicy: .fetchCurrent)
            let pro = try #require(cancelled.entitlements["pro"])
            #expect(pro.isActive)
            #expect(!pro.willRenew)
            #expect(pro.unsubscribeDetectedAt == clock.now)
            phone.store.renew("monthly")
            phone.store.fail("monthly")
            let failing = try await purchases.customerInfo(fetchPolicy: .fetchCurrent)
            #expect(failing.entitlements["pro"]?.billingIssueDetectedAt == clock.now)
            #expect(failing.entitlements["pro"]?.isActive == true)
            #expect(
                failing.subscriptionsByProductIdentifier["monthly"]?.gracePeriodExpiresDate != nil)
        }
    }

    @Test func `A grant is a promotional purchase that never ends`() async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            phone.grant("pro")
            let info = try await purchases.customerInfo(fetchPolicy: .fetchCurrent)
            let pro = try #require(info.entitlements["pro"])
            #expect(pro.productIdentifier == "rc_promo_pro_lifetime")
            #expect(pro.store == .promotional)
            #expect(pro.expirationDate == nil)
            #expect(!pro.willRenew)
            #expect(info.activeSubscriptions == ["rc_promo_pro_lifetime"])
            #expect(info.managementURL == nil)
        }
    }

    @Test func `A grant that ends says when, and is gone then`() async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            let end = BillingPeriod.week.end(from: phone.world.clock.now)
            phone.grant("pro", until: end)
            let info = try await purchases.customerInfo(fetchPolicy: .fetchCurrent)
            let pro = try #require(info.entitlements["pro"])
            #expect(pro.productIdentifier == "rc_promo_pro_weekly")
            #expect(pro.expirationDate == end)
            phone.world.clock.advance(by: .week)
            let then = try await purchases.customerInfo(fetchPolicy: .fetchCurrent)
            #expect(then.entitlements.active.isEmpty)
        }
    }

    @Test func `On hold an entitlement is not active, and says since when`() async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            let product = try #require(await purchases.products(["monthly"]).first)
            _ = try await purchases.purchase(product: product)
            phone.world.clock.advance(by: .days(3))
            phone.store.hold("monthly")
            let held = try await purchases.customerInfo(fetchPolicy: .fetchCurrent)
            let pro = try #require(held.entitlements["pro"])
            #expect(!pro.isActive && !pro.willRenew)
            #expect(pro.billingIssueDetectedAt == phone.world.clock.now)
            #expect(held.activeSubscriptions.isEmpty)
            phone.store.recover("monthly")
            let recovered = try await purchases.customerInfo(fetchPolicy: .fetchCurrent)
            #expect(access(recovered) == ["pro"])
            #expect(recovered.entitlements["pro"]?.billingIssueDetectedAt == nil)
        }
    }

    @Test func `Of an erased customer one hears as of a new one`() async throws {
        let id: String? = "ann-1"
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key", appUserID: id)
            let product = try #require(await purchases.products(["monthly"]).first)
            _ = try await purchases.purchase(product: product)
            phone.world.clock.advance(by: .days(3))
            #expect(phone.world.delete("ann-1"))
            #expect(access(purchases.cachedCustomerInfo) == ["pro"], "the device has not heard")
            let info = try await purchases.customerInfo(fetchPolicy: .fetchCurrent)
            #expect(info.entitlements.all.isEmpty && info.originalAppUserId == "ann-1")
            #expect(info.firstSeen == phone.world.clock.now)
            #expect(access(try await purchases.restorePurchases()) == ["pro"])
        }
    }

    // MARK: The foreground

    @Test func `Coming to the foreground renews stale info and empties the store's queue`()
        async throws
    {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            let product = try #require(await purchases.products(["monthly"]).first)
            _ = try await purchases.purchase(product: product)
            phone.grant("plus")
            phone.open()
            #expect(access(purchases.cachedCustomerInfo) == ["pro"], "nothing in the queue")
            phone.store.renew("monthly")
            phone.open()
            #expect(access(purchases.cachedCustomerInfo) == ["plus", "pro"])
            phone.revoke("plus")
            clock.advance(by: 300)
            phone.open()
            #expect(access(purchases.cachedCustomerInfo) == ["pro"])
        }
    }

    @Test func `What the cache gives is the same object until something changes`() async throws {
        try await phone.use {
            let purchases = Purchases.configure(withAPIKey: "key")
            let fetched = try await purchases.customerInfo(fetchPolicy: .fetchCurrent)
            let cached = try #require(purchases.cachedCustomerInfo)
            #expect(try await purchases.customerInfo(fetchPolicy: .fromCacheOnly) === cached)
            #expect(try await purchases.customerInfo() === cached)
            #expect(cached === fetched)
            let told = await withCheckedContinuation { done in
                purchases.getCustomerInfo { info, _ in done.resume(returning: info) }
            }
            #expect(told === cached)
            phone.grant("pro")
            let next = try await purchases.customerInfo(fetchPolicy: .fetchCurrent)
            #expect(next !== cached)
            #expect(purchases.cachedCustomerInfo === next)
        }
    }
}
