// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import PurchaselyWire
import Testing

/// The words of Purchasely for a purchase of the simulation, which events and the façade share.
@Suite struct PurchaselyHeldPurchaseTests {
    private static let catalogue: Catalogue = [
        .subscription("trial", trial: .week),
        .subscription("intro", introductoryOffer: .payAsYouGo(2, every: .week, periods: 3)),
        .subscription(
            "year", every: .year, price: 60,
            promotionalOffers: [
                .payUpFront(20, for: .year, id: "third"), .freeTrial(.month, id: "gift"),
            ]),
    ]

    /// What somebody has who bought a product, at a promotional offer or without one.
    private func bought(
        _ product: String, at offer: String? = nil,
        _ act: (SharedWorld, SimulatedStore) -> Void = { _, _ in }
    ) throws -> HeldPurchase {
        let world = try SharedWorld("purchasely", catalogue: Self.catalogue)
        let phone = try world.installation("phone", account: StoreAccount(.playStore, "ann"))
        let line = Line(phone, facade: "purchasely")
        _ = line.launch(as: "u")
        _ = line.purchase(
            product, with: offer.flatMap { Self.catalogue[product]?.promotionalOffer($0) })
        act(world, phone.store)
        _ = line.perform(.open)
        return try #require(line.view()?.purchases.last)
    }

    @Test(
        arguments: [
            ("trial", nil, .freeTrial), ("intro", nil, .introOffer), ("year", nil, .none),
            ("year", "third", .promotionalOffer), ("year", "gift", .promotionalOffer),
        ] as [(String, String?, OfferType)])
    func `An offer is introductory or promotional`(
        product: String, offer: String?, type: OfferType
    ) throws {
        #expect(OfferType(try bought(product, at: offer)) == type)
    }

    @Test func `The offer before is that of the payment before`() throws {
        let renewed = try bought("year", at: "third") { _, store in store.renew("year") }
        let purchase = EventPurchase(renewed, id: "1", app: "app")
        #expect(purchase.offerType == OfferType.none)
        #expect(purchase.previousOfferType == .promotionalOffer)
    }

    struct Row: Sendable {
        let status: SubscriptionStatus
        let act: @Sendable (SharedWorld, SimulatedStore) -> Void
    }

    static let rows = [
        Row(status: .autoRenewing, act: { _, _ in }),
        Row(status: .autoRenewingCanceled, act: { $1.cancel("year") }),
        Row(status: .inGracePeriod, act: { $1.fail("year") }),
        Row(status: .onHold, act: { $1.hold("year") }),
        Row(status: .paused, act: { $1.pause("year") }),
        Row(status: .revoked, act: { $1.refund("year") }),
        Row(status: .deactivated, act: { $1.expire("year") }),
        Row(
            status: .unpaid,
            act: {
                $1.fail("year")
                $0.clock.advance(by: .days(400))
            }),
    ]

    @Test(arguments: rows)
    func `The status says what the store did`(row: Row) throws {
        #expect(SubscriptionStatus(try bought("year", row.act)) == row.status)
    }
}
