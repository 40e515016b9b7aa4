// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import NamiFacade
import Testing

/// The simulated paywall's buttons, and what the app's handlers make of them.
@Suite struct NamiPaywallTests {
    private func phone(_ account: NamiAccount = NamiAccount()) throws -> Installation {
        let phone = try NamiTrial.phone()
        phone.world.namiAccount = account
        return phone
    }

    @Test func `A purchase on the paywall is told to the launch's handler, and closes the paywall`()
        async throws
    {
        let log = NamiLog()
        await (try phone()).use {
            await namiConfigure()
            log.followPurchases()
            await namiLaunch(log: log)
            await NamiSimulatedPaywall.select("yearly")
            #expect(NamiSimulatedPaywall.shown?.selectedSkuId == "yearly")
            let result = await NamiSimulatedPaywall.buySelected()
            #expect(result.state == .purchased)
            #expect(!NamiPaywallManager.isPaywallOpen())
            #expect(namiActive() == ["premium"])
        }
        #expect(
            log.lines == [
                "show_paywall ", "select_sku yearly", "purchase_selected_sku yearly",
                "buy_sku yearly", "purchased [\"yearly\"]", "purchase_success yearly",
            ])
    }

    @Test(
        arguments: [
            (PurchaseAnswer.isCancelled, "purchase_cancelled"), (.isPending, "purchase_deferred"),
            (.fails, "purchase_failed"),
        ])
    func `After a purchase that was not made the paywall stays`(
        answer: PurchaseAnswer, event: String
    ) async throws {
        let log = NamiLog()
        let phone = try phone()
        await phone.use {
            await namiConfigure()
            await namiLaunch(log: log)
            phone.store.nextPurchase = answer
            await NamiSimulatedPaywall.buy("monthly")
            #expect(NamiPaywallManager.isPaywallOpen())
            #expect(await NamiSimulatedPaywall.buy("monthly").state == .purchased)
        }
        #expect(log.lines.dropFirst(2).first == "\(event) monthly")
        #expect(log.lines.last == "purchase_success monthly")
    }

    @Test func `A SKU that the paywall does not sell is not bought there`() async throws {
        let phone = try phone(NamiAccount(campaigns: [.everybody(skus: ["monthly"])]))
        await phone.use {
            await namiConfigure()
            await namiLaunch()
            let result = await NamiSimulatedPaywall.buy("yearly")
            #expect(result.state == .unknown && result.error != nil)
            await NamiSimulatedPaywall.select("yearly")
            #expect(NamiSimulatedPaywall.shown?.selectedSkuId == "monthly")
            #expect(namiActive() == [])
        }
    }

    @Test func `Where the app buys, it is asked to, and says what became of it`() async throws {
        let log = NamiLog()
        await (try phone(NamiAccount(managesPurchases: false))).use {
            await namiConfigure()
            #expect(!Nami.isPurchaseManagementEnabled())
            NamiPaywallManager.registerBuySkuHandler { log.add("buy \($0.skuId)") }
            NamiPaywallManager.buySkuCancel()
            await namiLaunch(log: log)
            #expect(await NamiSimulatedPaywall.buy("monthly").state == .pending)
            NamiPaywallManager.buySkuCancel()
            await namiSettled()
            #expect(NamiPaywallManager.isPaywallOpen())
            await NamiSimulatedPaywall.buy("yearly")
            let sku = NamiSKU(namiId: "yearly", storeId: "yearly", skuType: .subscription)
            let success = NamiPurchaseSuccess(
                product: sku, transactionID: "2", originalTransactionID: "1",
                price: Decimal(4999) / 100, currencyCode: "USD")
            NamiPaywallManager.buySkuComplete(purchaseSuccess: success)
            NamiPaywallManager.buySkuComplete(purchaseSuccess: success)
            await namiSettled()
            #expect(!NamiPaywallManager.isPaywallOpen())
            #expect(namiActive() == [])
        }
        #expect(
            log.lines == [
                "show_paywall ", "buy_sku monthly", "buy monthly", "purchase_cancelled monthly",
                "buy_sku yearly", "buy yearly", "purchase_success yearly",
            ])
    }

    @Test(arguments: [false, true])
    func `The closing button closes, unless the app wants to do it`(isHandled: Bool) async throws {
        let log = NamiLog()
        await (try phone()).use {
            await namiConfigure()
            if isHandled {
                NamiPaywallManager.registerCloseHandler { controller in
                    log.add("close \(controller != nil)")
                }
            }
            await namiLaunch(log: log)
            await NamiSimulatedPaywall.close()
            #expect(NamiPaywallManager.isPaywallOpen() == isHandled)
            await withCheckedContinuation { continuation in
                NamiPaywallManager.dismiss(animated: true) { continuation.resume() }
            }
            #expect(!NamiPaywallManager.isPaywallOpen())
            await NamiSimulatedPaywall.close()
        }
        #expect(
            log.lines == ["show_paywall ", "close_paywall "] + (isHandled ? ["close true"] : []))
    }

    @Test func `The app's screens come above the paywall's controller, which closes it`()
        async throws
    {
        await (try phone()).use {
            await namiConfigure()
            #expect(NamiPaywallManager.displayedViewController() == nil)
            NamiPaywallManager.registerSignInHandler { controller in
                MainActor.assumeIsolated { controller?.dismiss(animated: true, completion: nil) }
            }
            await namiLaunch()
            #expect(NamiPaywallManager.displayedViewController() != nil)
            await NamiSimulatedPaywall.signIn()
            #expect(!NamiPaywallManager.isPaywallOpen())
            #expect(NamiPaywallManager.displayedViewController() == nil)
        }
    }

    @Test(arguments: [false, true])
    func `The restoring button restores, unless the app wants to do it`(
        isHandled: Bool
    ) async throws {
        let log = NamiLog()
        let phone = try phone()
        await phone.use {
            await namiConfigure()
            phone.store.own("skin")
            log.followRestores()
            if isHandled { NamiPaywallManager.registerRestoreHandler { log.add("restore") } }
            await namiLaunch(log: log)
            await NamiSimulatedPaywall.restore()
        }
        #expect(
            log.lines == ["show_paywall ", "restore_purchases "]
                + (isHandled
                    ? ["restore"]
                    : ["started new [] old []", "finished new [\"skin\"] old []"]))
    }

    @Test func `A button's address goes to the launch's handler and to the app's`() async throws {
        let log = NamiLog()
        await (try phone()).use {
            await namiConfigure()
            NamiPaywallManager.registerDeeplinkActionHandler { log.add("link \($0)") }
            NamiCampaignManager.launch(paywallActionHandler: { event in
                if event.action == .deeplink { log.add("event \(event.deeplinkUrl ?? "")") }
            })
            await NamiSimulatedPaywall.open("app://terms")
        }
        #expect(log.lines == ["event app://terms", "link app://terms"])
    }

    @Test func `A paywall that is hidden, or takes no taps, does nothing`() async throws {
        let log = NamiLog()
        await (try phone()).use {
            await namiConfigure()
            await namiLaunch(log: log)
            NamiPaywallManager.hide()
            #expect(NamiPaywallManager.isHidden() && NamiPaywallManager.isPaywallOpen())
            #expect(await NamiSimulatedPaywall.buy("monthly").error != nil)
            NamiPaywallManager.show()
            NamiPaywallManager.allowUserInteraction(false)
            await NamiSimulatedPaywall.close()
            #expect(!NamiPaywallManager.isHidden() && NamiPaywallManager.isPaywallOpen())
            NamiPaywallManager.allowUserInteraction(true)
            await NamiSimulatedPaywall.close()
        }
        #expect(log.lines == ["show_paywall ", "close_paywall "])
    }

    @Test func `An event says which campaign it is of, and how long the paywall has been shown`()
        async throws
    {
        let phone = try phone(NamiAccount(campaigns: [.label("shop", skus: ["monthly"])]))
        try await phone.use {
            await namiConfigure()
            let context = PaywallLaunchContext(
                productGroups: ["default"], customAttributes: ["name": "Ada", "visits": 3],
                customObject: ["list": [1, "two", true]])
            let data = await withCheckedContinuation { continuation in
                NamiCampaignManager.launch(
                    label: "shop", context: context,
                    paywallActionHandler: { event in
                        guard event.action == .close_paywall else { return }
                        continuation.resume(returning: try? JSONEncoder().encode(event))
                    })
                phone.world.clock.advance(by: 90)
                Task { await NamiSimulatedPaywall.close() }
            }
            let event = try JSONDecoder().decode(NamiPaywallEvent.self, from: #require(data))
            #expect(event.campaignLabel == "shop" && event.campaignUrl == nil)
            #expect(event.campaignType == .label && event.paywallName == "shop")
            #expect(event.timeSpentOnPaywall == 90)
            #expect(event.eventTime == phone.world.clock.now)
            #expect(event.flowMetadata == nil && event.purchases.isEmpty)
            let read = try #require(event.paywallLaunchContext)
            #expect(read.productGroups == ["default"])
            #expect(read.customAttributes["name"] as? String == "Ada")
            #expect(read.customAttributes["visits"] as? Int == 3)
            #expect((read.customObject["list"] as? [Any])?.count == 3)
        }
    }

    @Test func `A flow waits for the app at its steps, and ends when the app says so`()
        async throws
    {
        let log = NamiLog()
        await (try phone(NamiAccount(campaigns: [.label("tour", isFlow: true)]))).use {
            await namiConfigure()
            NamiFlowManager.registerStepHandoff { tag, data in
                log.add("step \(tag) \(data?["kind"] as? String ?? "")")
            }
            await namiLaunch("tour", log: log)
            #expect(NamiFlowManager.isFlowOpen())
            await NamiSimulatedPaywall.handOff("push", data: ["kind": "alert"])
            #expect(NamiSimulatedPaywall.shown?.isPaused == true)
            await NamiSimulatedPaywall.close()
            NamiFlowManager.resume()
            NamiFlowManager.finish()
            NamiFlowManager.finish()
            await namiSettled()
            #expect(!NamiFlowManager.isFlowOpen())
        }
        #expect(
            log.lines == ["show_paywall ", "flow_begin ", "step push alert", "flow_complete "])
    }

    @Test @MainActor func `After a relaunch nothing is shown, and nobody is told`() async throws {
        let log = NamiLog()
        let phone = try phone()
        await phone.use {
            await namiConfigure()
            NamiCampaignManager.launch(paywallActionHandler: { log.add($0.action.rawValue) })
            phone.relaunch()
            await namiSettled()
            #expect(!NamiPaywallManager.isPaywallOpen())
        }
        #expect(log.lines == [])
    }

    /// Calls the SDK as it goes.
    private final class Parting: Sendable {
        let log: NamiLog
        init(_ log: NamiLog) { self.log = log }
        deinit { log.add("open \(NamiPaywallManager.isPaywallOpen())") }
        func nothing() {}
    }

    @Test @MainActor func `What a handler held may call the SDK when it is let go of`() async throws
    {
        let log = NamiLog()
        let phone = try phone()
        await phone.use {
            await namiConfigure()
            NamiPaywallManager.registerCloseHandler { [held = Parting(log)] _ in held.nothing() }
            NamiPaywallManager.registerCloseHandler(nil)
            await withCheckedContinuation { continuation in
                NamiCampaignManager.launch(
                    launchHandler: { _, _ in continuation.resume() },
                    paywallActionHandler: { [held = Parting(log)] _ in held.nothing() })
            }
            Nami.reset()
            await namiSettled()
        }
        #expect(log.lines == ["open false", "open false"])
    }
}
