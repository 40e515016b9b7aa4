// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import AllonymSimulation

extension REST3 {
    /// A product as the dashboard has it.
    ///
    /// Source: https://documentation.qonversion.io/api-reference/products/update-a-product, read
    /// 2026-11-27. Its `project_id`, a number, is left out: projects here have names.
    package struct Product: Hashable, Codable, Sendable {
        package var uid: String
        package var type: ProductType
        package var appleProductID: String?
        package var googleProductID: String?
        package var googleBasePlanID: String?
        package var stripeProductID: String?
        /// Of subscriptions of one of these lengths.
        package var duration: ProductDuration?
        /// The same in ISO 8601.
        package var subscriptionDuration: String?
        /// Seconds since 1970.
        package var createdAt: Int64?
        package var updatedAt: Int64?

        /// A product of the simulation, which has the same ID at every store.
        package init(_ product: CatalogueProduct) {
            uid = product.id
            type = ProductType(product)
            appleProductID = product.id
            googleProductID = product.id
            stripeProductID = product.id
            if product.kind == .subscription {
                duration = product.period.flatMap(ProductDuration.init)
                subscriptionDuration = duration?.iso8601
            }
        }

        private enum CodingKeys: String, CodingKey {
            case uid, type, duration
            case appleProductID = "apple_product_id"
            case googleProductID = "google_product_id"
            case googleBasePlanID = "google_base_plan_id"
            case stripeProductID = "stripe_product_id"
            case subscriptionDuration = "subscription_duration"
            case createdAt = "created_at"
            case updatedAt = "updated_at"
        }
    }

    package struct ProductList: Hashable, Codable, Sendable {
        package var data: [Product]

        package init(_ data: [Product]) { self.data = data }
    }

    /// What a product is to be: all of it, or of a `PATCH` what changes.
    package struct ProductRequest: Hashable, Codable, Sendable {
        /// Of a new product.
        package var uid: String?
        package var type: ProductType?
        package var appleProductID: String?
        package var googleProductID: String?
        package var googleBasePlanID: String?
        package var stripeProductID: String?
        package var duration: ProductDuration?

        private enum CodingKeys: String, CodingKey {
            case uid, type, duration
            case appleProductID = "apple_product_id"
            case googleProductID = "google_product_id"
            case googleBasePlanID = "google_base_plan_id"
            case stripeProductID = "stripe_product_id"
        }
    }
}

/// What kind of product it is, as v3 numbers it; the mobile SDKs know the first three.
///
/// Source: https://documentation.qonversion.io/api-reference/products/update-a-product, read
/// 2026-11-27; an older copy of the page ends at 2, for all that does not recur.
package enum ProductType: Int, Hashable, Codable, Sendable, CaseIterable {
    case subscriptionWithPromo = 0
    case subscription = 1
    case nonRecurring = 2
    case nonConsumable = 3

    package init(_ product: CatalogueProduct) {
        switch product.kind {
        case .subscription:
            self = product.introductoryOffer == nil ? .subscription : .subscriptionWithPromo
        case .nonConsumable: self = .nonConsumable
        case .nonRenewing, .consumable: self = .nonRecurring
        }
    }

    /// What the simulated stores sell under it.
    package var kind: ProductKind {
        switch self {
        case .subscriptionWithPromo, .subscription: .subscription
        case .nonRecurring: .consumable
        case .nonConsumable: .nonConsumable
        }
    }
}

/// How long a subscription's period is, as v3 and the mobile SDKs number it.
package enum ProductDuration: Int, Hashable, Codable, Sendable, CaseIterable {
    case weekly = 0
    case monthly = 1
    case threeMonths = 2
    case sixMonths = 3
    case annual = 4

    /// Nil for periods of other lengths.
    package init?(_ period: BillingPeriod) {
        switch (period.count, period.unit) {
        case (1, .week), (7, .day): self = .weekly
        case (1, .month): self = .monthly
        case (3, .month): self = .threeMonths
        case (6, .month): self = .sixMonths
        case (1, .year), (12, .month): self = .annual
        default: return nil
        }
    }

    /// Reads what ``iso8601`` writes.
    package init?(iso8601 text: String) {
        guard let duration = Self.allCases.first(where: { $0.iso8601 == text }) else { return nil }
        self = duration
    }

    /// The period as v4, and beside the number v3, writes it.
    package var iso8601: String {
        switch self {
        case .weekly: "P1W"
        case .monthly: "P1M"
        case .threeMonths: "P3M"
        case .sixMonths: "P6M"
        case .annual: "P1Y"
        }
    }
}
