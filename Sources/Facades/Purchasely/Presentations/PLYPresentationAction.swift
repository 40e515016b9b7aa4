// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a person can do on a screen of Purchasely's, and an app can intercept.
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYPresentationAction), read 2026-11-21.
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
/// Here the plan, and what a test has tapped the button with.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYPresentationActionParameters), read 2026-11-21.
public final class PLYPresentationActionParameters: NSObject, Sendable {
    /// The ID with which a checkout on the web finds its user; here always nil.
    public let clientReferenceId: String?
    /// The address that is gone to.
    public let url: URL?
    /// The link's title; here always nil.
    public let title: String?
    /// The plan that a purchase is to be made of.
    public let plan: PLYPlan?
    /// How a commitment is paid (SDK 6).
    public let billingPlanType: PLYBillingPlanType
    /// The promotional offer that it is to be made at.
    public let promoOffer: PLYPromoOffer?
    /// The screen that is opened.
    public let presentation: String?
    /// The placement whose screen is opened.
    public let placement: String?
    /// The name under which a checkout on the web gets the ID; here always nil.
    public let queryParameterKey: String?
    /// Who sells on the web; here always nobody.
    public let webCheckoutProvider: PLYWebCheckoutProvider
    /// How the screen that is opened is shown; in SDK 5.7 a `PLYDisplayMode`.
    public let transition: PLYTransition?

    init(
        plan: PLYPlan?, promoOffer: PLYPromoOffer? = nil, url: URL? = nil,
        presentation: String? = nil, placement: String? = nil
    ) {
        clientReferenceId = nil
        self.url = url
        title = nil
        self.plan = plan
        billingPlanType = .unspecified
        self.promoOffer = promoOffer
        self.presentation = presentation
        self.placement = placement
        queryParameterKey = nil
        webCheckoutProvider = .none
        transition = nil
    }

    /// Parameters that say nothing.
    public override convenience init() { self.init(plan: nil) }
}

/// Where an action was made, as SDK 5.7 tells it.
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (5.7.1, PLYPresentationInfo), read 2026-11-21.
public final class PLYPresentationInfo: NSObject, Sendable {
    /// The screen's controller, above which an app shows its own.
    public let controller: UIViewController?
    /// What the screen is shown for.
    public let contentId: String?
    /// The screen's ID.
    public let presentationId: String?
    /// The placement that it was asked for at.
    public let placementId: String?
    /// The audience that it is for.
    public let audienceId: String?
    /// Which variant of a test it is.
    public let abTestVariantId: String?
    /// The test that it belongs to.
    public let abTestId: String?
    /// The campaign that it belongs to.
    public let campaignId: String?

    init(_ info: PLYInterceptorInfo) {
        controller = info.controller
        contentId = info.contentId
        presentationId = info.presentation?.screenId
        placementId = info.presentation?.placementId
        audienceId = info.presentation?.audienceId
        abTestVariantId = info.presentation?.abTestVariantId
        abTestId = info.presentation?.abTestId
        campaignId = info.presentation?.campaignId
    }

    /// Says nothing.
    public override convenience init() { self.init(PLYInterceptorInfo()) }
}

/// Where an action was made, as SDK 6 tells it.
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYInterceptorInfo), read 2026-11-21.
public final class PLYInterceptorInfo: NSObject, Sendable {
    /// The screen's controller, above which an app shows its own.
    public let controller: UIViewController?
    /// What the screen is shown for.
    public let contentId: String?
    /// The screen.
    public let presentation: (any PLYPresentation)?

    /// Where an action was made.
    ///
    /// - Parameters:
    ///   - controller: The screen's controller.
    ///   - contentId: What the screen is shown for.
    ///   - presentation: The screen.
    public init(
        controller: UIViewController?, contentId: String?, presentation: (any PLYPresentation)?
    ) {
        self.controller = controller
        self.contentId = contentId
        self.presentation = presentation
    }

    /// Says nothing.
    public override convenience init() {
        self.init(controller: nil, contentId: nil, presentation: nil)
    }
}

/// What an app made of an action on a screen (SDK 6).
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYInterceptResult), read 2026-11-21.
public enum PLYInterceptResult: Int, Sendable, CaseIterable {
    /// The app has done it; what `proceed(false)` is in SDK 5.
    case success = 0
    /// The app could not do it; the button's further actions are left out.
    case failed = 1
    /// The SDK is to go on with it; what `proceed(true)` is in SDK 5.
    case notHandled = 2
}
