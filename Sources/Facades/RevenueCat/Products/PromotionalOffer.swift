// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A discount that the server has signed, so that the store sells it.
///
/// ``Purchases/promotionalOffer(forProductDiscount:product:)`` gives it.
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, PromotionalOffer), read
/// 2026-11-21.
public final class PromotionalOffer: NSObject, Sendable {
    /// What the server has signed.
    public final class SignedData: NSObject, Sendable {
        /// The ID of the discount.
        public let identifier: String
        /// The ID of Apple's key.
        public let keyIdentifier: String
        /// What makes each signature another.
        public let nonce: UUID
        /// The signature; the simulated store does not look at it.
        public let signature: String
        /// When it was signed, in milliseconds since 1970.
        public let timestamp: Int

        init(
            identifier: String, keyIdentifier: String, nonce: UUID, signature: String,
            timestamp: Int
        ) {
            self.identifier = identifier
            self.keyIdentifier = keyIdentifier
            self.nonce = nonce
            self.signature = signature
            self.timestamp = timestamp
            super.init()
        }

        /// Whether both say the same.
        public override func isEqual(_ object: Any?) -> Bool {
            guard let other = object as? SignedData else { return false }
            return identifier == other.identifier && keyIdentifier == other.keyIdentifier
                && nonce == other.nonce && signature == other.signature
                && timestamp == other.timestamp
        }

        /// Of the nonce and the ID.
        public override var hash: Int { identifier.hashValue ^ nonce.hashValue }
    }

    /// The discount.
    public let discount: StoreProductDiscount
    /// What the server has signed.
    public let signedData: SignedData

    init(discount: StoreProductDiscount, signedData: SignedData) {
        self.discount = discount
        self.signedData = signedData
        super.init()
    }
}

/// A discount for those who have left.
///
/// The simulated store has none, so that no call hands one out.
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, WinBackOffer), read
/// 2026-11-21.
public final class WinBackOffer: NSObject, Sendable {
    /// The discount.
    public let discount: StoreProductDiscount

    init(discount: StoreProductDiscount) {
        self.discount = discount
        super.init()
    }
}
