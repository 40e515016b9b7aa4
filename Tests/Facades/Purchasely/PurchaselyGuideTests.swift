// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import PurchaselyFacade
import Testing

/// The Swift code of the provider's page about users, letter for letter, and what it promises.
///
/// Source: https://docs.purchasely.com/docs/user-identification, read 2026-11-21.
@Suite struct PurchaselyGuideTests {
    // swift-format-ignore
    static var anonymousUserId: String {
Purchasely.anonymousUserId
    }

    @Test func `The app reads the anonymous ID`() async throws {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            await PurchaselyCalls.start()
            let id = Self.anonymousUserId
            #expect(!id.isEmpty)
            // Purchases of an anonymous user are kept under this ID.
            try await PurchaselyCalls.buy("monthly").get()
            let ledger = devices.world.world.ledger
            let installation = try #require(ledger.installation(on: "phone"))
            #expect(ledger.id(of: ledger.current(of: installation)).text == id)
        }
    }

    // swift-format-ignore
    static func authenticate() {
Purchasely.userLogin(with: "123456789")
    }

    @Test func `The app logs a user in, with a network or without, as often as it likes`()
        async throws
    {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        await phone.use {
            await PurchaselyCalls.start()
            phone.connection.goOffline()
            Self.authenticate()
            Self.authenticate()
            #expect(!Purchasely.isAnonymous())
            phone.connection.goOnline()
            Self.authenticate()
            #expect(PurchaselySession.current().appUserID == "123456789")
            phone.relaunch()
            await PurchaselyCalls.start()
            #expect(PurchaselySession.current().appUserID == "123456789")
            Purchasely.userLogout()
            #expect(Purchasely.isAnonymous())
        }
    }

    // swift-format-ignore
    static func authenticate(refresh: @escaping () -> Void) {
Purchasely.userLogin(with: "123456789") { (shouldRefreshCredentials) in
    if (shouldRefreshCredentials) {
        // You should call your backend to refresh user entitlements
        refresh()
    }
}
    }

    @Test(arguments: [true, false])
    func `The callback tells the app to refresh when a subscription came along`(
        hasBought: Bool
    ) async throws {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            await PurchaselyCalls.start()
            if hasBought { try await PurchaselyCalls.buy("monthly").get() }
            let refreshes = Locked(0)
            Self.authenticate { refreshes.withLock { $0 += 1 } }
            await PurchaselyCalls.settle()
            #expect(refreshes.withLock { $0 } == (hasBought ? 1 : 0))
        }
    }

    @Test func `The app transfers a subscription by itself, or lets the person do it`()
        async throws
    {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            await PurchaselyCalls.start(as: "user A")
            try await PurchaselyCalls.buy("monthly").get()
            Purchasely.userLogin(with: "user B")
            #expect(await PurchaselyCalls.plans() == [])
            Purchasely.synchronize()
            #expect(await PurchaselyCalls.plans() == ["monthly"])
            Purchasely.userLogin(with: "user C")
            #expect(await PurchaselyCalls.plans() == [])
            Purchasely.restoreAllPurchases()
            #expect(await PurchaselyCalls.plans() == ["monthly"])
        }
    }

    // MARK: Logging in from a paywall

    /// What the page's three cases come to: what the person does, and what becomes of the paywall.
    static let cases:
        [(case: String, step: App.Step, isDisplayed: Bool, reloads: Int, login: Bool)] =
            [
                (
                    "signs in and has a subscription: the app closes", .close("subscriber"), false,
                    0, true
                ),
                (
                    "signs in and has a subscription: true closes", .signIn("subscriber"), false, 0,
                    true
                ),
                ("signs in and has none: true reloads", .signIn("newcomer"), true, 1, false),
                ("cancels: false leaves it as it was", .cancel, true, 0, true),
            ]

    @Test(arguments: cases.indices)
    @MainActor func `A log-in from a paywall ends as the page says`(row: Int) async throws {
        let expected = Self.cases[row]
        let devices = try PurchaselyDevices()
        try await devices.world.installation("tablet").use {
            await PurchaselyCalls.start(as: "subscriber")
            try await PurchaselyCalls.buy("monthly").get()
        }
        await devices.phone.use {
            await PurchaselyCalls.start()
            let app = App(expected.step)
            app.interceptLogin()
            let paywall = SimulatedPaywall.display()
            #expect(paywall.showsLoginButton)
            paywall.tap(.login)
            await paywall.settled()
            #expect(app.wasAbove === paywall.controller, "\(expected.case)")
            #expect(paywall.isDisplayed == expected.isDisplayed, "\(expected.case)")
            #expect(paywall.reloads == expected.reloads, "\(expected.case)")
            #expect(paywall.showsLoginButton == expected.login, "\(expected.case)")
        }
    }

    @Test @MainActor func `Other actions go on as if nobody had asked`() async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            await PurchaselyCalls.start()
            let app = App(.cancel)
            app.interceptLogin()
            let paywall = SimulatedPaywall.display()
            paywall.tap(.purchase, plan: "monthly")
            await paywall.settled()
            #expect(app.wasAbove == nil)
            #expect(await PurchaselyCalls.plans() == ["monthly"])
            #expect(!paywall.isDisplayed)
        }
    }

    @Test @MainActor func `An app that is gone leaves the paywall waiting`() async throws {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            await PurchaselyCalls.start()
            do {
                let app = App(.cancel)
                app.interceptLogin()
            }
            let paywall = SimulatedPaywall.display()
            paywall.tap(.login)
            await PurchaselyCalls.settle()
            #expect(paywall.lastResult == nil)
            #expect(paywall.isDisplayed)
            paywall.close()
            await paywall.settled()
        }
    }

    /// An app with a log-in of its own, and the page's interceptor.
    @MainActor final class App {
        /// What the person does on the log-in.
        enum Step: Sendable {
            case signIn(String)
            case close(String)
            case cancel
        }

        private let step: Step
        private(set) var wasAbove: UIViewController?

        init(_ step: Step) { self.step = step }

        // swift-format-ignore
        func interceptLogin() {
Purchasely.setPaywallActionsInterceptor { [weak self] (action, parameters, presentationInfo, proceed) in

	switch action {

	// Intercept the tap on login
	case .login:
		// When the user has completed the process
		// Pass true to reload the paywall or dismiss the paywall if the user already has an active subscription
		self?.presentLogin(above: presentationInfo?.controller) { (loggedIn) in
			proceed(loggedIn)
		}
	default:
		proceed(true)
		break
	}
}
        }

        func presentLogin(
            above controller: UIViewController?, completion: @escaping (Bool) -> Void
        ) {
            wasAbove = controller
            switch step {
            case .signIn(let id):
                Purchasely.userLogin(with: id) { _ in completion(true) }
            case .close(let id):
                Purchasely.userLogin(with: id) { _ in
                    MainActor.assumeIsolated { controller?.dismiss(animated: true) }
                }
            case .cancel: completion(false)
            }
        }
    }
}
