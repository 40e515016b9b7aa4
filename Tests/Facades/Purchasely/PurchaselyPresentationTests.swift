// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import PurchaselyFacade
import Testing

/// Screens that an app asks for, in the calls of both versions, and what it hears of them.
@Suite struct PurchaselyPresentationTests {
    /// What a person does on the screen, and what the app hears when it is gone.
    static let endings:
        [(
            name: String, act: @MainActor @Sendable (SimulatedPaywall) -> Void,
            result: PLYPurchaseResult, reason: PLYCloseReason,
            five: PLYProductViewControllerResult
        )] = [
            ("buys", { $0.tap(.purchase) }, .purchased, .none, .purchased),
            (
                "buys another plan",
                {
                    $0.choose("yearly")
                    $0.tap(.purchase)
                }, .purchased, .none, .purchased
            ),
            (
                "buys, and the button closes", { $0.tap(.purchase, .close) }, .purchased, .button,
                .purchased
            ),
            ("closes", { $0.tap(.close) }, .none, .button, .cancelled),
            ("swipes away", { $0.swipeAway() }, .none, .interactiveDismiss, .cancelled),
            ("nothing: the app closes", { $0.close() }, .none, .programmatic, .cancelled),
        ]

    @Test(arguments: endings.indices)
    @MainActor func `An app of SDK 6 hears what came of a screen`(row: Int) async throws {
        let ending = Self.endings[row]
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            await PurchaselyCalls.start()
            var heard: [String] = []
            var outcomes: [PLYPresentationOutcome] = []
            PLYPresentationBuilder.from(placementId: "onboarding")
                .contentId("article-7")
                .onPresented { presentation, error in
                    heard.append("presented \(presentation?.placementId ?? "-") \(error == nil)")
                }
                .onCloseRequested { heard.append("close requested") }
                .onDismissed { outcomes.append($0) }
                .build().display(completion: nil)
            let paywall = try #require(await SimulatedPaywall.shown())
            #expect(paywall.placementId == "onboarding")
            #expect(paywall.contentId == "article-7")
            ending.act(paywall)
            await paywall.settled()
            await PurchaselyCalls.settle()
            #expect(!paywall.isDisplayed, "\(ending.name)")
            let outcome = try #require(outcomes.first)
            #expect(outcomes.count == 1)
            #expect(outcome.purchaseResult == ending.result, "\(ending.name)")
            #expect(outcome.closeReason == ending.reason, "\(ending.name)")
            #expect((outcome.plan != nil) == (ending.result == .purchased))
            #expect(outcome.presentation?.screenId == "onboarding")
            let isAsked = ending.reason == .button
            #expect(
                heard == ["presented onboarding true"] + (isAsked ? ["close requested"] : []))
            if let plan = outcome.plan {
                let found = try #require(try await PurchaselyCalls.subscriptions().get()?.first)
                #expect(found.plan == plan)
                #expect(found.contentId == "article-7")
            }
            #expect(SimulatedPaywall.displayed == nil)
        }
    }

    @Test(arguments: endings.indices)
    @MainActor func `An app of SDK 5 hears it in its own terms`(row: Int) async throws {
        let ending = Self.endings[row]
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            await PurchaselyCalls.start()
            var loads = 0
            var results: [PLYProductViewControllerResult] = []
            Purchasely.fetchPresentation(
                for: "onboarding",
                fetchCompletion: { presentation, error in
                    #expect(error == nil)
                    #expect(presentation?.type == .normal)
                    presentation?.display(from: nil)
                },
                completion: { result, _ in results.append(result) },
                loadedCompletion: { loads += 1 })
            let paywall = try #require(await SimulatedPaywall.shown())
            ending.act(paywall)
            await paywall.settled()
            await PurchaselyCalls.settle()
            #expect(loads == 1)
            #expect(results == [ending.five], "\(ending.name)")
        }
    }

    @Test(arguments: [PLYPresentationType.normal, .fallback, .deactivated, .client])
    @MainActor func `The console says whether a screen is shown`(
        type: PLYPresentationType
    ) async throws {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            await PurchaselyCalls.start()
            var screen = SimulatedScreen(
                "spring", type: type, plans: ["yearly", "nothing"],
                metadata: ["title": "Hello", "columns": 2, "extra": "{\"a\": 1}"])
            screen.testID = "colors"
            SimulatedPaywall.set(screen, at: "onboarding")
            let presentation = try await PLYPresentationBuilder.forPlacementId("onboarding")
                .build().preload()
            #expect(presentation.type == type)
            #expect(presentation.screenId == "spring")
            #expect(presentation.id == "spring")
            #expect(presentation.abTestId == "colors")
            #expect(presentation.plans.map(\.planVendorId) == ["yearly"])
            #expect(presentation.plans.first?.default == true)
            #expect((presentation.controller == nil) == (type == .deactivated))
            let metadata = try #require(presentation.metadata)
            #expect(metadata.getKeys() == ["columns", "extra", "title"])
            #expect(metadata.getInt(with: "columns") == 2)
            #expect(metadata.getDouble(with: "columns") == 2)
            #expect(try metadata.getDictionary(with: "extra")?["a"] as? Int == 1)
            #expect(throws: (any Error).self) { try metadata.getDictionary(with: "title") }
            presentation.display()
            let isShown = type == .normal || type == .fallback
            #expect((SimulatedPaywall.displayed != nil) == isShown)
            presentation.display()
            presentation.close()
            #expect(SimulatedPaywall.displayed == nil)
        }
    }

    @Test @MainActor func `Before the start nothing is loaded, and offline a fallback is`()
        async throws
    {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            let request = PLYPresentationBuilder.forScreenId("spring").build()
            do {
                _ = try await request.display()
                Issue.record("it was shown before the start")
            } catch PLYError.configuration {}
            var failures: [String] = []
            Purchasely.display(for: "onboarding", displayMode: .modal) { presentation, error in
                failures.append("\(presentation == nil) \(error.map { "\($0)" } ?? "-")")
            }
            await PurchaselyCalls.settle()
            #expect(failures == ["true configuration"])
            await PurchaselyCalls.start()
            devices.phone.connection.goOffline()
            let presentation = try await request.preload()
            #expect(presentation.type == .fallback)
            #expect(SimulatedPaywall.displayed == nil)
        }
    }

    @Test @MainActor func `A screen's state is told as it changes`() async throws {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            await PurchaselyCalls.start()
            let presentation = try await Purchasely.display(for: "onboarding", transition: .modal)
            var states = presentation.state.makeAsyncIterator()
            guard case .displayed = await states.next() else {
                Issue.record("it is not displayed")
                return
            }
            #expect(presentation.transition.type == .modal)
            presentation.close()
            guard case .idle = await states.next() else {
                Issue.record("it is not closed")
                return
            }
        }
    }

    @Test @MainActor func `A screen that cannot be swiped away stays`() async throws {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            await PurchaselyCalls.start()
            _ = try await Purchasely.display(
                for: "onboarding", transition: .modal(dismissible: false))
            let paywall = try #require(await SimulatedPaywall.shown())
            paywall.swipeAway()
            #expect(paywall.isDisplayed)
            Purchasely.closeAllScreens()
            await PurchaselyCalls.settle()
            #expect(paywall.outcome?.closeReason == .programmatic)
        }
    }

    @Test @MainActor func `An app that has only the controller shows the screen with it`()
        async throws
    {
        let devices = try PurchaselyDevices()
        await devices.phone.use {
            #expect(Purchasely.presentationController(for: "onboarding", contentId: nil) == nil)
            await PurchaselyCalls.start()
            var results: [PLYProductViewControllerResult] = []
            let controller = Purchasely.presentationController(
                for: "onboarding", contentId: nil,
                completion: { result, _ in results.append(result) })
            #if !canImport(UIKit)
                guard let controller else {
                    Issue.record("there is no controller")
                    return
                }
                UIViewController().present(controller, animated: true)
                #expect(SimulatedPaywall.displayed?.controller === controller)
                controller.dismiss(animated: true)
                await PurchaselyCalls.settle()
                #expect(results == [.cancelled])
            #endif
        }
    }

    @Test @MainActor func `After a relaunch a screen of before does nothing`() async throws {
        let devices = try PurchaselyDevices()
        try await devices.phone.use {
            await PurchaselyCalls.start()
            let presentation = try await Purchasely.display(for: "onboarding", transition: nil)
            let paywall = try #require(SimulatedPaywall.displayed)
            devices.phone.relaunch()
            #expect(SimulatedPaywall.displayed == nil)
            paywall.tap(.purchase)
            await paywall.settled()
            presentation.display()
            presentation.close()
            #expect(SimulatedPaywall.displayed == nil)
        }
    }
}
