// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymSimulation
import Foundation

extension Mobile {
    /// What a launch, a purchase and a restore are answered with.
    package struct LaunchData: Hashable, Codable, Sendable {
        package var uid: String
        /// Seconds since 1970.
        package var timestamp: Int64
        package var permissions: [Permission]
        package var products: [Product]
        package var userProducts: [Product]
        package var offerings: [Offering]
        /// What each product unlocks.
        package var productsPermissions: [String: [String]]

        private enum CodingKeys: String, CodingKey {
            case uid, timestamp, permissions, products, offerings
            case userProducts = "user_products"
            case productsPermissions = "products_permissions"
        }
    }

    /// An entitlement, by its older name.
    package struct Permission: Hashable, Codable, Sendable {
        package var id: String
        package var associatedProduct: String
        /// 1 or 0.
        package var active: Int
        package var renewState: RenewNumber
        package var startedTimestamp: Int64
        /// Missing where it does not end.
        package var expirationTimestamp: Int64?
        package var source: EntitlementSource
        package var grantType: GrantType
        package var renewsCount: Int
        package var firstPurchaseTimestamp: Int64?
        package var lastPurchaseTimestamp: Int64?
        package var autoRenewDisableTimestamp: Int64?
        package var currentPeriodType: PeriodType?

        private enum CodingKeys: String, CodingKey {
            case id, active, source
            case associatedProduct = "associated_product"
            case renewState = "renew_state"
            case startedTimestamp = "started_timestamp"
            case expirationTimestamp = "expiration_timestamp"
            case grantType = "grant_type"
            case renewsCount = "renews_count"
            case firstPurchaseTimestamp = "first_purchase_timestamp"
            case lastPurchaseTimestamp = "last_purchase_timestamp"
            case autoRenewDisableTimestamp = "auto_renew_disable_timestamp"
            case currentPeriodType = "current_period_type"
        }
    }

    package enum RenewNumber: Int, Hashable, Codable, Sendable, CaseIterable {
        case nonRenewing = -1
        case unknown = 0
        case willRenew = 1
        case canceled = 2
        case billingIssue = 3
    }

    package enum GrantType: String, Hashable, Codable, Sendable, CaseIterable {
        case purchase, manual
        case familySharing = "family_sharing"
        case offerCode = "offer_code"
    }

    package struct Product: Hashable, Codable, Sendable {
        package var id: String
        package var storeID: String
        package var type: ProductType
        /// Of subscriptions of one of these lengths.
        package var duration: ProductDuration?

        package init(_ product: CatalogueProduct) {
            id = product.id
            storeID = product.id
            // Its SDKs have one number for all that does not recur.
            let type = ProductType(product)
            self.type = type == .nonConsumable ? .nonRecurring : type
            duration = product.period.flatMap(ProductDuration.init)
        }

        private enum CodingKeys: String, CodingKey {
            case id, type, duration
            case storeID = "store_id"
        }
    }

    package struct Offering: Hashable, Codable, Sendable {
        package var id: String
        /// 1 for the main one, else 0.
        package var tag: Int
        package var products: [Product]
    }

    /// A product, and whether its introductory offer is open to the user.
    package struct Eligibility: Hashable, Codable, Sendable {
        package enum Status: String, Hashable, Codable, Sendable, CaseIterable {
            case noOffer = "non_intro_or_trial_product"
            case eligible = "intro_or_trial_eligible"
            case ineligible = "intro_or_trial_ineligible"
        }

        package var product: Product
        package var status: Status

        package init(_ product: Product, _ status: Status) {
            self.product = product
            self.status = status
        }

        private enum CodingKeys: String, CodingKey {
            case product
            case status = "intro_eligibility_status"
        }
    }

    package struct EligibilityList: Hashable, Codable, Sendable {
        package var productsEnriched: [Eligibility]

        package init(_ products: [Eligibility]) { productsEnriched = products }

        private enum CodingKeys: String, CodingKey { case productsEnriched = "products_enriched" }
    }
}
