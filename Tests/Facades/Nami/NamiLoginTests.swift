// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import NamiFacade
import Testing

/// Log-in, log-out, and what their handlers are told.
@Suite struct NamiLoginTests {
    @Test func `An ID that is not taken leaves the one before it in use`() async throws {
        try await NamiTrial.phone().use {
            await namiConfigure()
            await namiLogIn(NamiTrial.u1)
            let answer = await namiLogIn("guest")
            let error = try #require(answer.facadeError)
            #expect(error.refusal == .invalidIdentifier)
            #expect(error.code == nil && (error as NSError).code == 0)
            #expect(error.names.contains("EXTERNAL_ID_REQUIRED"))
            #expect(error.localizedDescription.hasSuffix("."))
            #expect(NamiCustomerManager.loggedInId() == NamiTrial.u1)
        }
    }

    @Test func `Where a second log-in is refused, the error has the number 400`() async throws {
        try await NamiTrial.phone(settings: ["switch": "refused"]).use {
            await namiConfigure()
            await namiLogIn(NamiTrial.u1)
            let answer = await namiLogIn(NamiTrial.u2)
            #expect(!answer.success)
            #expect(answer.facadeError?.refusal == .alreadyLoggedIn)
            #expect(answer.error.map { ($0 as NSError).code } == 400)
            #expect(NamiCustomerManager.loggedInId() == NamiTrial.u1)

            // What an app does about it.
            await namiLogOut()
            #expect(await namiLogIn(NamiTrial.u2).success)
        }
    }

    @Test func `A second log-in without a log-out moves the device to the other user`() async throws
    {
        try await NamiTrial.phone().use {
            await namiConfigure()
            await namiLogIn(NamiTrial.u1)
            #expect(await namiLogIn(NamiTrial.u2).success)
            #expect(NamiCustomerManager.loggedInId() == NamiTrial.u2)
        }
    }

    @Test func `The ID in use again is no error`() async throws {
        let log = NamiLog()
        try await NamiTrial.phone().use {
            await namiConfigure()
            log.followAccount()
            await namiLogIn(NamiTrial.u1)
            #expect(await namiLogIn(NamiTrial.u1).success)
            await namiSettled()
        }
        #expect(log.lines == ["login true", "login true"])
    }

    @Test func `Logging out when nobody is logged in is no error`() async throws {
        try await NamiTrial.phone().use {
            await namiConfigure()
            let before = NamiCustomerManager.deviceId()
            #expect(await namiLogOut().success)
            #expect(NamiCustomerManager.deviceId() == before)
        }
    }

    @Test func `The device ID outlives log-in and log-out`() async throws {
        try await NamiTrial.phone().use {
            await namiConfigure()
            let before = NamiCustomerManager.deviceId()
            #expect(UUID(uuidString: before) != nil)
            await namiLogIn(NamiTrial.u1)
            #expect(NamiCustomerManager.deviceId() == before)
            await namiLogOut()
            #expect(NamiCustomerManager.deviceId() == before)
        }
    }

    @Test func `Two devices have different device IDs`() async throws {
        let world = try NamiTrial.world()
        var ids: Set<String> = []
        for device in ["phone", "tablet"] {
            ids.insert(
                try await world.installation(device).use {
                    await namiConfigure()
                    await namiLogIn(NamiTrial.u1)
                    return NamiCustomerManager.deviceId()
                })
        }
        #expect(ids.count == 2)
    }

