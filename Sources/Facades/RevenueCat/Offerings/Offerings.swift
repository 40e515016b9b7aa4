// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// The offerings that the world's catalogue declares.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, Offerings), read
/// 2026-11-21.
public final class Offerings: NSObject, Sendable {
    /// All of them, by their identifiers.
    public let all: [String: Offering]
    /// The one to be shown; nil where there is none.
    public let current: Offering?
    private let placements: [String: String?]
    private let fallback: String?

    /// Those of a catalogue; a package of a product that the stores do not sell is left out.
    init(_ catalogue: Catalogue) {
        var all: [String: Offering] = [:]
        var sold: [String: StoreProduct] = [:]
        for product in catalogue.products { sold[product.id] = StoreProduct(product) }
        for offering in catalogue.offerings {
            let context = PresentedOfferingContext(offeringIdentifier: offering.id)
            let packages = offering.packages.compactMap { package in
                sold[package.product].map { product in
                    Package(
                        identifier: package.id,
                        packageType: PackageType(identifier: package.id), storeProduct: product,
                        presentedOfferingContext: context, webCheckoutUrl: nil)
                }
            }
            all[offering.id] = Offering(
                offering.id, offering.description, metadata: .object(offering.metadata), packages)
        }
        self.all = all
        current = catalogue.currentOffering.flatMap { all[$0.id] }
        placements = catalogue.placements
        fallback = catalogue.fallbackOffering
        super.init()
    }

    /// The offering of an identifier.
    public func offering(identifier: String?) -> Offering? { identifier.flatMap { all[$0] } }

    /// The offering of an identifier.
    public subscript(key: String) -> Offering? { all[key] }

    /// The offering to be shown at a place in the app.
    ///
    /// It is the one declared for the place, which may be none, else the one for any other place.
    /// Its packages remember the place.
    public func currentOffering(forPlacement placementIdentifier: String) -> Offering? {
        let declared = placements[placementIdentifier] ?? fallback
        return offering(identifier: declared)?.shown(at: placementIdentifier)
    }

    /// The offerings, for developers.
    public override var description: String {
        let all = all.keys.sorted().joined(separator: ", ")
        return "<Offerings: all=[\(all)], current=\(current?.identifier ?? "nil")>"
    }
}
