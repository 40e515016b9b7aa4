// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Why a provider does not take an ID, in the order in which reasons are given.
public enum Reason: String, Hashable, Sendable, CaseIterable {
    case empty
    case blockedValue = "blocked-value"
    case forbiddenCharacter = "forbidden-character"
    case tooLong = "too-long"
    case wrongFormat = "wrong-format"
}

/// What speaks against an ID that is taken all the same.
public enum Advice: String, Hashable, Sendable, CaseIterable {
    case email
    /// The all-zero UUID that iOS gives when tracking is off.
    case advertisingID = "advertising-id"
    /// Digits only, or too short.
    case guessable
    case surroundingWhitespace = "surrounding-whitespace"
    /// Of the form of the provider's anonymous IDs.
    case anonymousForm = "anonymous-form"
    /// Refused by an identity system that is none of the providers.
    case blockedElsewhere = "blocked-elsewhere"
    /// Refused by another of the providers.
    case notPortable = "not-portable"
}

/// A format that a provider takes, and its name.
public struct IdentifierFormat: Hashable, Sendable {
    /// Such as `uuid`.
    public let name: String
    /// What it looks like.
    public let pattern: Pattern

    package init(name: String, pattern: Pattern) {
        self.name = name
        self.pattern = pattern
    }
}

/// What a provider documents to give it instead of an ID that it refuses.
public enum Replacement: String, Hashable, Sendable, CaseIterable {
    /// The SHA-256 of the ID, in lower-case hexadecimal digits.
    case sha256
}

/// One rule about IDs, as `identifiers.json` states it.
public struct IdentifierRule: Hashable, Sendable {
    /// What a rule does.
    public enum Kind: Hashable, Sendable {
        /// Takes white space and line ends off both ends before anything else.
        case trim
        /// Refuses the empty text, and with `blank` what is only white space.
        case refuseEmpty(blank: Bool)
        /// Refuses these very texts.
        case refuseValues([String])
        /// Refuses a text that contains one of these.
        case refuseCharacters([Unicode.Scalar])
        /// Refuses more than this many Unicode scalars.
        case refuseLongerThan(Int)
        /// Refuses what is of none of these formats.
        case refuseAllBut([IdentifierFormat])
        /// Takes it, with advice; the number is that of `guessable`.
        case advise(Advice, shorterThan: Int)
    }

    /// A stable ID, such as `revenuecat.id.2`.
    public let id: String
    /// What it does.
    public let kind: Kind
    /// The settings under which it holds, each with the values; empty means always.
    public let settings: [String: [String]]
    /// What is documented to be given instead of what the rule refuses.
    public let replacement: Replacement?
    /// Where it comes from.
    public let citation: Citation

    package init(
        id: String, kind: Kind, settings: [String: [String]] = [:],
        replacement: Replacement? = nil, citation: Citation
    ) {
        self.id = id
        self.kind = kind
        self.settings = settings
        self.replacement = replacement
        self.citation = citation
    }
}
