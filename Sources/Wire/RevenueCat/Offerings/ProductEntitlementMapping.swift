// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymSimulation

/// Which entitlements each product unlocks: `GET /v1/product_entitlement_mapping`.
///
/// Source: https://github.com/RevenueCat/purchases-android (4980371c), read 2026-11-22.
package struct ProductEntitlementMapping: Hashable, Codable, Sendable {
    /// One product, under its ID.
    package struct Row: Hashable, Codable, Sendable {
        package var productIdentifier: String
        package var basePlanID: String?
        package var entitlements: [String]

        package init(productIdentifier: String, basePlanID: String? = nil, entitlements: [String]) {
            self.productIdentifier = productIdentifier
            self.basePlanID = basePlanID
            self.entitlements = entitlements
        }

        private enum CodingKeys: String, CodingKey {
            case entitlements
            case productIdentifier = "product_identifier"
            case basePlanID = "base_plan_id"
        }
    }

    package var productEntitlementMapping: [String: Row]

    package init(productEntitlementMapping: [String: Row]) {
        self.productEntitlementMapping = productEntitlementMapping
    }

    private enum CodingKeys: String, CodingKey {
        case productEntitlementMapping = "product_entitlement_mapping"
    }
}

extension ProductEntitlementMapping {
    /// Those of a catalogue.
    package init(_ catalogue: Catalogue) {
        var rows: [String: Row] = [:]
        for product in catalogue.products {
            rows[product.id] = Row(
                productIdentifier: product.id, entitlements: product.entitlements)
        }
        self.init(productEntitlementMapping: rows)
    }
}
