// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// What becomes of access that a customer of the source has, the best first.
public enum AccessOutcome: Int, CaseIterable, Comparable, Sendable {
    /// The import alone gives it.
    case kept
    /// The customer gets it back when the new app first starts.
    case byApp
    /// It is lost until somebody decides.
    case byDecision
    /// It is lost for good.
    case lost

    /// The better one is less.
    public static func < (one: AccessOutcome, other: AccessOutcome) -> Bool {
        one.rawValue < other.rawValue
    }

    /// What it is called in reports.
    public var word: String {
        switch self {
        case .kept: "kept"
        case .byApp: "byApp"
        case .byDecision: "byDecision"
        case .lost: "lost"
        }
    }
}

extension FindingGuide {
    /// What becomes of access for a reason that stands in its way.
    func outcome(of code: FindingCode) -> AccessOutcome {
        switch access(of: code.rawValue) {
        case .byApp: .byApp
        case .byDecision, nil: .byDecision
        case .lost: .lost
        }
    }
}
