// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

/// How much a finding of a migration plan weighs, the heaviest first.
public enum FindingSeverity: String, CaseIterable, Sendable {
    /// Somebody has to decide.
    case needsDecision = "needs-decision"
    /// It could be one of several things, so nothing is written.
    case ambiguous
    /// It does not go over, and nobody has to do anything.
    case dropped
    /// It goes over, and something about it is another.
    case changed
    /// It goes over as it is.
    case kept
    /// Worth knowing; nothing is lost.
    case note
}

/// What the findings of migration plans mean, and what to do about them: `findings.json`.
public struct FindingGuide: Sendable {
    /// What a finding of one code and severity means.
    public struct Entry: Hashable, Sendable {
        /// What findings are about.
        public enum Subject: String, CaseIterable, Sendable {
            case reading, ids, purchases, customers, behaviour
        }

        /// What becomes of access to which the import alone does not lead, for this reason.
        public enum Access: String, CaseIterable, Sendable {
            /// The app brings it when it first starts.
            case byApp = "by-app"
            /// Somebody has to decide.
            case byDecision = "by-decision"
            /// It is lost for good.
            case lost
        }

        /// The code, such as `two-holders`; one that ends in `*` stands for all that begin so.
        public let code: String
        /// How much it weighs.
        public let severity: FindingSeverity
        /// What it is about.
        public let subject: Subject
        /// What it means, in whole sentences.
        public let meaning: String
        /// What to do about it, in whole sentences.
        public let action: String
        /// What becomes of access for this reason; nil where the severity says it: what is dropped is
        /// lost, and anything else takes a decision.
        public let access: Access?
        /// Whether a plan names other ways instead of the action, where the target documents any.
        public let namesWays: Bool
    }

    /// A rule that no provider has: one of the tool's own, about reading or the table of products.
    public struct Rule: Hashable, Sendable {
        /// Its ID, such as `scan.kind`; one that ends in `*` stands for all that begin so.
        public let id: String
        /// The codes of the findings that it leads to.
        public let codes: [String]
        /// How many days make the difference; nil where it counts none.
        package let days: Int?
        /// Where that number is documented; nil where there is none.
        package let citation: Citation?
    }

    /// All entries, as they stand in the file.
    public let entries: [Entry]
    /// The tool's own rules, sorted by ID.
    public let rules: [Rule]
    /// The day on which all this was last looked at.
    public let checked: String

    /// What findings of a code are about; nil where there is no such code.
    public func subject(of code: String) -> Entry.Subject? { entries(of: code).first?.subject }

    /// What becomes of access that the import alone does not give for the reason of a code; nil where
    /// there is no such code.
    public func access(of code: String) -> Entry.Access? {
        let known = entries(of: code)
        if let said = known.lazy.compactMap(\.access).first { return said }
        if known.isEmpty { return nil }
        return known.allSatisfy { $0.severity == .dropped } ? .lost : .byDecision
    }

    /// The entry of a code at a severity; nil where there is none.
    ///
    /// The code itself comes before one that ends in `*`.
    public func entry(of code: String, _ severity: FindingSeverity) -> Entry? {
        let same = entries.filter { $0.severity == severity }
        return same.first { $0.code == code }
            ?? same.first { $0.code.last == "*" && code.hasPrefix($0.code.dropLast()) }
    }

    /// The entries of a code, at any severity.
    ///
    /// The code itself comes before one that ends in `*`.
    public func entries(of code: String) -> [Entry] {
        FindingSeverity.allCases.compactMap { entry(of: code, $0) }
    }

    /// The tool's own rule of an ID; nil where there is none.
    ///
    /// The ID itself comes before one that ends in `*`.
    public func rule(_ id: String) -> Rule? {
        rules.first { $0.id == id }
            ?? rules.first { $0.id.last == "*" && id.hasPrefix($0.id.dropLast()) }
    }
}

extension Mappings {
    /// Every code that a finding can have, sorted; one that ends in `*` stands for those that end in a
    /// field that a writer needs, or in a state.
    package var findingCodes: [String] {
        let targets = Array(formats.values) + [neutralFormats].compactMap(\.self)
        let fields = Set(targets.flatMap(\.writers).flatMap(\.needs).joined().map(\.name))
        let states = neutral.words.filter { $0.list == "states" }.map(\.word)
        let codes = findings.entries.flatMap { entry -> [String] in
            guard entry.code.last == "*" else { return [entry.code] }
            let words = entry.subject == .behaviour ? states : Array(fields)
            return words.map { "\(entry.code.dropLast())\($0)" }
        }
        return Set(codes).sorted()
    }
}
