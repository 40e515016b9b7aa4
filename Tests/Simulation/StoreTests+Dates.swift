// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import Testing

/// When periods end, and what moves their dates.
extension StoreTests {
    @Test func `The day of the month stays, and no second is lost`() throws {
        let format = Date.ISO8601FormatStyle()
        let clock = WorldClock(at: try format.parse("2026-01-31T12:00:00Z"))
        let world = try SharedWorld("revenuecat", catalogue: [.subscription("m")], clock: clock)
        let line = Line(try world.installation("phone"), facade: "revenuecat")
        _ = line.launch(as: nil)
        _ = line.purchase("m")
        var ends: [String] = []
        for _ in 0..<4 {
            let end = try #require(line.view()?.purchases.first?.expirationDate)
            ends.append(end.formatted(format))
            clock.advance(by: end.timeIntervalSince(clock.now))
        }
        #expect(
            ends == [
                "2026-02-28T12:00:00Z", "2026-03-31T12:00:00Z", "2026-04-30T12:00:00Z",
                "2026-05-31T12:00:00Z",
            ])
        #expect(try #require(line.view()?.purchases.first).purchaseDate == clock.now)
    }

    @Test(
        arguments: [
            ("active", [.resume], false), ("active", [.recover], false),
            ("active", [.cancel], true), ("cancelled", [.cancel], false),
            ("cancelled", [.resume], false), ("expired", [.expire], false),
            ("expired", [.resume], false), ("expired", [.fail], false),
            ("expired", [.cancel], false), ("expired", [.renew], true),
            ("paused", [.pause], false), ("paused", [.resume], true),
            ("grace", [.fail], false), ("grace", [.recover], true),
            ("active", [.uncancel], false), ("active", [.hold], true),
            ("cancelled", [.uncancel], true), ("cancelled", [.hold], false),
            ("expired", [.uncancel], false), ("expired", [.hold], false),
            ("grace", [.hold], true), ("hold", [.hold], false), ("hold", [.cancel], false),
            ("hold", [.fail], false), ("hold", [.pause], false), ("hold", [.recover], true),
            ("hold", [.expire], true),
        ] as [(String, [StoreEvent], Bool)])
    func `An event that comes to nothing says so, and moves no date`(
        state: String, events: [StoreEvent], comesToSomething: Bool
    ) throws {
        _ = line.purchase("monthly")
        switch state {
        case "cancelled": phone.store.cancel("monthly")
        case "expired": phone.store.expire("monthly")
        case "paused": phone.store.pause("monthly")
        case "grace": phone.store.fail("monthly")
        case "hold": phone.store.hold("monthly")
        default: break
        }
        let before = try held("monthly")
        world.clock.advance(by: 3_600)
        for event in events {
            let came =
                switch event {
                case .renew: phone.store.renew("monthly")
                case .cancel: phone.store.cancel("monthly")
                case .expire: phone.store.expire("monthly")
                case .refund: phone.store.refund("monthly")
                case .fail: phone.store.fail("monthly")
                case .recover: phone.store.recover("monthly")
                case .pause: phone.store.pause("monthly")
                case .resume: phone.store.resume("monthly")
                case .hold: phone.store.hold("monthly")
                case .uncancel: phone.store.uncancel("monthly")
                }
            #expect(came == comesToSomething)
        }
        let after = try held("monthly")
        if !comesToSomething {
            #expect(after.expirationDate == before.expirationDate)
            #expect(after.cancellationDate == before.cancellationDate)
            #expect(after.billingIssueDate == before.billingIssueDate)
            #expect(after.transactions == before.transactions)
        }
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e17, -1e17, 1e308])
    func `A clock that is moved beyond all bounds stops at the last year`(seconds: Double) {
        _ = line.purchase("monthly")
        phone.store.cancel("monthly")
        world.clock.advance(by: seconds)
        #expect(world.clock.now.timeIntervalSince1970 <= 253_402_214_400)
        #expect(line.perform(.open).refusal == nil)
        let odd = BillingPeriod(.max, .month)
        #expect(odd.count == 10_000)
        #expect(odd.end(from: world.clock.now) > world.clock.now)
    }

    @Test func `Dates never contradict the rulebook about who has access`() throws {
        let generator = (0..<400).map { ($0 * 7_919) % 11 }
        for number in generator {
            switch number {
            case 0, 1: _ = line.purchase("monthly")
            case 2: phone.store.cancel("monthly")
            case 3: phone.store.expire("monthly")
            case 4: phone.store.fail("monthly")
            case 5: phone.store.recover("monthly")
            case 6: phone.store.pause("monthly")
            case 7: phone.store.resume("monthly")
            case 8: phone.store.refund("monthly")
            default: world.clock.advance(by: .days(13))
            }
            let view = try #require(line.view())
            for purchase in view.purchases {
                // Not bent by what gives access, but for grace: the store's own dates say the same.
                let end = purchase.gracePeriodExpirationDate ?? purchase.expirationDate
                // At the very instant at which a period ends, its date says neither.
                let runs = end.map { $0 >= view.date } ?? true
                #expect(end == view.date || runs == purchase.givesAccess)
                #expect(purchase.accessEnd == end)
            }
        }
        #expect(try #require(line.view()).purchases.count > 20)
    }

    @Test func `Renewals of many accounts come in the order of their dates`() throws {
        for number in 0..<200 {
            let device = try world.installation("device-\(number)")
            let line = Line(device, facade: "revenuecat")
            _ = line.launch(as: nil)
            _ = line.purchase("monthly")
            world.clock.advance(by: 3_600)
        }
        world.clock.advance(by: .year)
        let ledger = world.world.ledger
        #expect(ledger.purchases.count == 200)
        #expect(
            ledger.purchases.indices.allSatisfy { ledger.state(of: PurchaseHandle($0)) == .active })
        #expect(ledger.violations(under: world.rules) == [])
    }
}
