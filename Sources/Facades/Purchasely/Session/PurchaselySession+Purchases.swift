// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation

/// Buying, restoring, and what the user has.
extension PurchaselySession {
    // MARK: Buying

    /// Buys a plan, at the promotional offer of an ID or without one.
    func buy(
        _ plan: String, at offer: String? = nil, contentID: String?,
        answered: @escaping @MainActor @Sendable (Result<Void, PLYError>) -> Void
    ) {
        let isRunning = state.withLock { state in
            defer { state.isPurchasing = true }
            return state.isPurchasing
        }
        guard !isRunning else {
            line.installation.deliver { answered(.failure(.purchaseAlreadyRunning)) }
            return
        }
        call(answered: answered, before: { $0.isPurchasing = false }) { [self] state in
            state.kept = [:]
            return found(offer, of: plan).flatMap { offer in
                state.mode.validates
                    ? purchase(plan, offer, contentID, &state) : purchaseUnseen(plan, offer)
            }
        }
    }

    /// The offer of an ID, where the store account gets it; nil where none is asked for.
    private func found(
        _ offer: String?, of plan: String
    ) -> Result<CatalogueOffer?, PLYError> {
        guard let offer else { return .success(nil) }
        guard let item = line.catalogue[plan] else { return .failure(error(for: .unknownProduct)) }
        guard let found = item.promotionalOffer(offer) else {
            return .failure(.invalidOfferIdentifier)
        }
        return line.getsPromotionalOffers ? .success(found) : .failure(.ineligibleForOffer)
    }

    private func purchase(
        _ plan: String, _ offer: CatalogueOffer?, _ contentID: String?, _ state: inout State
    ) -> Result<Void, PLYError> {
        switch line.purchase(plan, with: offer) {
        case .cancelled: return .failure(.paymentCancelled)
        case .pending: return .failure(.deferredPayment)
        case .failed: return .failure(.paymentInvalid)
        case .unknownProduct: return .failure(error(for: .unknownProduct))
        case .answered(let reply, let item):
            if let error = take(reply, &state).error { return .failure(error) }
            let bought = reply.view?.purchases.last { $0.product.id == item.id }
            if let bought, let contentID {
                line.defaults.set(contentKey(bought), contentID)
            }
            fire(.inAppPurchased, state, plan: plan)
            if let bought, let view = reply.view {
                announce(
                    PLYSubscription(
                        bought, seen: view.date, contentID: contentID, plans))
            }
            return .success(())
        }
    }

    /// In observer mode the store sells it, and nobody tells the provider.
    private func purchaseUnseen(
        _ plan: String, _ offer: CatalogueOffer?
    ) -> Result<Void, PLYError> {
        guard let item = line.catalogue[plan] else { return .failure(error(for: .unknownProduct)) }
        let store = line.installation.store
        let answer = store.nextPurchase
        store.nextPurchase = .succeeds
        switch answer {
        case .isCancelled: return .failure(.paymentCancelled)
        case .isPending: return .failure(.deferredPayment)
        case .fails: return .failure(.paymentInvalid)
        case .succeeds:
            let refusal = line.own(item, with: offer).refusal
            return refusal.map { .failure(error(for: $0)) } ?? .success(())
        }
    }

    // MARK: Restoring

    /// Presents what the store account holds.
    func present(_ action: Action, _ state: inout State) -> Result<Void, PLYError> {
        state.kept = [:]
        return perform(action, evenRefused: true, &state)
    }

    /// A restoration that the person asked for; one at a time.
    func restore(answered: @escaping @MainActor @Sendable (Result<Void, PLYError>) -> Void) {
        let isRunning = state.withLock { state in
            defer { state.isRestoring = true }
            return state.isRestoring
        }
        guard !isRunning else {
            line.installation.deliver { answered(.failure(.restorationAlreadyRunning)) }
            return
        }
        call(answered: answered, before: { $0.isRestoring = false }) { [self] state in
            let restored = present(.restore, &state)
            if case .success = restored { announce(nil) }
            return restored
        }
    }

    // MARK: Subscriptions

    /// What the server says the user has, or had.
    ///
    /// The SDK keeps its last answer, and drops it itself when something changes; so what it keeps
    /// can be told from the truth only without a network, and is given only then.
    func subscriptions(
        _ list: SubscriptionList, isFresh: Bool,
        answered: @escaping @MainActor @Sendable (Result<[PLYSubscription], PLYError>) -> Void
    ) {
        call(answered: answered, offline: { isFresh ? nil : $0.kept[list] }) { [self] state in
            subscriptions(list, &state)
        }
    }

    func subscriptions(
        _ list: SubscriptionList, _ state: inout State
    ) -> Result<[PLYSubscription], PLYError> {
        guard let view = line.view() else { return .failure(error(for: .notInstalled)) }
        adopt(view, &state)
        let found = view.purchases.filter { $0.givesAccess == (list == .active) }.map {
            PLYSubscription(
                $0, seen: view.date, contentID: line.defaults.string(contentKey($0)), plans)
        }
        state.kept[list] = found
        return .success(found)
    }

    private func contentKey(_ purchase: HeldPurchase) -> String {
        "purchasely.content-id.\(purchase.originalTransactionID)"
    }
}
