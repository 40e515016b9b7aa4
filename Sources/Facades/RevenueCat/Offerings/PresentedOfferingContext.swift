// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Where a package was shown: the SDK tells the server of it with the purchase.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, PresentedOfferingContext), read
/// 2026-11-21.
public final class PresentedOfferingContext: NSObject, Sendable {
    /// Which rule chose an offering; the simulation has no targeting, so that none is handed out.
    public final class TargetingContext: NSObject, Sendable {
        /// Which version of the rules.
        public let revision: Int
        /// Which rule.
        public let ruleId: String

        /// A rule.
        public init(revision: Int, ruleId: String) {
            self.revision = revision
            self.ruleId = ruleId
            super.init()
        }

        /// Whether both are the same.
        public override func isEqual(_ object: Any?) -> Bool {
            guard let other = object as? TargetingContext else { return false }
            return revision == other.revision && ruleId == other.ruleId
        }

        /// Of both.
        public override var hash: Int { revision.hashValue ^ ruleId.hashValue }
    }

    /// The offering.
    public let offeringIdentifier: String
    /// The place in the app, where one was named.
    public let placementIdentifier: String?
    /// Which rule chose the offering.
    public let targetingContext: TargetingContext?

    /// A place.
    public init(
        offeringIdentifier: String, placementIdentifier: String?,
        targetingContext: TargetingContext?
    ) {
        self.offeringIdentifier = offeringIdentifier
        self.placementIdentifier = placementIdentifier
        self.targetingContext = targetingContext
        super.init()
    }

    /// An offering, shown anywhere.
    public convenience init(offeringIdentifier: String) {
        self.init(
            offeringIdentifier: offeringIdentifier, placementIdentifier: nil,
            targetingContext: nil)
    }

    /// Whether both are the same.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? PresentedOfferingContext else { return false }
        return offeringIdentifier == other.offeringIdentifier
            && placementIdentifier == other.placementIdentifier
            && targetingContext == other.targetingContext
    }

    /// Of the offering and the place.
    public override var hash: Int {
        offeringIdentifier.hashValue ^ (placementIdentifier?.hashValue ?? 0)
    }
}
