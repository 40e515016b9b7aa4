// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymSimulation
import AllonymCore

extension REST3 {
    /// A product as the dashboard has it.
    ///
    /// Source: https://documentation.qonversion.io/reference/products, read 2026-11-25.
    package struct Product: Hashable, Codable, Sendable {
        package var uid: String
        package var type: ProductType
        package var appleProductID: String?
        package var googleProductID: String?
        package var googleBasePlanID: String?
        package var stripeProductID: String?
        /// Of subscriptions of one of these lengths.
        package var duration: ProductDuration?

        /// A product of the simulation, which has the same ID at every store.
        package init(_ product: CatalogueProduct) {
            uid = product.id
            type = ProductType(product)
            appleProductID = product.id
            googleProductID = product.id
            stripeProductID = product.id
            duration = product.period.flatMap(ProductDuration.init)
        }

        private enum CodingKeys: String, CodingKey {
            case uid, type, duration
            case appleProductID = "apple_product_id"
            case googleProductID = "google_product_id"
            case googleBasePlanID = "google_base_plan_id"
            case stripeProductID = "stripe_product_id"
        }
    }

    package struct ProductList: Hashable, Codable, Sendable {
        package var data: [Product]

        package init(_ data: [Product]) { self.data = data }
    }
}

/// What kind of product it is, as v3 and the mobile SDKs number it.
package enum ProductType: Int, Hashable, Codable, Sendable, CaseIterable {
    case subscriptionWithPromo = 0
    case subscription = 1
    case nonRecurring = 2

    package init(_ product: CatalogueProduct) {
        switch product.kind {
        case .subscription:
            self = product.introductoryOffer == nil ? .subscription : .subscriptionWithPromo
        case .nonRenewing, .nonConsumable, .consumable: self = .nonRecurring
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
}
