// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import Foundation

/// What is known of a store account.
struct AccountFacts: Hashable, Sendable {
    /// When it first loaded the app.
    var firstDownload: AppDownload?
    /// The country of its store.
    var storefront = AccountFacts.storefront

    /// The country of a store of which nothing is said.
    static let storefront = "USA"
}

// Who gets the offers of a product.

extension WorldState {
    /// The introductory offer of a product, where an account gets it.
    ///
    /// Source: https://developer.apple.com/help/app-store-connect/manage-subscriptions, Set up
    /// introductory offers, read 2026-11-24.
    func introduction(
        of product: CatalogueProduct, for account: StoreAccount,
        before purchase: PurchaseHandle? = nil
    ) -> CatalogueOffer? {
        guard let offer = product.introductoryOffer else { return nil }
        let id = ProductID(unchecked: product.id)
        let isTaken = world.ledger.purchases(of: account).contains { other in
            if let purchase, other >= purchase { return false }
            if world.ledger.product(of: other) == id { return true }
            let record = records[Int(other.index)]
            guard let group = product.subscriptionGroup,
                record.product.subscriptionGroup == group
            else { return false }
            return record.hadIntroduction || world.ledger.state(of: other).isRunning
        }
        return isTaken ? nil : offer
    }

    /// Whether an account has ever bought anything, which makes it eligible for promotional offers.
    func hasBought(_ account: StoreAccount) -> Bool {
        world.ledger.purchases(of: account).contains { !world.ledger.isShare($0) }
    }
}

extension PurchaseState {
    /// Whether a subscription in this state still can renew, or has not ended.
    fileprivate var isRunning: Bool {
        switch self {
        case .active, .cancelled, .grace, .billingRetry, .paused: true
        case .expired, .refunded: false
        }
    }
}
