// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import PurchaselyFacade
import Testing

/// Deeplinks, and the screens that the app has not asked for.
@Suite struct PurchaselyDeeplinkTests {
    static let links: [(link: String, screen: String?)] = [
        ("app://ply/placements/onboarding", "onboarding"),
        ("app://ply/presentations/spring", "spring"),
        ("app://ply/products/premium", nil), ("app://ply/placements", nil),
        ("app://ply/placements/a/b", nil), ("app://shop/placements/a", nil),
        ("https://example.com/", nil), ("x:", nil),
    ]

    @Test(arguments: links.indices)
    @MainActor func `A link of Purchasely's shows its screen`(row: Int) async throws {
        let (link, screen) = Self.links[row]
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            try await Purchasely.apiKey("key").start()
            let url = try #require(URL(string: link))
            #expect(Purchasely.handleDeeplink(url) == (screen != nil))
            #expect(await SimulatedPaywall.shown()?.screenId == screen)
        }
    }

    @Test @MainActor func `Links wait for the start, and until they are allowed`() async throws {
        let devices = try PurchaselyDevices()
        let url = try #require(URL(string: "app://ply/placements/onboarding"))
        try await devices.phone.use {
            #expect(Purchasely.isDeeplinkHandled(deeplink: url))
            await PurchaselyCalls.start()
            // SDK 5 waits until the app is ready.
            #expect(await SimulatedPaywall.shown() == nil)
            Purchasely.readyToOpenDeeplink(true)
            #expect(await SimulatedPaywall.shown()?.placementId == "onboarding")
            devices.phone.relaunch()
            try await Purchasely.apiKey("key").allowDeeplink(false).handleDeeplink(url).start()
            #expect(await SimulatedPaywall.shown() == nil)
            Purchasely.allowDeeplink(true)
            #expect(await SimulatedPaywall.shown() != nil)
        }
    }

    @Test
    func `A link to redeem gives the user what was bought on the web, once and for four hours`()
        async throws
    {
        let devices = try PurchaselyDevices()
        let phone = devices.phone
        let web = devices.world.store(of: StoreAccount(.stripe, "ann"))
        #expect(web.sell("monthly", to: "visitor"))
        try await phone.use {
            let old = web.redemptionToken(for: "monthly", of: "visitor")
            devices.world.clock.advance(by: 4 * 3_600)
            let new = web.redemptionToken(for: "monthly", of: "visitor")
            // Before the start it waits.
            #expect(Purchasely.handleDeeplink(try link(new)))
            await PurchaselyCalls.start(as: "ann")
            #expect(await PurchaselyCalls.plans() == ["monthly"])
            for token in [old, new, "nothing"] {
                #expect(Purchasely.handleDeeplink(try link(token)))
            }
            await PurchaselyCalls.settle()
            #expect(phone.notes.count == 3)
            #expect(phone.notes.allSatisfy { $0.contains("noProductsToRestore") })
            let found = try await PurchaselyCalls.subscriptions().get()?.first
            #expect(found?.stripePurchaseId != nil)
        }
    }

    private func link(_ token: String) throws -> URL {
        try #require(URL(string: "app://ply/redeem/\(token)"))
    }

    @Test(arguments: [true, false])
    @MainActor func `The app's handler decides whether such a screen is shown`(
        proceeds: Bool
    ) async throws {
        let devices = try PurchaselyDevices()
        let url = try #require(URL(string: "app://ply/placements/onboarding"))
        try await devices.phone.use {
            try await Purchasely.apiKey("key").start()
            let handler = Handler(proceeds)
            Purchasely.setUIHandler(handler)
            var outcomes: [PLYCloseReason] = []
            Purchasely.setDefaultPresentationDismissHandler { outcomes.append($0.closeReason) }
            #expect(Purchasely.handleDeeplink(url))
            let paywall = await SimulatedPaywall.shown()
            #expect(handler.asked == ["onboarding"])
            #expect((paywall != nil) == proceeds)
            paywall?.tap(.close)
            await paywall?.settled()
            await PurchaselyCalls.settle()
            #expect(outcomes == (proceeds ? [.button] : []))
        }
    }

    @Test @MainActor func `A screen opens another, and the one below is still there`() async throws
    {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            try await Purchasely.apiKey("key").start()
            var results: [PLYProductViewControllerResult] = []
            Purchasely.setDefaultPresentationResultHandler { result, _ in results.append(result) }
            let below = SimulatedPaywall.display()
            below.tap(.openPlacement, target: "offer")
            await below.settled()
            await PurchaselyCalls.settle()
            #expect(SimulatedPaywall.displayed?.placementId == "offer")
            Purchasely.closeDisplayedPresentation()
            await PurchaselyCalls.settle()
            #expect(SimulatedPaywall.displayed === below)
            #expect(results == [.cancelled])
        }
    }

    /// A handler that implements one of the two members only, as it may.
    @MainActor private final class Handler: PLYUIHandler {
        private let proceeds: Bool
        private(set) var asked: [String] = []

        init(_ proceeds: Bool) { self.proceeds = proceeds }

        nonisolated func display(
            presentation: any PLYPresentation, from sourceController: UIViewController?,
            proceed: @escaping () -> Void
        ) {
            MainActor.assumeIsolated { asked.append(presentation.screenId) }
            let isWanted = MainActor.assumeIsolated { proceeds }
            if isWanted { proceed() }
        }
    }
}
