// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import AllonymTestSupport
import Foundation
import PurchaselyFacade
import Testing

/// The façade over other providers' rules, and beside itself in one world.
@Suite struct PurchaselyOtherRulesTests {
    @Test(arguments: EveryProvider.keys(but: "purchasely"))
    func `An app of Purchasely's runs over every provider's rules`(provider: String) async throws {
        let devices = try PurchaselyDevices(provider)
        let phone = devices.phone
        let id = "035b30e2-faf4-462d-aec3-caa0fbe26c49"
        try await phone.use {
            #expect(await PurchaselyCalls.start() == nil)
            #expect(Purchasely.isAnonymous())
            #expect(!Purchasely.anonymousUserId.isEmpty)
            try await PurchaselyCalls.buy("monthly").get()
            _ = await PurchaselyCalls.logIn(id)
            #expect(!Purchasely.isAnonymous())
            #expect(await PurchaselyCalls.plans() == ["monthly"])
            phone.relaunch()
            #expect(await PurchaselyCalls.start(as: id) == nil)
            #expect(PurchaselySession.current().appUserID == id)
            Purchasely.userLogout()
            #expect(Purchasely.isAnonymous())
            phone.open()
            phone.reinstall()
            #expect(await PurchaselyCalls.start() == nil)
            #expect(Purchasely.isAnonymous())
        }
    }

    @Test func `An ID that RevenueCat blocks changes nothing, and the callback says false`()
        async throws
    {
        let devices = try PurchaselyDevices("revenuecat")
        await devices.phone.use {
            await PurchaselyCalls.start()
            let id = Purchasely.anonymousUserId
            #expect(await !PurchaselyCalls.logIn("guest"))
            #expect(Purchasely.isAnonymous())
            #expect(Purchasely.anonymousUserId == id)
        }
    }

    @Test func `A refusal that Purchasely has no error for comes as the server's`() async throws {
        let devices = try PurchaselyDevices("revenuecat", settings: ["restore": "keep"])
        let tablet = try devices.world.installation(
            "tablet", account: StoreAccount(.appStore, "ann"))
        try await devices.phone.use {
            await PurchaselyCalls.start(as: "ann")
            try await PurchaselyCalls.buy("monthly").get()
        }
        await tablet.use {
            await PurchaselyCalls.start(as: "ben")
            guard
                case .failure(.application(let message, let code)) = await PurchaselyCalls.restore()
            else {
                Issue.record("the restore should have been refused")
                return
            }
            #expect(message == Refusal.ownedByAnother.rawValue)
            #expect(code == nil)
        }
    }

    @Test func `Two devices of one person see one user's subscriptions`() async throws {
        let devices = try PurchaselyDevices()
        let tablet = try devices.world.installation("tablet")
        try await tablet.use {
            await PurchaselyCalls.start(as: "ann")
            #expect(await PurchaselyCalls.plans() == [])
            try await devices.phone.use {
                await PurchaselyCalls.start(as: "ann")
                try await PurchaselyCalls.buy("monthly").get()
            }
            #expect(await PurchaselyCalls.plans() == ["monthly"])
            #expect(
                Purchasely.anonymousUserId
                    != devices.phone.use { Purchasely.anonymousUserId })
        }
    }

    @Test func `Entitlements given by hand are no plans, so Purchasely shows none`() async throws {
        let devices = try PurchaselyDevices("revenuecat")
        await devices.phone.use {
            await PurchaselyCalls.start()
            #expect(devices.phone.grant("premium"))
            #expect(await PurchaselyCalls.plans() == [])
        }
    }
}
