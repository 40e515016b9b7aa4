// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A value that an identity system outside of the providers refuses as a user ID.
public struct BlocklistEntry: Hashable, Sendable {
    /// What the system compares an ID with.
    public enum Match: Hashable, Sendable {
        /// This very text; without regard to the case of ASCII letters where `anyCase`; in single or
        /// double quotes as well where `quoted`.
        case value(String, anyCase: Bool, quoted: Bool)
        /// The empty text and whatever has only white space; the empty text in single or double quotes
        /// as well where `quoted`.
        case blank(quoted: Bool)
        /// Whatever is of this format.
        case pattern(Pattern)
    }

    /// A stable ID, such as `posthog.3`.
    public let id: String
    /// The system's name.
    public let system: String
    /// What it compares an ID with.
    public let match: Match
    /// Where it comes from.
    public let citation: Citation

    package init(id: String, system: String, match: Match, citation: Citation) {
        self.id = id
        self.system = system
        self.match = match
        self.citation = citation
    }

    /// Every text that the entry means, for comparing byte by byte; none for a pattern.
    package var values: [String] {
        switch match {
        case .value(let value, _, let quoted): BlocklistEntry.spellings(of: value, quoted)
        case .blank(let quoted): BlocklistEntry.spellings(of: "", quoted)
        case .pattern: []
        }
    }

    private static func spellings(of value: String, _ quoted: Bool) -> [String] {
        quoted ? [value, "'\(value)'", "\"\(value)\""] : [value]
    }

    /// Whether ASCII letters are compared without regard to case.
    package var anyCase: Bool {
        if case .value(_, let anyCase, _) = match { anyCase } else { false }
    }

    /// Whether everything that has only white space is refused.
    package var refusesBlank: Bool {
        if case .blank = match { true } else { false }
    }
}

/// What other identity systems refuse: the source of the advice `blocked-elsewhere`.
public struct ExternalBlocklists: Sendable {
    /// The entries, in the order of the file.
    public let entries: [BlocklistEntry]
    private var exact: [UserID: [Int]] = [:]
    private var folded: [UserID: [Int]] = [:]
    private var blank: [Int] = []

    /// Without entries nothing is blocked elsewhere.
    public init(_ entries: [BlocklistEntry] = []) {
        self.entries = entries
        for (number, entry) in entries.enumerated() {
            if entry.refusesBlank { blank.append(number) }
            for value in entry.values {
                if entry.anyCase {
                    folded[ExternalBlocklists.fold(value), default: []].append(number)
                } else {
                    exact[UserID(unchecked: value), default: []].append(number)
                }
            }
        }
    }

    /// The entries that have an ID, in the order of the file.
    public func blocking(_ id: UserID) -> [BlocklistEntry] {
        var numbers = exact[id] ?? []
        if !folded.isEmpty { numbers += folded[ExternalBlocklists.fold(id.text)] ?? [] }
        // The empty text is one of the values.
        if id.isBlank, id.text != "" { numbers += blank }
        for (number, entry) in entries.enumerated() {
            if case .pattern(let pattern) = entry.match, pattern.matches(id.text.utf8) {
                numbers.append(number)
            }
        }
        return numbers.sorted().map { entries[$0] }
    }

    /// A text with its ASCII letters in lower case.
    private static func fold(_ text: String) -> UserID {
        let isLower = text.utf8.allSatisfy { !(65...90).contains($0) }
        if isLower { return UserID(unchecked: text) }
        let bytes = text.utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
        return UserID(unchecked: String(decoding: bytes, as: UTF8.self))
    }
}
