// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// StoreKit is on Apple platforms alone, and its types wrap what Apple's store says. These say of the
// simulated store's products and transactions what apps read most.

/// A stand-in for StoreKit 2's `Product`.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, SK2Product), read
/// 2026-11-21.
public struct SK2Product: Identifiable, Sendable {
    let contents: StoreProduct.Contents

    /// The ID at the store.
    public var id: String { contents.identifier }
    /// The name for people.
    public var displayName: String { contents.title }
    /// What it is, for people.
    public var description: String { contents.description }
    /// What it costs, in the catalogue's currency.
    public var price: Decimal { contents.price }
    /// The price with its currency.
    public var displayPrice: String { contents.priceText ?? contents.format.text(contents.price) }
    /// Whether a family can share it.
    public var isFamilyShareable: Bool { contents.isFamilyShareable }
}

/// A stand-in for StoreKit 1's `SKProduct`.
///
/// No call hands one out, since the façade stands for an SDK that uses StoreKit 2, as by default.
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, SK1Product), read
/// 2026-11-21.
public final class SK1Product: NSObject, Sendable {
    let contents: StoreProduct.Contents

    init(_ contents: StoreProduct.Contents) {
        self.contents = contents
        super.init()
    }

    /// The ID at the store.
    public var productIdentifier: String { contents.identifier }
    /// The name for people.
    public var localizedTitle: String { contents.title }
    /// What it is, for people.
    public var localizedDescription: String { contents.description }
    /// What it costs, in the catalogue's currency.
    public var price: NSDecimalNumber { NSDecimalNumber(decimal: contents.price) }
    /// How the price is written.
    public var priceLocale: Locale { contents.format.locale }
    /// The group of a subscription.
    public var subscriptionGroupIdentifier: String? { contents.group }
    /// Whether a family can share it.
    public var isFamilyShareable: Bool { contents.isFamilyShareable }
}

/// A stand-in for StoreKit 2's `Transaction`.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, SK2Transaction), read
/// 2026-11-21.
public struct SK2Transaction: Identifiable, Sendable {
    /// The store's ID.
    public let id: UInt64
    /// The product bought.
    public let productID: String
    /// When it was paid last, by the world's clock.
    public let purchaseDate: Date
    /// How many.
    public let purchasedQuantity: Int
}

/// A stand-in for StoreKit 1's `SKPaymentTransaction`.
///
/// No call hands one out, as ``SK1Product``.
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, SK1Transaction), read
/// 2026-11-21.
public final class SK1Transaction: NSObject, Sendable {
    /// The store's ID.
    public let transactionIdentifier: String?
    /// When it was paid, by the world's clock.
    public let transactionDate: Date?

    init(transactionIdentifier: String?, transactionDate: Date?) {
        self.transactionIdentifier = transactionIdentifier
        self.transactionDate = transactionDate
        super.init()
    }
}

extension StoreProduct {
    /// A product of StoreKit 1.
    public convenience init(sk1Product: SK1Product) { self.init(sk1Product.contents) }

    /// A product of StoreKit 2.
    public convenience init(sk2Product: SK2Product) { self.init(sk2Product.contents) }

    /// StoreKit 1's product; nil, since the façade stands for an SDK that uses StoreKit 2.
    public var sk1Product: SK1Product? { nil }

    /// StoreKit 2's product; nil for a product made by hand.
    public var sk2Product: SK2Product? { contents.isTest ? nil : SK2Product(contents: contents) }
}

extension StoreTransaction {
    /// StoreKit 1's transaction; nil, since the façade stands for an SDK that uses StoreKit 2.
    public var sk1Transaction: SK1Transaction? { nil }

    /// StoreKit 2's transaction; nil where the ID is no number, as in one made by hand.
    public var sk2Transaction: SK2Transaction? {
        UInt64(transactionIdentifier).map {
            SK2Transaction(
                id: $0, productID: productIdentifier, purchaseDate: purchaseDate,
                purchasedQuantity: quantity)
        }
    }
}
