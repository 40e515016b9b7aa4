// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import NamiFacade
import Testing

/// The code and the tables of the page on accounts, word for word.
///
/// https://docs.namiml.com/docs/accounts-login-and-logout, read 2026-11-21.
@Suite struct NamiGuideTests {
    @Test func `The example call logs in with a UUID`() async throws {
        try await NamiTrial.phone().use {
            await namiConfigure()
            NamiCustomerManager.login(withId: "035b30e2-faf4-462d-aec3-caa0fbe26c49")
            #expect(NamiCustomerManager.loggedInId() == "035b30e2-faf4-462d-aec3-caa0fbe26c49")
        }
    }

    @Test func `The example call logs out`() async throws {
        try await NamiTrial.phone().use {
            await namiConfigure()
            await namiLogIn(NamiTrial.u1)
            NamiCustomerManager.logout()
            #expect(!NamiCustomerManager.isLoggedIn())
        }
    }

    @Test func `The example handler is told of log-in, log-out and errors`() async throws {
        let log = NamiLog()
        try await NamiTrial.phone().use {
            await namiConfigure()
            // The comments of the page stand where the log is written to.
            NamiCustomerManager.registerAccountStateHandler { accountStateAction, success, error in
                if success {
                    if accountStateAction == .login {
                        log.add("logged in")
                    } else if accountStateAction == .logout {
                        log.add("logged out")
                    }
                } else {
                    log.add("an error occured")
                }
            }
            await namiLogIn(NamiTrial.u1)
            await namiLogOut()
            await namiLogIn("alice@example.com")
            await namiSettled()
        }
        #expect(log.lines == ["logged in", "logged out", "an error occured"])
    }

    // MARK: Best practices for implementation

    @Test func `A user who registers is logged in with an ID for the new account`() async throws {
        try await NamiTrial.phone().use {
            await namiConfigure()
            await NamiSimulatedPaywall.buy("monthly")
            let answer = await namiLogIn(NamiTrial.u1)
            #expect(answer.success && answer.error == nil)
            #expect(NamiCustomerManager.loggedInId() == NamiTrial.u1)
            #expect(namiActive() == ["premium"])
        }
    }

    @Test(arguments: [nil, NamiTrial.u1, NamiTrial.u2])
    func `At a sign-in or a refreshed token the app logs in where it has to`(
        before: String?
    ) async throws {
        let log = NamiLog()
        try await NamiTrial.phone().use {
            await namiConfigure()
            if let before { await namiLogIn(before) }
            log.followAccount()
            if !NamiCustomerManager.isLoggedIn() {
                await namiLogIn(NamiTrial.u1)
            } else if NamiCustomerManager.loggedInId() != NamiTrial.u1 {
                await namiLogIn(NamiTrial.u1)
            }
            await namiSettled()
            #expect(NamiCustomerManager.loggedInId() == NamiTrial.u1)
        }
        #expect(log.lines == (before == NamiTrial.u1 ? [] : ["login true"]))
    }

    @Test func `Signing out takes entitlements from the device and leaves them with the account`()
        async throws
    {
        let world = try NamiTrial.world()
        let phone = try world.installation("phone")
        let tablet = try world.installation("tablet")
        try await phone.use {
            await namiConfigure()
            await namiLogIn(NamiTrial.u1)
            await NamiSimulatedPaywall.buy("monthly")
            try #require(namiActive() == ["premium"])
            await namiLogOut()
            #expect(namiActive() == [])
            #expect(await namiRefresh() == [])
        }
        await tablet.use {
            await namiConfigure()
            await namiLogIn(NamiTrial.u1)
            #expect(namiActive() == ["premium"])
        }
        await phone.use {
            await namiLogIn(NamiTrial.u1)
            #expect(namiActive() == ["premium"])
        }
    }

    // MARK: What the page says beside

    @Test func `Without an external ID the device is asked and says so`() async throws {
        try await NamiTrial.phone().use {
            await namiConfigure()
            #expect(!NamiCustomerManager.isLoggedIn())
            #expect(NamiCustomerManager.loggedInId() == nil)
        }
    }

    @Test func `What an iPhone bought an Android device uses under the same external ID`()
        async throws
    {
        let world = try NamiTrial.world()
        let phone = try world.installation("iPhone", account: "app_store:alice")
        let android = try world.installation("Android", account: "play_store:alice")
        await phone.use {
            await namiConfigure()
            await namiLogIn(NamiTrial.u1)
            await NamiSimulatedPaywall.buy("yearly")
        }
        await android.use {
            await namiConfigure()
            #expect(namiActive() == [])
            await namiLogIn(NamiTrial.u1)
            #expect(namiActive() == ["premium"])
        }
    }

    @Test func `Signed in with another account, the purchase goes over and other devices lose it`()
        async throws
    {
        let world = try NamiTrial.world()
        let phone = try world.installation("phone")
        let tablet = try world.installation("tablet")
        await phone.use {
            await namiConfigure()
            await namiLogIn(NamiTrial.u1)
            await NamiSimulatedPaywall.buy("monthly")
        }
        await tablet.use {
            await namiConfigure()
            await namiLogIn(NamiTrial.u1)
            #expect(namiActive() == ["premium"])
        }
        await phone.use {
            await namiLogIn(NamiTrial.u2)
            #expect(namiActive() == ["premium"])
        }
        tablet.open()
        tablet.use { #expect(namiActive() == []) }
    }

    @Test(
        arguments: [
            (NamiTrial.u1, true), (NamiTrial.u1.uppercased(), true), ("123456", true),
            ("12311145", true), (String(repeating: "ab", count: 32), true), ("user_42", false),
            ("alice@example.com", false),
            ("$RCAnonymousID:1df42e73e8ff4c36a19bc5b4d8ed7a1f", false),
            ("12.5", false), ("", false), (" ", false),
            (String(repeating: "x", count: 10_000), false),
            ("\u{0}", false), ("👩‍👩‍👧", false),
        ])
    func `SHA-256, UUID and number are taken, and nothing else is saved`(
        id: String, isTaken: Bool
    ) async throws {
        try await NamiTrial.phone().use {
            await namiConfigure()
            let answer = await namiLogIn(id)
            #expect(answer.success == isTaken)
            #expect((answer.error == nil) == isTaken)
            #expect(NamiCustomerManager.loggedInId() == (isTaken ? id : nil))
            #expect(NamiCustomerManager.isLoggedIn() == isTaken)
        }
    }

    @Test func `Read as the older page has it, a number is not taken`() async throws {
        try await NamiTrial.phone(settings: ["external-ids": "sha256-uuid"]).use {
            await namiConfigure()
            #expect(await !namiLogIn("123456").success)
            #expect(await namiLogIn(NamiTrial.u1).success)
        }
    }
}
