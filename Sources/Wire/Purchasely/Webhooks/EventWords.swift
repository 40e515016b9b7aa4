// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What kind of purchase an event is about.
///
/// Source of these words: https://docs.purchasely.com/docs/server-events-attributes, read
/// 2026-11-22.
package enum PurchaseType: String, Codable, Sendable {
    case consumable = "CONSUMABLE"
    case nonConsumable = "NON_CONSUMABLE"
    case nonRenewingSubscription = "NON_RENEWING_SUBSCRIPTION"
    case renewingSubscription = "RENEWING_SUBSCRIPTION"
}

/// In which environment of its store a purchase was made.
package enum EventEnvironment: String, Codable, Sendable {
    case production = "PRODUCTION"
    case sandbox = "SANDBOX"
}

/// How a subscription stands; after a transfer it does not say who lost it.
package enum SubscriptionStatus: String, Codable, Sendable {
    case autoRenewing = "AUTO_RENEWING"
    case onHold = "ON_HOLD"
    case inGracePeriod = "IN_GRACE_PERIOD"
    case autoRenewingCanceled = "AUTO_RENEWING_CANCELED"
    case deactivated = "DEACTIVATED"
    case revoked = "REVOKED"
    case paused = "PAUSED"
    case unpaid = "UNPAID"
}

/// What is paid for a period.
package enum OfferType: String, Codable, Sendable {
    case none = "NONE"
    case freeTrial = "FREE_TRIAL"
    case introOffer = "INTRO_OFFER"
    case promoCode = "PROMO_CODE"
    case promotionalOffer = "PROMOTIONAL_OFFER"
}
