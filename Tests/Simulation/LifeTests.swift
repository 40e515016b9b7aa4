// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import Testing

/// Lives of customers, from purchase to end, as the provider's server sees them.
@Suite struct LifeTests: AnnAndBob {
    let (world, phone, tablet): (SharedWorld, Installation, Installation)
    let (line, other): (Line, Line)

    init() throws { (world, phone, tablet, line, other) = try Self.households() }

    // MARK: Family sharing

    @Test func `What a family shares ends with the owner's subscription`() throws {
        _ = line.purchase("monthly")
        #expect(phone.store.share("monthly", with: tablet))
        #expect(!phone.store.share("monthly", with: tablet), "it is shared already")
        #expect(unlocked(other) == [], "the provider has not heard of it")
        #expect(other.perform(.restore).view?.entitlements == ["pro"])
        #expect(line.view()?.entitlements == ["pro"], "the owner keeps it")
        #expect(!tablet.store.cancel("monthly"), "that is for the owner to do")
        #expect(!tablet.store.share("monthly", with: phone))
        #expect(phone.store.expire("monthly"))
        #expect(unlocked(other) == [])
        #expect(try held(on: other).expirationDate == held().expirationDate)
        #expect(phone.store.renew("monthly"))
        #expect(unlocked(other) == ["pro"])
        #expect(try held(on: other).transactions.count == 2)
    }

    @Test func `A share that is taken back ends, the owner's purchase goes on`() throws {
        _ = line.purchase("forever")
        #expect(!phone.store.unshare("forever", with: tablet))
        #expect(phone.store.share("forever", with: tablet))
        _ = other.perform(.restore)
        #expect(phone.store.unshare("forever", with: tablet))
        let share = try held(on: other)
        #expect(share.isUnshared && share.isFamilyShared && !share.givesAccess)
        #expect(try #require(share.expirationDate) < world.clock.now)
        #expect(unlocked() == ["forever"])
        #expect(phone.store.refund("forever"))
        #expect(try held(on: other).refundDate == nil, "it follows no more")
    }

    @Test func `Families share within one store, and in one world`() throws {
        let pixel = try world.installation("pixel", account: "play_store:cem")
        _ = Line(pixel, facade: "revenuecat").launch(as: nil)
        _ = line.purchase("monthly")
        #expect(!phone.store.share("monthly", with: pixel))
        let stranger = try SharedWorld("revenuecat").installation("tablet")
        #expect(!phone.store.share("monthly", with: stranger))
        #expect(!phone.store.unshare("monthly", with: stranger))
    }

    // MARK: Changes of product

    @Test func `An upgrade counts at once, with a period of its own and no trial`() throws {
        _ = line.purchase("monthly")
        world.clock.advance(by: .days(10))
        #expect(!phone.store.change("monthly", to: "nothing"))
        #expect(!phone.store.change("monthly", to: "forever"), "it is no subscription")
        #expect(phone.store.change("monthly", to: "yearly"))
        #expect(!phone.store.change("monthly", to: "yearly"), "nobody holds that any more")
        _ = line.perform(.open)
        let changed = try held()
        #expect(changed.product.id == "yearly")
        #expect(unlocked() == ["plus", "pro"])
        #expect(!changed.isTrial && changed.renewals == 0)
        #expect(changed.expirationDate == BillingPeriod.year.end(from: world.clock.now))
        world.clock.advance(by: .days(300))
        #expect(try held().renewals == 0, "the month's end has no meaning now")
        world.clock.advance(by: .days(70))
        #expect(try held().renewals == 1)
    }

    @Test func `A downgrade waits for the renewal, and is dropped with it`() throws {
        _ = line.purchase("yearly")
        world.clock.advance(by: .days(8))
        let end = try #require(try held().expirationDate)
        #expect(phone.store.change("yearly", to: "monthly", atRenewal: true))
        #expect(phone.store.cancel("yearly"))
        #expect(phone.store.uncancel("yearly"))
        #expect(try held().cancellationDate == nil)
        world.clock.advance(by: end.timeIntervalSince(world.clock.now))
        #expect(try held().product.id == "yearly", "cancelling dropped the change")
        #expect(phone.store.change("yearly", to: "monthly", atRenewal: true))
        #expect(try held().product.id == "yearly")
        let next = try #require(try held().expirationDate)
        world.clock.advance(by: next.timeIntervalSince(world.clock.now))
        #expect(try held().product.id == "monthly")
        #expect(try held().expirationDate == BillingPeriod.month.end(from: next))
        #expect(unlocked() == ["pro"])
        world.clock.advance(by: .days(100))
        #expect(try held().product.id == "monthly")
        #expect(try held().renewals == 5, "of the first year none, it was a trial's end")
    }

    @Test func `A family's share goes over with the subscription`() throws {
        _ = line.purchase("monthly")
        _ = phone.store.share("monthly", with: tablet)
        _ = other.perform(.restore)
        #expect(phone.store.change("monthly", to: "yearly"))
        #expect(try held(on: other).product.id == "yearly")
        #expect(try held(on: other).expirationDate == held().expirationDate)
        #expect(unlocked(other) == ["plus", "pro"])
    }

    // MARK: Billing retry

