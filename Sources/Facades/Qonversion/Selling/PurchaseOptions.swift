// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Qonversion {
    /// Further wishes for a purchase.
    ///
    /// The promotional offer has its effect. The others are taken and kept: the simulated store sells
    /// one at a time, and counts no revenue of screens. Not `Sendable`, as a class of the SDK with
    /// variables is not.
    /// Source: https://github.com/qonversion/qonversion-ios-sdk, QONPurchaseOptions (6.13.1,
    /// 2026-07-21), read 2026-11-24.
    public final class PurchaseOptions: NSObject {
        /// How many of a consumable; 1 without a word.
        public var quantity: Int
        /// The remote configurations that led to the purchase.
        public var contextKeys: [String]?
        /// The offer with which the purchase begins.
        public var promoOffer: PromotionalOffer?
        /// The screen that led to the purchase.
        public var screenUid: String?

        /// Options; one piece and no keys without a word.
        public init(quantity: Int = 1, contextKeys: [String]? = nil) {
            self.quantity = quantity
            self.contextKeys = contextKeys
        }

        /// Options with a promotional offer.
        public init(
            quantity: Int = 1, contextKeys: [String]? = nil,
            promoOffer: PromotionalOffer? = nil
        ) {
            self.quantity = quantity
            self.contextKeys = contextKeys
            self.promoOffer = promoOffer
        }

        /// Options with the screen that led to the purchase.
        public init(
            quantity: Int = 1, contextKeys: [String]? = nil, screenUid: String?,
            promoOffer: PromotionalOffer? = nil
        ) {
            self.quantity = quantity
            self.contextKeys = contextKeys
            self.screenUid = screenUid
            self.promoOffer = promoOffer
        }
    }
}
