// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What is to be bought, and how.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, PurchaseParams), read
/// 2026-11-21.
public final class PurchaseParams: NSObject, Sendable {
    let product: StoreProduct

    private init(_ product: StoreProduct) {
        self.product = product
        super.init()
    }

    /// Collects what is to be bought, and how.
    public class Builder: NSObject {
        private let product: StoreProduct

        /// A builder for a product.
        public init(product: StoreProduct) {
            self.product = product
            super.init()
        }

        /// What was collected.
        public func build() -> PurchaseParams { PurchaseParams(product) }
    }
}
