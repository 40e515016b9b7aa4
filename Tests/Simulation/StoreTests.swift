// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import Testing

/// What the simulated store does, by itself and when told.
@Suite struct StoreTests {
    let world: SharedWorld
    let phone: Installation
    let line: Line

    init() throws {
        world = try SharedWorld(
            "revenuecat",
            catalogue: [
                .subscription("monthly", unlocks: ["pro"]),
                .subscription("trial", unlocks: ["pro"], every: .year, trial: .week),
                .nonConsumable("forever"), .consumable("coins"),
                .nonRenewing("pass", lasting: .days(30)),
            ])
        phone = try world.installation("phone", account: StoreAccount(.appStore, "ann"))
        line = Line(phone, facade: "revenuecat")
        #expect(line.launch(as: nil).outcome == .installed)
    }

    func held(_ product: String) throws -> HeldPurchase {
        try #require(line.view()?.purchases.last { $0.product.id == product })
    }

    @Test func `A subscription renews when its period ends, as often as the clock goes over it`()
        throws
    {
        _ = line.purchase("monthly")
        let first = try held("monthly")
        #expect(first.expirationDate == BillingPeriod.month.end(from: world.clock.now))
        #expect(first.renewals == 0)
        world.clock.advance(by: .days(100))
        let later = try held("monthly")
        #expect(later.renewals == 3)
        #expect(later.givesAccess)
        #expect(later.expirationDate == BillingPeriod(4, .month).end(from: first.purchaseDate))
        #expect(later.originalTransactionID == first.transactionID)
        #expect(later.transactionID != first.transactionID)
        #expect(Set(later.transactions.map(\.id)).count == 4)
        #expect(try #require(later.expirationDate) > world.clock.now)
    }

    @Test func `A cancelled one runs to the end of its period and not beyond`() throws {
        _ = line.purchase("monthly")
        #expect(phone.store.cancel("monthly"))
        world.clock.advance(by: .days(20))
        #expect(try held("monthly").cancellationDate != nil)
        #expect(line.view()?.entitlements == ["pro"])
        world.clock.advance(by: .days(20))
        #expect(try held("monthly").state == .expired)
        #expect(line.view()?.entitlements == [])
        #expect(phone.store.renew("monthly"))
        #expect(line.view()?.entitlements == ["pro"])
        #expect(try held("monthly").cancellationDate == nil)
    }

    @Test func `A failed payment leaves the grace period, then access ends; unless it succeeds`()
        throws
    {
        _ = line.purchase("monthly")
        #expect(phone.store.fail("monthly"))
        let failed = try held("monthly")
        #expect(failed.state == .grace)
        let end = try #require(failed.expirationDate)
        #expect(failed.gracePeriodExpirationDate == end.addingTimeInterval(16 * 86_400))
        #expect(failed.accessEnd == failed.gracePeriodExpirationDate)
        world.clock.advance(by: .days(40))
        #expect(line.view()?.entitlements == ["pro"])
        #expect(phone.store.recover("monthly"))
        #expect(try held("monthly").billingIssueDate == nil)
        #expect(phone.store.fail("monthly"))
        world.clock.advance(by: .days(60))
        #expect(try held("monthly").state == .expired)
        #expect(line.view()?.entitlements == [])
    }

    @Test func `A refund ends a purchase of any kind`() throws {
        for product in ["monthly", "forever", "coins", "pass"] {
            _ = line.purchase(product)
            #expect(try held(product).givesAccess)
            #expect(phone.store.refund(product))
            let refunded = try held(product)
            #expect(refunded.refundDate == world.clock.now)
            #expect(!refunded.givesAccess)
            #expect(try #require(refunded.accessEnd) < world.clock.now)
        }
        #expect(line.view()?.entitlements == [])
    }

    @Test func `The first purchase of an account has the trial, a later one has not`() throws {
        _ = line.purchase("trial")
        #expect(try held("trial").isTrial)
        #expect(try held("trial").expirationDate == BillingPeriod.week.end(from: world.clock.now))
        world.clock.advance(by: .days(8))
        #expect(try !held("trial").isTrial)
        #expect(try held("trial").renewals == 0, "the first payment renews nothing")
        #expect(try held("trial").transactions.count == 2)
        _ = phone.store.expire("trial")
        _ = line.purchase("trial")
        #expect(try !held("trial").isTrial)
        #expect(try held("trial").renewals == 0)
    }

    @Test func `What does not renew ends, what is bought for good stays`() throws {
        for product in ["pass", "forever", "coins"] { _ = line.purchase(product) }
        world.clock.advance(by: .days(31))
        #expect(line.view()?.entitlements == ["coins", "forever"])
        #expect(try held("forever").expirationDate == nil)
        #expect(try held("forever").accessEnd == nil)
    }

