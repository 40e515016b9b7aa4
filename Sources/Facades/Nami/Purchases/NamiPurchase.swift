// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// Where a purchase was made.
///
/// Nothing in the interface gives it.
/// Source: https://github.com/namiml/nami-apple (3.3.7, NamiPurchaseSource), read 2026-11-21.
public enum NamiPurchaseSource: Int, Codable, Hashable, Sendable, CaseIterable {
    /// On a campaign's paywall.
    case campaign
    /// At the store.
    case marketplace
    /// Not known.
    case unknown
}

/// What became of a purchase.
///
/// Names and order are documented, not when each is given. The façade gives `purchased`,
/// `deferred`, `failed` and `cancelled`.
/// Source: https://github.com/namiml/nami-apple (3.3.7), read 2026-11-21.
public enum NamiPurchaseState: Int, Codable, Hashable, Sendable, CaseIterable {
    /// It is on its way.
    case pending
    /// It is made.
    case purchased
    /// It is used up.
    case consumed
    /// It goes on after it had ended.
    case resubscribed
    /// It does not go on.
    case unsubscribed
    /// Somebody else has to allow it.
    case deferred
    /// The store could not, or the platform said no.
    case failed
    /// The person changed their mind.
    case cancelled
    /// None of these.
    case unknown

    /// The name of the case; which text the SDK has is not documented.
    public func readableString() -> String { "\(self)" }
}

/// How far a restore is.
///
/// Source: https://docs.namiml.com/docs/restoring-purchases, read 2026-11-21.
public enum NamiRestorePurchasesState: Int, Hashable, Sendable, CaseIterable {
    /// It has begun.
    case started
    /// It is done.
    case finished
    /// It failed.
    case error

    /// The name of the case; which text the SDK has is not documented.
    public func readableString() -> String { "\(self)" }
}

/// A purchase as the platform knows it.
///
/// Two are equal when they say the same.
/// Source: https://docs.namiml.com/reference/namipurchase, and
/// https://github.com/namiml/nami-apple (3.3.7), read 2026-11-21.
public final class NamiPurchase: NSObject, Codable, Sendable {
    /// The store's ID of the product.
    public let skuId: StoreId
    /// The name of the type of SKU, as ``NamiSKUType`` has it.
    public let skuType: String?
    /// The store's ID of the first transaction.
    public let originalTransactionId: String?
    /// The store's ID of the newest transaction.
    public let transactionIdentifier: String?
    /// When the newest transaction was made.
    public let purchaseInitiatedTimestamp: Date
    /// When access ends or ended, a grace period included; nil for never.
    public let expires: Date?
    /// What was bought.
    public let sku: NamiSKU?

    init(_ purchase: HeldPurchase, among catalogue: Catalogue) {
        skuId = purchase.product.id
        skuType = NamiSKUType(purchase.product.kind).description
        originalTransactionId = purchase.originalTransactionID
        transactionIdentifier = purchase.transactionID
        purchaseInitiatedTimestamp = purchase.purchaseDate
        expires = purchase.accessEnd
        sku = NamiSKU(purchase.product, among: catalogue)
    }

    /// What it unlocks, without regard to whether it runs.
    public var entitlementsGranted: [NamiEntitlement] { sku?.associatedEntitlements ?? [] }

    /// StoreKit's transaction; always nil, since there is no StoreKit.
    public var transaction: Any? { nil }

    /// Whether it says the same.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NamiPurchase else { return false }
        return skuId == other.skuId && originalTransactionId == other.originalTransactionId
            && transactionIdentifier == other.transactionIdentifier
            && purchaseInitiatedTimestamp == other.purchaseInitiatedTimestamp
            && expires == other.expires && sku == other.sku
    }

    /// A hash of the newest transaction's ID.
    public override var hash: Int { (transactionIdentifier ?? skuId).hash }
}
