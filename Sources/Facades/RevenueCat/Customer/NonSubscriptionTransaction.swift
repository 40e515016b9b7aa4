// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import RevenueCatWire

/// One purchase of a product that is no subscription.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT,
/// NonSubscriptionTransaction), read 2026-11-21.
public final class NonSubscriptionTransaction: NSObject, Sendable {
    /// The store's ID of what was bought.
    public let productIdentifier: String
    /// When it was bought.
    public let purchaseDate: Date
    /// When it was first bought, where the answer says so.
    public let originalPurchaseDate: Date?
    /// RevenueCat's ID of the purchase.
    public let transactionIdentifier: String
    /// The store's ID of it.
    public let storeTransactionIdentifier: String
    /// Where it was bought.
    public let store: Store
    /// What was paid.
    public let price: ProductPaidPrice?
    /// Whether it was bought in a sandbox.
    public let isSandbox: Bool
    /// The product's name for people.
    public let displayName: String?

    /// One of an answer; nil where it has not both IDs.
    init?(_ product: String, _ transaction: SubscriberResponse.Transaction) {
        guard let id = transaction.id, let storeID = transaction.storeTransactionID else {
            return nil
        }
        productIdentifier = product
        purchaseDate = transaction.purchaseDate
        originalPurchaseDate = transaction.originalPurchaseDate
        transactionIdentifier = id
        storeTransactionIdentifier = storeID
        store = Store(transaction.store)
        price = ProductPaidPrice(transaction.price)
        isSandbox = transaction.isSandbox
        displayName = transaction.displayName
        super.init()
    }

    /// The purchase, in one line for developers.
    public override var description: String {
        "<NonSubscriptionTransaction: productIdentifier=\(productIdentifier), "
            + "purchaseDate=\(WireDate(purchaseDate).text), "
            + "transactionIdentifier=\(transactionIdentifier)>"
    }

    /// Those of an answer, oldest first.
    static func all(
        of purchases: [String: [SubscriberResponse.Transaction]]
    ) -> [NonSubscriptionTransaction] {
        guard !purchases.isEmpty else { return [] }
        let all = purchases.flatMap { product, transactions in
            transactions.compactMap { NonSubscriptionTransaction(product, $0) }
        }
        return all.sorted {
            ($0.purchaseDate, $0.transactionIdentifier)
                < ($1.purchaseDate, $1.transactionIdentifier)
        }
    }
}
