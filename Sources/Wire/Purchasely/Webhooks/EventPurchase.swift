// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What an event says of a purchase: what it is, how it stands, and its dates.
///
/// Optional are the members that not every event has, and those that the vendor's own receiver
/// does not ask for.
/// Source: https://docs.purchasely.com/docs/server-events-attributes, read 2026-11-22.
package struct EventPurchase: Hashable, Sendable {
    package var store: StoreName
    package var purchaseType: PurchaseType?
    /// The group of plans.
    package var product: String
    package var plan: String?
    /// With a change of plan: the one before.
    package var previousPlan: String?
    package var contentID: String?
    /// Begins with `subs_`.
    package var purchaselySubscriptionID: String?
    /// With a change of plan: the subscription before.
    package var fromPurchaselySubscriptionID: String?
    /// Begins with `otp_`.
    package var purchaselyOneTimePurchaseID: String?
    package var storeProductID: String
    package var storeTransactionID: String
    package var storeOriginalTransactionID: String
    /// Of Google Play.
    package var purchaseToken: String?
    package var storeAppBundleID: String
    /// ISO 3166; written as null where it is not known.
    package var storeCountry: String?
    package var environment: EventEnvironment
    package var isFamilyShared: Bool?
    package var subscriptionStatus: SubscriptionStatus?
    package var offerType: OfferType?
    /// Missing in the first events of a purchase.
    package var previousOfferType: OfferType?
    package var offerIdentifier: String?
    package var offerCodeRefName: String?
    package var promotionalOfferID: String?
    package var purchasedAt: EventDate
    package var originalPurchasedAt: EventDate
    /// The planned date.
    package var nextRenewalAt: EventDate?
    /// With the grace period and a deferral.
    package var effectiveNextRenewalAt: EventDate?
    package var gracePeriodExpiresAt: EventDate?
    package var deferEndAt: EventDate?
    package var autoResumeAt: EventDate?

    package init(
        store: StoreName, purchaseType: PurchaseType?, product: String, plan: String?,
        storeProductID: String, storeTransactionID: String, storeOriginalTransactionID: String,
        storeAppBundleID: String, environment: EventEnvironment, offerType: OfferType?,
        purchasedAt: EventDate, originalPurchasedAt: EventDate
    ) {
        self.store = store
        self.purchaseType = purchaseType
        self.product = product
        self.plan = plan
        self.storeProductID = storeProductID
        self.storeTransactionID = storeTransactionID
        self.storeOriginalTransactionID = storeOriginalTransactionID
        self.storeAppBundleID = storeAppBundleID
        self.environment = environment
        self.offerType = offerType
        self.purchasedAt = purchasedAt
        self.originalPurchasedAt = originalPurchasedAt
    }
}

extension EventPurchase {
    init(_ container: KeyedDecodingContainer<AnyName>) throws {
        store = try container.needed("store")
        purchaseType = try container.value("purchase_type")
        product = try container.needed("product")
        plan = try container.value("plan")
        previousPlan = try container.value("previous_plan")
        contentID = try container.value("content_id")
        purchaselySubscriptionID = try container.value("purchasely_subscription_id")
        fromPurchaselySubscriptionID = try container.value("from_purchasely_subscription_id")
        purchaselyOneTimePurchaseID = try container.value("purchasely_one_time_purchase_id")
        storeProductID = try container.needed("store_product_id")
        storeTransactionID = try container.needed("store_transaction_id")
        storeOriginalTransactionID = try container.needed("store_original_transaction_id")
        purchaseToken = try container.value("purchase_token")
        storeAppBundleID = try container.needed("store_app_bundle_id")
        storeCountry = try container.value("store_country")
        environment = try container.needed("environment")
        isFamilyShared = try container.value("is_family_shared")
        subscriptionStatus = try container.value("subscription_status")
        offerType = try container.value("offer_type")
        previousOfferType = try container.value("previous_offer_type")
        offerIdentifier = try container.value("offer_identifier")
        offerCodeRefName = try container.value("offer_code_ref_name")
        promotionalOfferID = try container.value("promotional_offer_id")
        purchasedAt = try container.neededDate("purchased_at")
        originalPurchasedAt = try container.neededDate("original_purchased_at")
        nextRenewalAt = try container.date("next_renewal_at")
        effectiveNextRenewalAt = try container.date("effective_next_renewal_at")
        gracePeriodExpiresAt = try container.date("grace_period_expires_at")
        deferEndAt = try container.date("defer_end_at")
        autoResumeAt = try container.date("auto_resume_at")
    }

    func write(into container: inout KeyedEncodingContainer<AnyName>) throws {
        try container.put(store, "store")
        try container.put(purchaseType, "purchase_type")
        try container.put(product, "product")
        try container.put(plan, "plan")
        try container.put(previousPlan, "previous_plan")
        try container.put(contentID, "content_id")
        try container.put(purchaselySubscriptionID, "purchasely_subscription_id")
        try container.put(fromPurchaselySubscriptionID, "from_purchasely_subscription_id")
        try container.put(purchaselyOneTimePurchaseID, "purchasely_one_time_purchase_id")
        try container.put(storeProductID, "store_product_id")
        try container.put(storeTransactionID, "store_transaction_id")
        try container.put(storeOriginalTransactionID, "store_original_transaction_id")
        try container.put(purchaseToken, "purchase_token")
        try container.put(storeAppBundleID, "store_app_bundle_id")
        // Mandatory, and null where it is not known.
        try container.encode(storeCountry, forKey: AnyName("store_country"))
        try container.put(environment, "environment")
        try container.put(isFamilyShared, "is_family_shared")
        try container.put(subscriptionStatus, "subscription_status")
        try container.put(offerType, "offer_type")
        try container.put(previousOfferType, "previous_offer_type")
        try container.put(offerIdentifier, "offer_identifier")
        try container.put(offerCodeRefName, "offer_code_ref_name")
        try container.put(promotionalOfferID, "promotional_offer_id")
        try container.put(date: purchasedAt, "purchased_at")
        try container.put(date: originalPurchasedAt, "original_purchased_at")
        try container.put(date: nextRenewalAt, "next_renewal_at")
        try container.put(date: effectiveNextRenewalAt, "effective_next_renewal_at")
        try container.put(date: gracePeriodExpiresAt, "grace_period_expires_at")
        try container.put(date: deferEndAt, "defer_end_at")
        try container.put(date: autoResumeAt, "auto_resume_at")
    }
}
