// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// What a customer has, under the keys of products and entitlements.
///
/// A date that cannot be read fails the whole answer.
extension SubscriberResponse {
    /// An entitlement, active or not; without a date of expiration it never ends.
    package struct Entitlement: Hashable, Sendable {
        package var expiresDate: Date?
        package var gracePeriodExpiresDate: Date?
        package var productIdentifier: String
        package var productPlanIdentifier: String?
        package var purchaseDate: Date?

        package init(
            expiresDate: Date? = nil, gracePeriodExpiresDate: Date? = nil,
            productIdentifier: String, productPlanIdentifier: String? = nil,
            purchaseDate: Date? = nil
        ) {
            self.expiresDate = expiresDate
            self.gracePeriodExpiresDate = gracePeriodExpiresDate
            self.productIdentifier = productIdentifier
            self.productPlanIdentifier = productPlanIdentifier
            self.purchaseDate = purchaseDate
        }
    }

    /// What was paid.
    package struct Price: Hashable, Codable, Sendable {
        package var amount: Double
        package var currency: String

        package init(
            amount: Double, currency: String
        ) {
            self.amount = amount
            self.currency = currency
        }
    }

    /// A subscription, under the ID of its product.
    package struct Subscription: Hashable, Sendable {
        package var autoResumeDate: Date?
        package var billingIssuesDetectedAt: Date?
        package var displayName: String?
        package var expiresDate: Date?
        package var gracePeriodExpiresDate: Date?
        package var isSandbox: Bool
        package var managementURL: URL?
        package var originalPurchaseDate: Date?
        package var ownershipType: OwnershipTypeName
        package var periodType: PeriodTypeName
        package var price: Price?
        package var productPlanIdentifier: String?
        package var purchaseDate: Date
        package var refundedAt: Date?
        package var store: StoreName
        package var storeTransactionID: String?
        package var unsubscribeDetectedAt: Date?

        package init(
            autoResumeDate: Date? = nil, billingIssuesDetectedAt: Date? = nil,
            displayName: String? = nil, expiresDate: Date? = nil,
            gracePeriodExpiresDate: Date? = nil, isSandbox: Bool = false, managementURL: URL? = nil,
            originalPurchaseDate: Date? = nil, ownershipType: OwnershipTypeName = .purchased,
            periodType: PeriodTypeName = .normal, price: Price? = nil,
            productPlanIdentifier: String? = nil, purchaseDate: Date, refundedAt: Date? = nil,
            store: StoreName, storeTransactionID: String? = nil, unsubscribeDetectedAt: Date? = nil
        ) {
            self.autoResumeDate = autoResumeDate
            self.billingIssuesDetectedAt = billingIssuesDetectedAt
            self.displayName = displayName
            self.expiresDate = expiresDate
            self.gracePeriodExpiresDate = gracePeriodExpiresDate
            self.isSandbox = isSandbox
            self.managementURL = managementURL
            self.originalPurchaseDate = originalPurchaseDate
            self.ownershipType = ownershipType
            self.periodType = periodType
            self.price = price
            self.productPlanIdentifier = productPlanIdentifier
            self.purchaseDate = purchaseDate
            self.refundedAt = refundedAt
            self.store = store
            self.storeTransactionID = storeTransactionID
            self.unsubscribeDetectedAt = unsubscribeDetectedAt
        }
    }

    /// A purchase that is no subscription.
    package struct Transaction: Hashable, Sendable {
        package var displayName: String?
        package var id: String?
        package var isSandbox: Bool
        package var originalPurchaseDate: Date?
        package var price: Price?
        package var purchaseDate: Date
        package var store: StoreName
        package var storeTransactionID: String?

        package init(
            displayName: String? = nil, id: String? = nil, isSandbox: Bool = false,
            originalPurchaseDate: Date? = nil, price: Price? = nil, purchaseDate: Date,
            store: StoreName, storeTransactionID: String? = nil
        ) {
            self.displayName = displayName
            self.id = id
            self.isSandbox = isSandbox
            self.originalPurchaseDate = originalPurchaseDate
            self.price = price
            self.purchaseDate = purchaseDate
            self.store = store
            self.storeTransactionID = storeTransactionID
        }
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

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        expiresDate = try container.dateIfPresent(.expiresDate)
        gracePeriodExpiresDate = try container.dateIfPresent(.gracePeriodExpiresDate)
        productIdentifier = try container.decode(String.self, forKey: .productIdentifier)
        productPlanIdentifier = try container.decodeIfPresent(
            String.self, forKey: .productPlanIdentifier)
        purchaseDate = try container.dateIfPresent(.purchaseDate)
    }

    package func encode(to encoder: any Encoder) throws {
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

    package init(from decoder: any Decoder) throws {
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

    package func encode(to encoder: any Encoder) throws {
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

    package init(from decoder: any Decoder) throws {
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

    package func encode(to encoder: any Encoder) throws {
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
