// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
public import Foundation

/// Buying, and presenting what was bought.
///
/// Source: https://www.revenuecat.com/docs/getting-started/making-purchases and
/// https://www.revenuecat.com/docs/getting-started/restoring-purchases, read 2026-11-21;
/// https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, PurchasesOrchestrator), read
/// 2026-11-21.
extension Purchases {
    /// Finds products at the store; those that it does not sell are left out.
    public func getProducts(
        _ productIdentifiers: [String], completion: @escaping ([StoreProduct]) -> Void
    ) {
        // Safe: passed on once and called once, on the main actor.
        let completion = Handed(completion)
        send(
            { self.products(productIdentifiers, isOffline: $1) },
            answered: { completion.value($0) })
    }

    /// Finds products at the store; those that it does not sell are left out.
    ///
    /// Where it fails, without a network for instance, there are none.
    public func products(_ productIdentifiers: [String]) async -> [StoreProduct] {
        await answer { self.products(productIdentifiers, isOffline: $1) }
    }

    /// Buys a product.
    ///
    /// When the person changes their mind, the handler gets what is known of the customer,
    /// ``ErrorCode/purchaseCancelledError`` and true.
    public func purchase(product: StoreProduct, completion: @escaping PurchaseCompletedBlock) {
        send(
            { self.purchase(product, &$0, isOffline: $1) },
            answered: { answer in
                let bought = answer.value
                let isCancelled = bought?.userCancelled ?? false
                completion(
                    bought?.transaction, bought?.customerInfo,
                    isCancelled
                        ? ErrorCode.purchaseCancelledError.asPublicError : answer.publicError,
                    isCancelled)
            })
    }

    /// Buys a product.
    ///
    /// When the person changes their mind that is no error; `userCancelled` says so.
    /// - Throws: ``ErrorCode``.
    public func purchase(product: StoreProduct) async throws -> PurchaseResultData {
        let bought = try await answer { self.purchase(product, &$0, isOffline: $1) }.get()
        return (
            transaction: bought.transaction, customerInfo: bought.customerInfo,
            userCancelled: bought.userCancelled
        )
    }

    /// Buys a product.
    public func purchase(_ params: PurchaseParams, completion: @escaping PurchaseCompletedBlock) {
        purchase(product: params.product, completion: completion)
    }

    /// Buys a product.
    ///
    /// - Throws: ``ErrorCode``.
    public func purchase(_ params: PurchaseParams) async throws -> PurchaseResultData {
        try await purchase(product: params.product)
    }

    /// Presents what the store account holds, because the person asked for it.
    public func restorePurchases(completion: ((CustomerInfo?, PublicError?) -> Void)? = nil) {
        present(.restore, completion)
    }

    /// Presents what the store account holds, because the person asked for it.
    ///
    /// - Throws: ``ErrorCode``.
    public func restorePurchases() async throws -> CustomerInfo {
        try await answer { self.present(.restore, &$0, isOffline: $1) }.get()
    }

    /// Presents what the store account holds, without asking the person for anything.
    public func syncPurchases(completion: ((CustomerInfo?, PublicError?) -> Void)?) {
        present(.sync, completion)
    }

    /// Presents what the store account holds, without asking the person for anything.
    ///
    /// - Throws: ``ErrorCode``.
    public func syncPurchases() async throws -> CustomerInfo {
        try await answer { self.present(.sync, &$0, isOffline: $1) }.get()
    }
}

// MARK: What the calls come to

private struct Bought: Sendable {
    var transaction: StoreTransaction?
    var customerInfo: CustomerInfo
    var userCancelled = false
}

extension Purchases {
    private func products(_ identifiers: [String], isOffline: Bool) -> [StoreProduct] {
        guard !isOffline else { return [] }
        var seen: Set<String> = []
        return identifiers.compactMap { identifier in
            guard seen.insert(identifier).inserted else { return nil }
            return line.catalogue[identifier].map(StoreProduct.init)
        }
    }

    private func purchase(
        _ product: StoreProduct, _ session: inout PurchasesSession, isOffline: Bool
    ) -> Answer<Bought> {
        ask(&session, isOffline) { session in
            switch line.purchase(product.productIdentifier) {
            case .unknownProduct: return .failure(error(for: .unknownProduct))
            case .pending: return .failure(.paymentPendingError)
            case .failed: return .failure(.storeProblemError)
            case .cancelled:
                let info =
                    session.cached(at: line.now)
                    ?? line.view().map { session.adopt($0, in: self) }
                guard let info else { return .failure(.purchaseCancelledError) }
                return .success(Bought(customerInfo: info, userCancelled: true))
            case .answered(let reply, let product):
                return take(reply, &session).map {
                    Bought(
                        transaction: reply.view.flatMap { StoreTransaction(of: product, in: $0) },
                        customerInfo: $0)
                }
            }
        }
    }

    private func present(
        _ action: Action, _ completion: ((CustomerInfo?, PublicError?) -> Void)?
    ) {
        // Safe: passed on once and called once, on the main actor.
        let completion = Handed(completion)
        send(
            { self.present(action, &$0, isOffline: $1) },
            answered: { completion.value?($0.value, $0.publicError) })
    }

    private func present(
        _ action: Action, _ session: inout PurchasesSession, isOffline: Bool
    ) -> Answer<CustomerInfo> {
        ask(&session, isOffline) { perform(action, &$0) }
    }
}

extension StoreTransaction {
    /// The newest transaction of a product that the device's own account made, or else of any.
    fileprivate convenience init?(of product: CatalogueProduct, in view: CustomerView) {
        let purchases = view.purchases.filter { $0.product.id == product.id }
        guard let purchase = purchases.last(where: \.isOfThisAccount) ?? purchases.last else {
            return nil
        }
        self.init(
            productIdentifier: product.id, purchaseDate: purchase.purchaseDate,
            transactionIdentifier: purchase.transactionID)
    }
}
