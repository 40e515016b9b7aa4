// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import Testing

/// What a hand does on a provider's dashboard, and what is sold on the web.
@Suite struct DashboardTests: AnnAndBob {
    let (world, phone, tablet): (SharedWorld, Installation, Installation)
    let (line, other): (Line, Line)

    init() throws { (world, phone, tablet, line, other) = try Self.households() }

    // MARK: The dashboard

    @Test func `A grant ends at its date, and at the later one where it is renewed`() throws {
        let start = world.clock.now
        #expect(phone.grant("gift", for: .week))
        #expect(phone.grant("bonus", until: start.addingTimeInterval(86_400)))
        #expect(
            line.view()?.grants.map(\.expirationDate) == [
                BillingPeriod.week.end(from: start), start.addingTimeInterval(86_400),
            ])
        world.clock.advance(by: .days(2))
        #expect(unlocked() == ["gift"])
        #expect(phone.grant("gift", for: .month))
        world.clock.advance(by: .days(10))
        #expect(unlocked() == ["gift"])
        #expect(phone.grant("gift"))
        world.clock.advance(by: .year)
        #expect(unlocked() == ["gift"], "for good now")
        #expect(phone.revoke("gift") && phone.grant("gift", for: .week) && phone.revoke("gift"))
        #expect(phone.grant("gift"))
        world.clock.advance(by: .month)
        #expect(unlocked() == ["gift"], "the end of what was taken back is no end")
    }

    @Test func `A grant goes along when customers become one, and ends there`() throws {
        let laptop = try world.installation("laptop", account: "app_store:ann")
        let third = Line(laptop, facade: "revenuecat")
        _ = third.launch(as: nil)
        #expect(laptop.grant("gift", for: .week))
        let date = world.clock.now
        world.clock.advance(by: 60)
        _ = third.perform(.logIn("cem-1"))
        #expect(third.view()?.grants.map(\.date) == [date])
        world.clock.advance(by: .week)
        #expect(unlocked(third) == [])
        // Somebody else is in use on the device by then.
        #expect(phone.grant("gift", for: .week))
        _ = line.perform(.logIn("dan-1"))
        world.clock.advance(by: .week)
        _ = line.perform(.logIn("ann-1"))
        #expect(unlocked() == [])
    }

    @Test func `A customer who was erased comes back as a new one`() throws {
        _ = line.purchase("monthly")
        #expect(phone.grant("gift", for: .year))
        let firstSeen = try #require(line.view()).firstSeen
        world.clock.advance(by: .days(3))
        #expect(world.delete("ann-1"))
        #expect(world.delete("nobody-1"), "nothing comes of it")
        let view = try #require(line.view())
        #expect(view.userID == "ann-1" && view.originalID == "ann-1" && view.isTaken)
        #expect(view.purchases.isEmpty && view.grants.isEmpty && view.entitlements.isEmpty)
        #expect(view.firstSeen == world.clock.now)
        world.clock.advance(by: .days(40))
        let reply = line.perform(.logIn("ann-1"))
        #expect(reply.isNewID)
        #expect(try #require(reply.view).firstSeen == world.clock.now)
        #expect(try #require(reply.view).firstSeen > firstSeen)
        #expect(line.perform(.restore).view?.entitlements == ["pro"], "the store has it still")
        #expect(try held().renewals == 1)
        world.clock.advance(by: .year)
        #expect(world.world.ledger.violations(under: world.rules) == [])
    }

    @Test func `All that one customer holds goes to another by hand`() throws {
        _ = line.purchase("monthly")
        _ = line.purchase("forever")
        #expect(world.transfer(from: "ann-1", to: "bob-1"))
        #expect(unlocked() == [] && unlocked(other) == ["forever", "pro"])
        #expect(world.transfer(from: "nobody-1", to: "bob-1"), "nothing comes of it")
        let nami = try SharedWorld("nami")
        #expect(!nami.transfer(from: "ann-1", to: "bob-1"), "nobody is there")
        _ = Line(try nami.installation("phone"), facade: "nami").launch(as: nil)
        #expect(!nami.transfer(from: "ann-1", to: "bob-1"), "there is no such thing")
        #expect(!nami.delete("ann-1"))
    }

    // MARK: The web

    @Test func `What is sold on the web belongs to the ID, and lives on without a device`() throws {
        let web = world.store(of: "stripe:ann@mail.test")
        #expect(!web.cancel("monthly"))
        #expect(!web.sell("nothing", to: "ann-1"))
        #expect(web.sell("monthly", to: "ann-1"))
        #expect(unlocked() == ["pro"])
        #expect(try held().store == .stripe)
        #expect(web.cancel("monthly") && web.uncancel("monthly"))
        world.clock.advance(by: .days(40))
        #expect(try held().renewals == 1)
        #expect(web.sell("yearly", to: "web-1"), "a visitor becomes a customer")
        #expect(!web.sell("yearly", to: "guest"), "that is no ID")
    }

    @Test func `A link is good once, and for its time`() throws {
        let web = world.store(of: "stripe:ann")
        #expect(web.sell("monthly", to: "$RCAnonymousID:0123456789abcdef0123456789abcdef"))
        func token() -> String {
            web.redemptionToken(
                for: "monthly", of: "$RCAnonymousID:0123456789abcdef0123456789abcdef")
        }
        #expect(token() != token())
        let late = token()
        let good = token()
        guard case .unknownToken = line.redeem("token", validFor: 60) else {
            Issue.record("nobody made that token")
            return
        }
        guard case .answered(let reply) = line.redeem(good, validFor: 60) else {
            Issue.record("it is fresh")
            return
        }
        #expect(reply.refusal == nil && reply.view?.userID == "ann-1")
        #expect(reply.view?.entitlements == ["pro"])
        guard case .used(by: "ann") = other.redeem(good, validFor: 60) else {
            Issue.record("it was used")
            return
        }
        world.clock.advance(by: 60)
        guard case .expired("ann") = other.redeem(late, validFor: 60) else {
            Issue.record("it is too late")
            return
        }
        #expect(unlocked(other) == [])
    }

    @Test func `An ID that was never taken has an empty view`() throws {
        let watch = try world.installation("watch")
        let third = Line(watch, facade: "revenuecat")
        #expect(third.launch(as: "guest").refusal == .invalidIdentifier)
        let view = try #require(third.view())
        #expect(!view.isTaken && view.userID == "guest" && view.originalID == "guest")
        #expect(view.ownID == nil && view.purchases.isEmpty && view.grants.isEmpty)
        #expect(!watch.grant("gift"), "nobody is there to get it")
        #expect(third.perform(.logOut).refusal == .invalidIdentifier)
        #expect(third.perform(.logIn("wim-1")).isNewID)
        #expect(third.view()?.isTaken == true)
    }
}