    @Test func `A paused one stands still, and begins a period when it goes on`() throws {
        _ = line.purchase("monthly")
        #expect(phone.store.pause("monthly"))
        world.clock.advance(by: .days(50))
        #expect(try held("monthly").renewals == 0)
        #expect(line.view()?.entitlements == [])
        #expect(phone.store.resume("monthly"))
        #expect(try held("monthly").renewals == 1)
        #expect(line.view()?.entitlements == ["pro"])
    }

    @Test func `Family members share a purchase, with its dates, until it ends`() throws {
        let tablet = try world.installation("tablet", account: StoreAccount(.appStore, "bob"))
        _ = line.purchase("trial")
        world.clock.advance(by: .days(20))
        #expect(!phone.store.share("trial", with: tablet), "no ledger knows that account yet")
        let other = Line(tablet, facade: "revenuecat")
        _ = other.launch(as: nil)
        #expect(phone.store.share("trial", with: tablet))
        #expect(!phone.store.share("trial", with: phone))
        #expect(!phone.store.share("coins", with: tablet))
        #expect(other.perform(.restore).view?.entitlements == ["pro"])
        func shared() throws -> HeldPurchase { try #require(other.view()?.purchases.first) }
        #expect(try shared().isFamilyShared && shared().isOfThisAccount && !shared().isTrial)
        #expect(try !held("trial").isFamilyShared)
        #expect(try shared().expirationDate == held("trial").expirationDate)
        world.clock.advance(by: .year)
        #expect(try shared().expirationDate == held("trial").expirationDate)
        #expect(try shared().transactions.count == 2)
        phone.store.cancel("trial")
        #expect(try shared().cancellationDate == held("trial").cancellationDate)
        #expect(try shared().state == .cancelled)
        world.clock.advance(by: .year)
        #expect(other.view()?.entitlements == [] && line.view()?.entitlements == [])
    }

    @Test func `What was cancelled before it is shared is shared as that`() throws {
        let tablet = try world.installation("tablet", account: StoreAccount(.appStore, "bob"))
        let other = Line(tablet, facade: "revenuecat")
        _ = other.launch(as: nil)
        _ = line.purchase("monthly")
        phone.store.cancel("monthly")
        #expect(phone.store.share("monthly", with: tablet))
        #expect(other.perform(.restore).view?.purchases.first?.state == .cancelled)
        phone.store.refund("monthly")
        #expect(other.view()?.entitlements == [])
        #expect(try #require(other.view()?.purchases.first).refundDate == world.clock.now)
    }

    @Test func `Each of two passes ends at its own time`() throws {
        _ = line.purchase("pass")
        world.clock.advance(by: .days(10))
        _ = line.purchase("pass")
        world.clock.advance(by: .days(25))
        let passes = try #require(line.view()).purchases
        #expect(passes.map(\.givesAccess) == [false, true])
        world.clock.advance(by: .days(10))
        #expect(line.view()?.entitlements == [])
    }

    @Test func `What had to wait is there when it is allowed`() throws {
        phone.store.nextPurchase = .isPending
        _ = line.purchase("monthly")
        #expect(line.view()?.entitlements == [])
        #expect(!phone.store.approve("coins"))
        #expect(phone.store.approve("monthly"))
        #expect(line.view()?.entitlements == ["pro"])
        #expect(!phone.store.approve("monthly"), "it waits no more")
    }

    @Test(
        arguments: [
            (.succeeds, "answered"), (.isCancelled, "cancelled"), (.isPending, "pending"),
            (.fails, "failed"),
        ] as [(PurchaseAnswer, String)])
    func `The next purchase is answered as told, the one after succeeds`(
        answer: PurchaseAnswer, word: String
    ) {
        phone.store.nextPurchase = answer
        let reply = line.purchase("coins")
        #expect("\(reply)".hasPrefix(word))
        #expect((line.view()?.purchases.isEmpty == true) == (answer != .succeeds))
        guard case .answered(_, let product) = line.purchase("coins") else {
            Issue.record("the store sells again")
            return
        }
        #expect(product.id == "coins")
    }

    @Test func `What is in no catalogue is not sold`() {
        guard case .unknownProduct = line.purchase("nothing") else {
            Issue.record("it was sold")
            return
        }
        #expect(!phone.store.own("nothing"))
        #expect(!phone.store.renew("nothing"))
        #expect(!phone.store.renew("monthly"), "nobody holds it")
    }
}
