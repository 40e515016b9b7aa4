// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Qonversion {
    /// A promotional offer that is signed, and can be bought with
    /// ``PurchaseOptions/promoOffer``.
    ///
    /// Source: https://github.com/qonversion/qonversion-ios-sdk, QONPromotionalOffer (6.13.1,
    /// 2026-07-21), read 2026-11-24.
    public final class PromotionalOffer: NSObject, Sendable {
        /// What the store account pays.
        public let productDiscount: SKProductDiscount
        /// Its signature.
        public let paymentDiscount: SKPaymentDiscount

        init(_ productDiscount: SKProductDiscount, _ paymentDiscount: SKPaymentDiscount) {
            self.productDiscount = productDiscount
            self.paymentDiscount = paymentDiscount
        }
    }
}
