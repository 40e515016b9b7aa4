// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation

/// Controllers of screens, as SDK 5.7 hands them out; SDK 6 has none of these calls.
///
/// They are to be asked for on the main thread, as with UIKit; elsewhere they are nil. A controller
/// is shown by the app; where there is no UIKit, `present(_:animated:completion:)` of the stand-in
/// displays its screen.
extension Purchasely {
    /// The controller of a screen for a product's plans (SDK 5.7, deprecated).
    public static func productController(
        for productVendorId: String, with presentationVendorId: String? = nil,
        contentId: String? = nil, loaded: PLYPaywallLoadingClosure? = nil,
        completion: PLYProductViewControllerCompletionBlock? = nil
    ) -> PLYPresentationViewController? {
        controller(presentationVendorId ?? productVendorId, contentId, loaded, completion)
    }

    /// The controller of a screen for a product's plans (SDK 5.7, deprecated).
    public static func productController(
        for productVendorId: String, with presentationVendorId: String? = nil,
        loaded: PLYPaywallLoadingClosure? = nil,
        completion: PLYProductViewControllerCompletionBlock? = nil
    ) -> PLYPresentationViewController? {
        controller(presentationVendorId ?? productVendorId, nil, loaded, completion)
    }

    /// The controller of a screen for a plan (SDK 5.7, deprecated).
    public static func planController(
        for planVendorId: String, with presentationVendorId: String? = nil, contentId: String?,
        loaded: PLYPaywallLoadingClosure? = nil,
        completion: PLYProductViewControllerCompletionBlock? = nil
    ) -> PLYPresentationViewController? {
        controller(presentationVendorId ?? planVendorId, contentId, loaded, completion)
    }

    /// The controller of a screen for a plan (SDK 5.7, deprecated).
    public static func planController(
        for planVendorId: String, with presentationVendorId: String? = nil,
        loaded: PLYPaywallLoadingClosure? = nil,
        completion: PLYProductViewControllerCompletionBlock? = nil
    ) -> PLYPresentationViewController? {
        controller(presentationVendorId ?? planVendorId, nil, loaded, completion)
    }

    /// The controller of a screen (SDK 5.7, deprecated).
    public static func presentationController(
        with presentationVendorId: String? = nil, contentId: String?,
        loaded: PLYPaywallLoadingClosure? = nil,
        completion: PLYProductViewControllerCompletionBlock? = nil
    ) -> PLYPresentationViewController? {
        controller(presentationVendorId, contentId, loaded, completion)
    }

    /// The controller of a screen (SDK 5.7, deprecated).
    public static func presentationController(
        with presentationVendorId: String? = nil, loaded: PLYPaywallLoadingClosure? = nil,
        completion: PLYProductViewControllerCompletionBlock? = nil
    ) -> PLYPresentationViewController? {
        controller(presentationVendorId, nil, loaded, completion)
    }

    /// The controller of a placement's screen (SDK 5.7, deprecated).
    public static func presentationController(
        for placementId: String, contentId: String?, loaded: PLYPaywallLoadingClosure? = nil,
        completion: PLYProductViewControllerCompletionBlock? = nil
    ) -> PLYPresentationViewController? {
        controller(.placementId(id: placementId), contentId, loaded, completion)
    }

    /// The controller of a placement's screen (SDK 5.7, deprecated).
    public static func presentationController(
        for placementId: String, loaded: PLYPaywallLoadingClosure? = nil,
        completion: PLYProductViewControllerCompletionBlock? = nil
    ) -> UIViewController? {
        controller(.placementId(id: placementId), nil, loaded, completion)
    }

    private static func controller(
        _ screenID: String?, _ contentID: String?, _ loaded: PLYPaywallLoadingClosure?,
        _ completion: PLYProductViewControllerCompletionBlock?
    ) -> PLYPresentationViewController? {
        let source = screenID.map { PLYPresentationSource.screenId(id: $0) }
        return controller(source ?? .default, contentID, loaded, completion)
    }

    private static func controller(
        _ source: PLYPresentationSource, _ contentID: String?,
        _ loaded: PLYPaywallLoadingClosure?,
        _ completion: PLYProductViewControllerCompletionBlock?
    ) -> PLYPresentationViewController? {
        guard MainQueue.isCurrent else { return nil }
        let session = PurchaselySession.current()
        let (screen, isStarted) = session.state.withLock {
            (session.screen(for: source, $0), $0.isStarted)
        }
        let hooks = Handed(PresentationHooks(completion: completion))
        let loaded = Handed(loaded)
        return MainActor.assumeIsolated {
            guard isStarted else {
                session.line.installation.deliver {
                    loaded.value?(nil, false, PLYError.configuration)
                }
                return nil
            }
            let presentation = LoadedPresentation(
                screen, ScreenRequest(source: source, contentID: contentID), hooks.value, session)
            session.hold(presentation)
            let controller = presentation.controller
            session.line.installation.deliver { loaded.value?(controller, controller != nil, nil) }
            return controller
        }
    }

    /// Does nothing: it is always nil, since the SDK's own list of subscriptions is not imitated
    /// (SDK 5.7).
    public static func subscriptionsController() -> UIViewController? { nil }

    /// Does nothing: it is always nil, since the SDK's own page of a subscription is not imitated
    /// (SDK 5.7).
    public static func subscriptionController(
        for subscription: PLYSubscription
    ) -> UIViewController? { nil }

    /// Does nothing: screens of this kind are not imitated (SDK 5.7).
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - type: What it shows.
    ///   - sourceViewController: Above which it is shown.
    public static func showController(
        _ controller: UIViewController, type: PLYUIControllerType,
        from sourceViewController: UIViewController? = nil
    ) {}
}

/// What a controller of the SDK's shows (SDK 5.7).
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (5.7.1, PLYUIControllerType), read 2026-11-21.
public enum PLYUIControllerType: Int, CaseIterable, Sendable {
    /// The subscriptions of the user.
    case subscriptionList
    /// A product.
    case productPage
    /// A page of the web.
    case webPage
    /// The question why a subscription is given up.
    case cancellationSurvey
}

/// Makes the controllers of screens that the app draws itself, in flows.
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYCustomScreenViewControllerDelegate), read 2026-11-21.
public protocol PLYCustomScreenViewControllerDelegate: AnyObject {
    /// The controller of a screen.
    func viewController(for presentation: any PLYPresentation) -> UIViewController?
}

extension Purchasely {
    /// Does nothing: there are no flows, so that no such screen is asked for.
    public static func setCustomScreenViewControllerDelegate(
        _ delegate: any PLYCustomScreenViewControllerDelegate
    ) {}

    /// Does nothing: there are no flows, so that no such screen is asked for.
    public static func removeCustomScreenViewControllerDelegate() {}
}

extension PurchaselySession {
    /// Keeps a screen of which the app has only the controller.
    func hold(_ presentation: LoadedPresentation) {
        state.withLock { $0.held.append(presentation) }
    }
}