    @Test func `On hold there is no access until the payment succeeds`() throws {
        _ = line.purchase("monthly")
        world.clock.advance(by: .days(10))
        #expect(phone.store.hold("monthly"))
        let held = try held()
        #expect(held.state == .billingRetry && !held.givesAccess)
        #expect(held.billingIssueDate == world.clock.now)
        #expect(held.gracePeriodExpirationDate == nil)
        #expect(try #require(held.expirationDate) < world.clock.now)
        world.clock.advance(by: .days(200))
        #expect(try self.held().state == .billingRetry, "no time ends it")
        #expect(unlocked() == [])
        #expect(phone.store.recover("monthly"))
        #expect(unlocked() == ["pro"])
        #expect(try self.held().billingIssueDate == nil)
        #expect(
            try self.held().expirationDate == BillingPeriod.month.end(from: world.clock.now),
            "the cycle begins anew that day")
    }

    @Test func `After the grace period the hold has the date at which the payment failed`() throws {
        _ = line.purchase("monthly")
        #expect(phone.store.fail("monthly"))
        let failed = world.clock.now
        world.clock.advance(by: .days(35))
        #expect(unlocked() == ["pro"])
        #expect(phone.store.hold("monthly"))
        #expect(unlocked() == [])
        #expect(try held().billingIssueDate == failed)
        #expect(phone.store.expire("monthly"))
        #expect(try held().state == .expired)
    }

    // MARK: The end of what is paid

    @Test(arguments: [0, 1, 86_400.0])
    func `What ends by itself keeps the date until which it was paid, whenever it is asked for`(
        later: TimeInterval
    ) throws {
        _ = line.purchase("monthly")
        phone.store.cancel("monthly")
        let end = try #require(try held().expirationDate)
        world.clock.advance(by: end.timeIntervalSince(world.clock.now) + later)
        let ended = try held()
        #expect(ended.state == .expired && !ended.givesAccess)
        #expect(ended.expirationDate == end && ended.accessEnd == end)
    }

    @Test func `What ends before its time ends before this instant`() throws {
        _ = line.purchase("monthly")
        world.clock.advance(by: .days(5))
        phone.store.expire("monthly")
        #expect(try held().expirationDate == world.clock.now.addingTimeInterval(-1))
    }

    @Test func `A charge that fails and succeeds ahead of time pays for the next period`() throws {
        _ = line.purchase("monthly")
        let first = try held()
        world.clock.advance(by: .days(20))
        phone.store.fail("monthly")
        phone.store.recover("monthly")
        let paid = try held()
        #expect(paid.transactions.count == 2 && paid.renewals == 1)
        #expect(paid.transactionID != first.transactionID)
        #expect(paid.expirationDate == BillingPeriod(2, .month).end(from: first.purchaseDate))
        #expect(paid.billingIssueDate == nil && paid.gracePeriodExpirationDate == nil)
    }

    // MARK: Another store account

    @Test func `What an account holds is restored on the device that signs in to it`() throws {
        _ = other.purchase("monthly")
        #expect(phone.use("app_store:bob"))
        #expect(unlocked() == [])
        #expect(line.perform(.restore).view?.entitlements == ["pro"])
        #expect(unlocked(other) == [], "it was transferred")
        #expect(phone.use("app_store:ann"))
        #expect(try !held().isOfThisAccount)
        #expect(unlocked() == ["pro"])
    }

    @Test func `An account that no device is signed in to goes on`() throws {
        _ = line.purchase("monthly")
        #expect(phone.use("app_store:cem"))
        let anns = world.store(of: "app_store:ann")
        world.clock.advance(by: .days(40))
        #expect(try held().renewals == 1)
        #expect(anns.change("monthly", to: "yearly"))
        #expect(anns.own("forever"))
        #expect(!anns.share("yearly", with: tablet), "there is nobody who could")
        #expect(!world.store(of: "app_store:nobody").own("forever"))
        #expect(world.world.ledger.purchases(of: "app_store:ann").count == 2)
        #expect(world.world.ledger.violations(under: world.rules) == [])
    }

    // MARK: All of it

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `Whatever the store does, its dates say who has access, and shares follow`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let ids = ["monthly", "yearly", "forever"]
        for _ in 0..<150 {
            let id = ids[Int.random(in: 0..<3, using: &random)]
            let store = phone.store
            switch Int.random(in: 0..<18, using: &random) {
            case 0, 1: _ = line.purchase(id)
            case 2: store.renew(id)
            case 3: store.cancel(id)
            case 4: store.uncancel(id)
            case 5: store.expire(id)
            case 6: store.refund(id)
            case 7: store.fail(id)
            case 8: store.hold(id)
            case 9: store.recover(id)
            case 10: store.pause(id)
            case 11: store.resume(id)
            case 12: store.change(id, to: "yearly", atRenewal: .random(using: &random))
            case 13: store.change(id, to: "monthly", atRenewal: .random(using: &random))
            case 14: store.share(id, with: tablet)
            case 15: store.unshare(id, with: tablet)
            default: world.clock.advance(by: .days(Int.random(in: 1...40, using: &random)))
            }
            _ = other.perform(.restore)
            for view in [line.view(), other.view()].compactMap(\.self) {
                for purchase in view.purchases {
                    let end = purchase.gracePeriodExpirationDate ?? purchase.expirationDate
                    // At the very instant at which a period ends, its date says neither.
                    let runs = end.map { $0 >= view.date } ?? true
                    #expect(end == view.date || runs == purchase.givesAccess)
                    #expect(purchase.accessEnd == end)
                }
            }
        }
        let ledger = world.world.ledger
        #expect(ledger.violations(under: world.rules) == [])
        for (owner, shares) in ledger.shares {
            let owned = try #require(line.view()?.purchases.first { $0.number == owner.index })
            for share in shares {
                let shared = other.view()?.purchases.first { $0.number == share.index }
                #expect(shared?.state == owned.state)
                #expect(shared?.product == owned.product)
                #expect(shared?.expirationDate == owned.expirationDate)
            }
        }
    }
}
