// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Whether the user gets the introductory offer of a product.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, IntroEligibilityStatus), read
/// 2026-11-21.
public enum IntroEligibilityStatus: Int, CaseIterable, Sendable {
    /// It could not be found out.
    case unknown = 0
    /// They do not.
    case ineligible
    /// They do.
    case eligible
    /// The product has no such offer.
    case noIntroOfferExists
}

extension IntroEligibilityStatus: CustomStringConvertible {
    /// The name of the case.
    public var description: String {
        switch self {
        case .unknown: "unknown"
        case .ineligible: "ineligible"
        case .eligible: "eligible"
        case .noIntroOfferExists: "noIntroOfferExists"
        }
    }

    /// Whether they get it.
    public var isEligible: Bool { self == .eligible }
}

/// Whether the user gets the introductory offer of a product, as an object.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, IntroEligibility), read
/// 2026-11-21.
public final class IntroEligibility: NSObject, Sendable {
    /// Whether they get it.
    public let status: IntroEligibilityStatus

    init(_ status: IntroEligibilityStatus) {
        self.status = status
        super.init()
    }

    /// Whether both say the same.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? IntroEligibility)?.status == status
    }

    /// Of what it says.
    public override var hash: Int { status.hashValue }

    /// The name of the case.
    public override var description: String { status.description }

    /// The name of the case, with its type.
    public override var debugDescription: String { "<IntroEligibility: status=\(status)>" }
}
