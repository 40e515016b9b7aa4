// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import Testing

/// What a subscription costs at its beginning, and for whom.
@Suite struct OfferTests {
    let world: SharedWorld
    let phone: Installation
    let line: Line

    init() throws {
        world = try SharedWorld(
            "revenuecat",
            catalogue: [
                .subscription("plain", price: 10),
                .subscription("trial", trial: .week, price: 10, group: "pro"),
                .subscription(
                    "go", price: 10,
                    introductoryOffer: .payAsYouGo(2, every: .month, periods: 3),
                    promotionalOffers: [.payUpFront(12, for: BillingPeriod(6, .month), id: "back")],
                    group: "pro"),
                .subscription(
                    "ahead", price: 10, introductoryOffer: .payUpFront(5, for: .year)),
            ])
        phone = try world.installation("phone", account: "app_store:ann")
        line = Line(phone, facade: "revenuecat")
        _ = line.launch(as: "ann")
    }

    private func held(_ product: String) throws -> HeldPurchase {
        try #require(line.view()?.purchases.last { $0.product.id == product })
    }

    @Test func `Paid as it goes, each of the first periods has the offer's price`() throws {
        _ = line.purchase("go")
        #expect(try held("go").offer == .asYouGo)
        world.clock.advance(by: .days(140))
        let later = try held("go")
        #expect(later.transactions.map(\.price) == [2, 2, 2, 10, 10])
        #expect(later.transactions.map(\.offer) == [.asYouGo, .asYouGo, .asYouGo, nil, nil])
        #expect(later.offer == nil)
        #expect(later.renewals == 4)
        #expect(
            later.expirationDate == BillingPeriod(5, .month).end(from: later.originalPurchaseDate))
    }

    @Test func `Paid up front, one payment is for the whole time`() throws {
        _ = line.purchase("ahead")
        let first = try held("ahead")
        #expect(first.offer == .upFront)
        #expect(first.expirationDate == BillingPeriod.year.end(from: first.purchaseDate))
        world.clock.advance(by: .days(370))
        #expect(try held("ahead").transactions.map(\.price) == [5, 10])
    }

    @Test func `An offer ends with the subscription that it began`() throws {
        _ = line.purchase("go")
        #expect(phone.store.expire("go"))
        world.clock.advance(by: .days(3))
        #expect(phone.store.renew("go"))
        #expect(try held("go").transactions.map(\.price) == [2, 10])
    }

    @Test func `An account gets one introductory offer of a group`() throws {
        #expect(line.getsIntroduction("trial") == true)
        #expect(line.getsIntroduction("go") == true)
        _ = line.purchase("trial")
        #expect(line.getsIntroduction("trial") == false)
        #expect(line.getsIntroduction("go") == false)
        #expect(line.getsIntroduction("ahead") == true, "it is of no group")
        #expect(line.getsIntroduction("plain") == nil)
        #expect(line.getsIntroduction("gems") == nil)
        _ = phone.store.expire("trial")
        _ = line.purchase("go")
        #expect(try held("go").offer == nil)
    }

    @Test func `A promotional offer stands in the place of the introductory one`() throws {
        let offer = try #require(world.catalogue["go"]?.promotionalOffer("back"))
        #expect(!line.getsPromotionalOffers)
        _ = line.purchase("plain")
        #expect(line.getsPromotionalOffers)
        _ = line.purchase("go", with: offer)
        #expect(try held("go").transactions.map(\.price) == [12])
        #expect(try held("go").offer == .upFront)
    }

    @Test func `A subscription goes over to another of its group alone`() throws {
        _ = line.purchase("go")
        #expect(!phone.store.change("go", to: "ahead"))
        #expect(phone.store.change("go", to: "trial"))
        #expect(try held("trial").offer == nil)
    }

    @Test func `What is bought in the sandbox stays of the sandbox`() throws {
        _ = line.purchase("plain")
        world.isSandbox = true
        _ = line.purchase("go")
        world.isSandbox = false
        #expect(try !held("plain").isSandbox)
        #expect(try held("go").isSandbox)
    }

    @Test func `An account's first download is known once it was told`() throws {
        #expect(line.view()?.firstDownload == nil)
        let download = AppDownload(world.clock.now, version: "42")
        phone.store.firstDownload = download
        #expect(line.view()?.firstDownload == download)
        let tablet = try world.installation("tablet", account: "app_store:ann")
        #expect(tablet.store.firstDownload == download)
        #expect(world.store(of: "app_store:bob").firstDownload == nil)
    }

    @Test func `An account's store is in the United States until it is told`() {
        #expect(phone.store.storefront == "USA")
        phone.store.storefront = "DEU"
        #expect(phone.store.storefront == "DEU")
        #expect(world.store(of: "app_store:bob").storefront == "USA")
    }
}
