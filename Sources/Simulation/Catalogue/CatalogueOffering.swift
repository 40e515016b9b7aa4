// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What an app shows together, as set up in the provider's dashboard: products under names by which
/// the app finds them.
public struct CatalogueOffering: Hashable, Sendable, Identifiable {
    /// Its ID.
    public let id: String
    /// What it is, for developers; its ID where nothing was said.
    public let description: String
    /// What it offers, in the order given; of two with the same ID the first stays.
    public let packages: [CataloguePackage]
    /// What the dashboard says of it to the app.
    public let metadata: [String: CatalogueValue]

    /// An offering of packages.
    public init(
        _ id: String, description: String? = nil, metadata: [String: CatalogueValue] = [:],
        packages: [CataloguePackage]
    ) {
        self.id = id
        self.description = description ?? id
        self.metadata = metadata
        var seen: Set<String> = []
        self.packages = packages.filter { seen.insert($0.id).inserted }
    }

    /// An offering of products by the IDs of their packages: `["$rc_monthly": "monthly", …]`.
    public init(
        _ id: String, description: String? = nil, metadata: [String: CatalogueValue] = [:],
        packages: KeyValuePairs<String, String>
    ) {
        self.init(
            id, description: description, metadata: metadata,
            packages: packages.map { CataloguePackage($0.key, product: $0.value) })
    }

    /// An offering of products, each in a package of its own ID.
    public init(
        _ id: String, description: String? = nil, metadata: [String: CatalogueValue] = [:],
        products: [String]
    ) {
        self.init(
            id, description: description, metadata: metadata,
            packages: products.map { CataloguePackage($0, product: $0) })
    }
}

/// A product in a ``CatalogueOffering``.
public struct CataloguePackage: Hashable, Sendable, Identifiable {
    /// Its ID, which apps know better than the product's: RevenueCat's `$rc_monthly`, or any other.
    public let id: String
    /// The product's ID; a package of a product that the stores do not sell is not shown.
    public let product: String

    /// A package.
    public init(_ id: String, product: String) {
        self.id = id
        self.product = product
    }
}

extension Catalogue {
    /// What an SDK logs of packages that it leaves out, because no store sells their products.
    package var unsoldPackages: [String] {
        offerings.flatMap { offering in
            offering.packages.filter { self[$0.product] == nil }.map { package in
                "The offering \"\(offering.id)\" is without its package \"\(package.id)\": the "
                    + "catalogue has no product \"\(package.product)\"."
            }
        }
    }
}
