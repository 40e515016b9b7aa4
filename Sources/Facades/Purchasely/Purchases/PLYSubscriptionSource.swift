// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import PurchaselyWire

/// The store that sold a subscription.
///
/// There is none for Stripe: such a subscription has `none`, and Stripe's own IDs beside it.
/// Source: the interface of the SDK for iOS, 6.0.0, read 2026-11-21.
public enum PLYSubscriptionSource: Int, Sendable, CaseIterable {
    /// Apple's App Store.
    case appleAppStore = 0
    /// Google Play.
    case googlePlayStore = 1
    /// Amazon's Appstore.
    case amazonAppstore = 2
    /// Huawei's AppGallery.
    case huaweiAppGallery = 3
    /// Another, or none.
    case none = 4
}

/// Why a store could not be read.
public enum PLYSubscriptionSourceError: Error, Hashable, Sendable {
    /// The text names no store.
    case invalidStringFormat
}

/// What a subscription was offered with.
///
/// Source: the interface of the SDK for iOS, 6.0.0, read 2026-11-21.
public enum PLYSubscriptionOfferType: Int, Sendable, CaseIterable {
    /// Nothing.
    case none = 0
    /// A free trial.
    case freeTrial = 1
    /// A lower price at first.
    case introOffer = 2
    /// A code of the store's.
    case promoCode = 3
    /// An offer to those who have been customers.
    case promotionalOffer = 4
}

extension PLYSubscriptionOfferType {
    /// The offer that events name so.
    init(_ offer: OfferType) {
        switch offer {
        case .none: self = .none
        case .freeTrial: self = .freeTrial
        case .introOffer: self = .introOffer
        case .promoCode: self = .promoCode
        case .promotionalOffer: self = .promotionalOffer
        }
    }
}

extension PLYSubscriptionSource {
    /// The store that events name so; none for the one that the SDK has no case for.
    init(_ store: StoreName) {
        switch store {
        case .appleAppStore: self = .appleAppStore
        case .googlePlayStore: self = .googlePlayStore
        case .amazonAppstore: self = .amazonAppstore
        case .huaweiAppGallery: self = .huaweiAppGallery
        default: self = .none
        }
    }
}

/// Why an offer's type could not be read.
public enum PLYSubscriptionOfferTypeError: Error, Hashable, Sendable {
    /// The text names no type of offer.
    case invalidStringFormat
}

// The form that the SDK writes is not documented. That reading fails for a text that names nothing
// is; so both are written as the name of the case.

extension PLYSubscriptionSource: Codable {
    /// Reads the name of a case.
    ///
    /// - Throws: ``PLYSubscriptionSourceError/invalidStringFormat``.
    public init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        guard let found = Self.allCases.first(where: { "\($0)" == name }) else {
            throw PLYSubscriptionSourceError.invalidStringFormat
        }
        self = found
    }

    /// Writes the name of the case.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("\(self)")
    }
}

extension PLYSubscriptionOfferType: Codable {
    /// Reads the name of a case.
    ///
    /// - Throws: ``PLYSubscriptionOfferTypeError/invalidStringFormat``.
    public init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        guard let found = Self.allCases.first(where: { "\($0)" == name }) else {
            throw PLYSubscriptionOfferTypeError.invalidStringFormat
        }
        self = found
    }

    /// Writes the name of the case.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("\(self)")
    }
}
