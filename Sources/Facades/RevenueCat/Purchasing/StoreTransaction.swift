// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import RevenueCatWire

/// A transaction of the store.
///
/// A stand-in for the SDK's type, which wraps StoreKit's transactions.
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, StoreTransaction), read
/// 2026-11-21.
public final class StoreTransaction: NSObject, Identifiable, Sendable {
    /// The product bought.
    public let productIdentifier: String
    /// When it was paid, by the world's clock.
    public let purchaseDate: Date
    /// The store's ID of it.
    public let transactionIdentifier: String
    /// How many, as the app asked for.
    public let quantity: Int
    /// Where; nil for what the simulated store sold.
    public let storefront: Storefront?

    /// A transaction.
    public init(
        productIdentifier: String, purchaseDate: Date, transactionIdentifier: String,
        quantity: Int = 1, storefront: Storefront? = nil
    ) {
        self.productIdentifier = productIdentifier
        self.purchaseDate = purchaseDate
        self.transactionIdentifier = transactionIdentifier
        self.quantity = quantity
        self.storefront = storefront
        super.init()
    }

    /// When the store took it back; nil for a transaction that a purchase has just made.
    public var revocationDate: Date? { nil }
    /// Why the store took it back; nil, as ``revocationDate``.
    public var revocationReason: RevocationReason? { nil }
    /// What tells it from others.
    public typealias ID = String
    /// The store's ID.
    public var id: String { transactionIdentifier }

    /// Whether both have the same ID.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? StoreTransaction)?.transactionIdentifier == transactionIdentifier
    }

    /// Of the ID.
    public override var hash: Int { transactionIdentifier.hashValue }

    /// The transaction, in one line for developers.
    public override var description: String {
        "<StoreTransaction: productIdentifier=\(productIdentifier), "
            + "purchaseDate=\(WireDate(purchaseDate).text), "
            + "transactionIdentifier=\(transactionIdentifier), quantity=\(quantity)>"
    }
}

/// Why the store took a transaction back.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, RevocationReason), read
/// 2026-11-21.
public final class RevocationReason: NSObject, RawRepresentable, Sendable {
    /// Something was wrong with the app.
    public static let developerIssue = RevocationReason(rawValue: "developer_issue")
    /// Anything else.
    public static let other = RevocationReason(rawValue: "other")

    /// Its name; how the SDK spells it is not documented.
    public let rawValue: String

    /// A reason.
    public init(rawValue: String) {
        self.rawValue = rawValue
        super.init()
    }

    /// Whether both have the same name.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? RevocationReason)?.rawValue == rawValue
    }

    /// Of the name.
    public override var hash: Int { rawValue.hashValue }

    /// Whether both are the same, for `switch`.
    public static func ~= (lhs: RevocationReason, rhs: RevocationReason) -> Bool {
        lhs.rawValue == rhs.rawValue
    }
}
