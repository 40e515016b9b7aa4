// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import PurchaselyFacade
import Testing

/// Starting the SDK, in both versions.
@Suite struct PurchaselyStartTests {
    @Test func `A start with a user is a log-in after it`() async throws {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        await phone.use {
            await PurchaselyCalls.start()
            _ = await PurchaselyCalls.buy("monthly")
            phone.relaunch()
            let events = PurchaselyEvents()
            Purchasely.setEventDelegate(events)
            #expect(await PurchaselyCalls.start(as: "ann") == nil)
            #expect(!Purchasely.isAnonymous())
            #expect(events.events == [.userLoggedIn, .subscriptionsTransferred])
            #expect(await PurchaselyCalls.plans() == ["monthly"])
        }
    }

    @Test func `A start without a user logs nobody out`() async throws {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        try await phone.use {
            await PurchaselyCalls.start(as: "ann")
            phone.relaunch()
            let events = PurchaselyEvents()
            Purchasely.setEventDelegate(events)
            await PurchaselyCalls.start()
            #expect(!Purchasely.isAnonymous())
            phone.relaunch()
            try await Purchasely.apiKey("key").appUserId(nil).start()
            #expect(!Purchasely.isAnonymous())
            phone.relaunch()
            await PurchaselyCalls.start(as: "ann")
            #expect(events.events.isEmpty, "the user was there before")
        }
    }

    @Test func `Without a key the SDK does not start`() async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            #expect(await PurchaselyCalls.start(key: "")?.caseName == "configuration")
            #expect(await PurchaselyCalls.subscriptions().errorName == "configuration")
            await #expect(throws: PLYError.self) { try await Purchasely.apiKey("").start() }
            #expect(await PurchaselyCalls.start() == nil)
            #expect(await PurchaselyCalls.subscriptions().errorName == nil)
        }
    }

    @Test func `Before the start every call that needs the server fails`() async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            #expect(await PurchaselyCalls.subscriptions().errorName == "configuration")
            #expect(await PurchaselyCalls.history().errorName == "configuration")
            #expect(await PurchaselyCalls.sync().errorName == "configuration")
            #expect(await PurchaselyCalls.restore().errorName == "configuration")
            #expect(await PurchaselyCalls.buy("monthly").errorName == "configuration")
            #expect(Purchasely.plan(for: "monthly") == nil)
            await PurchaselyCalls.start()
            #expect(Purchasely.plan(for: "monthly")?.vendorId == "monthly")
            #expect(await PurchaselyCalls.buy("monthly").errorName == nil)
            #expect(await PurchaselyCalls.restore().errorName == nil)
        }
    }

    @Test func `A second start is answered, and logs its user in`() async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            await PurchaselyCalls.start()
            _ = await PurchaselyCalls.buy("monthly")
            #expect(await PurchaselyCalls.start(as: "ann") == nil)
            #expect(!Purchasely.isAnonymous())
            #expect(await PurchaselyCalls.plans() == ["monthly"])
            #expect(await PurchaselyCalls.start() == nil)
            #expect(!Purchasely.isAnonymous())
        }
    }

    @Test func `SDK 6 starts through a builder, in both styles`() async throws {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        try await phone.use {
            try await Purchasely.apiKey("key").appUserId("ann").runningMode(.full)
                .storekitSettings(.storeKit2).logLevel(.error).allowDeeplink(true)
                .allowCampaigns(true).handleDeeplink(nil).showsPromotedInAppPurchasePaywall(true)
                .sdkBridgeVersion("1").start()
            #expect(!Purchasely.isAnonymous())
            phone.relaunch()
            let error: PLYError? = await withCheckedContinuation { continuation in
                Purchasely.apiKey("key").start { continuation.resume(returning: $0 as? PLYError) }
            }
            #expect(error == nil)
            phone.relaunch()
            let refused: PLYError? = await withCheckedContinuation { continuation in
                Purchasely.apiKey("").start { continuation.resume(returning: $0 as? PLYError) }
            }
            #expect(refused?.caseName == "configuration")
        }
    }

    @Test func `SDK 5 validates purchases unless told otherwise, SDK 6 does not`() async throws {
        let devices = try PurchaselyDevices()
        let tablet = try devices.world.installation("tablet")
        await devices.phone.use {
            await withCheckedContinuation { continuation in
                Purchasely.start(
                    withAPIKey: "key", initialized: { _, _ in continuation.resume() })
            }
            #expect(await PurchaselyCalls.buy("monthly").errorName == nil)
            #expect(await PurchaselyCalls.plans() == ["monthly"])
        }
        try await tablet.use {
            try await Purchasely.apiKey("key").start()
            #expect(await PurchaselyCalls.buy("monthly").errorName == nil)
            #expect(await PurchaselyCalls.plans() == [])
        }
    }

    @Test(arguments: [
        (PLYRunningMode.full, true), (.transactionOnly, true), (.observer, false),
        (.paywallObserver, false),
    ])
    func `A mode that observes leaves purchases to be synchronised`(
        mode: PLYRunningMode, isValidated: Bool
    ) async throws {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            await PurchaselyCalls.start(mode: mode)
            try await PurchaselyCalls.buy("monthly").get()
            #expect(await PurchaselyCalls.plans() == (isValidated ? ["monthly"] : []))
            try await PurchaselyCalls.sync().get()
            #expect(await PurchaselyCalls.plans() == ["monthly"])
        }
    }

    @Test func `In a world of observers a purchase is not known either`() async throws {
        let devices = try PurchaselyDevices(settings: ["running-mode": "observer"])
        try await devices.phone.use {
            await PurchaselyCalls.start()
            try await PurchaselyCalls.buy("monthly").get()
            #expect(await PurchaselyCalls.plans() == [])
            try await Purchasely.syncPurchase(for: "monthly")
            #expect(await PurchaselyCalls.plans() == ["monthly"])
        }
    }

    @Test(arguments: [
        "nonsense", "[[]]", "{}", #"[["in"],["up","ann"],["in","ann","ben"]]"#, "",
    ])
    func `Damage in what is stored does not keep the SDK from starting`(
        text: String
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("purchasely-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let values = ["purchasely.user-changes": text, "purchasely.anonymous-user-id": "?"]
        try JSONEncoder().encode(values)
            .write(to: folder.appendingPathComponent("installation.json"))
        let devices = try PurchaselyDevices(storage: .folder(folder.path))
        await devices.phone.use {
            #expect(await PurchaselyCalls.start() == nil)
            #expect(Purchasely.isAnonymous())
            #expect(Purchasely.anonymousUserId.count == 36)
        }
    }

    @Test func `A user is still there when the app starts in another process`() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("purchasely-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try PurchaselyDevices(storage: .folder(folder))
        let id = await first.phone.use {
            await PurchaselyCalls.start(as: "ann")
            return Purchasely.anonymousUserId
        }
        let second = try PurchaselyDevices(storage: .folder(folder))
        await second.phone.use {
            await PurchaselyCalls.start()
            #expect(!Purchasely.isAnonymous())
            #expect(PurchaselySession.current().appUserID == "ann")
            #expect(Purchasely.anonymousUserId == id)
            Purchasely.userLogout()
            #expect(Purchasely.anonymousUserId == id)
        }
        let third = try PurchaselyDevices(storage: .folder(folder))
        await third.phone.use {
            await PurchaselyCalls.start()
            #expect(Purchasely.isAnonymous())
            #expect(Purchasely.anonymousUserId == id)
        }
    }
}
