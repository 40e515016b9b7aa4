// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
package import Foundation

extension REST4 {
    /// An entitlement that a user has.
    ///
    /// Source: https://documentation.qonversion.io/reference/v4/entitlements, read 2026-11-24.
    package struct UserEntitlement: Hashable, Codable, Sendable {
        package var object = ObjectName.userEntitlement
        package var id: String
        package var url: String
        package var isActive: Bool
        package var source: EntitlementSource
        /// ISO 8601.
        package var startedAt: String
        /// Null where it does not end.
        package var expiresAt: String?
        /// Missing where it was given by hand.
        package var product: REST3.Entitlement.Product?

        /// An entitlement of a user of the simulation.
        package init(_ entitlement: HeldEntitlement, of user: String) {
            id = entitlement.id
            url = REST4.path("users", user, "entitlements", entitlement.id)
            isActive = entitlement.isActive
            source = entitlement.purchase.map { EntitlementSource($0.store) } ?? .manual
            startedAt = entitlement.started.wireText
            expiresAt = entitlement.ends?.wireText
            product = entitlement.purchase.map(REST3.Entitlement.Product.init)
        }

        private enum CodingKeys: String, CodingKey {
            case object, id, url, source, product
            case isActive = "is_active"
            case startedAt = "started_at"
            case expiresAt = "expires_at"
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(object, forKey: .object)
            try container.encode(id, forKey: .id)
            try container.encode(url, forKey: .url)
            try container.encode(isActive, forKey: .isActive)
            try container.encode(source, forKey: .source)
            try container.encode(startedAt, forKey: .startedAt)
            try container.encode(expiresAt, forKey: .expiresAt)
            try container.encodeIfPresent(product, forKey: .product)
        }
    }

    /// An entitlement of the project, and the products that give it.
    ///
    /// Source:
    /// https://documentation.qonversion.io/api-reference/entitlements/list-entitlement-definitions,
    /// read 2026-11-27.
    package struct Entitlement: Hashable, Codable, Sendable {
        package var object = ObjectName.entitlement
        package var id: String
        package var url: String
        /// Null where there is none.
        package var description: String?
        package var productIDs: [String]
        /// ISO 8601.
        package var createdAt: String
        package var updatedAt: String

        package init(
            id: String, description: String?, products: [String], created: Date, updated: Date
        ) {
            self.id = id
            url = REST4.path("entitlements", id)
            self.description = description
            productIDs = products
            createdAt = created.wireText
            updatedAt = updated.wireText
        }

        private enum CodingKeys: String, CodingKey {
            case object, id, url, description
            case productIDs = "product_ids"
            case createdAt = "created_at"
            case updatedAt = "updated_at"
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(object, forKey: .object)
            try container.encode(id, forKey: .id)
            try container.encode(url, forKey: .url)
            try container.encode(description, forKey: .description)
            try container.encode(productIDs, forKey: .productIDs)
            try container.encode(createdAt, forKey: .createdAt)
            try container.encode(updatedAt, forKey: .updatedAt)
        }
    }

    /// An entitlement to define, or what of one changes.
    package struct EntitlementRequest: Hashable, Codable, Sendable {
        /// Of a new entitlement.
        package var id: String?
        package var description: Given<String>
        package var productIDs: Given<[String]>

        private enum CodingKeys: String, CodingKey {
            case id, description
            case productIDs = "product_ids"
        }
    }

    package struct GrantRequest: Hashable, Codable, Sendable {
        package var id: String?
        /// Seconds since 1970; 0 or nothing for no end.
        package var expires: Int64?

        package init(id: String?, expires: Int64? = nil) {
            self.id = id
            self.expires = expires
        }
    }
}
