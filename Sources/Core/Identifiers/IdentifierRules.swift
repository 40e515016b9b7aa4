// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// All rules of one provider about user IDs, under chosen settings.
public struct IdentifierRules: Sendable {
    /// What the provider's anonymous IDs look like.
    public let anonymous: AnonymousForm
    /// The rules that hold, in the order of the file.
    public let rules: [IdentifierRule]
    /// For each blocked value the IDs of the rules that block it.
    private let blocked: [UserID: [String]]
    /// What refuses, blocked values apart: they are looked up at once.
    private let refusing: [IdentifierRule.Kind]
    private let trims: Bool

    /// The rules that hold under the settings.
    public init(anonymous: AnonymousForm, rules: [IdentifierRule]) {
        self.anonymous = anonymous
        self.rules = rules
        var blocked: [UserID: [String]] = [:]
        for rule in rules {
            guard case .refuseValues(let values) = rule.kind else { continue }
            for value in values { blocked[UserID(unchecked: value), default: []].append(rule.id) }
        }
        self.blocked = blocked
        trims = rules.contains { $0.kind == .trim }
        refusing = rules.map(\.kind).filter { kind in
            switch kind {
            case .trim, .advise, .refuseValues: false
            case .refuseEmpty, .refuseCharacters, .refuseLongerThan, .refuseAllBut: true
            }
        }
    }

    /// The ID as the provider takes it from a log-in: trimmed, if it trims.
    public func normalized(_ id: UserID) -> UserID {
        guard trims, !IdentifierRules.isTight(id.text) else { return id }
        let scalars = id.text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return UserID(unchecked: String(scalars[first...last]))
    }

    /// Whether neither end can be white space: both are printable ASCII.
    private static func isTight(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return true }
        return (0x21...0x7E).contains(first) && (0x21...0x7E).contains(last)
    }

    /// Whether the provider takes an ID: ``check(_:)`` without the reasons.
    public func accepts(_ id: UserID) -> Bool {
        if !blocked.isEmpty, blocked[id] != nil { return false }
        for kind in refusing where refuses(kind, id) { return false }
        return true
    }

    /// Whether the provider takes an ID, and everything that speaks against it.
    ///
    /// All reasons are returned, each once, in the order of ``Reason``; the empty ID has only the
    /// one. An ID that is refused gets no advice.
    public func check(_ id: UserID) -> Verdict {
        var verdict = Verdict()
        for rule in rules where refuses(rule.kind, id) || blocked[id]?.contains(rule.id) == true {
            if let finding = Verdict.Finding(reason: reason(of: rule.kind), rule: rule.id) {
                verdict.findings.append(finding)
            }
        }
        if verdict.findings.contains(where: { $0.reason == .empty }) {
            verdict.findings.removeAll { $0.reason != .empty }
        }
        guard verdict.isAccepted else { return verdict }
        for rule in rules {
            if case .advise(let advice, let least) = rule.kind,
                applies(advice, to: id, shorterThan: least)
            {
                verdict.advice.append(advice)
            }
        }
        return verdict
    }

    private func reason(of kind: IdentifierRule.Kind) -> Reason? {
        switch kind {
        case .refuseEmpty: .empty
        case .refuseValues: .blockedValue
        case .refuseCharacters: .forbiddenCharacter
        case .refuseLongerThan: .tooLong
        case .refuseAllBut: .wrongFormat
        case .trim, .advise: nil
        }
    }

    private func refuses(_ kind: IdentifierRule.Kind, _ id: UserID) -> Bool {
        switch kind {
        case .trim, .advise, .refuseValues: false
        case .refuseEmpty(let blank):
            id.text.utf8.isEmpty
                || blank && id.text.unicodeScalars.allSatisfy { $0.properties.isWhitespace }
        case .refuseCharacters(let scalars):
            scalars.contains { scalar in
                scalar.isASCII
                    ? id.text.utf8.contains(UInt8(scalar.value))
                    : id.text.unicodeScalars.contains(scalar)
            }
        case .refuseLongerThan(let longest):
            id.text.utf8.count > longest && id.text.unicodeScalars.count > longest
        case .refuseAllBut(let formats):
            !formats.contains { $0.pattern.matches(id.text.utf8) }
        }
    }

    private func applies(_ advice: Advice, to id: UserID, shorterThan least: Int) -> Bool {
        let scalars = id.text.unicodeScalars
        switch advice {
        case .email:
            let parts = id.text.utf8.split(
                separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
            return parts.count == 2 && !parts[0].isEmpty
                && parts[1].dropFirst().dropLast().contains(UInt8(ascii: "."))
        case .advertisingID:
            return id == "00000000-0000-0000-0000-000000000000"
        case .guessable:
            return scalars.count < least || id.text.utf8.allSatisfy { (48...57).contains($0) }
        case .surroundingWhitespace:
            return scalars.first?.properties.isWhitespace == true
                || scalars.last?.properties.isWhitespace == true
        case .anonymousForm: return anonymous.recognises(id)
        case .blockedElsewhere, .notPortable: return false
        }
    }
}

/// What a provider says to one ID.
public struct Verdict: Hashable, Sendable {
    /// A reason to refuse, and the rule that gives it.
    public struct Finding: Hashable, Sendable {
        /// The reason.
        public let reason: Reason
        /// The rule's ID.
        public let rule: String

        init?(reason: Reason?, rule: String) {
            guard let reason else { return nil }
            self.reason = reason
            self.rule = rule
        }
    }

    /// Every rule that refuses.
    public internal(set) var findings: [Finding] = []
    /// What speaks against an accepted ID.
    public internal(set) var advice: [Advice] = []

    /// Whether the provider takes the ID.
    public var isAccepted: Bool { findings.isEmpty }

    /// The reasons, each once, in the order of ``Reason``.
    public var reasons: [Reason] {
        Reason.allCases.filter { reason in findings.contains { $0.reason == reason } }
    }
}
