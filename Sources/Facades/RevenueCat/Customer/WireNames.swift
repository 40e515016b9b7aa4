// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import RevenueCatWire

/// The SDK's enumerations and their names in REST v1; a name that is not known is the default.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, CustomerInfoResponse),
/// read 2026-11-21.
extension Store {
    init(_ name: StoreName) {
        self =
            switch name {
            case .appStore: .appStore
            case .macAppStore: .macAppStore
            case .playStore: .playStore
            case .stripe: .stripe
            case .promotional: .promotional
            case .unknown: .unknownStore
            case .amazon: .amazon
            case .rcBilling: .rcBilling
            case .external: .external
            case .paddle: .paddle
            case .testStore: .testStore
            case .galaxy: .galaxy
            }
    }
}

extension PeriodType {
    init(_ name: PeriodTypeName) {
        self =
            switch name {
            case .normal: .normal
            case .intro: .intro
            case .trial: .trial
            case .prepaid: .prepaid
            }
    }
}

extension PurchaseOwnershipType {
    init(_ name: OwnershipTypeName) {
        self =
            switch name {
            case .purchased: .purchased
            case .familyShared: .familyShared
            case .unknown: .unknown
            }
    }
}

extension Store: Codable {
    /// Reads the name on the wire; one that is not known is ``unknownStore``.
    ///
    /// - Throws: `DecodingError` where there is no text.
    public init(from decoder: any Decoder) throws { self.init(try StoreName(from: decoder)) }

    /// Writes the name on the wire.
    public func encode(to encoder: any Encoder) throws {
        try StoreName.allCases.first { Store($0) == self }.encode(to: encoder)
    }
}

extension PeriodType: Codable {
    /// Reads the name on the wire; one that is not known is ``normal``.
    ///
    /// - Throws: `DecodingError` where there is no text.
    public init(from decoder: any Decoder) throws { self.init(try PeriodTypeName(from: decoder)) }

    /// Writes the name on the wire.
    public func encode(to encoder: any Encoder) throws {
        try PeriodTypeName.allCases.first { PeriodType($0) == self }.encode(to: encoder)
    }
}

extension PurchaseOwnershipType: Codable {
    /// Reads the name on the wire; one that is not known is ``unknown``.
    ///
    /// - Throws: `DecodingError` where there is no text.
    public init(from decoder: any Decoder) throws {
        self.init(try OwnershipTypeName(from: decoder))
    }

    /// Writes the name on the wire.
    public func encode(to encoder: any Encoder) throws {
        try OwnershipTypeName.allCases.first { PurchaseOwnershipType($0) == self }
            .encode(to: encoder)
    }
}
