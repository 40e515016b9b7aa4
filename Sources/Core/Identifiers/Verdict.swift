// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What a provider says to one ID.
public struct Verdict: Hashable, Sendable {
    /// A reason to refuse, the rule that gives it, and what it was seen by.
    public struct Finding: Hashable, Sendable {
        /// The reason.
        public let reason: Reason
        /// The rule's ID.
        public let rule: String
        /// What in the ID it was seen by.
        public let evidence: Evidence?
    }

    /// Advice, the rule that gives it, and what it was seen by.
    public struct Hint: Hashable, Sendable {
        /// The advice.
        public let advice: Advice
        /// The rule's ID; nil where no rule of the provider gives it: `blocked-elsewhere` and
        /// `not-portable`.
        public let rule: String?
        /// What in the ID it was seen by.
        public let evidence: Evidence?
    }

    /// What a provider documents to give it instead.
    public struct Suggestion: Hashable, Sendable {
        /// How it is made of the ID.
        public let replacement: Replacement
        /// The rule's ID.
        public let rule: String
        /// The ID to give; nil where nobody passed the function that makes it.
        public let text: String?
    }

    /// Every rule that refuses.
    public internal(set) var findings: [Finding] = []
    /// What speaks against an accepted ID.
    public internal(set) var hints: [Hint] = []
    /// What could be given instead of a refused ID, where that is documented.
    public internal(set) var suggestion: Suggestion?

    /// Whether the provider takes the ID.
    public var isAccepted: Bool { findings.isEmpty }

    /// The reasons, each once, in the order of ``Reason``.
    public var reasons: [Reason] {
        Reason.allCases.filter { reason in findings.contains { $0.reason == reason } }
    }

    /// The advice, each once, in the order of ``Advice``.
    public var advice: [Advice] {
        Advice.allCases.filter { advice in hints.contains { $0.advice == advice } }
    }
}

/// What in an ID a finding was seen by.
///
/// Offsets count the bytes of its UTF-8 from 0.
public enum Evidence: Hashable, Sendable {
    /// The ID is this entry of a list.
    case entry(String)
    /// This character stands at this offset.
    case character(Unicode.Scalar, offset: Int)
    /// This byte, at this offset, begins no character of UTF-8.
    case byte(UInt8, offset: Int)
    /// It has this many characters; the other number is the most or the least that there should be.
    case length(Int, limit: Int)
    /// It has so many characters, and all are white space.
    case blank(Int)
    /// It is of none of these formats, and stops being of the nearest one at this offset: its length
    /// where more is missing.
    case formats([String], offset: Int)
    /// It has only digits.
    case digits
    /// It is of this form.
    case form(String)
    /// These entries of the list of other systems have it.
    case elsewhere([String])
    /// These providers refuse it; their keys.
    case providers([String])
}

extension Evidence: CustomStringConvertible {
    /// In words.
    public var description: String {
        switch self {
        case .entry(let value): "the entry \(Evidence.quoted(value))"
        case .character(let scalar, let offset):
            "\(Evidence.quoted(String(scalar))) at byte \(offset)"
        case .byte(let byte, let offset):
            "byte 0x\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true)) at byte "
                + "\(offset) is invalid UTF-8"
        case .length(let count, let limit):
            "\(Evidence.characters(count)); \(count > limit ? "at most" : "at least") \(limit)"
        case .blank(let count): "nothing but white space, \(Evidence.characters(count))"
        case .formats(let names, let offset):
            "none of \(names.joined(separator: ", ")) from byte \(offset) on"
        case .digits: "digits only"
        case .form(let form): "of the form \(form)"
        case .elsewhere(let entries): entries.joined(separator: ", ")
        case .providers(let keys): "refused by \(keys.joined(separator: ", "))"
        }
    }

    private static func characters(_ count: Int) -> String {
        count == 1 ? "1 character" : "\(count) characters"
    }

    /// In double quotes, on one line.
    private static func quoted(_ text: String) -> String { text.debugDescription }
}
