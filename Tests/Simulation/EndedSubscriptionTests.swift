// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import Testing

/// Subscriptions that end because another begins in their place.
@Suite struct EndedSubscriptionTests: AnnAndBob {
    let (world, phone, tablet): (SharedWorld, Installation, Installation)
    let (line, other): (Line, Line)

    init() throws { (world, phone, tablet, line, other) = try Self.households() }

    @Test func `What changes product at once ends before this instant, and is kept`() throws {
        _ = line.purchase("monthly")
        let first = try held()
        #expect(first.parts.count == 1 && !first.isEnded)
        world.clock.advance(by: .days(10))
        #expect(phone.store.change("monthly", to: "yearly"))
        let parts = try held().parts
        #expect(parts.map(\.product.id) == ["monthly", "yearly"])
        #expect(parts.map(\.isEnded) == [true, false])
        #expect(parts.map(\.givesAccess) == [false, true])
        #expect(parts.map(\.part) == [0, 1])
        #expect(parts.map(\.transactions.count) == [1, 1])
        #expect(parts[0].state == .expired && parts[0].transactionID == first.transactionID)
        #expect(parts[0].expirationDate == world.clock.now.addingTimeInterval(-1))
        #expect(parts[1].originalPurchaseDate == world.clock.now)
        #expect(try held().originalTransactionID == first.transactionID, "at the store it is one")
    }

    @Test func `What changes product at its renewal ends with its period`() throws {
        _ = line.purchase("yearly")
        world.clock.advance(by: .days(8))
        let end = try #require(try held().expirationDate)
        #expect(phone.store.change("yearly", to: "monthly", atRenewal: true))
        #expect(try held().parts.count == 1)
        world.clock.advance(by: end.timeIntervalSince(world.clock.now))
        let parts = try held().parts
        #expect(parts.map(\.product.id) == ["yearly", "monthly"])
        #expect(parts[0].expirationDate == end && parts[0].transactions.count == 2)
        #expect(parts[1].purchaseDate == end)
    }

    @Test func `In the grace period nothing is paid, so nothing else begins`() throws {
        _ = line.purchase("monthly")
        #expect(phone.store.fail("monthly"))
        #expect(phone.store.change("monthly", to: "yearly"))
        #expect(try held().parts.map(\.product.id) == ["yearly"])
    }

    @Test func `What had ended and is renewed is another, with no dates of the first`() throws {
        _ = line.purchase("monthly")
        #expect(phone.store.cancel("monthly"))
        world.clock.advance(by: .days(40))
        #expect(phone.store.renew("monthly"))
        let parts = try held().parts
        #expect(parts.map(\.state) == [.expired, .active])
        #expect(parts[0].cancellationDate != nil && parts[1].cancellationDate == nil)
        // A payment that failed and succeeds is none.
        #expect(phone.store.hold("monthly"))
        #expect(phone.store.recover("monthly"))
        #expect(try held().parts.count == 2)
    }

    @Test func `A family's share ends and begins with the subscription`() throws {
        _ = line.purchase("monthly")
        _ = phone.store.share("monthly", with: tablet)
        _ = other.perform(.restore)
        #expect(try held(on: other).parts.count == 1)
        world.clock.advance(by: .days(10))
        #expect(phone.store.change("monthly", to: "yearly"))
        #expect(try held(on: other).parts.map(\.product.id) == ["monthly", "yearly"])
        #expect(phone.store.expire("yearly"))
        #expect(phone.store.renew("yearly"))
        for line in [line, other] {
            let parts = try held(on: line).parts
            #expect(parts.map(\.product.id) == ["monthly", "yearly", "yearly"])
            #expect(parts.map(\.transactions.count) == [1, 1, 1])
        }
    }
}
