// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import NamiFacade
import Testing

/// Entitlements, purchases, restores, and what the handlers are told of them.
@Suite struct NamiEntitlementTests {
    @Test func `What there is can be listed before anything is bought`() async throws {
        try await NamiTrial.phone().use {
            await namiConfigure()
            let available = NamiEntitlementManager.available()
            #expect(available.map(\.referenceId) == ["coins", "dark", "gold", "premium"])
            let premium = try #require(available.last)
            #expect(premium.relatedSkus.map(\.skuId) == ["monthly", "yearly"])
            #expect(premium.relatedSkus.map(\.type) == [.subscription, .subscription])
            #expect(premium.purchasedSkus == [] && premium.activePurchases == [])
            #expect(premium.name == "premium" && premium.desc == nil)
            #expect(namiActive() == [])
            #expect(!NamiEntitlementManager.isEntitlementActive("premium"))
            #expect(!NamiEntitlementManager.isEntitlementActive("nothing"))
        }
    }

    @Test func `A purchase says what was bought, when, until when, and what for`() async throws {
        let phone = try NamiTrial.phone()
        try await phone.use {
            await namiConfigure()
            let start = phone.world.clock.now
            #expect(await NamiSimulatedPaywall.buy("monthly").state == .purchased)
            let purchase = try #require(NamiPurchaseManager.activePurchases().first)
            #expect(purchase.skuId == "monthly" && purchase.skuType == "subscription")
            #expect(purchase.originalTransactionId == purchase.transactionIdentifier)
            #expect(purchase.purchaseInitiatedTimestamp == start)
            #expect(purchase.expires == start.addingTimeInterval(7 * 86_400))
            #expect(purchase.entitlementsGranted.map(\.referenceId) == ["premium"])
            #expect(purchase.sku?.id == "monthly" && purchase.sku?.promoId == nil)
            #expect(purchase.transaction == nil)

            phone.world.clock.advance(by: .days(8))
            phone.open()
            let renewed = try #require(NamiPurchaseManager.activePurchases().first)
            #expect(renewed.originalTransactionId == purchase.originalTransactionId)
            #expect(renewed.transactionIdentifier != purchase.transactionIdentifier)
            #expect(renewed != purchase)
        }
    }

    @Test func `What has ended is listed and not active`() async throws {
        let phone = try NamiTrial.phone()
        try await phone.use {
            await namiConfigure()
            await NamiSimulatedPaywall.buy("monthly")
            phone.store.expire("monthly")
            phone.open()
            #expect(NamiPurchaseManager.allPurchases().map(\.skuId) == ["monthly"])
            #expect(NamiPurchaseManager.activePurchases() == [])
            #expect(namiActive() == [])
            let premium = try #require(NamiEntitlementManager.available().last)
            #expect(premium.purchasedSkus.map(\.skuId) == ["monthly"])
            #expect(await !NamiPurchaseManager.skuPurchased("monthly"))
        }
    }

    @Test func `Whether SKUs are bought can be asked`() async throws {
        try await NamiTrial.phone().use {
            await namiConfigure()
            await NamiSimulatedPaywall.buy("skin")
            #expect(await NamiPurchaseManager.skuPurchased("skin"))
            #expect(await !NamiPurchaseManager.skuPurchased("monthly"))
            #expect(await NamiPurchaseManager.anySkuPurchased(["monthly", "skin"]))
            #expect(await !NamiPurchaseManager.anySkuPurchased(["monthly", "yearly"]))
            #expect(await !NamiPurchaseManager.anySkuPurchased([]))
        }
    }

    @Test func `A one-time purchase is called so, whatever the store calls it`() async throws {
        try await NamiTrial.phone().use {
            await namiConfigure()
            await NamiSimulatedPaywall.buy("skin")
            await NamiSimulatedPaywall.buy("coins")
            let types = NamiPurchaseManager.allPurchases().map(\.skuType)
            #expect(types == ["one_time_purchase", "one_time_purchase"])
        }
    }

    @Test(
        arguments: [
            (PurchaseAnswer.succeeds, NamiPurchaseState.purchased, false),
            (.isCancelled, .cancelled, false), (.isPending, .deferred, false),
            (.fails, .failed, true),
        ])
    func `The purchase handler is told what the store answered`(
        answer: PurchaseAnswer, state: NamiPurchaseState, hasError: Bool
    ) async throws {
        let log = NamiLog()
        let phone = try NamiTrial.phone()
        await phone.use {
            await namiConfigure()
            log.followPurchases()
            phone.store.nextPurchase = answer
            let result = await NamiSimulatedPaywall.buy("skin")
            #expect(result.state == state && (result.error != nil) == hasError)
        }
        let bought = answer == .succeeds ? "[\"skin\"]" : "[]"
        #expect(log.lines == ["\(state) \(bought)\(hasError ? " with error" : "")"])
    }

    @Test func `A SKU that no store sells cannot be bought`() async throws {
        try await NamiTrial.phone().use {
            await namiConfigure()
            let result = await NamiSimulatedPaywall.buy(String(repeating: "x", count: 10_000))
            #expect(result.state == .failed && result.error?.refusal == .unknownProduct)
            #expect(NamiPurchaseManager.allPurchases() == [])
        }
    }

