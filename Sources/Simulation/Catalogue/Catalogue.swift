// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Everything that the stores sell in a ``SharedWorld``, and how apps are to show it.
public struct Catalogue: Sendable, ExpressibleByArrayLiteral {
    /// The products, in the order given; of two with the same ID the first stays.
    public let products: [CatalogueProduct]
    /// The offerings, in the order given; of two with the same ID the first stays.
    public let offerings: [CatalogueOffering]
    /// The offering that is to be shown; nil where there is none.
    public let currentOffering: CatalogueOffering?
    /// The ID of the offering that is to be shown at a place in the app, by the place's ID; nil for
    /// none.
    public let placements: [String: String?]
    /// The ID of the offering for places that ``placements`` does not name.
    public let fallbackOffering: String?
    /// What the provider's dashboard says to the app, in the order given.
    public internal(set) var remoteConfigurations: [CatalogueRemoteConfiguration] = []
    private let indices: [String: Int]

    /// Takes the first of products, and of offerings, with the same ID.
    ///
    /// - Parameters:
    ///   - products: What the stores sell.
    ///   - offerings: What the provider's dashboard makes of it.
    ///   - current: The ID of the offering to be shown; without it the first, and none where no
    ///     offering has this ID.
    ///   - placements: The IDs of the offerings to be shown at places in the app.
    ///   - fallback: The ID of the offering for any other place.
    public init(
        _ products: [CatalogueProduct], offerings: [CatalogueOffering] = [],
        current: String? = nil, placements: [String: String?] = [:], fallback: String? = nil
    ) {
        var kept: [CatalogueProduct] = []
        var indices: [String: Int] = [:]
        for product in products where indices[product.id] == nil {
            indices[product.id] = kept.count
            kept.append(product)
        }
        self.products = kept
        self.indices = indices
        var seen: Set<String> = []
        let offerings = offerings.filter { seen.insert($0.id).inserted }
        self.offerings = offerings
        currentOffering =
            current.map { id in offerings.first { $0.id == id } } ?? offerings.first
        self.placements = placements
        fallbackOffering = fallback
    }

    /// `[.subscription("monthly"), …]`.
    public init(arrayLiteral products: CatalogueProduct...) { self.init(products) }

    /// The product of this ID.
    public subscript(id: String) -> CatalogueProduct? { indices[id].map { products[$0] } }
}
