// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymSimulation

/// What is offered to a customer: `GET /v1/subscribers/{id}/offerings`.
///
/// Source: https://www.revenuecat.com/docs/api-v1, Offerings, read 2026-11-22;
/// https://github.com/RevenueCat/purchases-android (4980371c), read 2026-11-22.
package struct OfferingsResponse: Hashable, Codable, Sendable {
    /// One offering.
    package struct Offering: Hashable, Codable, Sendable {
        package var identifier: String
        package var description: String
        package var metadata: [String: CatalogueValue]?
        package var packages: [Package]

        package init(
            identifier: String, description: String, metadata: [String: CatalogueValue]? = nil,
            packages: [Package]
        ) {
            self.identifier = identifier
            self.description = description
            self.metadata = metadata
            self.packages = packages
        }
    }

    /// A package and its product at the store.
    package struct Package: Hashable, Codable, Sendable {
        package var identifier: String
        package var platformProductIdentifier: String
        /// The base plan, at Google Play.
        package var platformProductPlanIdentifier: String?

        package init(
            identifier: String, platformProductIdentifier: String,
            platformProductPlanIdentifier: String? = nil
        ) {
            self.identifier = identifier
            self.platformProductIdentifier = platformProductIdentifier
            self.platformProductPlanIdentifier = platformProductPlanIdentifier
        }

        private enum CodingKeys: String, CodingKey {
            case identifier
            case platformProductIdentifier = "platform_product_identifier"
            case platformProductPlanIdentifier = "platform_product_plan_identifier"
        }
    }

    /// Which offering stands at which placement; null is none.
    package struct Placements: Hashable, Codable, Sendable {
        @Nullable package var fallbackOfferingID: String?
        package var offeringIDsByPlacement: [String: String?]?

        package init(
            fallbackOfferingID: String? = nil, offeringIDsByPlacement: [String: String?]? = nil
        ) {
            self.fallbackOfferingID = fallbackOfferingID
            self.offeringIDsByPlacement = offeringIDsByPlacement
        }

        private enum CodingKeys: String, CodingKey {
            case fallbackOfferingID = "fallback_offering_id"
            case offeringIDsByPlacement = "offering_ids_by_placement"
        }
    }

    @Nullable package var currentOfferingID: String?
    package var offerings: [Offering]
    package var placements: Placements?

    package init(
        currentOfferingID: String? = nil, offerings: [Offering], placements: Placements? = nil
    ) {
        self.currentOfferingID = currentOfferingID
        self.offerings = offerings
        self.placements = placements
    }

    private enum CodingKeys: String, CodingKey {
        case offerings, placements
        case currentOfferingID = "current_offering_id"
    }
}

extension OfferingsResponse {
    /// What a catalogue offers.
    package init(_ catalogue: Catalogue) {
        self.init(
            currentOfferingID: catalogue.currentOffering?.id,
            offerings: catalogue.offerings.map { offering in
                Offering(
                    identifier: offering.id, description: offering.description,
                    metadata: offering.metadata,
                    packages: offering.packages.map {
                        Package(identifier: $0.id, platformProductIdentifier: $0.product)
                    })
            },
            placements: catalogue.placements.isEmpty && catalogue.fallbackOffering == nil
                ? nil
                : Placements(
                    fallbackOfferingID: catalogue.fallbackOffering,
                    offeringIDsByPlacement: catalogue.placements))
    }
}
