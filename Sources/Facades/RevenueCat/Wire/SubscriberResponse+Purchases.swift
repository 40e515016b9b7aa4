// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a customer has, under the keys of products and entitlements.
///
/// A date that cannot be read fails the whole answer.
extension SubscriberResponse {
    /// An entitlement, active or not; without a date of expiration it never ends.
    struct Entitlement: Hashable, Sendable {
        var expiresDate: Date?
        var gracePeriodExpiresDate: Date?
        var productIdentifier: String
        var productPlanIdentifier: String?
        var purchaseDate: Date?
    }

    /// What was paid.
    struct Price: Hashable, Codable, Sendable {
        var amount: Double
        var currency: String
    }

    struct Subscription: Hashable, Sendable {
        var autoResumeDate: Date?
        var billingIssuesDetectedAt: Date?
        var displayName: String?
        var expiresDate: Date?
        var gracePeriodExpiresDate: Date?
        var isSandbox = false
        var managementURL: URL?
        var originalPurchaseDate: Date?
        var ownershipType = PurchaseOwnershipType.purchased
        var periodType = PeriodType.normal
        var price: Price?
        var productPlanIdentifier: String?
        var purchaseDate: Date
        var refundedAt: Date?
        var store: Store
        var storeTransactionID: String?
        var unsubscribeDetectedAt: Date?
    }

    /// A purchase that is no subscription.
    struct Transaction: Hashable, Sendable {
        var displayName: String?
        var id: String?
        var isSandbox: Bool
        var originalPurchaseDate: Date?
        var price: Price?
        var purchaseDate: Date
        var store: Store
        var storeTransactionID: String?
    }
}

extension SubscriberResponse.Entitlement: Codable {
    private enum Key: String, CodingKey {
        case expiresDate = "expires_date"
        case gracePeriodExpiresDate = "grace_period_expires_date"
        case productIdentifier = "product_identifier"
        case productPlanIdentifier = "product_plan_identifier"
        case purchaseDate = "purchase_date"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        expiresDate = try container.dateIfPresent(.expiresDate)
        gracePeriodExpiresDate = try container.dateIfPresent(.gracePeriodExpiresDate)
        productIdentifier = try container.decode(String.self, forKey: .productIdentifier)
        productPlanIdentifier = try container.decodeIfPresent(
            String.self, forKey: .productPlanIdentifier)
        purchaseDate = try container.dateIfPresent(.purchaseDate)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(expiresDate, .expiresDate)
        try container.encode(gracePeriodExpiresDate, .gracePeriodExpiresDate)
        try container.encode(productIdentifier, forKey: .productIdentifier)
        try container.encodeIfPresent(productPlanIdentifier, forKey: .productPlanIdentifier)
        try container.encode(purchaseDate, .purchaseDate)
    }
}

extension SubscriberResponse.Subscription: Codable {
    private enum Key: String, CodingKey {
        case autoResumeDate = "auto_resume_date"
        case billingIssuesDetectedAt = "billing_issues_detected_at"
        case displayName = "display_name"
        case expiresDate = "expires_date"
        case gracePeriodExpiresDate = "grace_period_expires_date"
        case isSandbox = "is_sandbox"
        case managementURL = "management_url"
        case originalPurchaseDate = "original_purchase_date"
        case ownershipType = "ownership_type"
        case periodType = "period_type"
        case price
        case productPlanIdentifier = "product_plan_identifier"
        case purchaseDate = "purchase_date"
        case refundedAt = "refunded_at"
        case store
        case storeTransactionID = "store_transaction_id"
        case unsubscribeDetectedAt = "unsubscribe_detected_at"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        autoResumeDate = try container.dateIfPresent(.autoResumeDate)
        billingIssuesDetectedAt = try container.dateIfPresent(.billingIssuesDetectedAt)
        displayName = try container.decodeIfPresent(String.self, forKey: .displayName)
        expiresDate = try container.dateIfPresent(.expiresDate)
        gracePeriodExpiresDate = try container.dateIfPresent(.gracePeriodExpiresDate)
        isSandbox = try container.decodeIfPresent(Bool.self, forKey: .isSandbox) ?? false
        managementURL = container.address(.managementURL)
        originalPurchaseDate = try container.dateIfPresent(.originalPurchaseDate)
        ownershipType = container.name(.ownershipType)
        periodType = container.name(.periodType)
        price = try? container.decodeIfPresent(SubscriberResponse.Price.self, forKey: .price)
        productPlanIdentifier = try container.decodeIfPresent(
            String.self, forKey: .productPlanIdentifier)
        purchaseDate = try container.date(.purchaseDate)
        refundedAt = try container.dateIfPresent(.refundedAt)
        store = container.name(.store)
        storeTransactionID = try container.decodeIfPresent(
            String.self, forKey: .storeTransactionID)
        unsubscribeDetectedAt = try container.dateIfPresent(.unsubscribeDetectedAt)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(autoResumeDate, .autoResumeDate)
        try container.encode(billingIssuesDetectedAt, .billingIssuesDetectedAt)
        try container.encode(displayName, forKey: .displayName)
        try container.encode(expiresDate, .expiresDate)
        try container.encode(gracePeriodExpiresDate, .gracePeriodExpiresDate)
        try container.encode(isSandbox, forKey: .isSandbox)
        try container.encodeIfPresent(managementURL?.absoluteString, forKey: .managementURL)
        try container.encode(originalPurchaseDate, .originalPurchaseDate)
        try container.encode(ownershipType, .ownershipType)
        try container.encode(periodType, .periodType)
        try container.encodeIfPresent(price, forKey: .price)
        try container.encodeIfPresent(productPlanIdentifier, forKey: .productPlanIdentifier)
        try container.encode(purchaseDate, .purchaseDate)
        try container.encode(refundedAt, .refundedAt)
        try container.encode(store, .store)
        try container.encode(storeTransactionID, forKey: .storeTransactionID)
        try container.encode(unsubscribeDetectedAt, .unsubscribeDetectedAt)
    }
}

extension SubscriberResponse.Transaction: Codable {
    private enum Key: String, CodingKey {
        case displayName = "display_name"
        case id
        case isSandbox = "is_sandbox"
        case originalPurchaseDate = "original_purchase_date"
        case price
        case purchaseDate = "purchase_date"
        case store
        case storeTransactionID = "store_transaction_id"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        displayName = try container.decodeIfPresent(String.self, forKey: .displayName)
        id = try container.decodeIfPresent(String.self, forKey: .id)
        isSandbox = try container.decodeIfPresent(Bool.self, forKey: .isSandbox) ?? false
        originalPurchaseDate = try container.dateIfPresent(.originalPurchaseDate)
        price = try? container.decodeIfPresent(SubscriberResponse.Price.self, forKey: .price)
        purchaseDate = try container.date(.purchaseDate)
        store = container.name(.store)
        storeTransactionID = try container.decodeIfPresent(
            String.self, forKey: .storeTransactionID)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(displayName, forKey: .displayName)
        try container.encode(id, forKey: .id)
        try container.encode(isSandbox, forKey: .isSandbox)
        try container.encode(originalPurchaseDate, .originalPurchaseDate)
        try container.encodeIfPresent(price, forKey: .price)
        try container.encode(purchaseDate, .purchaseDate)
        try container.encode(store, .store)
        try container.encode(storeTransactionID, forKey: .storeTransactionID)
    }
}
