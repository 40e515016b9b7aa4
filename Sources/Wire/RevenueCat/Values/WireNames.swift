// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A closed set of names of REST v1.
///
/// A name that is not known is the set's default, never an error.
/// Source: https://www.revenuecat.com/docs/api-v1, Subscriber, read 2026-11-21;
/// https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, CustomerInfoResponse), read
/// 2026-11-21.
protocol WireNamed: RawRepresentable<String>, CaseIterable, Codable, Sendable {
    /// What stands for a name that is not known.
    static var whenUnknown: Self { get }
    /// What stands for a name that is missing, or is no text; by default the same.
    static var whenMissing: Self { get }
}

extension WireNamed {
    static var whenMissing: Self { whenUnknown }

    init(wireName: String?) {
        self = wireName.map { Self(rawValue: $0) ?? Self.whenUnknown } ?? Self.whenMissing
    }
}

/// Where a purchase was made.
package enum StoreName: String, WireNamed {
    case amazon, external, galaxy, paddle, promotional, stripe, unknown
    case appStore = "app_store"
    case macAppStore = "mac_app_store"
    case playStore = "play_store"
    case rcBilling = "rc_billing"
    case testStore = "test_store"

    static var whenUnknown: StoreName { .unknown }

    /// Reads a name; one that is not known is ``unknown``.
    ///
    /// - Throws: `DecodingError` where there is no text.
    package init(from decoder: any Decoder) throws {
        self.init(wireName: try decoder.singleValueContainer().decode(String.self))
    }
}

/// What kind of period a subscription is in.
package enum PeriodTypeName: String, WireNamed {
    case intro, normal, prepaid, trial

    static var whenUnknown: PeriodTypeName { .normal }

    /// Reads a name; one that is not known is ``normal``.
    ///
    /// - Throws: `DecodingError` where there is no text.
    package init(from decoder: any Decoder) throws {
        self.init(wireName: try decoder.singleValueContainer().decode(String.self))
    }
}

/// Whether the customer bought it; a name that is missing means that they did.
package enum OwnershipTypeName: String, WireNamed {
    case familyShared = "FAMILY_SHARED"
    case purchased = "PURCHASED"
    case unknown = "UNKNOWN"

    static var whenUnknown: OwnershipTypeName { .unknown }
    static var whenMissing: OwnershipTypeName { .purchased }

    /// Reads a name; one that is not known is ``unknown``.
    ///
    /// - Throws: `DecodingError` where there is no text.
    package init(from decoder: any Decoder) throws {
        self.init(wireName: try decoder.singleValueContainer().decode(String.self))
    }
}