    @Test func `The handler for entitlements hears of additions and removals, until unregistered`()
        async throws
    {
        let log = NamiLog()
        let phone = try NamiTrial.phone()
        await phone.use {
            await namiConfigure()
            log.followEntitlements()
            await NamiSimulatedPaywall.buy("monthly")
            await NamiSimulatedPaywall.buy("yearly")
            await NamiSimulatedPaywall.buy("skin")
            await namiLogIn(NamiTrial.u1)
            await namiLogOut()
            await namiSettled()
            NamiEntitlementManager.unregisterActiveEntitlementsHandler()
            phone.open()
            await namiSettled()
        }
        #expect(
            log.lines == [
                "active [\"premium\"]", "active [\"dark\", \"gold\", \"premium\"]", "active []",
            ])
    }

    @Test func `What another device did is seen when the platform is asked`() async throws {
        let world = try NamiTrial.world()
        let phone = try world.installation("phone")
        let tablet = try world.installation("tablet")
        for device in [phone, tablet] {
            await device.use {
                await namiConfigure()
                await namiLogIn(NamiTrial.u1)
            }
        }
        await phone.use { _ = await NamiSimulatedPaywall.buy("monthly") }
        await tablet.use {
            #expect(namiActive() == [])
            NamiEntitlementManager.refresh()
            #expect(namiActive() == ["premium"])
            // Bought by another store account, so it is no purchase on this device to carry along.
            await namiLogIn(NamiTrial.u2)
            #expect(namiActive() == [])
        }
    }

    // MARK: Restores

    @Test func `A restore tells what is active after it and before it, to both handlers`()
        async throws
    {
        let log = NamiLog()
        let phone = try NamiTrial.phone()
        await phone.use {
            await namiConfigure()
            await NamiSimulatedPaywall.buy("monthly")
            phone.store.own("skin")
            log.followRestores()
            NamiPurchaseManager.restorePurchases(statehandler: { state, new, old, error in
                log.add("call \(state) \(new.count) \(old.count) \(error == nil)")
            })
            await namiSettled()
        }
        #expect(
            log.lines == [
                "call started 0 0 true", "started new [] old []", "call finished 2 1 true",
                "finished new [\"monthly\", \"skin\"] old [\"monthly\"]",
            ])
    }

    @Test func `A restore after a log-out gives the purchase to the device's anonymous user`()
        async throws
    {
        try await NamiTrial.phone().use {
            await namiConfigure()
            await namiLogIn(NamiTrial.u1)
            await NamiSimulatedPaywall.buy("monthly")
            await namiLogOut()
            #expect(namiActive() == [])
            NamiPurchaseManager.restorePurchases()
            #expect(namiActive() == ["premium"])
            #expect(!NamiCustomerManager.isLoggedIn())
        }
    }

    @Test func `A held restore has started and not finished`() async throws {
        let log = NamiLog()
        let phone = try NamiTrial.phone()
        await phone.use {
            await namiConfigure()
            log.followRestores()
            phone.connection.hold()
            NamiPurchaseManager.restorePurchases()
            await namiSettled()
            #expect(log.lines == ["started new [] old []"])
            phone.connection.release()
            await namiSettled()
        }
        #expect(log.lines == ["started new [] old []", "finished new [] old []"])
    }

    // MARK: Provisional grants

    @Test func `What is bought is given before the platform has confirmed it`() async throws {
        let log = NamiLog()
        let phone = try NamiTrial.phone()
        await phone.use {
            await namiConfigure()
            log.followEntitlements()
            log.followPurchases()
            phone.connection.hold()
            NamiSimulatedPaywall.buy("monthly", completion: nil)
            #expect(namiActive() == ["premium"])
            #expect(NamiEntitlementManager.isEntitlementActive("premium"))
            #expect(NamiPurchaseManager.activePurchases() == [])
            phone.connection.release()
            #expect(NamiPurchaseManager.activePurchases().map(\.skuId) == ["monthly"])
            await namiSettled()
        }
        #expect(log.lines == ["active [\"premium\"]", "purchased [\"monthly\"]"])
    }

    @Test(arguments: [(nil, 180), (60, 60), (86_400, 86_400)] as [(TimeInterval?, TimeInterval)])
    func `A provisional grant lasts three minutes, or as configured`(
        configured: TimeInterval?, seconds: TimeInterval
    ) async throws {
        let phone = try NamiTrial.phone()
        phone.use {
            let configuration = NamiConfiguration(appPlatformId: "app")
            if let configured { configuration.provisionalGrantTTL = configured }
            Nami.configure(with: configuration)
            phone.connection.hold()
            NamiSimulatedPaywall.buy("skin", completion: nil)
            phone.world.clock.advance(by: seconds - 1)
            #expect(namiActive() == ["dark", "gold"])
            phone.world.clock.advance(by: 1)
            #expect(namiActive() == [])
            phone.connection.release()
            #expect(namiActive() == ["dark", "gold"])
        }
    }

    @Test func `A test can take provisional grants back`() async throws {
        let phone = try NamiTrial.phone()
        await phone.use {
            await namiConfigure()
            await NamiSimulatedPaywall.buy("skin")
            phone.connection.hold()
            NamiSimulatedPaywall.buy("monthly", completion: nil)
            #expect(namiActive() == ["dark", "gold", "premium"])
            NamiEntitlementManager.clearProvisionalEntitlementGrants()
            #expect(namiActive() == ["dark", "gold"])
            phone.connection.release()
            #expect(namiActive() == ["dark", "gold", "premium"])
        }
    }

    @Test(arguments: [PurchaseAnswer.isCancelled, .isPending, .fails])
    func `What the store does not sell is not given provisionally`(
        answer: PurchaseAnswer
    ) async throws {
        let phone = try NamiTrial.phone()
        await phone.use {
            await namiConfigure()
            phone.connection.hold()
            phone.store.nextPurchase = answer
            NamiSimulatedPaywall.buy("monthly", completion: nil)
            #expect(namiActive() == [])
            phone.connection.release()
            #expect(namiActive() == [])
        }
    }
}
