// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension REST4 {
    /// A product as the dashboard has it.
    ///
    /// Source: https://documentation.qonversion.io/reference/v4/products, read 2026-11-27.
    package struct Product: Hashable, Codable, Sendable {
        package var object = ObjectName.product
        package var id: String
        package var url: String
        package var type: ProductWord
        /// ISO 8601; null for what is no subscription, or one of another length.
        package var duration: String?
        package var appleProductID: String?
        package var googleProductID: String?
        package var googleBasePlanID: String?
        package var stripeProductID: String?
        /// ISO 8601.
        package var createdAt: String
        package var updatedAt: String

        /// A product of v3.
        package init(_ product: REST3.Product) {
            id = product.uid
            url = REST4.path("products", product.uid)
            type = ProductWord(product.type)
            duration = product.subscriptionDuration
            appleProductID = product.appleProductID
            googleProductID = product.googleProductID
            googleBasePlanID = product.googleBasePlanID
            stripeProductID = product.stripeProductID
            createdAt = Product.text(product.createdAt)
            updatedAt = Product.text(product.updatedAt)
        }

        private static func text(_ seconds: Int64?) -> String {
            Date(timeIntervalSince1970: Double(seconds ?? 0)).wireText
        }

        private enum CodingKeys: String, CodingKey {
            case object, id, url, type, duration
            case appleProductID = "apple_product_id"
            case googleProductID = "google_product_id"
            case googleBasePlanID = "google_base_plan_id"
            case stripeProductID = "stripe_product_id"
            case createdAt = "created_at"
            case updatedAt = "updated_at"
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(object, forKey: .object)
            try container.encode(id, forKey: .id)
            try container.encode(url, forKey: .url)
            try container.encode(type, forKey: .type)
            try container.encode(duration, forKey: .duration)
            try container.encode(appleProductID, forKey: .appleProductID)
            try container.encode(googleProductID, forKey: .googleProductID)
            try container.encode(googleBasePlanID, forKey: .googleBasePlanID)
            try container.encode(stripeProductID, forKey: .stripeProductID)
            try container.encode(createdAt, forKey: .createdAt)
            try container.encode(updatedAt, forKey: .updatedAt)
        }
    }

    /// What v4 calls the types of products that v3 numbers.
    package enum ProductWord: String, Hashable, Codable, Sendable, CaseIterable {
        case subscriptionWithPromo = "subscription_with_promo"
        case subscription, consumable, lifetime

        package init(_ type: ProductType) {
            switch type {
            case .subscriptionWithPromo: self = .subscriptionWithPromo
            case .subscription: self = .subscription
            case .nonRecurring: self = .consumable
            case .nonConsumable: self = .lifetime
            }
        }

        package var type: ProductType {
            switch self {
            case .subscriptionWithPromo: .subscriptionWithPromo
            case .subscription: .subscription
            case .consumable: .nonRecurring
            case .lifetime: .nonConsumable
            }
        }
    }

    /// A product to set up, or what of one changes.
    ///
    /// Source: https://documentation.qonversion.io/api-reference/products/create-a-product, read
    /// 2026-11-27.
    package struct ProductRequest: Hashable, Codable, Sendable {
        /// Of a new product.
        package var id: String?
        package var type: ProductWord?
        /// ISO 8601.
        package var duration: Given<String>
        package var appleProductID: Given<String>
        package var googleProductID: Given<String>
        package var googleBasePlanID: Given<String>
        package var stripeProductID: Given<String>

        private enum CodingKeys: String, CodingKey {
            case id, type, duration
            case appleProductID = "apple_product_id"
            case googleProductID = "google_product_id"
            case googleBasePlanID = "google_base_plan_id"
            case stripeProductID = "stripe_product_id"
        }
    }
}
