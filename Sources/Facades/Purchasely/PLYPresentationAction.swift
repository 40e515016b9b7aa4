// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What a person can do on a screen of Purchasely's, and an app can intercept.
///
/// Source: the interfaces of the SDK for iOS, 5.7.1 and 6.0.0, read 2026-11-21.
public enum PLYPresentationAction: Int, Sendable, CaseIterable {
    /// Closes the screen.
    case close = 0
    /// Closes every screen.
    case closeAll = 1
    /// Signs in.
    case login = 2
    /// Goes to an address.
    case navigate = 3
    /// Buys a plan.
    case purchase = 4
    /// Restores purchases.
    case restore = 5
    /// Opens another screen.
    case openPresentation = 6
    /// Opens the screen of a placement.
    case openPlacement = 7
    /// Redeems a code of the store's.
    case promoCode = 8
    /// Buys on the web.
    case webCheckout = 9
}

/// What an action on a screen is about.
///
/// Of its members only the plan is needed here; the others are not documented in what was read.
public final class PLYPresentationActionParameters: Sendable {
    /// The plan that a purchase is to be made of.
    public let plan: PLYPlan?

    init(plan: PLYPlan?) { self.plan = plan }
}

/// Where an action was made, as SDK 5 tells it.
public final class PLYPresentationInfo: Sendable {
    /// The screen's controller, above which an app shows its own.
    public let controller: UIViewController?

    init(controller: UIViewController?) { self.controller = controller }
}

/// Where an action was made, as SDK 6 tells it.
///
/// That it has a controller, as in SDK 5, is inferred.
public final class PLYInterceptorInfo: Sendable {
    /// The screen's controller, above which an app shows its own.
    public let controller: UIViewController?

    init(controller: UIViewController?) { self.controller = controller }
}

/// What an app made of an action on a screen (SDK 6).
///
/// Source: the interface of the SDK for iOS, 6.0.0, read 2026-11-21.
public enum PLYInterceptResult: Int, Sendable, CaseIterable {
    /// The app has done it; what `proceed(false)` is in SDK 5.
    case success = 0
    /// The app could not do it; the button's further actions are left out.
    case failed = 1
    /// The SDK is to go on with it; what `proceed(true)` is in SDK 5.
    case notHandled = 2
}