    @Test
    func `After a log-out the next session gives the device's purchase to its anonymous user`()
        async throws
    {
        let world = try NamiTrial.world()
        let phone = try world.installation("phone")
        let tablet = try world.installation("tablet")
        for device in [phone, tablet] {
            await device.use {
                await namiConfigure()
                await namiLogIn(NamiTrial.u1)
            }
        }
        await phone.use {
            await NamiSimulatedPaywall.buy("monthly")
            await namiLogOut()
        }
        await tablet.use { #expect(await namiRefresh() == ["premium"]) }
        phone.open()
        phone.use { #expect(namiActive() == ["premium"]) }
        await tablet.use { #expect(await namiRefresh() == []) }
    }

    @Test func `The handler of the call comes first, then the account's, then what changed`()
        async throws
    {
        let log = NamiLog()
        let world = try NamiTrial.world()
        let phone = try world.installation("phone")
        try await world.installation("tablet").use {
            await namiConfigure()
            await namiLogIn(NamiTrial.u1)
            await NamiSimulatedPaywall.buy("monthly")
        }
        await phone.use {
            await namiConfigure()
            log.followAccount()
            log.followEntitlements()
            NamiCustomerManager.registerJourneyStateHandler { state in
                log.add("journey, in trial: \(state.inTrialPeriod)")
            }
            NamiCustomerManager.login(withId: NamiTrial.u1) { success, _ in
                log.add("call \(success)")
            }
            await namiSettled()
        }
        #expect(
            log.lines == [
                "call true", "login true", "active [\"premium\"]", "journey, in trial: true",
            ])
    }

    @Test func `Handlers run on the main actor`() async throws {
        let log = NamiLog()
        try await NamiTrial.phone().use {
            NamiCustomerManager.registerAccountStateHandler { action, _, _ in
                MainActor.assertIsolated()
                log.add("\(action)")
            }
            NamiEntitlementManager.registerActiveEntitlementsHandler { _ in
                MainActor.assertIsolated()
                log.add("active")
            }
            await namiConfigure()
            await namiLogIn(NamiTrial.u1)
            await NamiSimulatedPaywall.buy("monthly")
            await namiSettled()
        }
        #expect(log.lines == ["login", "active"])
    }

    @Test @MainActor func `Handlers written on the main actor may touch what is its own`()
        async throws
    {
        var screen: [String] = []
        try await NamiTrial.phone().use {
            await namiConfigure()
            NamiCustomerManager.registerAccountStateHandler { action, success, error in
                screen.append("\(action) \(success)")
            }
            NamiCustomerManager.login(withId: NamiTrial.u1) { success, error in
                screen.append("call \(success)")
            }
            #expect(screen == [])
            await namiSettled()
        }
        #expect(screen == ["call true", "login true"])
    }

    @Test func `There is one account handler, and nil takes it away`() async throws {
        let first = NamiLog()
        let second = NamiLog()
        try await NamiTrial.phone().use {
            await namiConfigure()
            first.followAccount()
            second.followAccount()
            await namiLogIn(NamiTrial.u1)
            await namiSettled()
            NamiCustomerManager.registerAccountStateHandler(nil)
            await namiLogOut()
            await namiSettled()
        }
        #expect(first.lines == [])
        #expect(second.lines == ["login true"])
    }

    @Test func `A handler is not told of answers that came before it was registered`() async throws
    {
        let log = NamiLog()
        try await NamiTrial.phone().use {
            await namiConfigure()
            NamiCustomerManager.login(withId: NamiTrial.u1)
            log.followAccount()
            NamiCustomerManager.logout()
            await namiSettled()
        }
        #expect(log.lines == ["logout true"])
    }

    @Test func `A handler may call the SDK`() async throws {
        let log = NamiLog()
        try await NamiTrial.phone().use {
            await namiConfigure()
            NamiCustomerManager.registerAccountStateHandler { action, _, _ in
                log.add("\(action) as \(NamiCustomerManager.loggedInId() ?? "nobody")")
                if action == .login { NamiCustomerManager.logout() }
            }
            NamiCustomerManager.login(withId: "123456")
            await namiSettled()
            await namiSettled()
        }
        #expect(log.lines == ["login as 123456", "logout as nobody"])
    }

    @Test func `Before the SDK is configured it knows nothing, and calls fail without a crash`()
        async throws
    {
        let log = NamiLog()
        try await NamiTrial.phone().use {
            log.followAccount()
            log.followRestores()
            #expect(!Nami.sdkConfigured())
            #expect(NamiCustomerManager.deviceId() == "")
            #expect(NamiCustomerManager.journeyState() == nil)
            #expect(NamiEntitlementManager.available() == [])
            #expect(namiActive() == [])
            let answer = await namiLogIn(NamiTrial.u1)
            #expect(!answer.success && answer.facadeError?.refusal == nil)
            #expect(await namiRefresh() == [])
            #expect(await NamiSimulatedPaywall.buy("monthly").state == .failed)
            NamiPurchaseManager.restorePurchases()
            await namiSettled()
        }
        #expect(
            log.lines == ["login false", "started new [] old []", "error new [] old [] with error"])
    }
}
