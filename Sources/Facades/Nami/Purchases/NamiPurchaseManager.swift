// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
public import Foundation

/// Told of a purchase: what is active then, what became of it, and why it failed if so.
public typealias NamiPurchaseResponseHandler = (
    _ purchases: [NamiPurchase], _ state: NamiPurchaseState, _ error: (any Error)?
) -> Void

/// What the customer has bought, and restoring it.
///
/// Buying is a paywall's affair in this SDK, and no member does it; a test buys with
/// ``NamiSimulatedPaywall``. Handlers run on the main actor.
/// Source: https://github.com/namiml/nami-apple (3.3.7), and
/// https://docs.namiml.com/docs/restoring-purchases, read 2026-11-21.
public final class NamiPurchaseManager: NSObject {
    /// Told of a restore: how far it is, what is active after it and what was before it, and why it
    /// failed if so.
    public typealias NamiRestorePurchasesStateHandler = (
        _ state: NamiRestorePurchasesState, _ newPurchases: [NamiPurchase],
        _ oldPurchases: [NamiPurchase], _ error: (any Error)?
    ) -> Void

    /// An object of no use: every member is static.
    public override init() {}

    // MARK: What was bought

    /// Whether a purchase of this SKU is active.
    ///
    /// - Parameter skuId: The store's ID of the product.
    /// - Returns: As the platform said last.
    public static func skuPurchased(_ skuId: StoreId) async -> Bool {
        await anySkuPurchased([skuId])
    }

    /// Whether a purchase of one of these SKUs is active.
    ///
    /// - Parameter skuIds: The store's IDs of the products.
    /// - Returns: As the platform said last.
    public static func anySkuPurchased(_ skuIds: [StoreId]) async -> Bool {
        activePurchases().contains { skuIds.contains($0.skuId) }
    }

    /// Everything that the customer has bought, oldest first, ended purchases included.
    public static func allPurchases() -> [NamiPurchase] {
        let session = NamiSession.current()
        return session.look { $0.purchases(session.line) }
    }

    /// The purchases that unlock something now, oldest first.
    public static func activePurchases() -> [NamiPurchase] {
        let session = NamiSession.current()
        return session.look { $0.purchases(session.line, activeOnly: true) }
    }

    // MARK: Handlers

    /// Sets the one handler for purchases made in the app, or takes it away.
    ///
    /// - Parameter responseHandler: What is active, what became of it, and why it failed.
    public static func registerPurchasesChangedHandler(
        _ responseHandler: NamiPurchaseResponseHandler?
    ) {
        let handler = responseHandler.map(Handed.init)
        NamiSession.current().register { $0.purchasesChanged = handler }
    }

    /// Sets the one handler for purchases made in the app, under its former name.
    ///
    /// - Parameter changeHandler: As with ``registerPurchasesChangedHandler(_:)``.
    @available(*, deprecated, renamed: "registerPurchasesChangedHandler(_:)")
    public static func register(purchasesChangedHandler changeHandler: NamiPurchaseResponseHandler?)
    {
        registerPurchasesChangedHandler(changeHandler)
    }

    /// Sets the one handler for restores, or takes it away.
    ///
    /// - Parameter changeHandler: How far it is, what is active after it and what was before it, and
    ///   why it failed if so.
    public static func registerRestorePurchasesHandler(
        restorePurchasesStateHandler changeHandler: NamiRestorePurchasesStateHandler?
    ) {
        let handler = changeHandler.map(Handed.init)
        NamiSession.current().register { $0.restore = handler }
    }

    // MARK: Restoring

    /// Processes what the store account holds for the user the device is on, as each session does.
    ///
    /// The registered handler gets `started`, then `finished` or `error`.
    public static func restorePurchases() { NamiSession.current().restore(Handed(nil)) }

    /// Processes what the store account holds, and tells this handler and then the registered one.
    ///
    /// The label is the SDK's spelling.
    ///
    /// - Parameter statehandler: Called twice, on the main actor: with `started`, and at the end.
    public static func restorePurchases(
        statehandler: @escaping NamiRestorePurchasesStateHandler
    ) {
        // Handed: called on the main actor only.
        NamiSession.current().restore(Handed(statehandler))
    }

    // MARK: Sheets of the store

    /// Shows the App Store's sheet for codes.
    ///
    /// Does nothing: there is no App Store.
    /// A test has the store account hold a product with `installation.store.own(_:)`.
    public static func presentCodeRedemptionSheet() {}

    /// Shows the App Store's list of subscriptions.
    ///
    /// Does nothing: there is no App Store.
    /// A test cancels with `installation.store.cancel(_:)`.
    public static func presentManageSubscriptions() {}
}

extension NamiSession {
    func restore(_ handler: Handed<NamiPurchaseManager.NamiRestorePurchasesStateHandler?>) {
        line.installation.deliver { [self] in
            handler.value?(.started, [], [], nil)
            tell { $0.restore?.value(.started, [], [], nil) }
        }
        call { [self] state, failure in
            let old = state.purchases(line, activeOnly: true)
            let failure = failure ?? perform(.restore, evenRefused: true, &state).error
            let new = state.purchases(line, activeOnly: true)
            let end = failure == nil ? NamiRestorePurchasesState.finished : .error
            return { [self] in
                handler.value?(end, new, old, failure)
                tell { $0.restore?.value(end, new, old, failure) }
            }
        }
    }
}
