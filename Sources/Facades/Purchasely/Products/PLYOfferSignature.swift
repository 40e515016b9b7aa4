// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
public import Foundation

/// The provider's signature of an offer, with which an app buys at it by itself.
///
/// The simulated store takes a purchase at an offer without one, so it signs nothing that could be
/// verified.
/// Source: https://github.com/Purchasely/Purchasely-iOS (6.0.0, PLYOfferSignature), read 2026-11-21.
public final class PLYOfferSignature: NSObject, Decodable, Sendable {
    /// The ID of what is sold.
    public let planVendorId: String
    /// The offer's ID at the store.
    public let identifier: String
    /// The signature, in Base64.
    public let signature: String
    /// What makes it good for one use.
    public let nonce: UUID
    /// The key that signed.
    public let keyIdentifier: String
    /// When it was signed, in milliseconds since 1970.
    public let timestamp: Double

    init(_ offer: String, of plan: String, at date: Date) {
        planVendorId = plan
        identifier = offer
        signature = Data("\(plan).\(offer)".utf8).base64EncodedString()
        nonce = UUID()
        keyIdentifier = "ALLONYM"
        timestamp = (date.timeIntervalSince1970 * 1_000).rounded()
    }
}

extension Purchasely {
    /// Asks for the signature of a plan's offer.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - promoOffer: The offer.
    ///   - success: Called with the signature.
    ///   - failure: ``PLYError/productNotFound`` for a plan that the store does not sell,
    ///     ``PLYError/invalidOfferIdentifier`` for an offer that the plan has not.
    public static func signPromotionalOffer(
        plan: PLYPlan, promoOffer: PLYPromoOffer, success: @escaping PLYOfferSignatureClosure,
        failure: @escaping PLYErrorClosure
    ) {
        signPromotionalOffer(
            storeProductId: plan.vendorId, storeOfferId: promoOffer.storeOfferId, success: success,
            failure: failure)
    }

    /// Asks for the signature of an offer at the store.
    ///
    /// Whether the store account gets the offer is asked when it is bought.
    ///
    /// - Parameters:
    ///   - storeProductId: The product's ID at the store.
    ///   - storeOfferId: The offer's ID at the store.
    ///   - success: Called with the signature.
    ///   - failure: ``PLYError/productNotFound`` for a product that the store does not sell,
    ///     ``PLYError/invalidOfferIdentifier`` for an offer that it has not.
    public static func signPromotionalOffer(
        storeProductId: String, storeOfferId: String,
        success: @escaping PLYOfferSignatureClosure, failure: @escaping PLYErrorClosure
    ) {
        let handlers = Handlers(success, failure)
        let session = PurchaselySession.current()
        session.call(answered: { handlers.call($0) }) { _ in
            guard let item = session.line.catalogue[storeProductId] else {
                return .failure(session.error(for: .unknownProduct))
            }
            guard item.promotionalOffer(storeOfferId) != nil else {
                return .failure(.invalidOfferIdentifier)
            }
            return .success(
                PLYOfferSignature(storeOfferId, of: item.id, at: session.line.now))
        }
    }
}
