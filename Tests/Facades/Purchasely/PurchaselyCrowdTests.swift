// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import PurchaselyFacade
import Testing

/// Calls that come in crowds, or from inside of other calls.
@Suite struct PurchaselyCrowdTests {
    @Test func `One purchase and one restoration at a time`() async throws {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        try await phone.use {
            await PurchaselyCalls.start()
            let plan = try #require(Purchasely.plan(for: "monthly"))
            phone.connection.hold()
            let answers = PurchaselyAnswers()
            for name in ["first", "second"] {
                Purchasely.purchase(
                    plan: plan, success: { answers.add("\(name) bought") },
                    failure: { answers.add("\(name) \($0)") })
            }
            for name in ["third", "fourth"] {
                Purchasely.restoreAllProducts(
                    success: { answers.add("\(name) restored") },
                    failure: { answers.add("\(name) \($0)") })
            }
            phone.connection.release()
            await PurchaselyCalls.settle()
            #expect(
                answers.all == [
                    "second purchaseAlreadyRunning", "fourth restorationAlreadyRunning",
                    "first bought", "third restored",
                ])
            try await PurchaselyCalls.buy("yearly").get()
            try await PurchaselyCalls.restore().get()
        }
    }

    @Test func `Calls that wait get no answer when the process ends`() async throws {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        await phone.use {
            await PurchaselyCalls.start()
            phone.connection.hold()
            let answers = PurchaselyAnswers()
            Purchasely.userSubscriptions(
                success: { _ in answers.add("has") }, failure: { _ in answers.add("failed") })
            phone.relaunch()
            phone.connection.release()
            await PurchaselyCalls.start()
            await PurchaselyCalls.settle()
            #expect(answers.all == [])
        }
    }

    @Test func `A handler may call the SDK`() async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            await PurchaselyCalls.start()
            let id = await withCheckedContinuation { continuation in
                Purchasely.userLogin(with: "ann") { _ in
                    Purchasely.userLogout()
                    Purchasely.userLogin(with: "ben") { _ in
                        continuation.resume(returning: PurchaselySession.current().appUserID)
                    }
                }
            }
            #expect(id == "ben")
        }
    }

    @Test func `Two threads leave the SDK and the server of one mind`() async throws {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        await phone.use { _ = await PurchaselyCalls.start() }
        let answered = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<2 {
                group.addTask {
                    phone.use {
                        for number in 0..<500 {
                            switch (number + thread) % 5 {
                            case 0: Purchasely.userLogout()
                            case 1: _ = Purchasely.isAnonymous()
                            default: break
                            }
                            Purchasely.userLogin(with: "user \(number % 3)") { _ in
                                answered.withLock { $0 += 1 }
                            }
                        }
                    }
                }
            }
        }
        await PurchaselyCalls.settle()
        #expect(answered.withLock { $0 } == 1_000)
        let ledger = devices.world.world.ledger
        let installation = try #require(ledger.installation(on: "phone"))
        phone.use {
            #expect(
                PurchaselySession.current().appUserID
                    == ledger.id(of: ledger.current(of: installation)).text)
        }
    }
}
