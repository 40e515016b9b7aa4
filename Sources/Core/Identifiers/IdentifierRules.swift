// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// All rules of one provider about user IDs, under chosen settings.
public struct IdentifierRules: Sendable {
    /// What anonymous IDs look like.
    public let anonymous: AnonymousForm
    /// The rules that hold, in the order of the file.
    public let rules: [IdentifierRule]
    /// What each rule says, and when; rules that say nothing are missing.
    package let meanings: [(rule: String, meaning: RuleMeaning)]
    /// Whether a log-in's ID is trimmed first.
    package let trims: Bool
    private var sure = Sure()

    /// What ``surelyAccepts(bytes:)`` asks: numbers and sets of bits as far as that is possible.
    private struct Sure {
        var longest = Int.max
        var allBut: [[Pattern]] = []
        /// Visible ASCII that is not refused.
        var plain = ByteSet(0x21...0x7E)
        var blocked: Set<UserID> = []
        /// The first bytes of blocked values, and their lengths as far as these are below 128.
        var blockedStarts = ByteSet()
        var blockedLengths = ByteSet()
    }

    /// The rules that hold under the settings.
    public init(anonymous: AnonymousForm, rules: [IdentifierRule]) {
        self.anonymous = anonymous
        self.rules = rules
        meanings = rules.compactMap { rule in
            rule.kind.meaning(anonymous).map { (rule: rule.id, meaning: $0) }
        }
        trims = rules.contains { $0.kind == .trim }
        for case (_, .refused(_, let condition)) in meanings { note(condition) }
    }

    private mutating func note(_ condition: IDCondition) {
        switch condition {
        case .isEmpty, .isBlank: break
        case .isOneOf(let values):
            for value in values.map(UserID.init(unchecked:)) {
                sure.blocked.insert(value)
                let bytes = value.text.utf8
                if let first = bytes.first, first < 128 { sure.blockedStarts.insert(first) }
                if bytes.count < 128 { sure.blockedLengths.insert(UInt8(bytes.count)) }
            }
        case .contains(let scalars):
            for scalar in scalars where scalar.isASCII { sure.plain.remove(UInt8(scalar.value)) }
        case .isLongerThan(let longest): sure.longest = min(sure.longest, longest)
        case .isNoneOf(let formats): sure.allBut.append(formats.map(\.pattern))
        case .isShorterThan, .isAdvertisingID, .isEmail, .hasOnlyDigits, .hasWhitespaceAtEnd,
            .isSuspected:
            // No rule refuses for these; of one that did, no ID would be sure.
            sure.plain = ByteSet()
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

    /// Whether the provider takes an ID as it stands: ``check(_:)`` without the reasons.
    public func accepts(_ id: UserID) -> Bool {
        let bytes = Array(id.text.utf8)
        if surelyAccepts(bytes: bytes.span) { return true }
        for case (_, .refused(_, let condition)) in meanings
        where condition.evidence(in: id) != nil {
            return false
        }
        return true
    }

    /// Whether an ID is one of those that the provider surely takes: of up to 127 bytes, all of them
    /// visible ASCII.
    ///
    /// It makes no text of the bytes, and so it is quick. False says nothing: ask ``accepts(_:)`` then.
    package func surelyAccepts(bytes: Span<UInt8>) -> Bool {
        guard !bytes.isEmpty, bytes.count < 128, bytes.count <= sure.longest else { return false }
        for offset in bytes.indices where !sure.plain.contains(bytes[offset]) { return false }
        if sure.blockedStarts.contains(bytes[0]),
            sure.blockedLengths.contains(UInt8(bytes.count)), isBlocked(bytes)
        {
            return false
        }
        // By their numbers: nothing of the lists is copied, which would count references.
        for rule in sure.allBut.indices {
            let formats = sure.allBut[rule].indices
            guard formats.contains(where: { sure.allBut[rule][$0].matches(bytes: bytes) })
            else { return false }
        }
        return true
    }

    private func isBlocked(_ bytes: Span<UInt8>) -> Bool {
        let text = String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
        return sure.blocked.contains(UserID(unchecked: text))
    }

    /// Whether the provider takes an ID as it stands, and everything that speaks against it, with
    /// evidence.
    ///
    /// All reasons are returned, in the order of the rules; the empty ID has only the one. An ID that
    /// is refused gets no advice. What other providers and systems say is for ``IdentifierCheck``.
    ///
    /// This is for an ID that reaches the provider unchanged, as at a launch or over the wire. What a
    /// log-in answers is ``verdict(onLogIn:)``.
    public func check(_ id: UserID) -> Verdict { check(id, given: id) }

    /// What a log-in with an ID is answered: ``check(_:)`` of what ``normalized(_:)`` makes of it.
    ///
    /// Advice and the offsets in evidence are about the ID as given.
    public func verdict(onLogIn given: UserID) -> Verdict { check(normalized(given), given: given) }

    /// Every rule that refuses an ID as it stands; none where the provider takes it.
    package func findings(against id: UserID) -> [Verdict.Finding] {
        findings(against: id, given: id)
    }

    private func findings(against id: UserID, given: UserID) -> [Verdict.Finding] {
        var findings: [Verdict.Finding] = []
        let offset = id == given ? 0 : given.text.leadingWhitespace
        for case (let rule, .refused(let reason, let condition)) in meanings {
            guard var evidence = condition.evidence(in: id) else { continue }
            // What is trimmed to nothing is shown as it was given.
            if reason == .empty { evidence = IDCondition.isBlank.evidence(in: given) ?? evidence }
            findings.append(
                Verdict.Finding(reason: reason, rule: rule, evidence: evidence.moved(by: offset)))
        }
        if let only = findings.first(where: \.reason.standsAlone)?.reason {
            findings.removeAll { $0.reason != only }
        }
        return findings
    }

    private func check(_ id: UserID, given: UserID) -> Verdict {
        var verdict = Verdict()
        verdict.findings = findings(against: id, given: given)
        guard verdict.isAccepted else { return verdict }
        for case (let rule, .advised(let advice, let conditions)) in meanings {
            for condition in conditions {
                guard let evidence = condition.evidence(in: given) else { continue }
                verdict.hints.append(Verdict.Hint(advice: advice, rule: rule, evidence: evidence))
                break
            }
        }
        return verdict
    }
}

extension Evidence {
    /// The same in a longer text, in which so many bytes stand before.
    fileprivate func moved(by bytes: Int) -> Evidence {
        switch self {
        case .character(let scalar, let offset): .character(scalar, offset: offset + bytes)
        case .byte(let byte, let offset): .byte(byte, offset: offset + bytes)
        case .formats(let names, let offset): .formats(names, offset: offset + bytes)
        case .entry, .length, .blank, .digits, .form, .elsewhere, .providers: self
        }
    }
}

extension String {
    /// How many bytes of white space it begins with.
    fileprivate var leadingWhitespace: Int {
        unicodeScalars.prefix { $0.properties.isWhitespace }.reduce(0) { $0 + UTF8.width($1) }
    }
}
