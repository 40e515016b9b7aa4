// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import RevenueCatWire
import Testing

/// What the simulation knows, as objects of REST v2.
///
/// Source: https://www.revenuecat.com/docs/api-v2, read 2026-11-22.
@Suite struct RevenueCatREST2MappingTests {
    private static let page = REST2.ListPage<REST2.Entitlement>(
        items: [
            REST2.Entitlement(
                lookupKey: "pro", id: "entl1", project: "p1",
                created: Date(timeIntervalSince1970: 0))
        ], url: "/v2/projects/p1/subscriptions/sub1/entitlements")

    /// What the server says after a purchase, and after what the store did.
    private func view(
        buying product: String, _ act: (SimulatedStore) -> Void = { _ in }
    ) throws -> CustomerView {
        let world = try SharedWorld("revenuecat", catalogue: RevenueCatRequestTests.catalogue)
        let phone = try world.installation("phone")
        let line = Line(phone, facade: "revenuecat")
        _ = line.launch(as: "u")
        guard case .answered = line.purchase(product) else { throw NotSold() }
        act(phone.store)
        return try #require(line.view())
    }

    private struct NotSold: Error {}

    private func subscription(_ act: (SimulatedStore) -> Void) throws -> REST2.Subscription {
        REST2.Subscription(
            try #require(try view(buying: "monthly", act).purchases.first), id: "sub1",
            customer: "u", original: "u", product: "prod1",
            entitlements: RevenueCatREST2MappingTests.page)
    }

    struct Row: Sendable {
        let act: @Sendable (SimulatedStore) -> Void
        let status: REST2.SubscriptionStatus
        let renewal: REST2.AutoRenewalStatus
        let givesAccess: Bool
        let gross: Double
    }

    static let rows = [
        Row(act: { _ in }, status: .trialing, renewal: .willRenew, givesAccess: true, gross: 0),
        Row(
            act: { $0.cancel("monthly") }, status: .trialing, renewal: .willNotRenew,
            givesAccess: true, gross: 0),
        Row(
            act: { $0.renew("monthly") }, status: .active, renewal: .willRenew, givesAccess: true,
            gross: 10),
        Row(
            act: {
                $0.renew("monthly")
                $0.fail("monthly")
            }, status: .inGracePeriod, renewal: .willRenew, givesAccess: true, gross: 10),
        Row(
            act: {
                $0.renew("monthly")
                $0.pause("monthly", atRenewal: true)
            }, status: .active, renewal: .willPause, givesAccess: true, gross: 10),
        Row(
            act: { $0.expire("monthly") }, status: .expired, renewal: .willNotRenew,
            givesAccess: false, gross: 0),
        Row(
            act: {
                $0.renew("monthly")
                $0.refund("monthly")
            }, status: .expired, renewal: .willNotRenew, givesAccess: false, gross: 0),
    ]

    @Test(arguments: rows)
    func `A subscription's status, renewal and revenue follow the store`(row: Row) throws {
        let subscription = try subscription(row.act)
        #expect(subscription.status == row.status)
        #expect(subscription.autoRenewalStatus == row.renewal)
        #expect(subscription.givesAccess == row.givesAccess)
        #expect(subscription.totalRevenueInUSD.gross == row.gross)
        #expect(subscription.endsAt == subscription.currentPeriodEndsAt)
        #expect(subscription.store == .appStore)
        #expect(subscription.environment == .production)
        #expect(subscription.ownership == .purchased)
    }

    @Test func `A purchase is owned until it is refunded`() throws {
        func purchase(_ act: (SimulatedStore) -> Void) throws -> REST2.Purchase {
            REST2.Purchase(
                try #require(try view(buying: "coins", act).purchases.first), id: "pur1",
                customer: "u", original: "u", product: "prod2",
                entitlements: RevenueCatREST2MappingTests.page)
        }
        let owned = try purchase { _ in }
        #expect(owned.status == .owned)
        #expect(owned.revenueInUSD.gross == 1)
        #expect(owned.quantity == 1)
        let refunded = try purchase { $0.refund("coins") }
        #expect(refunded.status == .refunded)
        #expect(refunded.revenueInUSD.gross == 0)
        #expect(refunded.storePurchaseIdentifier == owned.storePurchaseIdentifier)
    }

