// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension REST2 {
    /// What kind of product it is.
    package enum ProductType: String, Codable, Sendable {
        case consumable, subscription
        case nonConsumable = "non_consumable"
        case nonRenewingSubscription = "non_renewing_subscription"
        case oneTime = "one_time"
    }

    /// A product of an app.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Product, read 2026-11-22.
    package struct Product: Hashable, Codable, Sendable {
        /// The one value of `object`.
        package enum ObjectName: String, Codable, Sendable {
            case product
        }

        package var id: String
        package var storeIdentifier: String
        package var type: ProductType
        package var subscription: SubscriptionProduct?
        package var oneTime: OneTimeProduct?
        package var createdAt: Int64
        package var appID: String
        /// Only where it is asked for.
        package var app: App?
        @Nullable package var displayName: String?
        package private(set) var object = ObjectName.product

        package init(
            id: String, storeIdentifier: String, type: ProductType,
            subscription: SubscriptionProduct? = nil, oneTime: OneTimeProduct? = nil,
            createdAt: Int64,
            appID: String, app: App? = nil, displayName: String? = nil
        ) {
            self.id = id
            self.storeIdentifier = storeIdentifier
            self.type = type
            self.subscription = subscription
            self.oneTime = oneTime
            self.createdAt = createdAt
            self.appID = appID
            self.app = app
            self.displayName = displayName
        }

        private enum CodingKeys: String, CodingKey {
            case id, type, subscription, app, object
            case storeIdentifier = "store_identifier"
            case oneTime = "one_time"
            case createdAt = "created_at"
            case appID = "app_id"
            case displayName = "display_name"
        }
    }

    /// How long what runs, in ISO 8601.
    package struct SubscriptionProduct: Hashable, Codable, Sendable {
        @Nullable package var duration: String?
        @Nullable package var gracePeriodDuration: String?
        @Nullable package var trialDuration: String?

        package init(
            duration: String? = nil, gracePeriodDuration: String? = nil,
            trialDuration: String? = nil
        ) {
            self.duration = duration
            self.gracePeriodDuration = gracePeriodDuration
            self.trialDuration = trialDuration
        }

        private enum CodingKeys: String, CodingKey {
            case duration
            case gracePeriodDuration = "grace_period_duration"
            case trialDuration = "trial_duration"
        }
    }

    /// Whether it is used up.
    package struct OneTimeProduct: Hashable, Codable, Sendable {
        @Nullable package var isConsumable: Bool?

        package init(isConsumable: Bool? = nil) {
            self.isConsumable = isConsumable
        }

        private enum CodingKeys: String, CodingKey {
            case isConsumable = "is_consumable"
        }
    }

    /// An entitlement; `lookup_key` is what the SDKs know it by.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Entitlement, read 2026-11-22.
    package struct Entitlement: Hashable, Codable, Sendable {
        /// The one value of `object`.
        package enum ObjectName: String, Codable, Sendable {
            case entitlement
        }

        package var projectID: String
        package var id: String
        package var lookupKey: String
        package var displayName: String
        package var createdAt: Int64
        /// Only where they are asked for.
        package var products: ListPage<Product>?
        package private(set) var object = ObjectName.entitlement

        package init(
            projectID: String, id: String, lookupKey: String, displayName: String, createdAt: Int64,
            products: ListPage<Product>? = nil
        ) {
            self.projectID = projectID
            self.id = id
            self.lookupKey = lookupKey
            self.displayName = displayName
            self.createdAt = createdAt
            self.products = products
        }

        private enum CodingKeys: String, CodingKey {
            case id, products, object
            case projectID = "project_id"
            case lookupKey = "lookup_key"
            case displayName = "display_name"
            case createdAt = "created_at"
        }
    }
}
