// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Something that the SDK tells an app of.
///
/// The cases are those of SDK 6, in their order, which is that of the raw values. The last two are
/// SDK 5.7's alone, which has other numbers; they belong to screens that version 6 no longer has, and
/// are never told of.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYEvent), read 2026-11-21.
public enum PLYEvent: Int, CaseIterable, Codable, Sendable {
    /// The SDK is ready.
    case appConfigured
    /// The app was started for the first time.
    case appInstalled
    /// The app was started.
    case appStarted
    /// The app's version is another than at the last start.
    case appUpdated
    /// The person swiped to another slide.
    case carouselSlideSwiped
    /// A deeplink was opened.
    case deeplinkOpened
    /// A purchase waits to be allowed.
    case inAppDeferred
    /// A purchase failed.
    case inAppPurchaseFailed
    /// Something was bought.
    case inAppPurchased
    /// A purchase was begun.
    case inAppPurchasing
    /// A subscription was renewed.
    case inAppRenewed
    /// Something that was bought before was found when it was to be bought again.
    case inAppRestored
    /// The person tapped a link.
    case linkOpened
    /// The person tapped the button to log in.
    case loginTapped
    /// The person chose a plan.
    case planSelected
    /// The person opened another tab of a screen.
    case presentationOpened
    /// The person chose another tab of a screen.
    case presentationSelected
    /// A screen is shown.
    case presentationViewed
    /// A screen is ready to be shown.
    case presentationLoaded
    /// The person tapped the button to redeem a code.
    case promoCodeTapped
    /// The person changed their mind about a purchase.
    case purchaseCancelled
    /// The app stopped a purchase.
    case purchaseCancelledByApp
    /// The person came from a purchase that the store promotes.
    case purchaseFromStoreTapped
    /// The person tapped a button to buy.
    case purchaseTapped
    /// A purchase was presented to the provider.
    case receiptCreated
    /// The provider refused a purchase.
    case receiptFailed
    /// The provider accepted a purchase.
    case receiptValidated
    /// A restoration failed.
    case restoreFailed
    /// A restoration was begun.
    case restoreStarted
    /// A restoration succeeded.
    case restoreSucceeded
    /// The person tapped the button to restore.
    case restoreTapped
    /// The store did not answer what it sells.
    case productFetchError
    /// The person tapped the button to cancel, on a screen of SDK 5.
    case subscriptionCancelTapped
    /// A subscription was looked at, on a screen of SDK 5.
    case subscriptionDetailsViewed
    /// A plan was tapped, on a screen of SDK 5.
    case subscriptionPlanTapped
    /// A log-in brought the anonymous user's subscriptions along.
    case subscriptionsTransferred
    /// Another user ID is in use.
    case userLoggedIn
    /// The user ID is no longer in use.
    case userLoggedOut
    /// A screen was closed.
    case presentationClosed
    /// What was paid for was used.
    case subscriptionContentUsed
    /// The person chose an option or a plan.
    case optionsSelected
    /// The person answered a survey.
    case optionsValidated
    /// A purchase on the web failed.
    case webCheckoutError
    /// The page to buy on the web was opened.
    case webCheckoutOpenedInWebBrowser
    /// The person tapped the button to buy on the web.
    case webCheckoutTapped
    /// A purchase on the web took too long.
    case webCheckoutTimedOut
    /// The person said why they give a subscription up, on a screen of SDK 5.
    case cancellationReasonPublished
    /// The list of subscriptions was looked at, on a screen of SDK 5.
    case subscriptionsListViewed

    /// The event's documented name, such as `IN_APP_PURCHASED`.
    ///
    /// Source: https://docs.purchasely.com/docs/ui-sdk-events, read 2026-11-24. A name that is not
    /// on the page is the case's, in capitals.
    public var name: String {
        switch self {
        case .productFetchError: "STORE_PRODUCT_FETCH_FAILED"
        default: capitals("\(self)")
        }
    }

    /// What the event is about.
    ///
    /// Which event is of which type is not documented: the headings of the page are followed.
    public var type: PLYEventType {
        switch self {
        case .purchaseFromStoreTapped: .promotedIAP
        case .carouselSlideSwiped, .linkOpened, .loginTapped, .planSelected, .presentationOpened,
            .presentationSelected, .presentationViewed, .presentationLoaded, .promoCodeTapped,
            .purchaseCancelled, .purchaseTapped, .restoreTapped, .presentationClosed,
            .optionsSelected, .optionsValidated, .webCheckoutOpenedInWebBrowser,
            .webCheckoutTapped, .deeplinkOpened:
            .paywallUserBehavior
        case .inAppDeferred, .inAppPurchaseFailed, .inAppPurchased, .inAppPurchasing,
            .inAppRenewed, .purchaseCancelledByApp, .webCheckoutError, .webCheckoutTimedOut:
            .payment
        case .appConfigured, .appInstalled, .appStarted, .appUpdated, .productFetchError,
            .subscriptionContentUsed:
            .SDKEvents
        case .receiptCreated, .receiptFailed, .receiptValidated: .receipts
        case .subscriptionCancelTapped, .subscriptionDetailsViewed, .subscriptionPlanTapped,
            .subscriptionsListViewed, .cancellationReasonPublished:
            .cancellation
        case .restoreFailed, .restoreStarted, .restoreSucceeded, .inAppRestored: .restorePurchase
        case .subscriptionsTransferred: .subscriptionTransfer
        case .userLoggedIn, .userLoggedOut: .login
        }
    }
}

/// What an event is about.
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYEventType), read 2026-11-21.
public enum PLYEventType: Int, CaseIterable, Codable, Sendable {
    /// A purchase that the store promotes.
    case promotedIAP
    /// What a person does on a screen.
    case paywallUserBehavior
    /// A purchase.
    case payment
    /// The SDK itself.
    case SDKEvents
    /// What the provider makes of a purchase.
    case receipts
    /// A subscription that is looked at or given up.
    case cancellation
    /// A restoration.
    case restorePurchase
    /// Subscriptions that came along at a log-in.
    case subscriptionTransfer
    /// Who uses the app.
    case login
    /// The settings of the device.
    case phoneSettings
}

extension NSString {
    /// The event's documented name; see ``PLYEvent/name``.
    public static func fromPLYEvent(_ event: PLYEvent) -> String { event.name }
}

/// `inAppPurchased` as `IN_APP_PURCHASED`.
func capitals(_ name: String) -> String {
    name.reduce(into: "") { text, letter in
        if letter.isUppercase { text += "_" }
        text += letter.uppercased()
    }
}
