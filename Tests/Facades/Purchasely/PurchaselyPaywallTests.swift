// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import PurchaselyFacade
import Testing

/// Screens, and the interceptors of both versions.
@Suite struct PurchaselyPaywallTests {
    @Test @MainActor func `Without an interceptor the SDK does what is tapped`() async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            await PurchaselyCalls.start()
            let paywall = SimulatedPaywall.display()
            #expect(paywall.showsLoginButton)
            paywall.tap(.purchase, plan: "nothing")
            paywall.tap(.navigate)
            await paywall.settled()
            #expect(paywall.isDisplayed)
            paywall.tap(.purchase, plan: "monthly")
            await paywall.settled()
            #expect(!paywall.isDisplayed)
            #expect(paywall.performed == [.purchase, .navigate, .purchase])
            #expect(await PurchaselyCalls.plans() == ["monthly"])

            let second = SimulatedPaywall.display()
            second.tap(.restore)
            await second.settled()
            #expect(!second.isDisplayed)
            let third = SimulatedPaywall.display()
            third.tap(.close)
            await third.settled()
            #expect(!third.isDisplayed)
        }
    }

    @Test @MainActor func `A logged-in user is not asked to log in`() async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            await PurchaselyCalls.start(as: "ann")
            #expect(!SimulatedPaywall.display().showsLoginButton)
        }
    }

    @Test(arguments: [true, false])
    @MainActor func `The interceptor of SDK 5 decides whether the SDK goes on`(
        goesOn: Bool
    ) async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            var asked: [(PLYPresentationAction, String?, Bool)] = []
            Purchasely.start(
                withAPIKey: "key",
                paywallActionsInterceptor: { action, parameters, info, proceed in
                    asked.append((action, parameters?.plan?.vendorId, info?.controller != nil))
                    proceed(goesOn)
                    proceed(!goesOn)
                })
            let paywall = SimulatedPaywall.display()
            paywall.tap(.purchase, plan: "monthly")
            await paywall.settled()
            #expect(asked.count == 1)
            #expect(asked.first?.0 == .purchase)
            #expect(asked.first?.1 == "monthly")
            #expect(asked.first?.2 == true)
            #expect(paywall.lastResult == (goesOn ? .notHandled : .success))
            #expect(await PurchaselyCalls.plans() == (goesOn ? ["monthly"] : []))
            Purchasely.setPaywallActionsInterceptor(nil)
            let second = SimulatedPaywall.display()
            second.tap(.close)
            await second.settled()
            #expect(asked.count == 1)
            #expect(!second.isDisplayed)
        }
    }

    static let results: [(PLYInterceptResult, performed: [PLYPresentationAction])] = [
        (.success, [.close]), (.failed, []), (.notHandled, [.purchase, .close]),
    ]

    @Test(arguments: results.indices, [true, false])
    @MainActor func `The interceptor of SDK 6 says what becomes of the button's actions`(
        row: Int, isAsync: Bool
    ) async throws {
        let (result, performed) = Self.results[row]
        let devices = try PurchaselyDevices()
        devices.phone.store.nextPurchase = .isCancelled
        try await devices.phone.use {
            try await Purchasely.apiKey("key").runningMode(.full).start()
            if isAsync {
                Purchasely.interceptAction(.purchase) { info, parameters in
                    await Task.yield()
                    return info.controller != nil && parameters?.plan?.vendorId == "monthly"
                        ? result : .failed
                }
            } else {
                Purchasely.interceptAction(.purchase) { info, parameters, answer in
                    answer(
                        info.controller != nil && parameters?.plan?.vendorId == "monthly"
                            ? result : .failed)
                }
            }
            let paywall = SimulatedPaywall.display()
            paywall.tap(.purchase, .close, plan: "monthly")
            await paywall.settled()
            #expect(paywall.performed == performed)
            #expect(paywall.lastResult == result)
        }
    }

    static let logins: [(PLYInterceptResult, plan: String?, isDisplayed: Bool, reloads: Int)] = [
        (.success, "monthly", false, 0), (.success, nil, true, 1), (.notHandled, nil, true, 1),
        (.failed, "monthly", true, 0),
    ]

    @Test(arguments: logins.indices)
    @MainActor
    func `A log-in of SDK 6 that succeeds closes the screen of a subscriber, or reloads it`(
        row: Int
    ) async throws {
        let (result, plan, isDisplayed, reloads) = Self.logins[row]
        let devices = try PurchaselyDevices()
        try await devices.world.installation("tablet").use {
            await PurchaselyCalls.start(as: "ann")
            if let plan { try await PurchaselyCalls.buy(plan).get() }
        }
        try await devices.phone.use {
            try await Purchasely.apiKey("key").runningMode(.full).start()
            Purchasely.interceptAction(.login) { _, _, answer in
                if result == .success { Purchasely.userLogin(with: "ann") }
                answer(result)
            }
            let paywall = SimulatedPaywall.display()
            paywall.tap(.login)
            await paywall.settled()
            #expect(paywall.isDisplayed == isDisplayed)
            #expect(paywall.reloads == reloads)
            #expect(paywall.showsLoginButton == (result != .success || !isDisplayed))
        }
    }

    @Test @MainActor func `Interceptors of SDK 6 are for one action, and can be taken away`()
        async throws
    {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            await PurchaselyCalls.start()
            var old: [PLYPresentationAction] = []
            var new: [PLYPresentationAction] = []
            Purchasely.setPaywallActionsInterceptor { action, _, _, proceed in
                old.append(action)
                proceed(false)
            }
            for action in [PLYPresentationAction.navigate, .promoCode] {
                Purchasely.interceptAction(action) { _, _, answer in
                    new.append(action)
                    answer(.success)
                }
            }
            let paywall = SimulatedPaywall.display()
            paywall.tap(.navigate, .promoCode, .webCheckout)
            await paywall.settled()
            #expect(new == [.navigate, .promoCode])
            #expect(old == [.webCheckout])
            Purchasely.removeActionInterceptor(.navigate)
            paywall.tap(.navigate, .promoCode)
            await paywall.settled()
            #expect(new == [.navigate, .promoCode, .promoCode])
            #expect(old == [.webCheckout, .navigate])
            Purchasely.removeAllActionInterceptors()
            paywall.tap(.promoCode)
            await paywall.settled()
            #expect(new.count == 3)
            #expect(old == [.webCheckout, .navigate, .promoCode])
        }
    }

    @Test @MainActor func `Screens are closed by the app: the top one, or all`() async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            await PurchaselyCalls.start()
            let screens = (0..<3).map { _ in SimulatedPaywall.display() }
            Purchasely.closeDisplayedPresentation()
            await PurchaselyCalls.settle()
            #expect(screens.map(\.isDisplayed) == [true, true, false])
            screens[0].tap(.closeAll)
            await screens[0].settled()
            await PurchaselyCalls.settle()
            #expect(screens.map(\.isDisplayed) == [false, false, false])
            let last = SimulatedPaywall.display()
            Purchasely.closeAllScreens()
            await PurchaselyCalls.settle()
            #expect(!last.isDisplayed)
        }
    }

    @Test @MainActor func `An answer that never comes does not hold a paywall that is closed`()
        async throws
    {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            await PurchaselyCalls.start()
            Purchasely.setPaywallActionsInterceptor { _, _, info, _ in
                info?.controller?.dismiss(animated: true)
            }
            let paywall = SimulatedPaywall.display()
            paywall.tap(.login, .purchase, plan: "monthly")
            await paywall.settled()
            #expect(!paywall.isDisplayed)
            #expect(paywall.performed == [])
            #expect(paywall.lastResult == nil)
        }
    }
}
