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
    let promotionalOffer: PromotionalOffer?
    let quantity: Int

    init(_ product: StoreProduct, _ promotionalOffer: PromotionalOffer? = nil, quantity: Int = 1) {
        self.product = product
        self.promotionalOffer = promotionalOffer
        self.quantity = quantity
        super.init()
    }

    /// Collects what is to be bought, and how.
    public class Builder: NSObject {
        private let product: StoreProduct
        private var promotionalOffer: PromotionalOffer?
        private var quantity = 1

        /// A builder for a package.
        public init(package: Package) {
            product = package.storeProduct
            super.init()
        }

        /// A builder for a product.
        public init(product: StoreProduct) {
            self.product = product
            super.init()
        }

        /// Begins with a promotional offer.
        public func with(promotionalOffer: PromotionalOffer) -> Self {
            self.promotionalOffer = promotionalOffer
            return self
        }

        /// How many; the transaction says so, and the simulated store charges one.
        ///
        /// The store takes from 1 to 10; anything else is ``ErrorCode/purchaseInvalidError``.
        public func with(quantity: Int) -> Self {
            self.quantity = quantity
            return self
        }

        /// Does nothing: the simulated store has no offers for those who have left.
        public func with(winBackOffer: WinBackOffer) -> Self { self }

        /// Does nothing: the simulated store itself knows who gets an introductory offer.
        public func with(introductoryOfferEligibilityJWS: String) -> Self { self }

        /// What was collected.
        public func build() -> PurchaseParams {
            PurchaseParams(product, promotionalOffer, quantity: quantity)
        }
    }
}
