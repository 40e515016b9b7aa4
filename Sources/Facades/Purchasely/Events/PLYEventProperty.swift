// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What an event can say more of; the keys of an event's properties.
///
/// Here events have what is known without a device and a drawn screen: see ``PLYEventDelegate``.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYEventProperty), read 2026-11-21.
public enum PLYEventProperty: Int, CaseIterable, Codable, Sendable {
    /// The kind of screen.
    case template
    /// The SDK's version.
    case sdkVersion
    /// The error's number.
    case errorCode
    /// The event's name.
    case eventName
    /// When the event happened, in milliseconds since 1970.
    case eventCreatedAtMs
    /// When the event happened.
    case eventCreated
    /// When the event happened by the device's clock, in milliseconds since 1970.
    case eventCreatedAtMsOriginal
    /// When the event happened by the device's clock.
    case eventCreatedOriginal
    /// The screen that is shown.
    case displayedPresentation
    /// The provider's own ID of the screen.
    case internalPresentationId
    /// Whether the screen stands in for another.
    case isFallbackPresentation
    /// The user ID.
    case userId
    /// The anonymous ID.
    case anonymousUserId
    /// The plans on the screen.
    case purchasablePlans
    /// The deeplink.
    case deeplinkIdentifier
    /// Where the screen was opened from.
    case sourceIdentifier
    /// The plan.
    case plan
    /// The plan that was chosen before.
    case previousSelectedPlan
    /// The link that was tapped.
    case linkIdentifier
    /// The carousels on the screen.
    case carousels
    /// The device.
    case device
    /// The system's version.
    case osVersion
    /// The event's type.
    case type
    /// The error's text.
    case errorMessage
    /// The language.
    case language
    /// The kind of plan.
    case planType
    /// The plan's ID at the provider.
    case purchaselyPlanId
    /// The store.
    case store
    /// The store's country.
    case storeCountry
    /// The product's ID at the store.
    case storeProductId
    /// The price.
    case priceInCustomerCurrency
    /// The currency.
    case customerCurrency
    /// The period's unit.
    case period
    /// How many of the unit a period has.
    case duration
    /// The introductory price.
    case introPriceInCustomerCurrency
    /// The introductory period's unit.
    case introPeriod
    /// How many of the unit it has.
    case introDuration
    /// The trial's unit.
    case freePeriod
    /// How many of the unit the trial has.
    case freeDuration
    /// Whether there is a trial.
    case hasFreeTrial
    /// The price of the offer.
    case promotionalOfferPriceInCustomerCurrency
    /// The offer's unit.
    case promotionalOfferPeriod
    /// How many of the unit the offer has.
    case promotionalOfferDuration
    /// The plan that a price is compared with.
    case discountReferent
    /// How much less it is, as a percentage.
    case discountPercentageComparisonToReferent
    /// How much less it is.
    case discountPriceComparisonToReferent
    /// Whether the plan is chosen at first.
    case isDefault
    /// The slide that is shown.
    case selectedSlide
    /// How many slides there are.
    case numberOfSlides
    /// Whether slides move by themselves.
    case isCarouselAutoPlaying
    /// The first slide that is shown.
    case defaultSlide
    /// The slide before.
    case previousSlide
    /// The product that was chosen.
    case selectedProduct
    /// How one plan goes over to another.
    case planChangeType
    /// The reason's ID.
    case cancellationReasonId
    /// Why a subscription was given up.
    case cancellationReason
    /// The active subscriptions.
    case runningSubscriptions
    /// The product.
    case product
    /// The tab that was chosen.
    case selectedPresentation
    /// The tab that was chosen before.
    case previousSelectedPresentation
    /// The placement's ID.
    case placementId
    /// The provider's own ID of the placement.
    case internalPlacementId
    /// The audience's ID.
    case audienceId
    /// The provider's own ID of the audience.
    case internalAudienceId
    /// The test's ID.
    case abTestId
    /// The provider's own ID of the test.
    case internalAbTestId
    /// The ID of the test's variant.
    case abTestVariantId
    /// The provider's own ID of the variant.
    case internalAbTestVariantId
    /// What a screen was shown for.
    case contentId
    /// How long the session has run.
    case sessionDuration
    /// How many sessions there were.
    case sessionCount
    /// How long the screen was shown.
    case screenDuration
    /// When the screen was shown.
    case screenDisplayedAt
    /// When the screen was shown, in milliseconds since 1970.
    case screenDisplayedAtMs
    /// When the app was installed.
    case appInstalledAt
    /// When the app was installed, in milliseconds since 1970.
    case appInstalledAtMs
    /// How long the server took for the screen, in milliseconds; the lower-case `r` is the SDK's.
    case paywallrequestDurationInMs
    /// How long it took to show the screen, in milliseconds.
    case paywallDisplayTimeInMs
    /// How long it took to draw the screen, in milliseconds.
    case paywallRenderingTimeInMs
    /// The version of Apple's interface.
    case storeKitVersion
    /// The kind of screen.
    case presentationType
    /// The offer.
    case promoOffer
    /// How the device is held.
    case orientation
    /// The session's ID.
    case sessionId
    /// The option that was chosen.
    case selectedOptionId
    /// The options that were chosen.
    case selectedOptions
    /// The options that were shown.
    case displayedOptions
    /// The campaign's ID.
    case campaignId
    /// The provider's own ID of the campaign.
    case internalCampaignId
    /// The flow's ID.
    case flowId
    /// The provider's own ID of the flow.
    case internalFlowId
    /// The ID of the flow's step.
    case flowStepId
    /// The flow's version.
    case flowVersion
    /// The action that led here.
    case fromActionId
    /// The step that led here.
    case fromStepId
    /// How the screen is shown.
    case displayMode
    /// The ID of this run of the flow.
    case flowSessionId
    /// The ID of Stripe's checkout.
    case stripeCheckoutSessionId
    /// Stripe's ID of the purchase.
    case stripePurchaseId
    /// Who sells on the web.
    case webCheckoutProvider
    /// By which call the screen was shown.
    case displayMethod
    /// Whether the introductory offer is open to the person.
    case eligibleToIntroOffer
    /// The same by StoreKit 2.
    case eligibleToIntroOfferSK2
    /// Whether the promotional offer is open to the person.
    case eligibleToPromoOffer
    /// The same by StoreKit 2.
    case eligibleToPromoOfferSK2
    /// How a commitment is paid.
    case billingPlanType
    /// The commitment.
    case commitment
    /// How far a commitment has run.
    case commitmentProgress
    /// What a commitment costs.
    case commitmentInfo

    /// The key among an event's properties.
    ///
    /// It is the case's name in lower case with underscores, but for those that are documented to be
    /// written otherwise.
    /// Sources: https://docs.purchasely.com/docs/ui-sdk-events-attributes and
    /// https://github.com/Purchasely/Purchasely-ReactNative (PLYEventProperties), read 2026-11-24.
    public var name: String {
        switch self {
        case .eventCreated: "event_created_at"
        case .eventCreatedOriginal: "event_created_at_original"
        case .freePeriod: "free_trial_period"
        case .freeDuration: "free_trial_duration"
        case .paywallrequestDurationInMs: "paywall_request_duration_in_ms"
        case .storeKitVersion: "storekit_version"
        case .flowStepId: "step_id"
        case .eligibleToIntroOfferSK2: "eligible_to_intro_offer_sk2"
        case .eligibleToPromoOfferSK2: "eligible_to_promo_offer_sk2"
        default: capitals("\(self)").lowercased()
        }
    }
}
