// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import PurchaselyFacade
import Testing

/// Who uses the app.
@Suite struct PurchaselyIdentityTests {
    @Test func `The anonymous ID is a UUID that can be read before the start`() async throws {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            let id = Purchasely.anonymousUserId
            let form = /[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/
            let match = try form.wholeMatch(in: id)
            #expect(match != nil)
            await PurchaselyCalls.start()
            #expect(Purchasely.anonymousUserId == id)
            #expect(Purchasely.isAnonymous())
        }
    }

    @Test func `The anonymous ID lasts as long as the installation`() async throws {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        await phone.use {
            await PurchaselyCalls.start()
            let id = Purchasely.anonymousUserId
            _ = await PurchaselyCalls.logIn("ann")
            #expect(Purchasely.anonymousUserId == id)
            Purchasely.userLogout()
            #expect(Purchasely.anonymousUserId == id)
            _ = await PurchaselyCalls.logIn("ann")
            phone.relaunch()
            await PurchaselyCalls.start()
            #expect(Purchasely.anonymousUserId == id)
            #expect(!Purchasely.isAnonymous())
            phone.reinstall()
            await PurchaselyCalls.start()
            #expect(Purchasely.anonymousUserId != id)
            #expect(Purchasely.isAnonymous())
        }
    }

    @Test func `An anonymous subscription comes along at the log-in, and the callback says so`()
        async throws
    {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            let events = PurchaselyEvents()
            Purchasely.setEventDelegate(events)
            await PurchaselyCalls.start()
            _ = await PurchaselyCalls.buy("monthly")
            #expect(await PurchaselyCalls.logIn("ann"))
            #expect(!Purchasely.isAnonymous())
            #expect(await PurchaselyCalls.plans() == ["monthly"])
            #expect(events.events == [.inAppPurchased, .userLoggedIn, .subscriptionsTransferred])
            #expect(events.wereOnMain)
        }
    }

    @Test func `Without a subscription the callback says false`() async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            let events = PurchaselyEvents()
            Purchasely.setEventDelegate(events)
            await PurchaselyCalls.start()
            #expect(await !PurchaselyCalls.logIn("ann"))
            #expect(events.events == [.userLoggedIn])
        }
    }

    @Test func `The same ID again changes nothing and tells nobody`() async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            await PurchaselyCalls.start()
            _ = await PurchaselyCalls.buy("monthly")
            #expect(await PurchaselyCalls.logIn("ann"))
            let events = PurchaselyEvents()
            Purchasely.setEventDelegate(events)
            #expect(await !PurchaselyCalls.logIn("ann"))
            #expect(events.events.isEmpty)
            #expect(await PurchaselyCalls.plans() == ["monthly"])
        }
    }

    @Test(arguments: ["lifetime", "coins"])
    func `What was bought once stays with the anonymous user`(product: String) async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            await PurchaselyCalls.start()
            _ = await PurchaselyCalls.buy(product)
            #expect(await !PurchaselyCalls.logIn("ann"))
            #expect(await PurchaselyCalls.plans() == [])
            Purchasely.userLogout()
            #expect(await PurchaselyCalls.plans() == [product])
        }
    }

    @Test func `A user with a subscription has both after an anonymous one came along`()
        async throws
    {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            await PurchaselyCalls.start(as: "ann")
            _ = await PurchaselyCalls.buy("monthly")
            Purchasely.userLogout()
            _ = await PurchaselyCalls.buy("yearly")
            #expect(await PurchaselyCalls.logIn("ann"))
            #expect(await PurchaselyCalls.plans() == ["monthly", "yearly"])
        }
    }

    @Test func `From one user to the next nothing moves until it is synchronised`() async throws {
        let devices = try PurchaselyDevices()
        let tablet = try devices.world.installation("tablet")
        try await devices.phone.use {
            await PurchaselyCalls.start(as: "ann")
            _ = await PurchaselyCalls.buy("monthly")
            #expect(await !PurchaselyCalls.logIn("ben"))
            #expect(await PurchaselyCalls.plans() == [])
            await tablet.use {
                await PurchaselyCalls.start(as: "ann")
                #expect(await PurchaselyCalls.plans() == ["monthly"])
            }
            try await PurchaselyCalls.sync().get()
            #expect(await PurchaselyCalls.plans() == ["monthly"])
        }
        await tablet.use { #expect(await PurchaselyCalls.plans() == []) }
    }

    @Test func `A log-out leaves the subscription with the user, and a restore brings it back`()
        async throws
    {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            let events = PurchaselyEvents()
            await PurchaselyCalls.start(as: "ann")
            _ = await PurchaselyCalls.buy("monthly")
            Purchasely.setEventDelegate(events)
            Purchasely.userLogout()
            #expect(Purchasely.isAnonymous())
            #expect(await PurchaselyCalls.plans() == [])
            try await PurchaselyCalls.restore().get()
            #expect(await PurchaselyCalls.plans() == ["monthly"])
            // A transfer by a restore is no log-in's, so there is no event for it.
            #expect(events.events == [.userLoggedOut])
        }
    }

    @Test func `Logging out without a user tells nobody`() async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            let events = PurchaselyEvents()
            Purchasely.setEventDelegate(events)
            await PurchaselyCalls.start()
            Purchasely.userLogout(false)
            await PurchaselyCalls.settle()
            #expect(events.events.isEmpty)
        }
    }

    @Test func `Where a log-out starts a fresh anonymous user, the SDK shows the new ID`()
        async throws
    {
        let devices = try PurchaselyDevices(settings: ["logout": "fresh"])
        let phone = devices.phone
        await phone.use {
            await PurchaselyCalls.start()
            let first = Purchasely.anonymousUserId
            _ = await PurchaselyCalls.logIn("ann")
            Purchasely.userLogout()
            let second = Purchasely.anonymousUserId
            #expect(second != first)
            _ = await PurchaselyCalls.logIn("ann")
            #expect(Purchasely.anonymousUserId == second)
            phone.relaunch()
            await PurchaselyCalls.start()
            #expect(Purchasely.anonymousUserId == second)
        }
    }

    @Test func `A user can log in before the start`() async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            #expect(await !PurchaselyCalls.logIn("ann"))
            #expect(!Purchasely.isAnonymous())
            await PurchaselyCalls.start()
            #expect(!Purchasely.isAnonymous())
        }
    }

    static let odd: [(id: String, isTaken: Bool)] = [
        ("", false), (" ", true), ("123456789", true), ("null", true), ("ann@example.com", true),
        (String(repeating: "x", count: 10_000), true), ("\u{0}", true), ("e\u{301}", true),
        ("👩‍👩‍👧", true), ("../../etc", true), ("ann\n", true),
    ]

    @Test(arguments: odd.indices)
    func `Any text will do as a user ID, but the empty one changes nothing`(row: Int) async throws {
        let (id, isTaken) = Self.odd[row]
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            await PurchaselyCalls.start(as: "before")
            #expect(await !PurchaselyCalls.logIn(id))
            #expect(!Purchasely.isAnonymous())
            #expect(PurchaselySession.current().appUserID == (isTaken ? id : "before"))
        }
    }

    @Test func `A purchase after a refused log-in is the anonymous user's`() async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            await PurchaselyCalls.start()
            #expect(await !PurchaselyCalls.logIn(""))
            #expect(Purchasely.isAnonymous())
            _ = await PurchaselyCalls.buy("monthly")
            #expect(await PurchaselyCalls.logIn("ann"))
        }
    }
}
