// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
public import Foundation

/// The store's ID of a product.
public typealias StoreId = String

/// Told which products the store has: whether it answered, the products, the IDs that it does not
/// know, and why it failed if so.
public typealias SKUsRequestCompletionHandler = (
    _ success: Bool, _ products: [NamiSKU]?, _ invalidSKUIDs: [StoreId]?, _ error: (any Error)?
) -> Void

/// Whether a SKU is a subscription.
///
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiSKUType), read 2026-11-21.
public enum NamiSKUType: Int, Hashable, Sendable, CaseIterable, Codable {
    /// Not known.
    case unknown = 0
    /// Paid once: what the stores call consumable, non-consumable and non-renewing.
    case one_time_purchase
    /// Renews by itself.
    case subscription

    /// The type of this name; ``unknown`` for any other.
    public init(value: String) {
        self = NamiSKUType.allCases.first { $0.description == value } ?? .unknown
    }

    init(_ kind: ProductKind) {
        switch kind {
        case .subscription: self = .subscription
        case .nonRenewing, .nonConsumable, .consumable: self = .one_time_purchase
        }
    }

    /// The name of the case.
    ///
    /// Which text the SDK has is not documented.
    public var description: String {
        switch self {
        case .unknown: "unknown"
        case .one_time_purchase: "one_time_purchase"
        case .subscription: "subscription"
        }
    }
}

/// A product that a store sells.
///
/// Two are equal when they say the same. What it is encoded to is this façade's: the documents
/// show no SKU as JSON.
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiSKU), read 2026-11-21.
public final class NamiSKU: NSObject, Codable, Identifiable, @unchecked Sendable {
    // Unchecked because `product` may be anything: it is constant, the façade never looks at it, and
    // it is nil unless the app itself made the SKU with it.

    /// The type of its ID.
    public typealias ID = String

    /// Nami's ID of it; here the store's, unless the app made it with another.
    public let id: String
    /// The store's ID of the product.
    public let skuId: String
    /// Its name for people.
    public let name: String?
    /// Whether it is a subscription.
    public let type: NamiSKUType
    /// The ID of the promotional offer at which Nami's console has it sold; nil unless the app made
    /// the SKU with one.
    public let promoId: String?
    /// The signature of that offer; nil unless the app made the SKU with one.
    public let computedSignature: NamiApplePromo?
    /// StoreKit's product; nil unless the app gave one, since there is no StoreKit.
    public let product: Any?
    private let unlocks: [String]
    /// Among which its entitlements look for their SKUs; not encoded.
    private let catalogue: Catalogue

    private enum CodingKeys: String, CodingKey {
        case id, skuId, name, type, promoId, computedSignature
        case unlocks = "associatedEntitlements"
    }

    /// A SKU that the app makes, as it does for ``NamiPurchaseSuccess``; it unlocks nothing.
    public convenience init(namiId: String, storeId: StoreId, skuType: NamiSKUType) {
        self.init(
            namiId: namiId, storeId: storeId, skuType: skuType, name: nil, promoId: nil,
            computedSignature: nil)
    }

    /// A SKU that the app makes, with a promotional offer.
    public init(
        namiId: String, storeId: StoreId, skuType: NamiSKUType, name: String?, promoId: String?,
        computedSignature: NamiApplePromo?
    ) {
        id = namiId
        skuId = storeId
        self.name = name
        type = skuType
        self.promoId = promoId
        self.computedSignature = computedSignature
        product = nil
        unlocks = []
        catalogue = []
    }

    /// A SKU that the app makes, with the store's product.
    public init(namiId: String, storeId: StoreId, skuType: NamiSKUType, product: Any?) {
        id = namiId
        skuId = storeId
        name = nil
        type = skuType
        promoId = nil
        computedSignature = nil
        self.product = product
        unlocks = []
        catalogue = []
    }

    init(_ product: CatalogueProduct, among catalogue: Catalogue) {
        id = product.id
        skuId = product.id
        name = product.title
        type = NamiSKUType(product.kind)
        promoId = nil
        computedSignature = nil
        self.product = nil
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
        computedSignature = try values.decodeIfPresent(
            NamiApplePromo.self, forKey: .computedSignature)
        product = nil
        unlocks = try values.decodeIfPresent([String].self, forKey: .unlocks) ?? []
        catalogue = []
    }

    /// Reads a SKU from a dictionary with the names of the properties; nil without `id` or `skuId`.
    ///
    /// The documents show no such dictionary. A type may be a number or a name.
    public static func fromDictionary(_ dict: [String: Any]) -> NamiSKU? {
        guard let id = dict["id"] as? String, let skuId = dict["skuId"] as? String else {
            return nil
        }
        let type =
            (dict["type"] as? Int).flatMap(NamiSKUType.init(rawValue:))
            ?? (dict["type"] as? String).map(NamiSKUType.init(value:)) ?? .unknown
        return NamiSKU(
            namiId: id, storeId: skuId, skuType: type, name: dict["name"] as? String,
            promoId: dict["promoId"] as? String, computedSignature: nil)
    }

    /// What it unlocks, without regard to what was bought.
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
