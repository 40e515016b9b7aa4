// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation

/// An offer of StoreKit, introductory or promotional; a stand-in of the same name.
public final class SKProductDiscount: NSObject, Sendable {
    /// When an offer is paid.
    public enum PaymentMode: UInt, Sendable, CaseIterable {
        /// Each of its periods by itself.
        case payAsYouGo = 0
        /// Once.
        case payUpFront = 1
        /// Never.
        case freeTrial = 2
    }

    /// Who gets an offer.
    public enum `Type`: UInt, Sendable, CaseIterable {
        /// Accounts that buy for the first time.
        case introductory = 0
        /// Accounts to whom the app offers it.
        case subscription = 1
    }

    let offer: CatalogueOffer
    let product: String
    /// How its price is written, with the currency.
    public let priceLocale: Locale
    /// Who gets it.
    public let type: `Type`

    init(_ offer: CatalogueOffer, of product: CatalogueProduct, _ type: `Type`) {
        self.offer = offer
        self.product = product.id
        self.type = type
        priceLocale = product.priceLocale
    }

    /// Its ID; nil for an introductory offer.
    public var identifier: String? { offer.id }
    /// What each payment is.
    public var price: NSDecimalNumber { NSDecimalNumber(decimal: offer.price) }
    /// How long one of its periods is.
    public var subscriptionPeriod: SKProductSubscriptionPeriod {
        SKProductSubscriptionPeriod(offer.period)
    }
    /// How many periods there are.
    public var numberOfPeriods: Int { offer.periods }
    /// When it is paid.
    public var paymentMode: PaymentMode {
        switch offer.payment {
        case .asYouGo: .payAsYouGo
        case .upFront: .payUpFront
        case .free: .freeTrial
        }
    }
}

/// A promotional offer of StoreKit with its signature; a stand-in of the same name.
public final class SKPaymentDiscount: NSObject, Sendable {
    /// The offer's ID.
    public let identifier: String
    /// The ID of the key that signed it.
    public let keyIdentifier: String
    /// What makes the signature good for one use.
    public let nonce: UUID
    /// The signature; the simulated store takes any.
    public let signature: String
    /// When it was signed, in milliseconds since 1970.
    public let timestamp: NSNumber

    /// A signed offer.
    public init(
        identifier: String, keyIdentifier: String, nonce: UUID, signature: String,
        timestamp: NSNumber
    ) {
        self.identifier = identifier
        self.keyIdentifier = keyIdentifier
        self.nonce = nonce
        self.signature = signature
        self.timestamp = timestamp
    }
}
