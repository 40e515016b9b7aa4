// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// What purchases unlock.
///
/// Two are equal when they say the same. What it is encoded to is this façade's: the documents say
/// that it is `Codable`, and show no JSON.
/// Source: https://github.com/namiml/nami-apple (3.3.7), read 2026-11-21.
public final class NamiEntitlement: NSObject, Codable, Sendable {
    /// Its name for people; here its reference ID.
    public let name: String?
    /// What it is; the simulated catalogue has no descriptions.
    public let desc: String?
    /// Its ID.
    public let referenceId: String
    /// The SKUs that unlock it, in the order of the catalogue.
    public let relatedSkus: [NamiSKU]
    /// Of these the ones that the customer has bought, ended purchases included.
    public let purchasedSkus: [NamiSKU]
    /// The purchases that unlock it now; none for one that was given by hand.
    public let activePurchases: [NamiPurchase]

    /// An entitlement, given everything that the customer holds.
    init(_ referenceId: String, in catalogue: Catalogue, purchases: [HeldPurchase]) {
        self.referenceId = referenceId
        name = referenceId
        desc = nil
        let mine = purchases.filter { $0.product.entitlements.contains(referenceId) }
        let skus = catalogue.products.filter { $0.entitlements.contains(referenceId) }
        let bought = Set(mine.map(\.product.id))
        relatedSkus = skus.map { NamiSKU($0, among: catalogue) }
        purchasedSkus = relatedSkus.filter { bought.contains($0.skuId) }
        activePurchases = mine.filter(\.givesAccess).map { NamiPurchase($0, among: catalogue) }
    }

    /// Whether it says the same.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NamiEntitlement else { return false }
        return referenceId == other.referenceId && name == other.name && desc == other.desc
            && relatedSkus == other.relatedSkus && purchasedSkus == other.purchasedSkus
            && activePurchases == other.activePurchases
    }

    /// A hash of the ID.
    public override var hash: Int { referenceId.hash }
}
