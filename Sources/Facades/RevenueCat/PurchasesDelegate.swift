// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Learns of what happens without a call of the app's.
///
/// Both methods may be left out. They are called on the main actor.
/// Source: https://www.revenuecat.com/docs/customers/customer-info, read 2026-11-21;
/// https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, PurchasesDelegate), read
/// 2026-11-21.
public protocol PurchasesDelegate: NSObjectProtocol {
    /// What is known of the customer has changed.
    ///
    /// Called for changes only, and before the completion handler of the call that brought it.
    func purchases(_ purchases: Purchases, receivedUpdated customerInfo: CustomerInfo)

    /// The person began a purchase in the App Store; the simulated store has no such page, so this
    /// is never called.
    func purchases(
        _ purchases: Purchases, readyForPromotedProduct product: StoreProduct,
        purchase startPurchase: @escaping StartPurchaseBlock)

    /// Whether the store may ask the person to agree to a new price; never asked, since prices of
    /// the simulated store do not change.
    var shouldShowPriceConsent: Bool { get }
}

extension PurchasesDelegate {
    /// Ignores it.
    public func purchases(_ purchases: Purchases, receivedUpdated customerInfo: CustomerInfo) {}

    /// Ignores it.
    public func purchases(
        _ purchases: Purchases, readyForPromotedProduct product: StoreProduct,
        purchase startPurchase: @escaping StartPurchaseBlock
    ) {}

    /// It may.
    public var shouldShowPriceConsent: Bool { true }
}

/// Starts a purchase that the person began in the App Store.
public typealias StartPurchaseBlock = (@escaping PurchaseCompletedBlock) -> Void

/// Takes what came of a purchase: the transaction, the customer, the error, and whether the person
/// changed their mind.
public typealias PurchaseCompletedBlock =
    @MainActor @Sendable (
        StoreTransaction?, CustomerInfo?, PublicError?, Bool
    ) -> Void

/// What came of a purchase.
public typealias PurchaseResultData = (
    transaction: StoreTransaction?, customerInfo: CustomerInfo, userCancelled: Bool
)