    @Test func `A grant is a promotional subscription, here and in events`() throws {
        let clock = WorldClock()
        let world = try SharedWorld("revenuecat", clock: clock)
        let phone = try world.installation("phone")
        let line = Line(phone, facade: "revenuecat")
        _ = line.launch(as: "u")
        #expect(phone.grant("pro", for: .month))
        let view = try #require(line.view())
        let grant = try #require(view.grants.first)
        let end = try #require(grant.expirationDate)
        func subscription(at now: Date) -> REST2.Subscription {
            REST2.Subscription(
                grant, id: "sub1", customer: "u", now: now,
                entitlements: RevenueCatREST2MappingTests.page)
        }
        let running = subscription(at: view.date)
        #expect(running.store == .promotional)
        #expect(running.status == .active)
        #expect(running.givesAccess)
        #expect(running.autoRenewalStatus == .willNotRenew)
        #expect(running.endsAt == end.wireMilliseconds)
        #expect(subscription(at: end).status == .expired)
        #expect(!subscription(at: end).givesAccess)
        let product = try #require(SubscriberResponse(view).subscriber.subscriptions.keys.first)
        #expect(running.storeSubscriptionIdentifier == running.id)
        let event = EventPurchase(grant)
        #expect(event.productID == product)
        #expect(event.store == "PROMOTIONAL")
        #expect(event.periodType == .promotional)
        #expect(event.entitlementIDs == ["pro"])
        #expect(event.expirationAtMilliseconds == end.wireMilliseconds)
        let active = REST2.CustomerEntitlement.active(of: view) { $0 }
        #expect(active.map(\.expiresAt) == [end.wireMilliseconds])
    }

    @Test func `A customer has what is unlocked now`() throws {
        let view = try view(buying: "monthly")
        let customer = REST2.Customer(view, project: "p1")
        #expect(customer.id == view.originalID)
        #expect(customer.firstSeenAt == view.firstSeen.wireMilliseconds)
        #expect(customer.lastSeenAt == nil)
        let active = REST2.CustomerEntitlement.active(of: view) { "entl_\($0)" }
        #expect(active.map(\.entitlementID) == ["entl_pro"])
        #expect(active[0].expiresAt == view.purchases[0].accessEnd?.wireMilliseconds)
        #expect(REST2.CustomerEntitlement.active(of: view) { _ in nil }.isEmpty)
        let over = try self.view(buying: "monthly") { $0.expire("monthly") }
        #expect(REST2.CustomerEntitlement.active(of: over) { $0 }.isEmpty)
    }

    @Test func `A catalogue becomes products, offerings and packages`() throws {
        let catalogue = RevenueCatRequestTests.catalogue
        let created = Date(timeIntervalSince1970: 5)
        let products = catalogue.products.map {
            REST2.Product($0, id: "prod_\($0.id)", app: "app1", created: created)
        }
        #expect(products.map(\.type) == [.subscription, .consumable])
        #expect(products[0].subscription?.duration == "P1M")
        #expect(products[0].subscription?.trialDuration == "P1W")
        #expect(products[0].oneTime == nil)
        #expect(products[1].subscription == nil)
        #expect(products[1].oneTime?.isConsumable == true)
        let main = try #require(catalogue.offerings.first)
        let offering = REST2.Offering(
            main, id: "ofrng1", isCurrent: true, project: "p1", created: created)
        #expect(offering.lookupKey == "main")
        #expect(offering.metadata == ["rank": 3])
        let package = REST2.Package(main.packages[0], id: "pkg1", position: 1, created: created)
        #expect(
            try WireSample.json(package)
                == """
                {"created_at":5000,"display_name":"$rc_monthly","id":"pkg1",\
                "lookup_key":"$rc_monthly","object":"package","position":1}
                """)
    }
}
