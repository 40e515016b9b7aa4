// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import Testing

/// Two threads on one façade.
///
/// `ALLONYM_CALLS` says how many calls they make of it; the thread sanitizer is to be on then.
@Suite(.serialized) struct ThreadTests {
    static let calls =
        ProcessInfo.processInfo.environment["ALLONYM_CALLS"].flatMap(Int.init) ?? 4_000

    @Test(arguments: EveryFacade.named)
    func `Two threads lose no callback and break no invariant`(
        facade: EveryFacade.Named
    ) async throws {
        let provider = facade.driver.provider
        // Nothing that can be bought again and again: a call takes time in proportion to purchases.
        let world = try SharedWorld(
            provider,
            catalogue: Catalogue(
                [
                    .subscription(
                        "X", trial: .week,
                        promotionalOffers: [.payAsYouGo(1, every: .week, id: "half")],
                        group: "all"),
                    .nonConsumable("N"),
                ],
                offerings: [CatalogueOffering("all", products: ["X", "N"])]))
        world.store(of: StoreAccount(.stripe, "visitor")).sell("X", to: "visitor")
        let installation = try world.installation("phone")
        let driver = facade.driver.init(installation)
        #expect(await driver.launch(as: nil) == .done)
        let answered = Locked([Int](repeating: 0, count: Self.calls))
        for first in 0..<2 {
            Thread.detachNewThread {
                installation.use {
                    for number in stride(from: first, to: Self.calls, by: 2) {
                        driver.mixedCall(number) { answered.withLock { $0[number] += 1 } }
                        if number % 1_000 == 0 { installation.connection.hold() }
                        if number % 1_000 == 10 { installation.connection.release() }
                        if number % 5_000 == 7 { installation.store.renew("X") }
                        if number % 700 == 3 { world.clock.advance(by: 3_600) }
                    }
                    installation.connection.release()
                }
            }
        }
        var waited = 0.0
        while answered.withLock({ $0.contains(0) }), waited < 600 {
            try await Task.sleep(nanoseconds: 200_000_000)
            waited += 0.2
            if installation.connection.waiting > 0, waited > 5 { installation.connection.release() }
        }
        #expect(answered.withLock { Set($0) } == [1], "each call is answered exactly once")
        let ledger = world.world.ledger
        #expect(ledger.violations(under: world.rules) == [])
        #expect(ledger.installation(on: "phone") != nil)
        print("threads: \(provider), \(Self.calls) calls, \(ledger.users.count) user IDs")
    }
}
