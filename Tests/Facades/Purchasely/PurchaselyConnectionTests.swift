// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import PurchaselyFacade
import Testing

/// Calls that wait, fail, or cross each other.
@Suite struct PurchaselyConnectionTests {
    @Test func `A log-in is stored at once, and answered when the server hears of it`()
        async throws
    {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        try await phone.use {
            await PurchaselyCalls.start()
            try await PurchaselyCalls.buy("monthly").get()
            phone.connection.hold()
            let answers = PurchaselyAnswers()
            Purchasely.userLogin(with: "ann") { answers.add("\($0)") }
            #expect(!Purchasely.isAnonymous())
            await PurchaselyCalls.settle()
            #expect(answers.all == [])
            #expect(devices.world.world.ledger.user("ann") == nil)
            phone.connection.release()
            await PurchaselyCalls.settle()
            #expect(answers.all == ["true"])
            #expect(await PurchaselyCalls.plans() == ["monthly"])
        }
    }

    @Test func `Calls that waited are answered in their order, each once, on the main actor`()
        async throws
    {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        try await phone.use {
            await PurchaselyCalls.start()
            try await PurchaselyCalls.buy("monthly").get()
            let events = PurchaselyEvents()
            Purchasely.setEventDelegate(events)
            phone.connection.hold()
            let answers = PurchaselyAnswers()
            let add = { (text: String) in
                answers.add(text + (PurchaselyMainQueue.isCurrent ? "" : " elsewhere"))
            }
            Purchasely.userLogin(with: "ann") { add("ann \($0)") }
            Purchasely.userSubscriptions(
                success: { add("has \($0?.count ?? -1)") }, failure: { _ in add("failed") })
            Purchasely.userLogout()
            Purchasely.userSubscriptions(
                success: { add("has \($0?.count ?? -1)") }, failure: { _ in add("failed") })
            Purchasely.synchronize(success: { add("synced") }, failure: { _ in add("failed") })
            Purchasely.userLogin(with: "ben") { add("ben \($0)") }
            #expect(PurchaselySession.current().appUserID == "ben")
            #expect(phone.connection.waiting == 6)
            phone.connection.release()
            await PurchaselyCalls.settle()
            #expect(
                answers.all == ["ann true", "has 1", "has 0", "synced", "ben true"])
            #expect(
                events.events == [
                    .userLoggedIn, .subscriptionsTransferred, .userLoggedOut, .userLoggedIn,
                    .subscriptionsTransferred,
                ])
            #expect(PurchaselySession.current().appUserID == "ben")
            #expect(await PurchaselyCalls.plans() == ["monthly"])
        }
    }

    @Test func `An older answer does not undo a log-in that is on its way`() async throws {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        await phone.use {
            await PurchaselyCalls.start()
            phone.connection.hold()
            let answers = PurchaselyAnswers()
            Purchasely.userSubscriptions(success: { _ in }, failure: { _ in })
            phone.connection.send { _ in
                phone.use { answers.add(PurchaselySession.current().appUserID ?? "nobody") }
            }
            Purchasely.userLogin(with: "ann")
            phone.connection.release()
            #expect(answers.all == ["ann"])
            #expect(PurchaselySession.current().appUserID == "ann")
        }
    }

    @Test func `A log-in that waits and is refused leaves the user of before`() async throws {
        let devices = try PurchaselyDevices("nami")
        let phone = devices.phone
        await phone.use {
            await PurchaselyCalls.start(as: "12345")
            phone.connection.hold()
            let answers = PurchaselyAnswers()
            Purchasely.userLogin(with: "no such form") { answers.add("\($0)") }
            #expect(PurchaselySession.current().appUserID == "12345")
            phone.connection.release()
            await PurchaselyCalls.settle()
            #expect(answers.all == ["false"])
            #expect(PurchaselySession.current().appUserID == "12345")
        }
    }

    @Test func `Without a network a log-in is stored, and transfers at the next chance`()
        async throws
    {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        try await phone.use {
            await PurchaselyCalls.start()
            try await PurchaselyCalls.buy("monthly").get()
            let events = PurchaselyEvents()
            Purchasely.setEventDelegate(events)
            phone.connection.goOffline()
            #expect(await !PurchaselyCalls.logIn("ann"))
            #expect(!Purchasely.isAnonymous())
            #expect(events.events == [.userLoggedIn])
            #expect(devices.world.world.ledger.user("ann") == nil)
            phone.open()
            #expect(devices.world.world.ledger.user("ann") == nil)
            phone.connection.goOnline()
            phone.open()
            await PurchaselyCalls.settle()
            #expect(events.events == [.userLoggedIn, .subscriptionsTransferred])
            #expect(await PurchaselyCalls.plans() == ["monthly"])
            #expect(PurchaselySession.current().appUserID == "ann")
        }
    }

    @Test func `Any call takes along what was stored without a network`() async throws {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        try await phone.use {
            await PurchaselyCalls.start()
            try await PurchaselyCalls.buy("monthly").get()
            phone.connection.goOffline()
            Purchasely.userLogin(with: "ann")
            Purchasely.userLogout()
            Purchasely.userLogin(with: "ben")
            phone.connection.goOnline()
            #expect(await PurchaselyCalls.plans() == [])
            #expect(PurchaselySession.current().appUserID == "ben")
            #expect(await !PurchaselyCalls.logIn("ann"))
            #expect(await PurchaselyCalls.plans() == ["monthly"])
        }
    }

    @Test(arguments: [false, true])
    func `A log-in that the server never heard of survives the end of the process`(
        isHeld: Bool
    ) async throws {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        try await phone.use {
            await PurchaselyCalls.start()
            try await PurchaselyCalls.buy("monthly").get()
            if isHeld { phone.connection.hold() } else { phone.connection.goOffline() }
            Purchasely.userLogin(with: "ann")
            phone.relaunch()
            if isHeld { phone.connection.release() } else { phone.connection.goOnline() }
            await PurchaselyCalls.start()
            #expect(!Purchasely.isAnonymous())
            #expect(await PurchaselyCalls.plans() == ["monthly"])
            phone.relaunch()
            await PurchaselyCalls.start(as: "ben")
            #expect(PurchaselySession.current().appUserID == "ben")
            #expect(await PurchaselyCalls.plans() == [])
        }
    }

    @Test func `An empty ID that was given without a network is nobody after a relaunch`()
        async throws
    {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        await phone.use {
            await PurchaselyCalls.start(as: "ann")
            phone.connection.goOffline()
            Purchasely.userLogin(with: "")
            #expect(PurchaselySession.current().appUserID == "ann")
            phone.relaunch()
            await PurchaselyCalls.start()
            #expect(PurchaselySession.current().appUserID == "ann")
            phone.connection.goOnline()
            _ = await PurchaselyCalls.plans()
            #expect(PurchaselySession.current().appUserID == "ann")
        }
    }

    @Test func `A user given at a start without a network is there at once`() async throws {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        await phone.use {
            phone.connection.goOffline()
            #expect(await PurchaselyCalls.start(as: "ann")?.caseName == "network")
            #expect(!Purchasely.isAnonymous())
            #expect(!Purchasely.anonymousUserId.isEmpty)
            #expect(devices.world.world.ledger.user("ann") == nil)
            #expect(await PurchaselyCalls.subscriptions().errorName == "network")
            phone.connection.goOnline()
            #expect(await PurchaselyCalls.plans() == [])
            #expect(devices.world.world.ledger.user("ann") != nil)
        }
    }

    @Test func `A start that waits is answered after its log-in`() async throws {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        await phone.use {
            phone.connection.hold()
            let answers = PurchaselyAnswers()
            Purchasely.start(
                withAPIKey: "key", appUserId: "ann",
                initialized: { isDone, _ in
                    answers.add("\(isDone) \(PurchaselySession.current().appUserID ?? "nobody")")
                })
            #expect(!Purchasely.isAnonymous())
            await PurchaselyCalls.settle()
            #expect(answers.all == [])
            phone.connection.release()
            await PurchaselyCalls.settle()
            #expect(answers.all == ["true ann"])
            #expect(devices.world.world.ledger.user("ann") != nil)
        }
    }

    @Test func `The last answer does without a network, unless it is not to`() async throws {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        try await phone.use {
            await PurchaselyCalls.start()
            try await PurchaselyCalls.buy("monthly").get()
            #expect(await PurchaselyCalls.plans() == ["monthly"])
            phone.connection.goOffline()
            #expect(await PurchaselyCalls.plans() == ["monthly"])
            #expect(
                await PurchaselyCalls.subscriptions(isFresh: true).errorName == "network")
            #expect(await PurchaselyCalls.history().errorName == "network")
            #expect(await PurchaselyCalls.buy("yearly").errorName == "network")
            #expect(await PurchaselyCalls.restore().errorName == "network")
            #expect(await PurchaselyCalls.sync().errorName == "network")
            await #expect(throws: PLYError.self) {
                try await Purchasely.syncPurchase(for: "monthly")
            }
            // Another user: what was kept is nobody's now.
            Purchasely.userLogin(with: "ann")
            #expect(await PurchaselyCalls.subscriptions().errorName == "network")
        }
    }

    @Test func `The network error says that there is no connection`() async throws {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        await phone.use {
            await PurchaselyCalls.start()
            phone.connection.goOffline()
            guard case .failure(.network(let status, let reason)) = await PurchaselyCalls.sync()
            else {
                Issue.record("it should have failed for want of a network")
                return
            }
            #expect(status == nil)
            #expect((reason as? NSError)?.code == NSURLErrorNotConnectedToInternet)
        }
    }

    @Test func `A change of status is seen although the last answer was kept`() async throws {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        try await phone.use {
            await PurchaselyCalls.start()
            try await PurchaselyCalls.buy("monthly").get()
            #expect(await PurchaselyCalls.plans() == ["monthly"])
            phone.store.expire("monthly")
            #expect(await PurchaselyCalls.plans() == [])
        }
    }
}
