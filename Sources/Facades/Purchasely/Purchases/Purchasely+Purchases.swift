// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation

/// Buying, restoring and reading what a user has.
///
/// All of these fail with ``PLYError/configuration`` before the start, and without a network with
/// ``PLYError/network(statusCode:error:)``. Handlers are called once, on the main actor.
extension Purchasely {
    /// Buys a plan.
    ///
    /// In full mode the purchase is linked to the current user. In observer mode the store sells it
    /// and the provider does not hear of it before ``synchronize(success:failure:)``.
    public static func purchase(
        plan: PLYPlan, contentId: String?, success: @escaping PLYVoidClosure,
        failure: @escaping PLYErrorClosure
    ) {
        let handlers = Handlers(success, failure)
        PurchaselySession.current().buy(plan.vendorId, contentID: contentId) {
            handlers.call($0)
        }
    }

    /// Buys a plan, for nothing in particular.
    public static func purchase(
        plan: PLYPlan, success: @escaping PLYVoidClosure, failure: @escaping PLYErrorClosure
    ) {
        purchase(plan: plan, contentId: nil, success: success, failure: failure)
    }

    /// Buys a plan at a promotional offer.
    ///
    /// Which error is which is inferred from the errors' names.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - contentId: What it is bought for.
    ///   - storeOfferId: The offer's ID at the store.
    ///   - success: It is bought.
    ///   - failure: ``PLYError/productNotFound`` for a plan that the store does not sell,
    ///     ``PLYError/invalidOfferIdentifier`` for an offer that it has not,
    ///     ``PLYError/ineligibleForOffer`` for a store account that has never bought anything.
    public static func purchaseWithPromotionalOffer(
        plan: PLYPlan, contentId: String?, storeOfferId: String,
        success: @escaping PLYVoidClosure, failure: @escaping PLYErrorClosure
    ) {
        let handlers = Handlers(success, failure)
        PurchaselySession.current().buy(
            plan.vendorId, at: storeOfferId, contentID: contentId
        ) { handlers.call($0) }
    }

    /// Presents what the store account holds to the provider, without asking the person.
    ///
    /// What it shows goes to the current user, from whoever had it.
    /// Source: https://docs.purchasely.com/docs/user-identification, read 2026-11-21.
    ///
    /// - Parameters:
    ///   - success: Something was found.
    ///   - failure: ``PLYError/noProductsToRestore`` where there is nothing.
    public static func synchronize(
        success: @escaping PLYVoidClosure, failure: @escaping PLYErrorClosure
    ) {
        let handlers = Handlers(success, failure)
        let session = PurchaselySession.current()
        session.call(answered: { handlers.call($0) }) { session.present(.sync, &$0) }
    }

    /// Presents what the store account holds, as the provider's page writes it.
    public static func synchronize() {
        synchronize(success: {}, failure: { _ in })
    }

    /// Presents what the store account holds, because the person asked for it.
    ///
    /// Works as ``synchronize(success:failure:)`` does. One at a time: a second one that is begun
    /// before the first is answered fails with ``PLYError/restorationAlreadyRunning``.
    public static func restoreAllProducts(
        success: @escaping PLYVoidClosure, failure: @escaping PLYErrorClosure
    ) {
        let handlers = Handlers(success, failure)
        PurchaselySession.current().restore { handlers.call($0) }
    }

    /// ``restoreAllProducts(success:failure:)`` under the name that the provider's page has for it;
    /// no SDK has this one.
    public static func restoreAllPurchases(
        success: @escaping PLYVoidClosure, failure: @escaping PLYErrorClosure
    ) {
        restoreAllProducts(success: success, failure: failure)
    }

    /// The same, as the provider's page writes it.
    public static func restoreAllPurchases() {
        restoreAllProducts(success: {}, failure: { _ in })
    }

    /// Presents a purchase that the app made itself, in observer mode.
    ///
    /// Everything that the store account shows is presented with it.
    ///
    /// - Throws: A ``PLYError``.
    public static func syncPurchase(for productId: String) async throws {
        let session = PurchaselySession.current()
        let result: Result<Void, PLYError> = await session.call { state in
            guard session.plans.plan(productId) != nil else {
                return .failure(session.error(for: .unknownProduct))
            }
            return session.present(.sync, &state)
        }
        try result.get()
    }

    /// What the user has: subscriptions that give access, and here one-time purchases that do.
    ///
    /// - Parameters:
    ///   - invalidateCache: Whether the last answer must not do. It only ever does without a
    ///     network, since the SDK drops it itself when something changes.
    ///   - success: The subscriptions, oldest first.
    ///   - failure: What went wrong.
    public static func userSubscriptions(
        _ invalidateCache: Bool = false, success: @escaping ([PLYSubscription]?) -> Void,
        failure: @escaping PLYErrorClosure
    ) {
        let handlers = Handlers(success, failure)
        PurchaselySession.current().subscriptions(.active, isFresh: invalidateCache) {
            handlers.call($0.map { $0 })
        }
    }

    /// What the user had: what no longer gives access, what is paused included.
    public static func userSubscriptionsHistory(
        _ invalidateCache: Bool = false, success: @escaping ([PLYSubscription]?) -> Void,
        failure: @escaping PLYErrorClosure
    ) {
        let handlers = Handlers(success, failure)
        PurchaselySession.current().subscriptions(.ended, isFresh: invalidateCache) {
            handlers.call($0.map { $0 })
        }
    }

    /// Tells that a subscriber used what was paid for: it is an event, and counts nothing.
    public static func userDidConsumeSubscriptionContent() {
        PurchaselySession.current().fire(.subscriptionContentUsed)
    }
}

/// The two handlers of a call, of which one is called, once, on the main actor.
struct Handlers<Value>: Sendable {
    private let success: Handed<(Value) -> Void>
    private let failure: Handed<(any Error) -> Void>

    init(_ success: @escaping (Value) -> Void, _ failure: @escaping (any Error) -> Void) {
        self.success = Handed(success)
        self.failure = Handed(failure)
    }

    /// Calls the one that the result is for.
    @MainActor func call(_ result: Result<Value, PLYError>) {
        switch result {
        case .success(let value): success.value(value)
        case .failure(let error): failure.value(error)
        }
    }
}
