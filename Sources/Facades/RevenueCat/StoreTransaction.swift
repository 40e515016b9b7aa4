// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A transaction of the store.
///
/// A stand-in for the SDK's type, which wraps StoreKit's transactions.
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, StoreTransaction), read
/// 2026-11-21.
public final class StoreTransaction: NSObject, Identifiable, Sendable {
    /// The product bought.
    public let productIdentifier: String
    /// When.
    public let purchaseDate: Date
    /// The store's ID of it.
    public let transactionIdentifier: String
    /// How many; the simulated store sells one at a time.
    public let quantity: Int

    /// A transaction.
    public init(
        productIdentifier: String, purchaseDate: Date, transactionIdentifier: String,
        quantity: Int = 1
    ) {
        self.productIdentifier = productIdentifier
        self.purchaseDate = purchaseDate
        self.transactionIdentifier = transactionIdentifier
        self.quantity = quantity
        super.init()
    }

    /// The store's ID.
    public var id: String { transactionIdentifier }

    /// Whether both have the same ID.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? StoreTransaction)?.transactionIdentifier == transactionIdentifier
    }

    /// Of the ID.
    public override var hash: Int { transactionIdentifier.hashValue }
}
