// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
package import AllonymSimulation
public import Foundation

/// What a plan sells.
///
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYPlanType), read 2026-11-21.
public enum PLYPlanType: Int, Sendable, Codable, CaseIterable {
    /// Used up, and bought again.
    case consumable = 0
    /// Bought once, for good.
    case nonConsumable = 1
    /// A subscription that renews by itself.
    case autoRenewingSubscription = 2
    /// A subscription that does not.
    case nonRenewingSubscription = 3
    /// Not known.
    case unknown = 4

    /// The kind in capitals, as the provider's catalogue has it: `RENEWING_SUBSCRIPTION`.
    public var name: String {
        switch self {
        case .consumable: "CONSUMABLE"
        case .nonConsumable: "NON_CONSUMABLE"
        case .autoRenewingSubscription: "RENEWING_SUBSCRIPTION"
        case .nonRenewingSubscription: "NON_RENEWING_SUBSCRIPTION"
        case .unknown: "UNKNOWN"
        }
    }
}

/// Something that can be bought: what other providers call a product.
///
/// Here a plan is a product of the world's catalogue, under the same ID. Two plans are equal when
/// their IDs are.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYPlan), read 2026-11-21.
public final class PLYPlan: NSObject, Codable, Sendable {
    /// The plan's ID.
    public let vendorId: String
    /// Its ID at the App Store.
    public let appleProductId: String?
    /// What it sells.
    public let type: PLYPlanType
    /// Its name for people.
    public let name: String?
    /// What the app can offer accounts that have bought before.
    public let promoOffers: [PLYPromoOffer]
    /// What it costs to commit to it; here nothing, since the world's catalogue has no commitments.
    public let commitmentInfo: [PLYCommitmentInfo]
    /// What it costs; nil where it was read from a text that does not say so.
    let terms: PlanTerms?

    /// The plan that a product of the catalogue is.
    package init(_ product: CatalogueProduct) {
        vendorId = product.id
        appleProductId = product.id
        name = product.title
        type =
            switch product.kind {
            case .consumable: .consumable
            case .nonConsumable: .nonConsumable
            case .subscription: .autoRenewingSubscription
            case .nonRenewing: .nonRenewingSubscription
            }
        promoOffers = product.promotionalOffers.compactMap(\.id).map(PLYPromoOffer.init)
        commitmentInfo = []
        terms = PlanTerms(product)
    }

    /// Reads what was encoded; the keys are the names of the properties.
    ///
    /// - Throws: A `DecodingError` where the ID or the kind is missing.
    public required init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        vendorId = try values.decode(String.self, forKey: .vendorId)
        appleProductId = try values.decodeIfPresent(String.self, forKey: .appleProductId)
        type = try values.decode(PLYPlanType.self, forKey: .type)
        name = try values.decodeIfPresent(String.self, forKey: .name)
        promoOffers = try values.decodeIfPresent([PLYPromoOffer].self, forKey: .promoOffers) ?? []
        terms = try values.decodeIfPresent(PlanTerms.self, forKey: .terms)
        commitmentInfo = []
    }

    private enum CodingKeys: CodingKey {
        case vendorId, appleProductId, type, name, promoOffers, terms
    }

    /// Whether the other object is a plan with the same ID.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? PLYPlan)?.vendorId == vendorId
    }

    /// Equal for equal plans.
    public override var hash: Int { vendorId.hashValue }
}
