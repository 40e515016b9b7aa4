// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// How long what a package holds runs, as far as its identifier says so.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, PackageType), read
/// 2026-11-21.
public enum PackageType: Int, CaseIterable, Sendable {
    /// The identifier begins with `$rc_` and is none of RevenueCat's.
    case unknown = -2
    /// An identifier of the app's own.
    case custom
    /// `$rc_lifetime`.
    case lifetime
    /// `$rc_annual`.
    case annual
    /// `$rc_six_month`.
    case sixMonth
    /// `$rc_three_month`.
    case threeMonth
    /// `$rc_two_month`.
    case twoMonth
    /// `$rc_monthly`.
    case monthly
    /// `$rc_weekly`.
    case weekly

    /// RevenueCat's identifier; nil where there is none.
    var identifier: String? {
        switch self {
        case .unknown, .custom: nil
        case .lifetime: "$rc_lifetime"
        case .annual: "$rc_annual"
        case .sixMonth: "$rc_six_month"
        case .threeMonth: "$rc_three_month"
        case .twoMonth: "$rc_two_month"
        case .monthly: "$rc_monthly"
        case .weekly: "$rc_weekly"
        }
    }

    init(identifier: String) {
        self =
            PackageType.allCases.first { $0.identifier == identifier }
            ?? (identifier.hasPrefix("$rc_") ? .unknown : .custom)
    }
}

extension PackageType: CustomDebugStringConvertible {
    /// RevenueCat's identifier, or the name of the case, with its type.
    public var debugDescription: String {
        switch self {
        case .unknown: "PackageType.unknown"
        case .custom: "PackageType.custom"
        default: "PackageType.\(identifier ?? "")"
        }
    }
}

extension PackageType: Codable {
    /// Reads an identifier; ``unknown`` where there is none.
    public init(from decoder: any Decoder) throws {
        let text = try? decoder.singleValueContainer().decode(String.self)
        self = text.map(PackageType.init(identifier:)) ?? .unknown
    }

    /// Writes RevenueCat's identifier, or null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }
}
