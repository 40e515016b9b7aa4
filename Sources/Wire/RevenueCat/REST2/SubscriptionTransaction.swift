// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension REST2 {
    /// One payment for a subscription at its store.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, SubscriptionTransaction, read 2026-11-25.
    package struct SubscriptionTransaction: Hashable, Codable, Sendable {
        /// The one value of `object`.
        package enum ObjectName: String, Codable, Sendable {
            case subscriptionTransaction = "subscription_transaction"
        }

        package var id: String
        package var purchasedAt: Int64
        @Nullable package var expirationDate: Int64?
        /// With the grace period that follows.
        @Nullable package var effectiveExpirationDate: Int64?
        package var productStoreIdentifier: String?
        package private(set) var object = ObjectName.subscriptionTransaction

        package init(
            id: String, purchasedAt: Int64, expirationDate: Int64? = nil,
            effectiveExpirationDate: Int64? = nil, productStoreIdentifier: String? = nil
        ) {
            self.id = id
            self.purchasedAt = purchasedAt
            self.expirationDate = expirationDate
            self.effectiveExpirationDate = effectiveExpirationDate
            self.productStoreIdentifier = productStoreIdentifier
        }

        private enum CodingKeys: String, CodingKey {
            case id, object
            case purchasedAt = "purchased_at"
            case expirationDate = "expiration_date"
            case effectiveExpirationDate = "effective_expiration_date"
            case productStoreIdentifier = "product_store_identifier"
        }
    }

    /// Where a customer manages a subscription that was bought on the web.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, AuthenticatedManagementUrl, read 2026-11-25.
    package struct AuthenticatedManagementURL: Hashable, Codable, Sendable {
        /// The one value of `object`.
        package enum ObjectName: String, Codable, Sendable {
            case authenticatedManagementURL = "authenticated_management_url"
        }

        package var managementURL: String
        package private(set) var object = ObjectName.authenticatedManagementURL

        package init(managementURL: String) { self.managementURL = managementURL }

        private enum CodingKeys: String, CodingKey {
            case object
            case managementURL = "management_url"
        }
    }
}
