// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension Qonversion {
    /// Is told of entitlements that change by themselves, on the main actor.
    public protocol EntitlementsUpdateListener: AnyObject {
        /// The user's entitlements have changed.
        func didReceiveUpdatedEntitlements(_ entitlements: [String: Entitlement])

        /// The user's entitlements have changed, perhaps by a purchase; optional.
        ///
        /// A listener that has it is told by this method instead of the other.
        func didReceiveUpdatedEntitlements(
            _ entitlements: [String: Entitlement], purchaseResult: PurchaseResult?)
    }

    /// Is told of a purchase that had to wait, such as for a parent, and is made; on the main actor.
    public protocol DeferredPurchasesListener: AnyObject {
        /// The purchase is made.
        func deferredPurchaseCompleted(_ purchaseResult: PurchaseResult)
    }

    /// Is asked about purchases that begin in the App Store.
    ///
    /// The simulated store begins none, so nothing calls it.
    public protocol PromoPurchasesDelegate: AnyObject {
        /// A person wants to buy a product; the app runs the block when it is ready for it.
        func shouldPurchasePromoProduct(
            withIdentifier productID: String,
            executionBlock: @escaping PromoPurchaseCompletionHandler)
    }
}

extension Qonversion.EntitlementsUpdateListener {
    /// Tells by the other method.
    public func didReceiveUpdatedEntitlements(
        _ entitlements: [String: Qonversion.Entitlement],
        purchaseResult: Qonversion.PurchaseResult?
    ) { didReceiveUpdatedEntitlements(entitlements) }
}
