// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation

extension NamiSession {
    /// Buys on the paywall that is shown, or without one.
    func tapBuy(
        _ skuId: String, _ completion: (@Sendable (NamiSimulatedPaywall.Result) -> Void)?
    ) {
        guard let paywall = look(\.paywall) else { return buy(skuId, on: nil, completion) }
        guard look(\.tappablePaywall) != nil,
            let sku = paywall.skus.first(where: { $0.skuId == skuId })
        else {
            let error: NamiFacadeError =
                look(\.tappablePaywall) == nil ? .paywallTakesNoTaps : .notOnPaywall
            line.installation.deliver { completion?(.init(state: .unknown, error: error)) }
            return
        }
        let isNamis = line.installation.world.namiAccount.managesPurchases
        if !isNamis { state.withLock { $0.paywall?.bought = sku } }
        line.installation.deliver { [self] in
            event(.buy_sku, on: paywall) { $0.sku = sku }
            guard !isNamis else { return }
            tell { $0.buySku?.value(sku) }
            completion?(.init(state: .pending, error: nil))
        }
        if isNamis { buy(skuId, on: paywall, completion) }
    }

    private func buy(
        _ skuId: String, on paywall: NamiShownPaywall?,
        _ completion: (@Sendable (NamiSimulatedPaywall.Result) -> Void)?
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
                if let paywall { end(skuId, result, active, on: paywall) }
            }
        } afterwards: {
            completion?(came.withLock { $0 })
        }
        grantProvisionally(skuId, for: purchase)
    }

    /// Tells the launch's handler what became of a purchase, and closes the paywall after one that
    /// was made.
    @MainActor private func end(
        _ skuId: String, _ result: NamiSimulatedPaywall.Result, _ active: [NamiPurchase],
        on paywall: NamiShownPaywall
    ) {
        let action: NamiPaywallAction =
            switch result.state {
            case .purchased: .purchase_success
            case .deferred: .purchase_deferred
            case .cancelled: .purchase_cancelled
            case .failed: .purchase_failed
            case .pending, .consumed, .resubscribed, .unsubscribed, .unknown: .purchase_unknown
            }
        event(action, on: paywall) { event in
            event.sku = paywall.skus.first { $0.skuId == skuId }
            event.purchaseError = result.error
            if result.state == .purchased { event.purchases = active }
        }
        if result.state == .purchased { dismissPaywall(paywall.number) }
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
