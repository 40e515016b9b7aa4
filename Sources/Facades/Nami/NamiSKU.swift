// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
public import Foundation

/// Whether a SKU is a subscription.
///
/// Source: https://github.com/namiml/nami-apple (3.3.7), read 2026-11-21.
public enum NamiSKUType: Int, Hashable, Sendable, CaseIterable, Codable {
    /// Not known.
    case unknown
    /// Paid once: what the stores call consumable, non-consumable and non-renewing.
    case one_time_purchase
    /// Renews by itself.
    case subscription

    init(_ kind: ProductKind) {
        switch kind {
        case .subscription: self = .subscription
        case .nonRenewing, .nonConsumable, .consumable: self = .one_time_purchase
        }
    }
}

/// A product that a store sells.
///
/// Two are equal when they say the same. What it is encoded to is this façade's: the documents
/// show no SKU as JSON.
/// Source: https://github.com/namiml/nami-apple (3.3.7), read 2026-11-21.
public final class NamiSKU: NSObject, Codable, Sendable {
    /// Nami's ID of it; here the store's.
    public let id: String
    /// The store's ID of the product.
    public let skuId: String
    /// Its name for people.
    public let name: String?
    /// Whether it is a subscription.
    public let type: NamiSKUType
    /// The ID of a promotional offer; the simulated stores have none.
    public let promoId: String?
    private let unlocks: [String]
    /// Among which its entitlements look for their SKUs; not encoded.
    private let catalogue: Catalogue

    private enum CodingKeys: String, CodingKey {
        case id, skuId, name, type, promoId
        case unlocks = "associatedEntitlements"
    }

    init(_ product: CatalogueProduct, among catalogue: Catalogue) {
        id = product.id
        skuId = product.id
        name = product.title
        type = NamiSKUType(product.kind)
        promoId = nil
        unlocks = product.entitlements
        self.catalogue = catalogue
    }

    /// Reads what the façade has encoded.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        skuId = try values.decode(String.self, forKey: .skuId)
        name = try values.decodeIfPresent(String.self, forKey: .name)
        type = try values.decode(NamiSKUType.self, forKey: .type)
        promoId = try values.decodeIfPresent(String.self, forKey: .promoId)
        unlocks = try values.decode([String].self, forKey: .unlocks)
        catalogue = []
    }

    /// What it unlocks, without regard to what was bought.
    ///
    /// That these are entitlements and not their IDs is a choice of the façade.
    public var associatedEntitlements: [NamiEntitlement] {
        unlocks.map { NamiEntitlement($0, in: catalogue, purchases: []) }
    }

    /// Whether it says the same.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NamiSKU else { return false }
        return skuId == other.skuId && name == other.name && type == other.type
            && promoId == other.promoId && unlocks == other.unlocks
    }

    /// A hash of the store's ID.
    public override var hash: Int { skuId.hash }
}
