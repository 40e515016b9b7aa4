// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import AllonymTestSupport
import NamiFacade
import Testing

/// The façade over the rules of a provider that is not its own.
@Suite struct NamiOtherRulesTests {
    @Test(arguments: EveryProvider.keys)
    func `An app written for Nami runs over every provider's rules`(provider: String) async throws {
        let phone = try NamiTrial.phone(provider)
        await phone.use {
            #expect(await namiConfigure().success)
            #expect(NamiCustomerManager.loggedInId() == nil)
            await NamiSimulatedPaywall.buy("monthly")
            #expect(namiActive() == ["premium"])
            #expect(await namiLogIn(NamiTrial.u1).success)
            #expect(NamiCustomerManager.loggedInId() == NamiTrial.u1)
            #expect(await namiRefresh() == ["premium"])
            phone.relaunch()
            #expect(await namiConfigure().success)
            #expect(NamiCustomerManager.loggedInId() == NamiTrial.u1)
            #expect(await namiLogOut().success)
            #expect(!NamiCustomerManager.isLoggedIn())
            phone.open()
            phone.reinstall()
            #expect(await namiConfigure().success)
            Nami.reset()
            #expect(await namiConfigure().success)
        }
    }

    @Test func `Over RevenueCat's rules a name is an ID`() async throws {
        try await NamiTrial.phone("revenuecat").use {
            await namiConfigure()
            #expect(await namiLogIn("user_42").success)
            #expect(await !namiLogIn("").success)
            #expect(NamiCustomerManager.loggedInId() == "user_42")
        }
    }

    @Test func `A refusal that Nami does not know has no number and no name`() async throws {
        try await NamiTrial.phone("revenuecat").use {
            await namiConfigure()
            let error = try #require(await namiLogOut().facadeError)
            #expect(error.refusal == .alreadyAnonymous)
            #expect(error.code == nil && error.names == [])
            #expect(!error.description.isEmpty)
        }
    }

    @Test func `A restore that is refused ends with an error`() async throws {
        let log = NamiLog()
        let world = try NamiTrial.world("revenuecat", settings: ["restore": "keep"])
        let phone = try world.installation("phone", account: "app_store:alice")
        await phone.use {
            await namiConfigure()
            await namiLogIn("1")
            await NamiSimulatedPaywall.buy("monthly")
        }
        try await world.installation("tablet", account: "app_store:alice").use {
            await namiConfigure()
            await namiLogIn("2")
            log.followRestores()
            NamiPurchaseManager.restorePurchases()
            await namiSettled()
            log.followPurchases()
            #expect(await NamiSimulatedPaywall.buy("monthly").error?.refusal == .ownedByAnother)
            #expect(namiActive() == [])
        }
        #expect(
            log.lines == [
                "started new [] old []", "error new [] old [] with error", "failed [] with error",
            ])
    }

    @Test func `What is given by hand is an entitlement without purchases`() async throws {
        let phone = try NamiTrial.phone("revenuecat")
        try await phone.use {
            await namiConfigure()
            #expect(phone.grant("vip"))
            #expect(await namiRefresh() == ["vip"])
            let vip = try #require(NamiEntitlementManager.active().first)
            #expect(vip.activePurchases == [] && vip.purchasedSkus == [] && vip.relatedSkus == [])
            #expect(NamiEntitlementManager.isEntitlementActive("vip"))
            #expect(NamiPurchaseManager.allPurchases() == [])
        }
    }

    @Test func `At Nami nothing is given by hand`() async throws {
        let phone = try NamiTrial.phone()
        await phone.use {
            await namiConfigure()
            #expect(!phone.grant("vip"))
            #expect(await namiRefresh() == [])
        }
    }
}
