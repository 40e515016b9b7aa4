// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// How REST v1 spells the SDK's enumerations.
///
/// A name that is not known is the enumeration's default, never an error.
/// Source: https://www.revenuecat.com/docs/api-v1, Subscriber, read 2026-11-21;
/// https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, CustomerInfoResponse), read
/// 2026-11-21.
protocol WireNamed: CaseIterable, Equatable {
    /// What stands for a name that is missing or not known.
    static var whenUnknown: Self { get }
    /// The name on the wire.
    var wireName: String { get }
}

extension WireNamed {
    init(wireName: String?) {
        self = Self.allCases.first { $0.wireName == wireName } ?? Self.whenUnknown
    }
}

extension Store: WireNamed {
    static var whenUnknown: Store { .unknownStore }

    var wireName: String {
        switch self {
        case .appStore: "app_store"
        case .macAppStore: "mac_app_store"
        case .playStore: "play_store"
        case .stripe: "stripe"
        case .promotional: "promotional"
        case .unknownStore: "unknown"
        case .amazon: "amazon"
        case .rcBilling: "rc_billing"
        case .external: "external"
        case .paddle: "paddle"
        case .testStore: "test_store"
        case .galaxy: "galaxy"
        }
    }
}

extension PeriodType: WireNamed {
    static var whenUnknown: PeriodType { .normal }

    var wireName: String {
        switch self {
        case .normal: "normal"
        case .intro: "intro"
        case .trial: "trial"
        case .prepaid: "prepaid"
        }
    }
}

extension PurchaseOwnershipType: WireNamed {
    static var whenUnknown: PurchaseOwnershipType { .purchased }

    var wireName: String {
        switch self {
        case .purchased: "PURCHASED"
        case .familyShared: "FAMILY_SHARED"
        case .unknown: "UNKNOWN"
        }
    }
}
