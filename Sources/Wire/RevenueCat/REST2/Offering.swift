// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymSimulation

extension REST2 {
    /// An offering; `lookup_key` is what the SDKs know it by.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Offering, read 2026-11-22.
    package struct Offering: Hashable, Codable, Sendable {
        /// The one value of `object`.
        package enum ObjectName: String, Codable, Sendable {
            case offering
        }

        package var id: String
        package var lookupKey: String
        package var displayName: String
        package var isCurrent: Bool
        package var createdAt: Int64
        package var projectID: String
        package var metadata: [String: CatalogueValue]?
        /// Only where they are asked for.
        package var packages: ListPage<Package>?
        package private(set) var object = ObjectName.offering

        package init(
            id: String, lookupKey: String, displayName: String, isCurrent: Bool, createdAt: Int64,
            projectID: String, metadata: [String: CatalogueValue]? = nil,
            packages: ListPage<Package>? = nil
        ) {
            self.id = id
            self.lookupKey = lookupKey
            self.displayName = displayName
            self.isCurrent = isCurrent
            self.createdAt = createdAt
            self.projectID = projectID
            self.metadata = metadata
            self.packages = packages
        }

        private enum CodingKeys: String, CodingKey {
            case id, metadata, packages, object
            case lookupKey = "lookup_key"
            case displayName = "display_name"
            case isCurrent = "is_current"
            case createdAt = "created_at"
            case projectID = "project_id"
        }
    }

    /// A package of an offering.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Package, read 2026-11-22.
    package struct Package: Hashable, Codable, Sendable {
        /// The one value of `object`.
        package enum ObjectName: String, Codable, Sendable {
            case package
        }

        package var id: String
        package var lookupKey: String
        package var displayName: String
        @Nullable package var position: Int?
        package var createdAt: Int64
        /// Only where they are asked for.
        package var products: ListPage<PackageProductAssociation>?
        package private(set) var object = ObjectName.package

        package init(
            id: String, lookupKey: String, displayName: String, position: Int? = nil,
            createdAt: Int64,
            products: ListPage<PackageProductAssociation>? = nil
        ) {
            self.id = id
            self.lookupKey = lookupKey
            self.displayName = displayName
            self.position = position
            self.createdAt = createdAt
            self.products = products
        }

        private enum CodingKeys: String, CodingKey {
            case id, position, products, object
            case lookupKey = "lookup_key"
            case displayName = "display_name"
            case createdAt = "created_at"
        }
    }

    /// For which versions of the SDK a product stands in a package.
    package enum EligibilityCriteria: String, Codable, Sendable {
        case all
        case googleSDKBefore6 = "google_sdk_lt_6"
        case googleSDKFrom6 = "google_sdk_ge_6"
    }

    /// A product in a package.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, PackageProductAssociation, read 2026-11-22.
    package struct PackageProductAssociation: Hashable, Codable, Sendable {
        package var product: Product
        package var eligibilityCriteria: EligibilityCriteria

        package init(product: Product, eligibilityCriteria: EligibilityCriteria) {
            self.product = product
            self.eligibilityCriteria = eligibilityCriteria
        }

        private enum CodingKeys: String, CodingKey {
            case product
            case eligibilityCriteria = "eligibility_criteria"
        }
    }
}
