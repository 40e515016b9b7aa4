// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation

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
    /// A test begins one with ``SimulatedPromoPurchase``. Without a delegate it goes on by itself.
    public protocol PromoPurchasesDelegate: AnyObject {
        /// A person wants to buy a product; the app runs the block when it is ready for it.
        func shouldPurchasePromoProduct(
            withIdentifier productID: String,
            executionBlock: @escaping PromoPurchaseCompletionHandler)
    }
}

/// Who is told, after the start.
extension Qonversion {
    /// Sets who is told of entitlements that change by themselves; held weakly.
    @available(*, deprecated, message: "Use setDeferredPurchasesListener(_:) instead.")
    public func setEntitlementsUpdateListener(_ listener: any EntitlementsUpdateListener) {
        state.withLock { $0.listeners.update = listener }
    }

    /// Sets who is told of purchases that had to wait; held weakly.
    public func setDeferredPurchasesListener(_ listener: any DeferredPurchasesListener) {
        state.withLock { $0.listeners.deferred = listener }
    }

    /// Sets who is asked about purchases that begin in the App Store; held weakly.
    public func setPromoPurchasesDelegate(_ delegate: any PromoPurchasesDelegate) {
        state.withLock { $0.listeners.promo = delegate }
    }
}

extension Qonversion.EntitlementsUpdateListener {
    /// Tells by the other method.
    public func didReceiveUpdatedEntitlements(
        _ entitlements: [String: Qonversion.Entitlement],
        purchaseResult: Qonversion.PurchaseResult?
    ) { didReceiveUpdatedEntitlements(entitlements) }
}
