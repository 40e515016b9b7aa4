// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension REST2 {
    /// A purchase of a customer that is no subscription.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Purchase, read 2026-11-22.
    package struct Purchase: Hashable, Codable, Sendable {
        /// The one value of `object`.
        package enum ObjectName: String, Codable, Sendable {
            case purchase
        }

        /// Whether the customer still has it.
        package enum Status: String, Codable, Sendable {
            case owned, refunded
        }

        package var id: String
        package var customerID: String
        package var originalCustomerID: String
        package var productID: String
        package var purchasedAt: Int64
        package var revenueInUSD: MonetaryAmount
        package var quantity: Int
        package var status: Status
        @Nullable package var presentedOfferingID: String?
        package var entitlements: ListPage<Entitlement>
        package var environment: Environment
        package var store: StoreName
        package var storePurchaseIdentifier: String
        package var ownership: Ownership
        package var country: String?
        package private(set) var object = ObjectName.purchase

        package init(
            id: String, customerID: String, originalCustomerID: String, productID: String,
            purchasedAt: Int64, revenueInUSD: MonetaryAmount, quantity: Int, status: Status,
            presentedOfferingID: String? = nil, entitlements: ListPage<Entitlement>,
            environment: Environment, store: StoreName, storePurchaseIdentifier: String,
            ownership: Ownership, country: String? = nil
        ) {
            self.id = id
            self.customerID = customerID
            self.originalCustomerID = originalCustomerID
            self.productID = productID
            self.purchasedAt = purchasedAt
            self.revenueInUSD = revenueInUSD
            self.quantity = quantity
            self.status = status
            self.presentedOfferingID = presentedOfferingID
            self.entitlements = entitlements
            self.environment = environment
            self.store = store
            self.storePurchaseIdentifier = storePurchaseIdentifier
            self.ownership = ownership
            self.country = country
        }

        private enum CodingKeys: String, CodingKey {
            case id, quantity, status, entitlements, environment, store, ownership, country, object
            case customerID = "customer_id"
            case originalCustomerID = "original_customer_id"
            case productID = "product_id"
            case purchasedAt = "purchased_at"
            case revenueInUSD = "revenue_in_usd"
            case presentedOfferingID = "presented_offering_id"
            case storePurchaseIdentifier = "store_purchase_identifier"
        }
    }
}
