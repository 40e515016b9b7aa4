// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What an event of a purchase says of it.
///
/// What does not apply to the purchase is null; what belongs to other types is left out.
/// Source: https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields,
/// read 2026-11-22.
package struct EventPurchase: Hashable, Codable, Sendable {
    package var productID: String
    @Nullable package var entitlementIDs: [String]?
    /// Deprecated.
    @Nullable package var entitlementID: String?
    @Nullable package var periodType: EventPeriodType?
    package var purchasedAtMilliseconds: Int64
    @Nullable package var expirationAtMilliseconds: Int64?
    /// In capitals, such as `APP_STORE`.
    package var store: String
    package var environment: EventEnvironment
    @Nullable package var presentedOfferingID: String?
    /// In US dollars, negative for a refund.
    @Nullable package var price: Double?
    @Nullable package var currency: String?
    @Nullable package var priceInPurchasedCurrency: Double?
    @Nullable package var taxPercentage: Double?
    @Nullable package var commissionPercentage: Double?
    /// Deprecated.
    @Nullable package var takehomePercentage: Double?
    @Nullable package var transactionID: String?
    @Nullable package var originalTransactionID: String?
    @Nullable package var isFamilyShare: Bool?
    @Nullable package var countryCode: String?
    @Nullable package var offerCode: String?
    /// 1 for the first period.
    @Nullable package var renewalNumber: Int?
    /// Of `BILLING_ISSUE`.
    package var gracePeriodExpirationAtMilliseconds: Int64?
    /// Of `SUBSCRIPTION_PAUSED`.
    package var autoResumeAtMilliseconds: Int64?
    /// Of `RENEWAL`.
    package var isTrialConversion: Bool?
    /// Of `CANCELLATION`.
    package var cancelReason: EventReason?
    /// Of `EXPIRATION`.
    package var expirationReason: EventReason?
    /// Of `PRODUCT_CHANGE`.
    package var newProductID: String?

    package init(
        productID: String, entitlementIDs: [String]? = nil, entitlementID: String? = nil,
        periodType: EventPeriodType? = nil, purchasedAtMilliseconds: Int64,
        expirationAtMilliseconds: Int64? = nil, store: String, environment: EventEnvironment,
        presentedOfferingID: String? = nil, price: Double? = nil, currency: String? = nil,
        priceInPurchasedCurrency: Double? = nil, taxPercentage: Double? = nil,
        commissionPercentage: Double? = nil, takehomePercentage: Double? = nil,
        transactionID: String? = nil, originalTransactionID: String? = nil,
        isFamilyShare: Bool? = nil, countryCode: String? = nil, offerCode: String? = nil,
        renewalNumber: Int? = nil, gracePeriodExpirationAtMilliseconds: Int64? = nil,
        autoResumeAtMilliseconds: Int64? = nil, isTrialConversion: Bool? = nil,
        cancelReason: EventReason? = nil, expirationReason: EventReason? = nil,
        newProductID: String? = nil
    ) {
        self.productID = productID
        self.entitlementIDs = entitlementIDs
        self.entitlementID = entitlementID
        self.periodType = periodType
        self.purchasedAtMilliseconds = purchasedAtMilliseconds
        self.expirationAtMilliseconds = expirationAtMilliseconds
        self.store = store
        self.environment = environment
        self.presentedOfferingID = presentedOfferingID
        self.price = price
        self.currency = currency
        self.priceInPurchasedCurrency = priceInPurchasedCurrency
        self.taxPercentage = taxPercentage
        self.commissionPercentage = commissionPercentage
        self.takehomePercentage = takehomePercentage
        self.transactionID = transactionID
        self.originalTransactionID = originalTransactionID
        self.isFamilyShare = isFamilyShare
        self.countryCode = countryCode
        self.offerCode = offerCode
        self.renewalNumber = renewalNumber
        self.gracePeriodExpirationAtMilliseconds = gracePeriodExpirationAtMilliseconds
        self.autoResumeAtMilliseconds = autoResumeAtMilliseconds
        self.isTrialConversion = isTrialConversion
        self.cancelReason = cancelReason
        self.expirationReason = expirationReason
        self.newProductID = newProductID
    }

    private enum CodingKeys: String, CodingKey {
        // In the order of their names on the wire, so that nothing is left to sort.
        case autoResumeAtMilliseconds = "auto_resume_at_ms"
        case cancelReason = "cancel_reason"
        case commissionPercentage = "commission_percentage"
        case countryCode = "country_code"
        case currency
        case entitlementID = "entitlement_id"
        case entitlementIDs = "entitlement_ids"
        case environment
        case expirationAtMilliseconds = "expiration_at_ms"
        case expirationReason = "expiration_reason"
        case gracePeriodExpirationAtMilliseconds = "grace_period_expiration_at_ms"
        case isFamilyShare = "is_family_share"
        case isTrialConversion = "is_trial_conversion"
        case newProductID = "new_product_id"
        case offerCode = "offer_code"
        case originalTransactionID = "original_transaction_id"
        case periodType = "period_type"
        case presentedOfferingID = "presented_offering_id"
        case price
        case priceInPurchasedCurrency = "price_in_purchased_currency"
        case productID = "product_id"
        case purchasedAtMilliseconds = "purchased_at_ms"
        case renewalNumber = "renewal_number"
        case store
        case takehomePercentage = "takehome_percentage"
        case taxPercentage = "tax_percentage"
        case transactionID = "transaction_id"
    }
}
