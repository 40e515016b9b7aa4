// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation

/// Buying.
///
/// Source: https://www.revenuecat.com/docs/getting-started/making-purchases, read 2026-11-21;
/// https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, PurchasesOrchestrator), read
/// 2026-11-21.
extension Purchases {
    /// Buys a product.
    ///
    /// When the person changes their mind, the handler gets what is known of the customer,
    /// ``ErrorCode/purchaseCancelledError`` and true.
    public func purchase(product: StoreProduct, completion: @escaping PurchaseCompletedBlock) {
        purchase(PurchaseParams(product), completion: completion)
    }

    /// Buys a product.
    ///
    /// When the person changes their mind that is no error; `userCancelled` says so.
    /// - Throws: ``ErrorCode``.
    public func purchase(product: StoreProduct) async throws -> PurchaseResultData {
        try await purchase(PurchaseParams(product))
    }

    /// Buys what a package holds.
    public func purchase(package: Package, completion: @escaping PurchaseCompletedBlock) {
        purchase(PurchaseParams(package.storeProduct), completion: completion)
    }

    /// Buys what a package holds.
    ///
    /// - Throws: ``ErrorCode``.
    public func purchase(package: Package) async throws -> PurchaseResultData {
        try await purchase(PurchaseParams(package.storeProduct))
    }

    /// Buys a product with a promotional offer.
    public func purchase(
        product: StoreProduct, promotionalOffer: PromotionalOffer,
        completion: @escaping PurchaseCompletedBlock
    ) {
        purchase(PurchaseParams(product, promotionalOffer), completion: completion)
    }

    /// Buys a product with a promotional offer.
    ///
    /// - Throws: ``ErrorCode``; ``ErrorCode/invalidPromotionalOfferError`` for an offer of another
    ///   product.
    public func purchase(
        product: StoreProduct, promotionalOffer: PromotionalOffer
    ) async throws -> PurchaseResultData {
        try await purchase(PurchaseParams(product, promotionalOffer))
    }

    /// Buys what a package holds with a promotional offer.
    public func purchase(
        package: Package, promotionalOffer: PromotionalOffer,
        completion: @escaping PurchaseCompletedBlock
    ) {
        purchase(PurchaseParams(package.storeProduct, promotionalOffer), completion: completion)
    }

    /// Buys what a package holds with a promotional offer.
    ///
    /// - Throws: ``ErrorCode``; ``ErrorCode/invalidPromotionalOfferError`` for an offer of another
    ///   product.
    public func purchase(
        package: Package, promotionalOffer: PromotionalOffer
    ) async throws -> PurchaseResultData {
        try await purchase(PurchaseParams(package.storeProduct, promotionalOffer))
    }

    /// Buys what the parameters say.
    public func purchase(_ params: PurchaseParams, completion: @escaping PurchaseCompletedBlock) {
        send(
            { self.buy(params, &$0, isOffline: $1) },
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

    /// Buys what the parameters say.
    ///
    /// - Throws: ``ErrorCode``.
    public func purchase(_ params: PurchaseParams) async throws -> PurchaseResultData {
        let bought = try await answer { self.buy(params, &$0, isOffline: $1) }.get()
        return (
            transaction: bought.transaction, customerInfo: bought.customerInfo,
            userCancelled: bought.userCancelled
        )
    }

    /// Buys what the parameters say.
    @available(*, deprecated, renamed: "purchase(_:completion:)")
    public func purchaseWithParams(
        _ params: PurchaseParams, completion: @escaping PurchaseCompletedBlock
    ) {
        purchase(params, completion: completion)
    }
}

// MARK: What the calls come to

private struct Bought: Sendable {
    var transaction: StoreTransaction?
    var customerInfo: CustomerInfo
    var userCancelled = false
}

extension Purchases {
    /// How many the store sells at once.
    private static let quantities = 1...10

    private func buy(
        _ params: PurchaseParams, _ session: inout PurchasesSession, isOffline: Bool
    ) -> Answer<Bought> {
        ask(&session, isOffline) { session in
            guard !params.product.contents.isTest else {
                return .failure(.productNotAvailableForPurchaseError)
            }
            guard Purchases.quantities.contains(params.quantity) else {
                return .failure(.purchaseInvalidError)
            }
            let product = params.product.productIdentifier
            var offer: CatalogueOffer?
            if let wanted = params.promotionalOffer {
                offer = line.catalogue[product]?.promotionalOffer(wanted.signedData.identifier)
                guard offer != nil else { return .failure(.invalidPromotionalOfferError) }
                guard line.getsPromotionalOffers else { return .failure(.ineligibleError) }
            }
            let store = installation.store
            if isSandbox, Purchases.simulatesAskToBuyInSandbox, store.nextPurchase == .succeeds {
                store.nextPurchase = .isPending
            }
            switch line.purchase(product, with: offer) {
            case .unknownProduct: return .failure(error(for: .unknownProduct))
            case .pending: return .failure(.paymentPendingError)
            case .failed: return .failure(.storeProblemError)
            case .cancelled: return cancelled(&session)
            case .answered(let reply, let product):
                return take(reply, &session).map { info in
                    let transaction = reply.view.flatMap {
                        StoreTransaction(of: product.id, in: $0, quantity: params.quantity)
                    }
                    return Bought(transaction: transaction, customerInfo: info)
                }
            }
        }
    }

    /// The person has changed their mind: the answer is what is known of the customer.
    private func cancelled(_ session: inout PurchasesSession) -> Answer<Bought> {
        let info =
            session.cached(at: line.now) ?? line.view().map { session.adopt($0, in: self) }
        guard let info else { return .failure(.purchaseCancelledError) }
        return .success(Bought(customerInfo: info, userCancelled: true))
    }
}

extension StoreTransaction {
    /// The newest transaction of a product that the device's own account made, or else of any.
    convenience init?(of product: String, in view: CustomerView, quantity: Int = 1) {
        let purchases = view.purchases.filter { $0.product.id == product }
        guard let purchase = purchases.last(where: \.isOfThisAccount) ?? purchases.last else {
            return nil
        }
        self.init(
            productIdentifier: product, purchaseDate: purchase.purchaseDate,
            transactionIdentifier: purchase.transactionID, quantity: quantity)
    }
}
