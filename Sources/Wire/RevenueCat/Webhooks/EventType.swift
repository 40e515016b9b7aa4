// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What a webhook tells of.
///
/// Types may be added at any time, so that any text is one.
/// Source: https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields,
/// read 2026-11-22.
package struct EventType: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let test = EventType(rawValue: "TEST")
    package static let initialPurchase = EventType(rawValue: "INITIAL_PURCHASE")
    package static let renewal = EventType(rawValue: "RENEWAL")
    package static let cancellation = EventType(rawValue: "CANCELLATION")
    package static let uncancellation = EventType(rawValue: "UNCANCELLATION")
    package static let nonRenewingPurchase = EventType(rawValue: "NON_RENEWING_PURCHASE")
    package static let subscriptionPaused = EventType(rawValue: "SUBSCRIPTION_PAUSED")
    package static let expiration = EventType(rawValue: "EXPIRATION")
    package static let billingIssue = EventType(rawValue: "BILLING_ISSUE")
    package static let productChange = EventType(rawValue: "PRODUCT_CHANGE")
    package static let transfer = EventType(rawValue: "TRANSFER")
    package static let subscriptionExtended = EventType(rawValue: "SUBSCRIPTION_EXTENDED")
    package static let temporaryEntitlementGrant = EventType(
        rawValue: "TEMPORARY_ENTITLEMENT_GRANT")
    package static let refundReversed = EventType(rawValue: "REFUND_REVERSED")
    package static let invoiceIssuance = EventType(rawValue: "INVOICE_ISSUANCE")
    package static let virtualCurrencyTransaction = EventType(
        rawValue: "VIRTUAL_CURRENCY_TRANSACTION")
    package static let experimentEnrollment = EventType(rawValue: "EXPERIMENT_ENROLLMENT")
    package static let subscriberAlias = EventType(rawValue: "SUBSCRIBER_ALIAS")
    /// Since mid-2026, as receivers have seen them.
    package static let priceIncreaseConsentRequired = EventType(
        rawValue: "PRICE_INCREASE_CONSENT_REQUIRED")
    package static let priceIncreaseConsentApproved = EventType(
        rawValue: "PRICE_INCREASE_CONSENT_APPROVED")
    package static let purchaseRedeemed = EventType(rawValue: "PURCHASE_REDEEMED")

    /// Whether its price is that of the newest payment, as in the published samples; theirs of every
    /// other type is 0, but for a refund, which is told as a cancellation with a negative price.
    ///
    /// Source: https://www.revenuecat.com/docs/integrations/webhooks/sample-events, read 2026-11-27.
    package var isPaid: Bool {
        switch self {
        case .initialPurchase, .renewal, .nonRenewingPurchase, .refundReversed, .invoiceIssuance:
            true
        default: false
        }
    }
}

/// In which environment of its store a purchase was made.
package enum EventEnvironment: String, Codable, Sendable {
    case production = "PRODUCTION"
    case sandbox = "SANDBOX"
}

/// What kind of period an event is about.
package enum EventPeriodType: String, Codable, Sendable {
    case intro = "INTRO"
    case normal = "NORMAL"
    case prepaid = "PREPAID"
    case promotional = "PROMOTIONAL"
    case trial = "TRIAL"
}

/// Why a subscription was cancelled or has expired.
package enum EventReason: String, Codable, Sendable {
    case billingError = "BILLING_ERROR"
    case customerSupport = "CUSTOMER_SUPPORT"
    case developerInitiated = "DEVELOPER_INITIATED"
    case priceIncrease = "PRICE_INCREASE"
    case subscriptionPaused = "SUBSCRIPTION_PAUSED"
    case unknown = "UNKNOWN"
    case unknownDueToImport = "UNKNOWN_DUE_TO_IMPORT"
    case unsubscribe = "UNSUBSCRIBE"
}
