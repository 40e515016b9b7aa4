// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import NamiFacade
import Testing

/// Calls on their way: held, without a network, from many threads.
@Suite struct NamiConnectionTests {
    @Test func `Right after a log-in that is on its way nobody is logged in yet`() async throws {
        let log = NamiLog()
        let phone = try NamiTrial.phone()
        await phone.use {
            await namiConfigure()
            log.followAccount()
            phone.connection.hold()
            NamiCustomerManager.login(withId: NamiTrial.u1)
            await namiSettled()
            #expect(!NamiCustomerManager.isLoggedIn())
            #expect(log.lines == [])
            phone.connection.release()
            #expect(NamiCustomerManager.isLoggedIn())
            await namiSettled()
            #expect(log.lines == ["login true"])
        }
    }

    @Test func `Calls that wait are answered in their order, each once`() async throws {
        let log = NamiLog()
        let phone = try NamiTrial.phone()
        await phone.use {
            await namiConfigure()
            phone.connection.hold()
            for id in ["1", "guest", "2"] {
                NamiCustomerManager.login(withId: id) { success, _ in log.add("\(id) \(success)") }
            }
            NamiCustomerManager.logout { success, _ in log.add("out \(success)") }
            NamiCustomerManager.login(withId: "3") { success, _ in log.add("3 \(success)") }
            #expect(phone.connection.waiting == 5)
            phone.connection.release()
            await namiSettled()
            #expect(NamiCustomerManager.loggedInId() == "3")
            phone.connection.hold()
            phone.connection.release()
            await namiSettled()
        }
        #expect(log.lines == ["1 true", "guest false", "2 true", "out true", "3 true"])
    }

    @Test func `A switch while a purchase is on its way gives the purchase to the second user`()
        async throws
    {
        let phone = try NamiTrial.phone()
        await phone.use {
            await namiConfigure()
            await namiLogIn(NamiTrial.u1)
            phone.connection.hold()
            NamiSimulatedPaywall.buy("monthly", completion: nil)
            NamiCustomerManager.login(withId: NamiTrial.u2)
            phone.connection.release()
            #expect(NamiCustomerManager.loggedInId() == NamiTrial.u2)
            #expect(namiActive() == ["premium"])
        }
        let tablet = try phone.world.installation("tablet")
        await tablet.use {
            await namiConfigure()
            await namiLogIn(NamiTrial.u1)
            #expect(namiActive() == [])
            await namiLogIn(NamiTrial.u2)
            #expect(namiActive() == ["premium"])
        }
    }

    @Test func `Calls made before the start is answered wait for it`() async throws {
        let log = NamiLog()
        let phone = try NamiTrial.phone()
        await phone.use {
            phone.connection.hold()
            Nami.configure(with: NamiConfiguration(appPlatformId: "app")) { log.add("start \($0)") }
            NamiCustomerManager.login(withId: NamiTrial.u1) { success, _ in
                log.add("login \(success)")
            }
            #expect(!Nami.sdkConfigured())
            phone.connection.release()
            #expect(Nami.sdkConfigured())
            await namiSettled()
        }
        #expect(log.lines == ["start true", "login true"])
    }

    @Test func `Without a network calls fail, say so, and change nothing`() async throws {
        let log = NamiLog()
        let phone = try NamiTrial.phone()
        try await phone.use {
            await namiConfigure()
            await namiLogIn(NamiTrial.u1)
            await NamiSimulatedPaywall.buy("monthly")
            log.followAccount()
            log.followRestores()
            log.followPurchases()
            phone.connection.goOffline()
            let answer = await namiLogOut()
            let error = try #require(answer.facadeError)
            #expect(!answer.success && error.isOffline && error.refusal == nil && error.code == nil)
            #expect(await namiRefresh() == ["premium"])
            NamiCustomerManager.setCustomerDataPlatformId(with: "cdp")
            NamiPurchaseManager.restorePurchases()
            #expect(await NamiSimulatedPaywall.buy("skin").error?.isOffline == true)
            phone.open()
            await namiSettled()
            #expect(NamiCustomerManager.loggedInId() == NamiTrial.u1)
            #expect(namiActive() == ["premium"])
            phone.connection.goOnline()
            #expect(await namiLogOut().success)
        }
        #expect(
            log.lines == [
                "logout false", "customer_data_platform_id_set false", "started new [] old []",
                "error new [\"monthly\"] old [\"monthly\"] with error",
                "failed [\"monthly\"] with error", "logout true",
            ])
    }

    @Test func `A first launch without a network does not configure, a later one does`()
        async throws
    {
        let phone = try NamiTrial.phone()
        await phone.use {
            phone.connection.goOffline()
            var answer = await namiConfigure()
            #expect(!answer.success && answer.state == .not_configured)
            #expect(!Nami.sdkConfigured())
            phone.connection.goOnline()
            answer = await namiConfigure()
            #expect(answer.success && answer.state == .initial_success)
            await namiLogIn(NamiTrial.u1)
            let device = NamiCustomerManager.deviceId()

            phone.relaunch()
            phone.connection.goOffline()
            answer = await namiConfigure()
            #expect(answer.success && answer.state == .initial_success)
            #expect(NamiCustomerManager.loggedInId() == NamiTrial.u1)
            #expect(NamiCustomerManager.deviceId() == device)
            #expect(NamiCustomerManager.journeyState() == nil)

            phone.connection.goOnline()
            phone.store.own("skin")
            phone.open()
            #expect(namiActive() == ["dark", "gold"])
            #expect(NamiCustomerManager.journeyState() != nil)
        }
    }

    @Test func `Calls that wait when the app ends get no answer`() async throws {
        let log = NamiLog()
        let phone = try NamiTrial.phone()
        await phone.use {
            await namiConfigure()
            log.followAccount()
            phone.connection.hold()
            NamiCustomerManager.login(withId: NamiTrial.u1) { _, _ in log.add("call") }
            phone.relaunch()
            phone.connection.release()
            await namiConfigure()
            await namiSettled()
            #expect(NamiCustomerManager.loggedInId() == nil)
        }
        #expect(log.lines == [])
    }

    @Test func `From many threads every call is answered once, and all agree on who it is`()
        async throws
    {
        let log = NamiLog()
        let phone = try NamiTrial.phone()
        let calls = 1_000
        let driver = NamiDriver(phone)
        let answers = Locked<[Int]>([])
        await phone.use {
            await namiConfigure()
            log.followAccount()
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<calls {
                    group.addTask {
                        await withCheckedContinuation { continuation in
                            driver.mixedCall(number) {
                                answers.withLock { $0.append(number) }
                                continuation.resume()
                            }
                        }
                    }
                }
            }
            await namiSettled()
            #expect(answers.withLock { $0.sorted() } == Array(0..<calls))

            // The last thing that the account handler heard of is how it is now.
            let last = log.lines.last { $0 == "login true" || $0 == "logout true" }
            #expect(NamiCustomerManager.isLoggedIn() == (last == "login true"))
            let platform = Line(phone, facade: "nami").view()
            #expect(
                NamiCustomerManager.loggedInId()
                    == platform.flatMap { $0.isAnonymous ? nil : $0.userID })
        }
    }
}
