// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// Asking for discounts that the app can offer.
///
/// A promotional offer is for store accounts that have bought something before. The simulated
/// store has no offers for those who have left.
/// Source: https://www.revenuecat.com/docs/subscription-guidance/subscription-offers/ios-subscription-offers,
/// read 2026-11-21; https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT,
/// PurchasesOrchestrator), read 2026-11-21.
extension Purchases {
    /// Has a discount signed, so that it can be bought with.
    public func getPromotionalOffer(
        forProductDiscount discount: StoreProductDiscount, product: StoreProduct,
        completion: @escaping (PromotionalOffer?, PublicError?) -> Void
    ) {
        // Safe: passed on once and called once, on the main actor.
        let completion = Handed(completion)
        send(
            { self.sign(discount, of: product, &$0, isOffline: $1) },
            answered: { completion.value($0.value, $0.publicError) })
    }

    /// Has a discount signed, so that it can be bought with.
    ///
    /// - Throws: ``ErrorCode``; ``ErrorCode/ineligibleError`` where the store account has never
    ///   bought anything, and errors of their own for a discount without an identifier or a product
    ///   without a group.
    public func promotionalOffer(
        forProductDiscount discount: StoreProductDiscount, product: StoreProduct
    ) async throws -> PromotionalOffer {
        try await answer { self.sign(discount, of: product, &$0, isOffline: $1) }.get()
    }

    /// Has a discount signed, so that it can be bought with.
    ///
    /// - Throws: ``ErrorCode``.
    @available(*, deprecated, renamed: "promotionalOffer(forProductDiscount:product:)")
    public func getPromotionalOffer(
        forProductDiscount discount: StoreProductDiscount, product: StoreProduct
    ) async throws -> PromotionalOffer {
        try await promotionalOffer(forProductDiscount: discount, product: product)
    }

    /// The promotional offers of a product that the store account gets, signed; none where they
    /// cannot be asked for.
    public func eligiblePromotionalOffers(
        forProduct product: StoreProduct
    ) async -> [PromotionalOffer] {
        await answer { session, isOffline in
            product.discounts.compactMap {
                self.sign($0, of: product, &session, isOffline: isOffline).value
            }
        }
    }

    /// The promotional offers of a product that the store account gets.
    @available(*, deprecated, renamed: "eligiblePromotionalOffers(forProduct:)")
    public func getEligiblePromotionalOffers(
        forProduct product: StoreProduct
    ) async -> [PromotionalOffer] {
        await eligiblePromotionalOffers(forProduct: product)
    }

    private func sign(
        _ discount: StoreProductDiscount, of product: StoreProduct,
        _ session: inout PurchasesSession, isOffline: Bool
    ) -> Answer<PromotionalOffer> {
        guard let identifier = discount.offerIdentifier else {
            return .failure(.productDiscountMissingIdentifierError)
        }
        guard product.subscriptionGroupIdentifier != nil else {
            return .failure(.productDiscountMissingSubscriptionGroupIdentifierError)
        }
        return ask(&session, isOffline) { _ in
            guard line.getsPromotionalOffers else { return .failure(.ineligibleError) }
            let signed = PromotionalOffer.SignedData(
                identifier: identifier, keyIdentifier: "ALLONYM", nonce: UUID(),
                signature: "\(product.productIdentifier).\(identifier)",
                timestamp: Int(line.now.timeIntervalSince1970 * 1_000))
            return .success(PromotionalOffer(discount: discount, signedData: signed))
        }
    }
}

// MARK: For those who have left

extension Purchases {
    /// The offers of a product for those who have left: none.
    ///
    /// - Throws: ``ErrorCode`` without a network.
    public func eligibleWinBackOffers(
        forProduct product: StoreProduct
    ) async throws -> [WinBackOffer] {
        try await answer { self.ask(&$0, $1) { _ in .success([]) } }.get()
    }

    /// The offers of a package for those who have left: none.
    ///
    /// - Throws: ``ErrorCode`` without a network.
    public func eligibleWinBackOffers(forPackage package: Package) async throws -> [WinBackOffer] {
        try await eligibleWinBackOffers(forProduct: package.storeProduct)
    }

    /// The offers of a product for those who have left: none.
    public func eligibleWinBackOffers(
        forProduct product: StoreProduct,
        completion: @escaping @Sendable ([WinBackOffer]?, PublicError?) -> Void
    ) {
        send(
            { session, isOffline -> Answer<[WinBackOffer]> in
                self.ask(&session, isOffline) { _ in .success([]) }
            },
            answered: { completion($0.value, $0.publicError) })
    }

    /// The offers of a package for those who have left: none.
    public func eligibleWinBackOffers(
        forPackage package: Package,
        completion: @escaping @Sendable ([WinBackOffer]?, PublicError?) -> Void
    ) {
        eligibleWinBackOffers(forProduct: package.storeProduct, completion: completion)
    }
}
