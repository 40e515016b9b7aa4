// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RevenueCatFacade
import Testing

/// What customer info derives from REST v1's answer.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, CustomerInfo,
/// EntitlementInfo and their tests), read 2026-11-21.
@Suite struct RevenueCatCustomerInfoTests {
    /// An answer asked for now, so that its own date is the reference.
    private static let requested = Date(
        timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))

    private static func text(_ offset: TimeInterval) -> String {
        let formatter = ISO8601DateFormatter()
        return formatter.string(from: requested.addingTimeInterval(offset))
    }

    private func info(
        entitlements: String = "{}", subscriptions: String = "{}", others: String = "{}",
        requestDate: String = Self.text(0)
    ) throws -> CustomerInfo {
        let json = """
            {"request_date": "\(requestDate)", "subscriber": {
              "original_app_user_id": "u1", "first_seen": "2026-01-01T12:00:00Z",
              "entitlements": \(entitlements), "subscriptions": \(subscriptions),
              "non_subscriptions": \(others)}}
            """
        return try JSONDecoder().decode(CustomerInfo.self, from: Data(json.utf8))
    }

    private func subscription(_ end: TimeInterval?, _ more: String = "") -> String {
        let end = end.map { "\"\(Self.text($0))\"" } ?? "null"
        return """
            {"expires_date": \(end), "purchase_date": "\(Self.text(-100))",
             "original_purchase_date": "\(Self.text(-200))", "store": "app_store",
             "is_sandbox": false\(more)}
            """
    }

    private func entitlement(_ end: TimeInterval?, of product: String = "monthly") -> String {
        let end = end.map { "\"\(Self.text($0))\"" } ?? "null"
        return """
            {"expires_date": \(end), "product_identifier": "\(product)",
             "purchase_date": "\(Self.text(-50))"}
            """
    }

    // MARK: Active or not

    @Test(arguments: [(1, true), (0, true), (-1, false), (nil, true)] as [(Double?, Bool)])
    func `An entitlement is active up to and including the instant of its date`(
        end: Double?, isActive: Bool
    ) throws {
        let info = try info(
            entitlements: "{\"pro\": \(entitlement(end))}",
            subscriptions: "{\"monthly\": \(subscription(500))}")
        #expect(info.entitlements["pro"]?.isActive == isActive)
        #expect(info.entitlements.active.keys.contains("pro") == isActive)
        #expect(info.entitlements.all.count == 1, "expired ones stay in the map")
    }

    @Test(arguments: [(-2.9, true), (-3.1, false)])
    func `An answer of more than three days ago is measured by the clock`(
        days: Double, isActive: Bool
    ) throws {
        let end = days * 86_400 + 3_600
        let info = try info(
            entitlements: "{\"pro\": \(entitlement(end))}",
            subscriptions: "{\"monthly\": \(subscription(end))}",
            requestDate: Self.text(days * 86_400))
        #expect(info.entitlements["pro"]?.isActive == isActive)
        #expect(info.activeSubscriptions == (isActive ? ["monthly"] : []))
        #expect(info.subscriptionsByProductIdentifier["monthly"]?.isActive == isActive)
    }

    @Test func `The date is the subscription's, being active is the entitlement's`() throws {
        let info = try info(
            entitlements: "{\"pro\": \(entitlement(500))}",
            subscriptions: "{\"monthly\": \(subscription(-500))}")
        let pro = try #require(info.entitlements["pro"])
        #expect(pro.isActive)
        #expect(pro.expirationDate == Self.requested.addingTimeInterval(-500))
        #expect(pro.latestPurchaseDate == Self.requested.addingTimeInterval(-50))
        #expect(pro.originalPurchaseDate == Self.requested.addingTimeInterval(-200))
        #expect(info.activeSubscriptions == [])
        #expect(info.expirationDate(forEntitlement: "pro") == pro.expirationDate)
        #expect(info.purchaseDate(forEntitlement: "pro") == pro.latestPurchaseDate)
        #expect(info.expirationDate(forEntitlement: "none") == nil)
    }

    @Test func `Subscriptions without a date run for ever`() throws {
        let info = try info(
            subscriptions: """
                {"lifetime": \(subscription(nil)), "monthly": \(subscription(500)),
                 "old": \(subscription(-500))}
                """)
        #expect(info.activeSubscriptions == ["lifetime", "monthly"])
        #expect(info.allPurchasedProductIdentifiers == ["lifetime", "monthly", "old"])
        #expect(info.latestExpirationDate == Self.requested.addingTimeInterval(500))
        #expect(try self.info().latestExpirationDate == nil)
    }

    @Test func `An entitlement whose product is nowhere is left out`() throws {
        let info = try info(
            entitlements: """
                {"pro": \(entitlement(500, of: "nowhere")), "plus": \(entitlement(500))}
                """,
            subscriptions: "{\"monthly\": \(subscription(500))}")
        #expect(info.entitlements.all.keys.sorted() == ["plus"])
    }

    // MARK: Renewal

    static let renewals: [(more: String, end: Double?, willRenew: Bool)] = [
        ("", 500, true),
        (", \"store\": \"promotional\"", 500, false),
        ("", nil, false),
        (", \"unsubscribe_detected_at\": \"2026-01-01T00:00:00Z\"", 500, false),
        (", \"billing_issues_detected_at\": \"2026-01-01T00:00:00Z\"", 500, false),
        (", \"period_type\": \"prepaid\"", 500, false),
        (", \"period_type\": \"trial\"", 500, true),
    ]

    @Test(arguments: renewals)
    func `What renews is not granted, endless, switched off, unpaid or prepaid`(
        row: (more: String, end: Double?, willRenew: Bool)
    ) throws {
        // The store stands twice in one row; the later one counts.
        var purchase = subscription(row.end, row.more)
        if row.more.contains("store") {
            purchase = purchase.replacingOccurrences(of: "\"store\": \"app_store\",", with: "")
        }
        let info = try info(
            entitlements: "{\"pro\": \(entitlement(500))}",
            subscriptions: "{\"monthly\": \(purchase)}")
        #expect(info.entitlements["pro"]?.willRenew == row.willRenew)
        #expect(
            info.subscriptionsByProductIdentifier["monthly"]?.willRenew == row.willRenew)
    }

    // MARK: Environments, plans, other purchases

    @Test func `A sandbox purchase is active in any environment but not in production`() throws {
        let sandbox = subscription(500).replacingOccurrences(of: "false", with: "true")
        let info = try info(
            entitlements: "{\"pro\": \(entitlement(500))}",
            subscriptions: "{\"monthly\": \(sandbox)}")
        #expect(info.entitlements["pro"]?.isSandbox == true)
        #expect(info.entitlements.active.count == 1)
        #expect(info.entitlements.activeInAnyEnvironment.count == 1)
        #expect(info.entitlements.activeInCurrentEnvironment.isEmpty)
        #expect(info.entitlements["pro"]?.isActiveInCurrentEnvironment == false)
    }

    @Test func `A Google base plan is part of the key`() throws {
        let purchase = subscription(500, ", \"product_plan_identifier\": \"p1m\"")
        let info = try info(
            entitlements: "{\"pro\": \(entitlement(500))}",
            subscriptions: "{\"monthly\": \(purchase)}")
        #expect(info.activeSubscriptions == ["monthly:p1m"])
        #expect(info.expirationDate(forProductIdentifier: "monthly:p1m") != nil)
        #expect(info.expirationDate(forProductIdentifier: "monthly") == nil)
        let subscription = info.subscriptionsByProductIdentifier["monthly:p1m"]
        #expect(subscription?.productIdentifier == "monthly")
        #expect(subscription?.productPlanIdentifier == "p1m")
        #expect(info.entitlements["pro"]?.productIdentifier == "monthly")
        #expect(info.entitlements["pro"]?.productPlanIdentifier == "p1m")
    }

    @Test func `Other purchases come by date, and those without both IDs do not`() throws {
        let info = try info(
            entitlements: "{\"pro\": \(entitlement(nil, of: "coins"))}",
            others: """
                {"coins": [
                  {"id": "b", "store_transaction_id": "2", "purchase_date": "\(Self.text(-10))",
                   "store": "play_store", "is_sandbox": false},
                  {"id": "c", "purchase_date": "\(Self.text(-5))", "store": "play_store",
                   "is_sandbox": false}],
                 "book": [
                  {"id": "a", "store_transaction_id": "1", "purchase_date": "\(Self.text(-20))",
                   "store": "app_store", "is_sandbox": true, "display_name": "A book",
                   "price": {"amount": 9.5, "currency": "EUR"}}]}
                """)
        #expect(info.nonSubscriptions.map(\.transactionIdentifier) == ["a", "b"])
        let book = try #require(info.nonSubscriptions.first)
        #expect(book.productIdentifier == "book")
        #expect(book.storeTransactionIdentifier == "1")
        #expect(book.store == .appStore)
        #expect(book.isSandbox)
        #expect(book.displayName == "A book")
        #expect(book.price == ProductPaidPrice(currency: "EUR", amount: 9.5))
        #expect(info.allPurchasedProductIdentifiers == ["book", "coins"])
        #expect(
            info.purchaseDate(forProductIdentifier: "book")
                == Self.requested.addingTimeInterval(-20))
        let pro = try #require(info.entitlements["pro"])
        #expect(pro.isActive)
        #expect(pro.expirationDate == nil)
        #expect(!pro.willRenew)
        #expect(pro.store == .playStore)
    }

    @Test func `A subscription shows all that the answer says`() throws {
        let info = try info(
            subscriptions: """
                {"monthly": {"expires_date": "\(Self.text(500))",
                 "purchase_date": "\(Self.text(-10))", "store": "stripe", "is_sandbox": true,
                 "period_type": "intro", "ownership_type": "FAMILY_SHARED",
                 "grace_period_expires_date": "\(Self.text(600))",
                 "auto_resume_date": "\(Self.text(700))", "refunded_at": "\(Self.text(-1))",
                 "store_transaction_id": "t1", "display_name": "Monthly",
                 "price": {"amount": 2.5, "currency": "USD"},
                 "management_url": "https://example.com/manage"}}
                """)
        let monthly = try #require(info.subscriptionsByProductIdentifier["monthly"])
        #expect(monthly.purchaseDate == Self.requested.addingTimeInterval(-10))
        #expect(monthly.originalPurchaseDate == nil)
        #expect(monthly.store == .stripe)
        #expect(monthly.isSandbox)
        #expect(monthly.periodType == .intro)
        #expect(monthly.ownershipType == .familyShared)
        #expect(monthly.gracePeriodExpiresDate == Self.requested.addingTimeInterval(600))
        #expect(monthly.autoResumeDate == Self.requested.addingTimeInterval(700))
        #expect(monthly.refundedAt == Self.requested.addingTimeInterval(-1))
        #expect(monthly.storeTransactionId == "t1")
        #expect(monthly.displayName == "Monthly")
        #expect(monthly.price?.amount == 2.5)
        #expect(monthly.price?.currency == "USD")
        #expect(monthly.managementURL?.absoluteString == "https://example.com/manage")
    }

    // MARK: Equality and by hand

    @Test func `Two infos are equal whenever they were asked for`() throws {
        let early = try info(requestDate: Self.text(-10))
        let late = try info(requestDate: Self.text(0))
        #expect(early == late)
        #expect(early.hash == late.hash)
        #expect(early.requestDate != late.requestDate)
        let other = try info(subscriptions: "{\"monthly\": \(subscription(500))}")
        #expect(early != other)
    }

    @Test func `Customer info can be made by hand`() {
        let now = Date()
        let pro = EntitlementInfo(
            identifier: "pro", isActive: true, willRenew: true, periodType: .normal,
            latestPurchaseDate: now, originalPurchaseDate: now, expirationDate: now,
            store: .appStore, productIdentifier: "monthly", isSandbox: false,
            ownershipType: .purchased)
        let info = CustomerInfo(
            entitlements: EntitlementInfos(entitlements: ["pro": pro]),
            expirationDatesByProductId: ["monthly": now.addingTimeInterval(60)],
            purchaseDatesByProductId: ["monthly": now],
            allPurchasedProductIds: ["monthly", "coins"], requestDate: now, firstSeen: now,
            originalAppUserId: "u1")
        #expect(info.entitlements.active.keys.sorted() == ["pro"])
        #expect(info.activeSubscriptions == ["monthly"])
        #expect(info.purchaseDate(forProductIdentifier: "monthly") == now)
        #expect(info.allPurchasedProductIdentifiers == ["monthly", "coins"])
        #expect(info.id == "u1")
        #expect(info.entitlements.verification == .notRequested)
        #expect(info.description.contains("activeEntitlements=[pro]"))
    }
}
