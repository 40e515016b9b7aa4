// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
public import AllonymMappings

/// Something that a plan has to say about what was read: what is lost, changed, or to be decided.
public struct Finding: Hashable, Sendable {
    /// How much it weighs: the disposition of what it is about, or a note.
    public typealias Severity = FindingSeverity

    /// What is found, such as `missing-receipt`.
    public internal(set) var code: FindingCode
    /// How much it weighs.
    public internal(set) var severity: Severity
    /// Whom or what it is about: at most five of them, the first ones that were met.
    public internal(set) var subjects: [String]
    /// A whole sentence.
    public internal(set) var message: String
    /// The ID of the rule behind it.
    public internal(set) var rule: String
    /// Where the rule comes from.
    public internal(set) var source: String
    /// How many it is about.
    public internal(set) var count: Int
    /// What to do about it, in whole sentences.
    public internal(set) var action = ""
    /// What it costs those who have access: each customer under the finding about the worst that
    /// becomes of any access.
    public internal(set) var cost = Stakes.Share()
    /// What it is about; nil where nothing is known of its code.
    package var about: FindingGuide.Entry.Subject?

    /// Whether each thing that it counts has a row in `findings.csv`; what only tells of a behaviour
    /// counts those whom it may concern.
    public var hasRows: Bool { !code.rawValue.hasPrefix("behaviour-") }
}

/// A finding of a plan while it is made, without what it is about.
package final class PlannedFinding: Sendable {
    /// Its number among those that one thread has made.
    let number: Int
    /// What is found.
    package let code: FindingCode
    /// How much it weighs.
    package let severity: FindingSeverity
    /// The ID of the rule behind it.
    package let rule: String

    /// A finding about the plan as a whole, by its number among those.
    init(_ finding: Finding, number: Int) {
        (code, severity, rule) = (finding.code, finding.severity, finding.rule)
        self.number = number
    }

    init(number: Int, _ code: FindingCode, _ severity: FindingSeverity, rule: String) {
        (self.number, self.code, self.severity, self.rule) = (number, code, severity, rule)
    }
}

/// The kind of a ``Finding``; `Mappings/findings.json` says what each means.
public struct FindingCode: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The word that stands in reports.
    public let rawValue: String

    /// A code.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A code.
    public init(stringLiteral text: String) { rawValue = text }
}

extension FindingCode {
    // Of IDs.
    static let attributesNotCarried: FindingCode = "attributes-not-carried"
    static let aliasNotHeld: FindingCode = "alias-not-held"
    static let aliasAmbiguous: FindingCode = "alias-ambiguous"
    static let aliasNotJoined: FindingCode = "alias-not-joined"
    static let anonymousNotHeld: FindingCode = "anonymous-not-held"
    static let anonymousNotImported: FindingCode = "anonymous-not-imported"
    static let anonymousOfIdentified: FindingCode = "anonymous-of-identified"
    static let caseTwins: FindingCode = "case-twins"
    static let collision: FindingCode = "collision"
    static let hashed: FindingCode = "hashed"
    static let looksAnonymous: FindingCode = "looks-anonymous"
    static let blockedElsewhere: FindingCode = "blocked-elsewhere"
    static let surroundingWhitespace: FindingCode = "surrounding-whitespace"
    static let pathSegment: FindingCode = "path-segment"
    static let reminted: FindingCode = "re-minted"
    static let trimmed: FindingCode = "trimmed"

    // Of purchases and grants.
    static let beginsLater: FindingCode = "begins-later"
    static let broughtByApp: FindingCode = "brought-by-app"
    static let byHand: FindingCode = "by-hand"
    static let columnEmpty: FindingCode = "column-empty"
    static let endPassed: FindingCode = "end-passed"
    static let endedLongAgo: FindingCode = "ended-long-ago"
    static let endsTooLate: FindingCode = "ends-too-late"
    static let entitlementDropped: FindingCode = "entitlement-dropped"
    static let entitlementMapped: FindingCode = "entitlement-mapped"
    static let entitlementNotMapped: FindingCode = "entitlement-not-mapped"
    static let familyShared: FindingCode = "family-shared"
    static let flagAgainstDates: FindingCode = "flag-against-dates"
    static let notRunning: FindingCode = "not-running"
    static let notTaken: FindingCode = "not-taken"
    static let ownerAmbiguous: FindingCode = "owner-ambiguous"
    static let ownerNotImported: FindingCode = "owner-not-imported"
    static let ownerOutOfReach: FindingCode = "owner-out-of-reach"
    static let ownerReminted: FindingCode = "owner-re-minted"
    static let ownerUndecided: FindingCode = "owner-undecided"
    static let productMapped: FindingCode = "product-mapped"
    static let productNotMapped: FindingCode = "product-not-mapped"
    static let productUnused: FindingCode = "product-unused"
    static let promotional: FindingCode = "promotional"
    static let sandbox: FindingCode = "sandbox"
    static let stateContradicted: FindingCode = "state-contradicted"
    static let stateNotCarried: FindingCode = "state-not-carried"
    static let tokenTooOld: FindingCode = "token-too-old"
    static let tooManyOfCustomer: FindingCode = "too-many-of-customer"
    static let tooManyRows: FindingCode = "too-many-rows"
    static let trial: FindingCode = "trial"
    static let twinProducts: FindingCode = "twin-products"
    static let twoHolders: FindingCode = "two-holders"
    static let withoutOwner: FindingCode = "without-owner"

    /// The target refuses an ID.
    init(_ reason: Reason) { rawValue = reason.rawValue }

    /// One of the two providers gives access in a state, and the other does not.
    static func behaviour(inState word: String) -> FindingCode {
        FindingCode(rawValue: "behaviour-state-\(word)")
    }

    /// Something that every open way asks for is not known.
    static func missing(_ field: String) -> FindingCode {
        FindingCode(rawValue: "missing-\(field)")
    }
}

extension Disposition {
    /// The weight of a finding about something of this disposition.
    var severity: Finding.Severity {
        switch self {
        case .kept: .kept
        case .changed: .changed
        case .dropped: .dropped
        case .ambiguous: .ambiguous
        case .needsDecision: .needsDecision
        }
    }
}
