// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymSimulation

extension REST2 {
    /// A product to create.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Create a product, read 2026-11-22.
    package struct CreateProduct: Hashable, Codable, Sendable {
        /// How long it runs, in ISO 8601.
        package struct SubscriptionInput: Hashable, Codable, Sendable {
            package var duration: String

            package init(duration: String) {
                self.duration = duration
            }
        }

        package var storeIdentifier: String
        package var appID: String
        package var type: ProductType
        package var displayName: String?
        package var subscription: SubscriptionInput?
        package var title: String?

        package init(
            storeIdentifier: String, appID: String, type: ProductType, displayName: String? = nil,
            subscription: SubscriptionInput? = nil, title: String? = nil
        ) {
            self.storeIdentifier = storeIdentifier
            self.appID = appID
            self.type = type
            self.displayName = displayName
            self.subscription = subscription
            self.title = title
        }

        private enum CodingKeys: String, CodingKey {
            case type, subscription, title
            case storeIdentifier = "store_identifier"
            case appID = "app_id"
            case displayName = "display_name"
        }
    }

    /// An entitlement to create.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Create an entitlement, read 2026-11-22.
    package struct CreateEntitlement: Hashable, Codable, Sendable {
        package var lookupKey: String
        package var displayName: String

        package init(lookupKey: String, displayName: String) {
            self.lookupKey = lookupKey
            self.displayName = displayName
        }

        private enum CodingKeys: String, CodingKey {
            case lookupKey = "lookup_key"
            case displayName = "display_name"
        }
    }

    /// What changes of an entitlement.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Update an entitlement, read 2026-11-22.
    package struct UpdateEntitlement: Hashable, Codable, Sendable {
        package var displayName: String

        package init(displayName: String) {
            self.displayName = displayName
        }

        private enum CodingKeys: String, CodingKey {
            case displayName = "display_name"
        }
    }

    /// Products to attach to an entitlement, or to detach from it or a package.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Attach a set of products to an entitlement, read 2026-11-22.
    package struct ProductIDs: Hashable, Codable, Sendable {
        package var productIDs: [String]

        package init(productIDs: [String]) {
            self.productIDs = productIDs
        }

        private enum CodingKeys: String, CodingKey {
            case productIDs = "product_ids"
        }
    }

    /// An offering to create.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Create an offering, read 2026-11-22.
    package struct CreateOffering: Hashable, Codable, Sendable {
        package var lookupKey: String
        package var displayName: String
        package var metadata: [String: CatalogueValue]?

        package init(
            lookupKey: String, displayName: String, metadata: [String: CatalogueValue]? = nil
        ) {
            self.lookupKey = lookupKey
            self.displayName = displayName
            self.metadata = metadata
        }

        private enum CodingKeys: String, CodingKey {
            case metadata
            case lookupKey = "lookup_key"
            case displayName = "display_name"
        }
    }

    /// What changes of an offering; what is not there stays.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Update an offering, read 2026-11-22.
    package struct UpdateOffering: Hashable, Codable, Sendable {
        package var displayName: String?
        package var isCurrent: Bool?
        package var metadata: Change<[String: CatalogueValue]>

        package init(
            displayName: String? = nil, isCurrent: Bool? = nil,
            metadata: Change<[String: CatalogueValue]> = .keep
        ) {
            self.displayName = displayName
            self.isCurrent = isCurrent
            self.metadata = metadata
        }

        private enum CodingKeys: String, CodingKey {
            case metadata
            case displayName = "display_name"
            case isCurrent = "is_current"
        }
    }

    /// A package to create.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Create a package, read 2026-11-22.
    package struct CreatePackage: Hashable, Codable, Sendable {
        package var lookupKey: String
        package var displayName: String
        package var position: Int?

        package init(lookupKey: String, displayName: String, position: Int? = nil) {
            self.lookupKey = lookupKey
            self.displayName = displayName
            self.position = position
        }

        private enum CodingKeys: String, CodingKey {
            case position
            case lookupKey = "lookup_key"
            case displayName = "display_name"
        }
    }

    /// What changes of a package; what is not there stays.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Update a package, read 2026-11-22.
    package struct UpdatePackage: Hashable, Codable, Sendable {
        package var displayName: String?
        package var position: Int?

        package init(displayName: String? = nil, position: Int? = nil) {
            self.displayName = displayName
            self.position = position
        }

        private enum CodingKeys: String, CodingKey {
            case position
            case displayName = "display_name"
        }
    }

    /// Products to attach to a package.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Attach a set of products to a package, read 2026-11-22.
    package struct AttachProducts: Hashable, Codable, Sendable {
        /// A product, and for which SDKs.
        package struct Association: Hashable, Codable, Sendable {
            package var productID: String
            package var eligibilityCriteria: EligibilityCriteria

            package init(productID: String, eligibilityCriteria: EligibilityCriteria) {
                self.productID = productID
                self.eligibilityCriteria = eligibilityCriteria
            }

            private enum CodingKeys: String, CodingKey {
                case productID = "product_id"
                case eligibilityCriteria = "eligibility_criteria"
            }
        }

        package var products: [Association]

        package init(products: [Association]) {
            self.products = products
        }
    }
}
