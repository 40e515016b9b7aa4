// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import NamiWire
import Testing

/// The customer's journey as events and the façade have it: worked out in one place.
@Suite struct NamiJourneyWireTests {
    private static let catalogue: Catalogue = [
        .subscription("trial", trial: .week),
        .subscription("intro", introductoryOffer: .payAsYouGo(2, every: .week, periods: 3)),
    ]

    struct Row: Sendable {
        let says: String
        let product: String
        let act: @Sendable (SimulatedStore) -> Void
    }

    static let rows = [
        Row(says: "trial", product: "trial", act: { _ in }),
        Row(says: "intro", product: "intro", act: { _ in }),
        Row(says: "trial, cancelled", product: "trial", act: { $0.cancel("trial") }),
        // What failed was the first payment, so the trial is over.
        Row(says: "grace", product: "trial", act: { $0.fail("trial") }),
        Row(says: "grace", product: "intro", act: { $0.fail("intro") }),
        // Who has paused, or whose payment is still tried, is a subscriber.
        Row(says: "paused", product: "trial", act: { $0.pause("trial") }),
        Row(says: "hold", product: "trial", act: { $0.hold("trial") }),
        Row(
            says: "hold, former", product: "trial",
            act: {
                $0.fail("trial")
                $0.expire("trial")
            }),
        Row(says: "former", product: "trial", act: { $0.expire("trial") }),
        Row(says: "former", product: "trial", act: { $0.refund("trial") }),
    ]

    @Test(arguments: rows)
    func `It follows what the store does`(row: Row) throws {
        let world = try SharedWorld("nami", catalogue: Self.catalogue)
        let phone = try world.installation("phone", account: StoreAccount(.playStore, "ann"))
        let line = Line(phone, facade: "nami")
        _ = line.launch(as: nil)
        _ = line.purchase(row.product)
        row.act(phone.store)
        _ = line.perform(.open)
        let state = JourneyState(try #require(line.view()))
        let words: [(String, Bool)] = [
            ("hold", state.inAccountHold), ("former", state.formerSubscriber),
            ("grace", state.inGracePeriod), ("paused", state.inPause),
            ("trial", state.inTrialPeriod), ("intro", state.inIntroOfferPeriod),
            ("cancelled", state.isCancelled),
        ]
        #expect(words.filter(\.1).map(\.0).joined(separator: ", ") == row.says)
    }
}
