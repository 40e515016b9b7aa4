// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation

/// The buy button of a paywall, for tests.
///
/// No part of the SDK. There a paywall that Nami draws does the buying, and the documents read show
/// no call for it on Apple's platforms; this is what remains of a paywall without a screen.
///
/// ```swift
/// await NamiSimulatedPaywall.buy("monthly")
/// ```
public enum NamiSimulatedPaywall {
    /// What came of a purchase.
    public struct Result: Sendable {
        /// As ``NamiPurchaseManager/registerPurchasesChangedHandler(_:)`` is told.
        public let state: NamiPurchaseState
        /// Why it failed.
        public let error: NamiFacadeError?
    }

    /// Buys a SKU, on the installation that the task runs on.
    ///
    /// The platform gives it to the user the device is on. While the call is on its way the SDK
    /// grants provisionally what it unlocks; see ``NamiConfiguration/provisionalGrantTTL``.
    ///
    /// - Parameters:
    ///   - skuId: The store's ID of the product.
    ///   - completion: Called once, on the main actor, after the SDK's own handlers.
    public static func buy(_ skuId: String, completion: (@Sendable (Result) -> Void)?) {
        NamiSession.current.buy(skuId, completion)
    }

    /// Buys a SKU, and waits until the platform has answered and the handlers have been told.
    ///
    /// - Parameter skuId: The store's ID of the product.
    /// - Returns: What came of it.
    @discardableResult
    public static func buy(_ skuId: String) async -> Result {
        await withCheckedContinuation { continuation in
            buy(skuId) { continuation.resume(returning: $0) }
        }
    }
}

extension NamiSession {
    fileprivate func buy(
        _ skuId: String, _ completion: (@Sendable (NamiSimulatedPaywall.Result) -> Void)?
    ) {
        var purchase = 0
        change { state in
            purchase = state.beginPurchase()
            return nil
        }
        let came = Locked(NamiSimulatedPaywall.Result(state: .unknown, error: nil))
        call { [self, purchase] state, failure in
            state.endPurchase(purchase)
            let result =
                failure.map { NamiSimulatedPaywall.Result(state: .failed, error: $0) }
                ?? answer(to: line.purchase(skuId), &state)
            came.withLock { $0 = result }
            let active = state.purchases(line, activeOnly: true)
            return { [self] in
                tell { $0.purchasesChanged?.value(active, result.state, result.error) }
            }
        } afterwards: {
            completion?(came.withLock { $0 })
        }
        grantProvisionally(skuId, for: purchase)
    }

    /// While the answer is not there, the SDK gives what the store has sold.
    private func grantProvisionally(_ skuId: String, for purchase: Int) {
        guard let product = line.catalogue[skuId],
            line.installation.store.nextPurchase == .succeeds
        else { return }
        change { state in
            if state.pending.contains(purchase), let values = state.configuration {
                state.grant(
                    product, for: purchase,
                    until: line.now.addingTimeInterval(values.provisionalSeconds))
            }
            return nil
        }
    }

    private func answer(
        to reply: PurchaseReply, _ state: inout NamiState
    ) -> NamiSimulatedPaywall.Result {
        switch reply {
        case .cancelled: .init(state: .cancelled, error: nil)
        case .pending: .init(state: .deferred, error: nil)
        case .failed: .init(state: .failed, error: .purchaseFailed)
        case .unknownProduct:
            .init(state: .failed, error: error(for: .unknownProduct))
        case .answered(let reply, _):
            switch take(reply, evenRefused: true, &state).error {
            case nil: .init(state: .purchased, error: nil)
            case let refusal: .init(state: .failed, error: refusal)
            }
        }
    }
}
