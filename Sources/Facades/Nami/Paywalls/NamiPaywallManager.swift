// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

#if canImport(UIKit) && !os(watchOS)
    public import class UIKit.UIViewController
#endif

/// Told that the person wants to sign in, with the paywall's view controller.
public typealias NamiSignInHandler = (_ fromPaywallVC: UIViewController?) -> Void
/// Told that the person wants to close the paywall, with its view controller.
public typealias NamiPaywallCloseHandler = (_ fromPaywallVC: UIViewController?) -> Void
/// Told what the app is to buy.
public typealias NamiPaywallBuySkuHandler = (_ sku: NamiSKU) -> Void
/// Told that the person wants to restore.
public typealias NamiPaywallRestoreRequestHandler = () -> Void
/// Told of an address that a button has.
public typealias NamiPaywallDeeplinkActionHandler = (_ action: String) -> Void
/// Told whether a paywall can be shown, and if not why.
public typealias PreparePaywallHandler = (_ success: Bool, _ error: (any Error)?) -> Void

/// The paywall that is shown: what the app does at its buttons, and closing it.
///
/// There is one paywall at a time, which ``NamiCampaignManager`` shows and a test taps with
/// ``NamiSimulatedPaywall``. Each handler takes the place of what the SDK does by itself. Handlers
/// run on the main actor, after the event of the same button.
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiPaywallManager), read 2026-11-21.
public final class NamiPaywallManager: NSObject {
    override private init() {}

    // MARK: What the app does at a button

    /// Sets the one handler for the sign-in button, or takes it away; the paywall stays.
    ///
    /// - Parameter applicationSignInHandler: Called on the main actor.
    public static func registerSignInHandler(_ applicationSignInHandler: NamiSignInHandler?) {
        let handler = applicationSignInHandler.map(Handed.init)
        NamiSession.current().register { $0.signIn = handler }
    }

    /// Sets the one handler for the button that closes, or takes it away.
    ///
    /// With one the paywall stays until the app dismisses it; without one it closes.
    ///
    /// - Parameter paywallCloseHandler: Called on the main actor.
    public static func registerCloseHandler(_ paywallCloseHandler: NamiPaywallCloseHandler?) {
        let handler = paywallCloseHandler.map(Handed.init)
        NamiSession.current().register { $0.close = handler }
    }

    /// Sets the one handler for the button that restores, under its former name.
    ///
    /// - Parameter restoreRequestHandler: As with ``registerRestoreHandler(_:)``.
    @available(*, deprecated, renamed: "registerRestoreHandler(_:)")
    public static func registerRestoreRequestHandler(
        _ restoreRequestHandler: NamiPaywallRestoreRequestHandler?
    ) {
        registerRestoreHandler(restoreRequestHandler)
    }

    /// Sets the one handler for the button that restores, or takes it away.
    ///
    /// Without one the button does ``NamiPurchaseManager/restorePurchases()``.
    ///
    /// - Parameter restoreHandler: Called on the main actor.
    public static func registerRestoreHandler(_ restoreHandler: NamiPaywallRestoreRequestHandler?) {
        let handler = restoreHandler.map(Handed.init)
        NamiSession.current().register { $0.restoreRequest = handler }
    }

    /// Sets the one handler for buttons with an address, or takes it away.
    ///
    /// - Parameter deeplinkActionHandler: Called on the main actor with the address.
    public static func registerDeeplinkActionHandler(
        _ deeplinkActionHandler: NamiPaywallDeeplinkActionHandler?
    ) {
        let handler = deeplinkActionHandler.map(Handed.init)
        NamiSession.current().register { $0.deeplink = handler }
    }

    /// Sets the one handler for buttons that buy, or takes it away.
    ///
    /// It is called where the app does the buying, which ``NamiAccount/managesPurchases`` says. The
    /// app answers with ``buySkuComplete(purchaseSuccess:)`` or ``buySkuCancel()``.
    ///
    /// - Parameter buySkuHandler: Called on the main actor with what is to be bought.
    public static func registerBuySkuHandler(_ buySkuHandler: NamiPaywallBuySkuHandler?) {
        let handler = buySkuHandler.map(Handed.init)
        NamiSession.current().register { $0.buySku = handler }
    }

    /// The app has bought what it was asked to: the launch's handler is told, and the paywall closes.
    ///
    /// Of no effect where nothing was asked for. The platform learns of the purchase when it
    /// processes the device's at the next session.
    ///
    /// - Parameter purchaseSuccess: What was bought.
    public static func buySkuComplete(purchaseSuccess: NamiPurchaseSuccess) {
        let session = NamiSession.current()
        session.line.installation.deliver {
            guard let paywall = session.endBuying() else { return }
            session.event(.purchase_success, on: paywall) { $0.sku = purchaseSuccess.product }
            session.dismissPaywall(paywall.number)
        }
    }

    /// The app has not bought what it was asked to: the launch's handler is told, and the paywall
    /// stays.
    public static func buySkuCancel() {
        let session = NamiSession.current()
        session.line.installation.deliver {
            guard let paywall = session.endBuying() else { return }
            session.event(.purchase_cancelled, on: paywall) { $0.sku = paywall.bought }
        }
    }

    // MARK: The paywall on the screen

    /// Closes the paywall.
    ///
    /// - Parameters:
    ///   - animated: Of no effect.
    ///   - completion: Called once, on the main actor, also where there is no paywall.
    public static func dismiss(animated: Bool, completion: @escaping () -> Void) {
        // Handed: called once, on the main actor.
        let handler = Handed(completion)
        let session = NamiSession.current()
        session.dismissPaywall()
        session.line.installation.deliver { handler.value() }
    }

    /// The paywall's view controller; nil before the launch's handler is called, and without one.
    public static func displayedViewController() -> UIViewController? {
        NamiSession.current().look { $0.paywall?.controller }
    }

    /// Shows the paywall again after ``hide()``.
    public static func show() { NamiSession.current().hidePaywall(false) }

    /// Whether there is a paywall that is hidden.
    public static func isHidden() -> Bool {
        NamiSession.current().look { $0.paywall?.isHidden ?? false }
    }

    /// Hides the paywall, which can be tapped no more until it is shown again.
    public static func hide() { NamiSession.current().hidePaywall(true) }

    /// Whether there is a paywall, hidden or not.
    public static func isPaywallOpen() -> Bool { NamiSession.current().look { $0.paywall != nil } }

    /// Whether taps on paywalls do something; they do until this is called.
    public static func allowUserInteraction(_ allowed: Bool) {
        let session = NamiSession.current()
        session.state.withLock { $0.allowsTaps = allowed }
    }

    /// Gives paywalls the details of products, as JSON.
    ///
    /// Does nothing: the simulation's products are the catalogue's.
    public static func setProductDetails(productDetails: String) {}

    /// Gives paywalls a video.
    ///
    /// Does nothing: the simulation plays no videos.
    public static func setAppSuppliedVideoDetails(url: String, name: String?) {}
}

extension NamiSession {
    fileprivate func hidePaywall(_ isHidden: Bool) {
        state.withLock { $0.paywall?.isHidden = isHidden }
    }

    /// The app has dealt with what it was asked to buy; the paywall as it was, nil where it owed
    /// nothing.
    fileprivate func endBuying() -> NamiShownPaywall? {
        state.withLock { state in
            guard let paywall = state.paywall, paywall.bought != nil else { return nil }
            state.paywall?.bought = nil
            return paywall
        }
    }
}
