// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

extension Qonversion {
    /// What the dashboard puts together for the app to show.
    ///
    /// The offerings of the world's catalogue, without products that the stores do not sell.
    /// Source: https://github.com/qonversion/qonversion-ios-sdk, QONOfferings (6.13.1, 2026-07-21),
    /// read 2026-11-24.
    public final class Offerings: NSObject, Sendable {
        /// The offering that is to be shown: the catalogue's current one.
        public let main: Offering?
        /// All of them, in the catalogue's order.
        public let availableOfferings: [Offering]

        /// Nil where the catalogue has no offerings.
        init?(_ catalogue: Catalogue) {
            guard !catalogue.offerings.isEmpty else { return nil }
            let current = catalogue.currentOffering?.id
            availableOfferings = catalogue.offerings.map {
                Offering($0, isMain: $0.id == current, in: catalogue)
            }
            main = availableOfferings.first { $0.tag == .main }
        }

        /// The offering of this ID.
        public func offering(for offeringIdentifier: String) -> Offering? {
            availableOfferings.first { $0.identifier == offeringIdentifier }
        }
    }

    /// Products to be shown together.
    ///
    /// Source: https://github.com/qonversion/qonversion-ios-sdk, QONOffering (6.13.1, 2026-07-21), read
    /// 2026-11-24.
    public final class Offering: NSObject, Sendable {
        /// Its ID.
        public let identifier: String
        /// Whether it is the main one.
        public let tag: OfferingTag
        /// The products, in the offering's order.
        public let products: [Product]

        init(_ offering: CatalogueOffering, isMain: Bool, in catalogue: Catalogue) {
            identifier = offering.id
            tag = isMain ? .main : .none
            products = offering.packages.compactMap { package in
                catalogue[package.product].map { Product($0, in: offering.id) }
            }
        }

        /// The product of this ID.
        public func product(for productIdentifier: String) -> Product? {
            products.first { $0.qonversionID == productIdentifier }
        }
    }

    /// What an offering is to the app.
    public enum OfferingTag: Int, Sendable, CaseIterable {
        /// Nothing that this version of the SDK knows.
        case unknown = -1
        /// One of several.
        case none = 0
        /// The one to be shown.
        case main = 1
    }
}
