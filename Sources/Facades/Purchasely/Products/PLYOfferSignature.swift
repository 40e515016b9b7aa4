// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
public import Foundation

/// The provider's signature of an offer, with which an app buys at it by itself.
///
/// The world's catalogue has no offers, so there is none but what is read from a text.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYOfferSignature), read 2026-11-21.
public final class PLYOfferSignature: NSObject, Decodable, Sendable {
    /// The plan.
    public let planVendorId: String
    /// The offer.
    public let identifier: String
    /// The signature, in Base64.
    public let signature: String
    /// What makes it good for one use.
    public let nonce: UUID
    /// The key that signed.
    public let keyIdentifier: String
    /// When it was signed, in milliseconds since 1970.
    public let timestamp: Double
}

extension Purchasely {
    /// Asks for the signature of a plan's offer; fails with ``PLYError/invalidOfferIdentifier``,
    /// since the catalogue has no offers.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - promoOffer: The offer.
    ///   - success: Not called.
    ///   - failure: ``PLYError/productNotFound`` for a plan that the store does not sell.
    public static func signPromotionalOffer(
        plan: PLYPlan, promoOffer: PLYPromoOffer, success: @escaping PLYOfferSignatureClosure,
        failure: @escaping PLYErrorClosure
    ) {
        signPromotionalOffer(
            storeProductId: plan.vendorId, storeOfferId: promoOffer.storeOfferId, success: success,
            failure: failure)
    }

    /// Asks for the signature of an offer at the store; fails with
    /// ``PLYError/invalidOfferIdentifier``, since the catalogue has no offers.
    ///
    /// - Parameters:
    ///   - storeProductId: The product's ID at the store.
    ///   - storeOfferId: The offer's ID at the store.
    ///   - success: Not called.
    ///   - failure: ``PLYError/productNotFound`` for a product that the store does not sell.
    public static func signPromotionalOffer(
        storeProductId: String, storeOfferId: String,
        success: @escaping PLYOfferSignatureClosure, failure: @escaping PLYErrorClosure
    ) {
        let handlers = Handlers(success, failure)
        let session = PurchaselySession.current()
        session.call(answered: { handlers.call($0) }) { _ in
            guard session.plans.plan(storeProductId) != nil else {
                return .failure(session.error(for: .unknownProduct))
            }
            return .failure(.invalidOfferIdentifier)
        }
    }
}
