// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymSimulation
import AllonymTestSupport
import Foundation
import Testing

/// Subscriptions whose product is sold for other periods than when they were bought, and shares that
/// are over.
@Suite struct ChangedPeriodTests {
    private let start = Date(timeIntervalSince1970: 1_769_860_800)

    private func bought(_ product: CatalogueProduct) throws -> WorldState {
        let provider = try #require(EveryProvider.mappings.provider("revenuecat"))
        var state = WorldState(try provider.rules([:]), [product])
        state.perform(.own(product.product), by: .account("app_store:alice"), now: start)
        return state
    }

    @Test(
        arguments: [
            (.year, nil, .week, ["2027-01-31", "2027-02-07", "2027-02-14", "2027-02-21"]),
            (.month, nil, .year, ["2026-02-28", "2027-02-28", "2028-02-28"]),
            // The 31st stays the 31st where the period is the same.
            (.month, nil, .month, ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]),
            // An offer goes on as it was begun.
            (
                .month, .payAsYouGo(2, every: .month, periods: 3), .week,
                ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-07", "2026-05-14"]
            ),
            (.month, .freeTrial(.week), .year, ["2026-02-07", "2027-02-07", "2028-02-07"]),
        ] as [(BillingPeriod, CatalogueOffer?, BillingPeriod, [String])])
    func `What was paid runs to its end, and the new periods begin there`(
        period: BillingPeriod, offer: CatalogueOffer?, other: BillingPeriod, ends: [String]
    ) throws {
        func product(_ period: BillingPeriod) -> CatalogueProduct {
            .subscription("p", every: period, price: 3, introductoryOffer: offer)
        }
        var state = try bought(product(period))
        state.sell([.subscription("p", every: other, price: 5, introductoryOffer: offer)])
        for _ in ends.dropFirst() {
            let end = try #require(state.records[0].expirationDate)
            while state.settleNext(end) != nil {}
        }
        let found = state.records[0].transactions.compactMap {
            $0.expirationDate.map { "\($0.ISO8601Format().prefix(10))" }
        }
        #expect(found == ends)
    }

    @Test func `A share that was refunded is not taken back`() throws {
        var state = try bought(.subscription("p"))
        let owner = try #require(state.world.ledger.purchases(of: "app_store:alice").last)
        let bob: StoreAccount = "app_store:bob"
        let shared = state.share(owner, with: bob, now: start)
        let share = try #require(shared)
        // The ledger itself would refund a share alone; the stores never ask for it.
        state.perform(.store(.refund, "p"), by: .account(bob), now: start, purchase: share)
        #expect(state.world.ledger.state(of: share) == .refunded)
        let end = state.unshare(owner, with: bob, now: start)
        #expect(end == nil)
        #expect(state.world.ledger.state(of: share) == .refunded)
    }
}
