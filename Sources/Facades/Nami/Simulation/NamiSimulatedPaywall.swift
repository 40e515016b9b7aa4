// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

/// The buttons of a paywall, for tests.
///
/// No part of the SDK. There a paywall that Nami draws does the buying, and the documents read show
/// no call for it on Apple's platforms; this is what remains of a paywall without a screen. Each
/// button acts on the paywall that ``NamiCampaignManager`` shows on the installation that the task
/// runs on, and returns when the handlers have been told. Without a paywall, or with one that is
/// hidden or takes no taps, a button does nothing; ``buy(_:)`` alone needs none.
///
/// ```swift
/// NamiCampaignManager.launch(label: "onboarding")
/// await NamiSimulatedPaywall.select("yearly")
/// await NamiSimulatedPaywall.buySelected()
/// ```
public enum NamiSimulatedPaywall {
    /// The paywall as a person would see it.
    public struct Shown: Sendable {
        /// The campaign that it is of.
        public let campaign: NamiSimulatedCampaign
        /// The store's IDs of what it sells, in its order.
        public let skuIds: [String]
        /// Which one is selected; the first until another is.
        public let selectedSkuId: String?
        /// Whether the app has hidden it.
        public let isHidden: Bool
        /// Whether it is a flow that waits for the app.
        public let isPaused: Bool
    }

    /// What came of a purchase.
    public struct Result: Sendable {
        /// As ``NamiPurchaseManager/registerPurchasesChangedHandler(_:)`` is told.
        public let state: NamiPurchaseState
        /// Why it failed.
        public let error: NamiFacadeError?
    }

    // MARK: Looking

    /// The paywall that is shown; nil for none.
    public static var shown: Shown? {
        NamiSession.current().look(\.paywall).map { paywall in
            Shown(
                campaign: paywall.campaign, skuIds: paywall.skus.map(\.skuId),
                selectedSkuId: paywall.selected?.skuId, isHidden: paywall.isHidden,
                isPaused: paywall.isPaused)
        }
    }

    /// Waits until every handler that is due has been told.
    public static func settled() async {
        let installation = NamiSession.current().line.installation
        await withCheckedContinuation { continuation in
            installation.deliver { continuation.resume() }
        }
    }

    // MARK: Buttons

    /// Selects a SKU that the paywall sells; the launch's handler gets `select_sku`.
    public static func select(_ skuId: String) async {
        await tap { session, paywall in
            guard let sku = paywall.skus.first(where: { $0.skuId == skuId }) else { return }
            session.state.withLock { $0.paywall?.selected = sku }
            session.event(.select_sku) { $0.sku = sku }
        }
    }

    /// Buys the selected SKU; the launch's handler gets `purchase_selected_sku`, then what becomes
    /// of it.
    ///
    /// - Returns: What came of it; `unknown` without a paywall.
    @discardableResult
    public static func buySelected() async -> Result {
        await tap { session, paywall in
            session.event(.purchase_selected_sku) { $0.sku = paywall.selected }
        }
        guard let skuId = NamiSession.current().look({ $0.paywall?.selected?.skuId }) else {
            return Result(state: .unknown, error: .paywallTakesNoTaps)
        }
        return await buy(skuId)
    }

    /// The button that signs in: the launch's handler gets `sign_in`, then the app's handler is
    /// called.
    public static func signIn() async {
        await tap { session, paywall in
            session.event(.sign_in)
            session.tell { $0.signIn?.value(paywall.controller) }
        }
    }

    /// The button that restores: the launch's handler gets `restore_purchases`, then the app's
    /// handler is called; without one the purchases are restored.
    public static func restore() async {
        await tap { session, _ in
            session.event(.restore_purchases)
            if session.heard.restoreRequest == nil {
                session.restore(Handed(nil))
            } else {
                session.tell { $0.restoreRequest?.value() }
            }
        }
        await settled()
    }

    /// The button that closes: the launch's handler gets `close_paywall`, then the app's handler is
    /// called; without one the paywall closes.
    public static func close() async {
        await tap { session, paywall in
            session.event(.close_paywall)
            if session.heard.close == nil {
                session.dismissPaywall(paywall.number)
            } else {
                session.tell { $0.close?.value(paywall.controller) }
            }
        }
    }

    /// A button with an address: the launch's handler gets `deeplink`, then the app's handler is
    /// called.
    public static func open(_ deeplink: String) async {
        await tap { session, _ in
            session.event(.deeplink) { $0.deeplinkUrl = deeplink }
            session.tell { $0.deeplink?.value(deeplink) }
        }
    }

    /// A step of a flow that the app is to do: the flow is paused, and the app's handler is called.
    ///
    /// - Parameters:
    ///   - tag: The step's tag.
    ///   - data: The step's data.
    public static func handOff(_ tag: String, data: [String: String]? = nil) async {
        await tap { session, paywall in
            guard paywall.campaign.isFlow else { return }
            session.state.withLock { $0.paywall?.isPaused = true }
            session.tell { $0.stepHandoff?.value(tag, data) }
        }
    }

    private static func tap(
        _ body: @escaping @MainActor @Sendable (NamiSession, NamiShownPaywall) -> Void
    ) async {
        let session = NamiSession.current()
        await withCheckedContinuation { continuation in
            session.line.installation.deliver {
                if let paywall = session.look(\.tappablePaywall) { body(session, paywall) }
                continuation.resume()
            }
        }
    }

    // MARK: Buying

    /// Buys a SKU, on the installation that the task runs on.
    ///
    /// On a paywall the launch's handler gets `buy_sku`, then what becomes of it, after the SDK's
    /// other handlers; a paywall on which something was bought closes. Where the app does the buying
    /// its handler is called, and the result is `pending`.
    ///
    /// The platform gives it to the user the device is on. While the call is on its way the SDK
    /// grants provisionally what it unlocks; see ``NamiConfiguration/provisionalGrantTTL``.
    ///
    /// - Parameters:
    ///   - skuId: The store's ID of the product.
    ///   - completion: Called once, on the main actor, after the SDK's own handlers.
    public static func buy(_ skuId: String, completion: (@Sendable (Result) -> Void)?) {
        NamiSession.current().tapBuy(skuId, completion)
    }

    /// Buys a SKU, and waits until the platform has answered and the handlers have been told.
    ///
    /// - Parameter skuId: The store's ID of the product.
    /// - Returns: What came of it.
    @discardableResult
    public static func buy(_ skuId: String) async -> Result {
        await withCheckedContinuation { continuation in
            buy(skuId) { continuation.resume(returning: $0) }
        }
    }
}
