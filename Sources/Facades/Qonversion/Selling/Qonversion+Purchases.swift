// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation

/// Selling.
extension Qonversion {
    /// Sells a product and lets the provider know.
    ///
    /// - Parameters:
    ///   - product: One of ``products(_:)``.
    ///   - completion: Called once on the main actor.
    public func purchase(
        _ product: Product, completion: @escaping PurchaseResultCompletionHandler
    ) {
        purchase(product.storeID, answer: answer(completion))
    }

    /// Sells a product with further wishes, of which a promotional offer has an effect.
    public func purchase(
        _ product: Product, options: PurchaseOptions?,
        completion: @escaping PurchaseResultCompletionHandler
    ) {
        purchase(product.storeID, options?.promoOffer, answer: answer(completion))
    }

    /// Sells a product and lets the provider know.
    @discardableResult
    public func purchase(_ product: Product) async -> PurchaseResult {
        await result(of: product.storeID)
    }

    /// Sells a product with further wishes, of which a promotional offer has an effect.
    @discardableResult
    public func purchase(_ product: Product, options: PurchaseOptions?) async -> PurchaseResult {
        await result(of: product.storeID, options?.promoOffer)
    }

    /// Sells a product and lets the provider know.
    @available(*, deprecated, message: "Use purchase(_:completion:) instead.")
    public func purchaseProduct(
        _ product: Product, completion: @escaping PurchaseCompletionHandler
    ) {
        purchase(product.storeID, answer: answer(completion))
    }

    /// Sells a product with further wishes, of which a promotional offer has an effect.
    @available(*, deprecated, message: "Use purchase(_:options:completion:) instead.")
    public func purchaseProduct(
        _ product: Product, options: PurchaseOptions,
        completion: @escaping PurchaseCompletionHandler
    ) {
        purchase(product.storeID, options.promoOffer, answer: answer(completion))
    }

    /// Sells the product with this ID; one that is in no catalogue is `productNotFound`.
    @available(*, deprecated, message: "Use purchase(_:completion:) instead.")
    public func purchase(_ productID: String, completion: @escaping PurchaseCompletionHandler) {
        purchase(productID, answer: answer(completion))
    }

    /// Sells a product and lets the provider know.
    @available(*, deprecated, message: "Use purchase(_:) instead.")
    @discardableResult
    public func purchaseProduct(_ product: Product) async throws -> ([String: Entitlement], Bool) {
        try await result(of: product.storeID).parts()
    }

    /// Sells a product with further wishes, of which a promotional offer has an effect.
    @available(*, deprecated, message: "Use purchase(_:options:) instead.")
    @discardableResult
    public func purchaseProduct(
        _ product: Product, options: PurchaseOptions
    ) async throws -> ([String: Entitlement], Bool) {
        try await result(of: product.storeID, options.promoOffer).parts()
    }

    /// Sells the product with this ID; one that is in no catalogue is `productNotFound`.
    @available(*, deprecated, message: "Use purchase(_:) instead.")
    @discardableResult
    public func purchase(_ productID: String) async throws -> ([String: Entitlement], Bool) {
        try await result(of: productID).parts()
    }

    // MARK: Requests

    private func purchase(
        _ productID: String, _ offer: PromotionalOffer?, _ state: inout SessionState,
        _ isOffline: Bool
    ) -> PurchaseResult {
        if let error = prepare(&state, isOffline) ?? refusal(of: offer, for: productID) {
            return PurchaseResult(.error, error: error)
        }
        switch line.purchase(productID, with: offer?.productDiscount.offer) {
        case .cancelled:
            let error = ErrorCode.purchaseCanceled.error("The purchase was cancelled.")
            return PurchaseResult(.userCanceled, error: error)
        case .pending:
            state.deferredProducts[productID] = line.view()?.purchases.last?.number ?? -1
            let error = ErrorCode.purchasePending.error("The purchase has to be allowed first.")
            return PurchaseResult(.pending, error: error)
        case .failed:
            let error = ErrorCode.appleStoreError.error("The store could not sell the product.")
            return PurchaseResult(.error, error: error)
        case .unknownProduct:
            return PurchaseResult(.error, error: error(for: .unknownProduct))
        case .answered(let reply, let product):
            switch take(reply, &state) {
            case .failure(let error): return PurchaseResult(.error, error: error)
            case .success(let entitlements):
                let bought = reply.view?.purchases.last { $0.product.id == product.id }
                return success(bought, entitlements)
            }
        }
    }

    /// Why the store does not sell with an offer: it is another product's, or the account has bought
    /// nothing yet.
    private func refusal(of offer: PromotionalOffer?, for productID: String) -> NSError? {
        guard let offer else { return nil }
        guard offer.productDiscount.product == productID else {
            return ErrorCode.paymentInvalid.error("The offer is another product's.")
        }
        guard line.getsPromotionalOffers else {
            return ErrorCode.paymentInvalid.error("The store account does not get the offer.")
        }
        return nil
    }

    private func success(
        _ bought: HeldPurchase?, _ entitlements: [String: Entitlement]
    ) -> PurchaseResult {
        let transaction = bought.flatMap { StoredTransaction.all(of: $0, in: environment).last }
        return PurchaseResult(
            .success, entitlements: entitlements,
            transaction: transaction.map(SKPaymentTransaction.init))
    }

    /// What became of purchases that had to wait: those that the user has by now.
    func takeDeferred(
        _ view: CustomerView, _ entitlements: [String: Entitlement], _ state: inout SessionState
    ) -> [PurchaseResult] {
        var completed: [PurchaseResult] = []
        for (product, newest) in state.deferredProducts.sorted(by: { $0.key < $1.key }) {
            let bought = view.purchases.last { $0.product.id == product && $0.number > newest }
            guard let bought else { continue }
            state.deferredProducts[product] = nil
            completed.append(success(bought, entitlements))
        }
        return completed
    }

    // MARK: Answers

    private typealias PurchaseAnswer = @MainActor @Sendable (PurchaseResult) -> Void

    private func purchase(
        _ productID: String, _ offer: PromotionalOffer? = nil, answer: @escaping PurchaseAnswer
    ) {
        send({ [self] in purchase(productID, offer, &$0, $1) }, answered: answer)
    }

    /// Goes on with a purchase that began in the App Store.
    func purchasePromoted(
        _ productID: String, _ completion: @escaping PurchaseCompletionHandler
    ) {
        purchase(productID, answer: answer(completion))
    }

    private func answer(
        _ completion: @escaping PurchaseResultCompletionHandler
    ) -> PurchaseAnswer {
        // Safe: passed on once and called once, on the main actor.
        let handed = Handed(completion)
        return { handed.value($0) }
    }

    private func answer(_ completion: @escaping PurchaseCompletionHandler) -> PurchaseAnswer {
        // Safe: passed on once and called once, on the main actor.
        let handed = Handed(completion)
        return { handed.value($0.entitlements ?? [:], $0.error, $0.isCanceledByUser) }
    }

    private func result(
        of productID: String, _ offer: PromotionalOffer? = nil
    ) async -> PurchaseResult {
        await answer { [self] in purchase(productID, offer, &$0, $1) }
    }
}

extension Qonversion.PurchaseResult {
    /// As the deprecated `async` forms give it.
    fileprivate func parts() throws -> ([String: Qonversion.Entitlement], Bool) {
        if let error { throw error }
        return (entitlements ?? [:], isCanceledByUser)
    }
}
