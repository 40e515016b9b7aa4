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
    /// What refuses in the form in which it is asked for most; of blocked values what they look like.
    private var refusing = Refusing()
    private let trims: Bool

    /// Numbers and sets of bits as far as that is possible.
    private struct Refusing {
        var empty = false
        var blank = false
        var longest = Int.max
        var bytes = ByteSet()
        var scalars: Set<Unicode.Scalar> = []
        var allBut: [[Pattern]] = []
        // What only ``surelyAccepts(bytes:)`` asks.

        /// Visible ASCII that is not refused.
        var plain = ByteSet(0x21...0x7E)
        /// The first bytes of blocked values, and their lengths as far as these are below 128.
        var blockedStarts = ByteSet()
        var blockedLengths = ByteSet()
    }

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
        for rule in rules { note(rule.kind) }
    }

    private mutating func note(_ kind: IdentifierRule.Kind) {
        switch kind {
        case .trim, .advise: break
        case .refuseValues(let values):
            for bytes in values.map(\.utf8) {
                if let first = bytes.first, first < 128 { refusing.blockedStarts.insert(first) }
                if bytes.count < 128 { refusing.blockedLengths.insert(UInt8(bytes.count)) }
            }
        case .refuseEmpty(let blank):
            refusing.empty = true
            refusing.blank = refusing.blank || blank
        case .refuseCharacters(let scalars):
            for scalar in scalars {
                if scalar.isASCII {
                    refusing.bytes.insert(UInt8(scalar.value))
                    refusing.plain.remove(UInt8(scalar.value))
                } else {
                    refusing.scalars.insert(scalar)
                }
            }
        case .refuseLongerThan(let longest): refusing.longest = min(refusing.longest, longest)
        case .refuseAllBut(let formats): refusing.allBut.append(formats.map(\.pattern))
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
        if !blocked.isEmpty, blocked[id] != nil { return false }
        let (text, bytes) = (id.text, id.text.utf8)
        if refusing.empty, bytes.isEmpty { return false }
        if refusing.blank, text.unicodeScalars.allSatisfy({ $0.properties.isWhitespace }) {
            return false
        }
        if bytes.count > refusing.longest, text.unicodeScalars.count > refusing.longest {
            return false
        }
        if bytes.contains(where: refusing.bytes.contains) { return false }
        if !refusing.scalars.isEmpty, text.unicodeScalars.contains(where: refusing.scalars.contains)
        {
            return false
        }
        return refusing.allBut.allSatisfy { $0.contains { $0.matches(bytes) } }
    }

    /// Whether an ID is one of those that the provider surely takes: of up to 127 bytes, all of them
    /// visible ASCII.
    ///
    /// It makes no text of the bytes, and so it is quick. False says nothing: ask ``accepts(_:)`` then.
    package func surelyAccepts(bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = bytes.first, bytes.count < 128, bytes.count <= refusing.longest else {
            return false
        }
        for place in bytes.indices where !refusing.plain.contains(bytes[place]) { return false }
        if refusing.blockedStarts.contains(first),
            refusing.blockedLengths.contains(UInt8(bytes.count)), isBlocked(bytes)
        {
            return false
        }
        // By their numbers: nothing of the lists is copied, which would count references.
        for rule in refusing.allBut.indices {
            let formats = refusing.allBut[rule].indices
            guard formats.contains(where: { refusing.allBut[rule][$0].matches(bytes: bytes) })
            else { return false }
        }
        return true
    }

    private func isBlocked(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        blocked[UserID(unchecked: String(decoding: bytes, as: UTF8.self))] != nil
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

    private func check(_ id: UserID, given: UserID) -> Verdict {
        var verdict = Verdict()
        let blocking = blocked.isEmpty ? [] : blocked[id] ?? []
        let offset = id == given ? 0 : given.text.leadingWhitespace
        for rule in rules where refuses(rule.kind, id) || blocking.contains(rule.id) {
            guard let reason = reason(of: rule.kind) else { continue }
            let evidence = evidence(for: rule.kind, reason == .empty ? given : id)
            verdict.findings.append(
                Verdict.Finding(
                    reason: reason, rule: rule.id, evidence: evidence?.moved(by: offset)))
        }
        if verdict.findings.contains(where: { $0.reason == .empty }) {
            verdict.findings.removeAll { $0.reason != .empty }
        }
        guard verdict.isAccepted else { return verdict }
        for rule in rules {
            if case .advise(let advice, let least) = rule.kind,
                let evidence = evidence(for: advice, given, shorterThan: least)
            {
                verdict.hints.append(
                    Verdict.Hint(advice: advice, rule: rule.id, evidence: evidence))
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
}

// MARK: - Evidence

extension IdentifierRules {
    /// What in the ID a rule that refuses it was moved by.
    private func evidence(for kind: IdentifierRule.Kind, _ id: UserID) -> Evidence? {
        switch kind {
        case .trim, .advise: return nil
        case .refuseEmpty:
            let count = id.text.unicodeScalars.count
            return count == 0 ? .length(0, limit: 1) : .blank(count)
        case .refuseValues: return .entry(id.text)
        case .refuseCharacters(let scalars):
            return id.text.firstCharacter(where: scalars.contains)
        case .refuseLongerThan(let longest):
            return .length(id.text.unicodeScalars.count, limit: longest)
        case .refuseAllBut(let formats):
            let offsets = formats.compactMap { $0.pattern.mismatch(in: id.text.utf8) }
            return .formats(formats.map(\.name), offset: offsets.max() ?? 0)
        }
    }

    /// What in the ID calls for advice; nil where nothing does.
    private func evidence(
        for advice: Advice, _ id: UserID, shorterThan least: Int
    ) -> Evidence? {
        let scalars = id.text.unicodeScalars
        switch advice {
        case .email:
            let parts = id.text.utf8.split(
                separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
            let isEmail =
                parts.count == 2 && !parts[0].isEmpty
                && parts[1].dropFirst().dropLast().contains(UInt8(ascii: "."))
            return isEmail ? .character("@", offset: parts[0].count) : nil
        case .advertisingID:
            return id == IdentifierRules.advertisingID ? .entry(id.text) : nil
        case .guessable:
            if scalars.count < least { return .length(scalars.count, limit: least) }
            return id.text.utf8.allSatisfy { (48...57).contains($0) } ? .digits : nil
        case .surroundingWhitespace:
            if let first = scalars.first, first.properties.isWhitespace {
                return .character(first, offset: 0)
            }
            guard let last = scalars.last, last.properties.isWhitespace else { return nil }
            return .character(last, offset: id.text.utf8.count - UTF8.width(last))
        case .anonymousForm:
            return anonymous.suspects(id.text.utf8) ? .form(anonymous.template) : nil
        case .blockedElsewhere, .notPortable: return nil
        }
    }

    /// The UUID that iOS gives for the advertising ID when tracking is off.
    package static let advertisingID: UserID = "00000000-0000-0000-0000-000000000000"
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

    /// The first character for which something holds, and where it stands.
    fileprivate func firstCharacter(where holds: (Unicode.Scalar) -> Bool) -> Evidence? {
        var offset = 0
        for scalar in unicodeScalars {
            if holds(scalar) { return .character(scalar, offset: offset) }
            offset += UTF8.width(scalar)
        }
        return nil
    }
}
