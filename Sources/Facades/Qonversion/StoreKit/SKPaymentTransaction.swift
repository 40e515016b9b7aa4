// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A transaction of StoreKit, as far as ``Qonversion/PurchaseResult`` shows it.
///
/// A stand-in of the same name, since the façade does not use StoreKit.
public final class SKPaymentTransaction: NSObject, Sendable {
    /// The store's ID.
    public let transactionIdentifier: String?
    /// When it was made.
    public let transactionDate: Date?

    init(_ record: StoredTransaction) {
        transactionIdentifier = record.id
        transactionDate = record.date
    }

    /// Why it failed; always nil, since only a purchase that was made has one here.
    public var error: (any Error)? { nil }
    /// Whether the person changed their mind; never, for the same reason.
    public var isCancelled: Bool { false }
}
