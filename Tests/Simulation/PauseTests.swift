// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import Testing

/// Pauses that are set for the renewal, and that end by themselves.
@Suite struct PauseTests: AnnAndBob {
    let (world, phone, tablet): (SharedWorld, Installation, Installation)
    let (line, other): (Line, Line)

    init() throws { (world, phone, tablet, line, other) = try Self.households() }

    @Test func `A pause that is set begins when the paid period ends, and ends by itself`() throws {
        _ = line.purchase("monthly")
        let end = try #require(try held().expirationDate)
        let resumes = end.addingTimeInterval(86_400 * 60)
        #expect(phone.store.pause("monthly", atRenewal: true, until: resumes))
        #expect(!phone.store.pause("monthly", atRenewal: true, until: resumes), "it is set already")
        world.clock.advance(by: .days(20))
        #expect(try held().pausesAtRenewal && held().resumeDate == resumes)
        #expect(unlocked() == ["pro"])
        world.clock.advance(by: end.timeIntervalSince(world.clock.now))
        #expect(try held().state == .paused && held().expirationDate == end)
        #expect(try !held().pausesAtRenewal)
        #expect(unlocked() == [])
        world.clock.advance(by: .days(59))
        #expect(unlocked() == [])
        world.clock.advance(by: .days(2))
        #expect(unlocked() == ["pro"])
        #expect(try held().purchaseDate == resumes && held().resumeDate == nil)
        #expect(try held().parts.count == 1)
    }

    @Test(arguments: [false, true])
    func `A family's share has the owner's pause`(atRenewal: Bool) throws {
        _ = line.purchase("monthly")
        #expect(phone.store.share("monthly", with: tablet))
        _ = other.perform(.restore)
        let resumes = world.clock.now.addingTimeInterval(86_400 * 60)
        #expect(phone.store.pause("monthly", atRenewal: atRenewal, until: resumes))
        #expect(try held(on: other).pausesAtRenewal == atRenewal)
        #expect(try held(on: other).resumeDate == resumes)
        #expect(unlocked(other) == (atRenewal ? ["pro"] : []))
        #expect(!tablet.store.pause("monthly", atRenewal: true), "that is for the owner to do")
    }

    @Test(
        arguments: [
            { $0.cancel("monthly") }, { $0.change("monthly", to: "yearly") },
            { $0.renew("monthly") },
            { $0.fail("monthly") },
        ] as [@Sendable (SimulatedStore) -> Bool])
    func `What changes the renewal drops a pause that was set for it`(
        act: @Sendable (SimulatedStore) -> Bool
    ) throws {
        _ = line.purchase("monthly")
        #expect(phone.store.pause("monthly", atRenewal: true))
        #expect(act(phone.store))
        #expect(try !held().pausesAtRenewal)
    }

    @Test func `Only what will renew is paused, and no pause ends before it begins`() throws {
        _ = line.purchase("forever")
        #expect(!phone.store.pause("forever", atRenewal: true))
        _ = line.purchase("monthly")
        let end = try #require(try held().expirationDate)
        #expect(!phone.store.pause("monthly", atRenewal: true, until: end))
        #expect(!phone.store.pause("monthly", until: world.clock.now))
        phone.store.cancel("monthly")
        #expect(!phone.store.pause("monthly", atRenewal: true))
        #expect(phone.store.pause("monthly", until: end))
        #expect(unlocked() == ["forever"])
        world.clock.advance(by: .days(40))
        #expect(unlocked() == ["forever", "pro"])
    }
}
