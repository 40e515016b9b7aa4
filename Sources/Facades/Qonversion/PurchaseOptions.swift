// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension Qonversion {
    /// Further wishes for a purchase.
    ///
    /// Taken and kept; the simulated store sells one at a time, and nothing is configured by
    /// context keys. Not `Sendable`, as a class of the SDK with variables is not.
    public final class PurchaseOptions {
        /// How many of a consumable.
        public var quantity: Int
        /// The remote configurations that led to the purchase.
        public var contextKeys: [String]?

        /// Options; one piece and no keys without a word.
        public init(quantity: Int = 1, contextKeys: [String]? = nil) {
            self.quantity = quantity
            self.contextKeys = contextKeys
        }
    }
}
