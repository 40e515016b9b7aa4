// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import RevenueCatWire
import Testing

/// What REST v1 and v2 say of a subscription that has gone over to another product.
@Suite struct HeldSubscriptionTests {
    private static let catalogue: Catalogue = [
        .subscription("month", unlocks: ["pro"]),
        .subscription("year", unlocks: ["pro", "plus"], every: .year),
        .subscription("trial", unlocks: ["pro"], trial: .week),
    ]

    /// What the server says of somebody who has bought something ten days ago, and of whom the
    /// store has done something since.
    private func view(
        buying product: String, at store: AllonymCore.Store = .appStore, after days: Int = 10,
        _ act: (SimulatedStore) -> Void
    ) throws -> CustomerView {
        let world = try SharedWorld("revenuecat", catalogue: Self.catalogue)
        let phone = try world.installation("phone", account: StoreAccount(store, "ann"))
        let line = Line(phone, facade: "revenuecat")
        _ = line.launch(as: "u")
        _ = line.purchase(product)
        world.clock.advance(by: .days(days))
        act(phone.store)
        return try #require(line.view())
    }

    struct Row: Sendable {
        let product: String
        var days = 10
        let act: @Sendable (SimulatedStore) -> Void
        /// The products of each subscription of v2.
        let products: [[String]]
    }

    static let rows = [
        Row(product: "month", act: { _ in }, products: [["month"]]),
        Row(
            product: "month", act: { $0.change("month", to: "year") },
            products: [["month"], ["year"]]),
        Row(
            product: "month",
            act: {
                $0.change("month", to: "year", atRenewal: true)
                $0.renew("month")
            }, products: [["month"], ["year"]]),
        Row(
            product: "month",
            act: {
                $0.expire("month")
                $0.renew("month")
            }, products: [["month"], ["month"]]),
        Row(
            product: "trial", days: 3, act: { $0.change("trial", to: "year") },
            products: [["trial", "year"]]),
        Row(
            product: "trial", days: 3,
            act: {
                $0.change("trial", to: "year")
                $0.change("year", to: "month")
            }, products: [["trial", "year"], ["month"]]),
        Row(
            product: "trial", days: 3,
            act: {
                $0.expire("trial")
                $0.renew("trial")
            }, products: [["trial"], ["trial"]]),
    ]

    @Test(arguments: rows)
    func `A paid product that changes, and one that had lapsed, is a new subscription`(
        row: Row
    ) throws {
        let view = try view(buying: row.product, after: row.days, row.act)
        let purchase = try #require(view.purchases.first)
        let all = HeldSubscription.all(of: purchase)
        #expect(all.map { $0.parts.map(\.product.id) } == row.products)
        #expect(all.flatMap(\.whole.transactions) == purchase.transactions)
        #expect(all.map(\.whole.isEnded) == all.indices.map { $0 < all.count - 1 })
        #expect(Set(all.map(\.first)).count == all.count && all[0].first == 0)
        let last = try #require(all.last).whole
        #expect(last.product.id == row.products.last?.last && last.givesAccess)
    }

    @Test(arguments: [(AllonymCore.Store.appStore, true), (.playStore, false)])
    func `In v1 the old product has expired, and the new one has its store's first date`(
        store: AllonymCore.Store, isApple: Bool
    ) throws {
        let view = try view(buying: "month", at: store) { $0.change("month", to: "year") }
        let subscriber = SubscriberResponse(view).subscriber
        #expect(Set(subscriber.subscriptions.keys) == ["month", "year"])
        let month = try #require(subscriber.subscriptions["month"])
        let year = try #require(subscriber.subscriptions["year"])
        let end = try #require(month.expiresDate)
        #expect(end < view.date && end > view.date.addingTimeInterval(-3))
        #expect(month.unsubscribeDetectedAt == end)
        #expect(month.storeTransactionID != year.storeTransactionID)
        #expect((year.originalPurchaseDate == month.originalPurchaseDate) == isApple)
        #expect((year.originalPurchaseDate == year.purchaseDate) == !isApple)
        #expect(subscriber.entitlements["pro"]?.productIdentifier == "year")
        #expect(subscriber.entitlements["plus"]?.productIdentifier == "year")
    }

    @Test func `In v1 what only the old product unlocked has expired with it`() throws {
        let view = try view(buying: "year") { $0.change("year", to: "month") }
        let subscriber = SubscriberResponse(view).subscriber
        #expect(subscriber.entitlements["pro"]?.productIdentifier == "month")
        let plus = try #require(subscriber.entitlements["plus"])
        #expect(plus.productIdentifier == "year")
        #expect(try #require(plus.expiresDate) < view.date)
    }
}
