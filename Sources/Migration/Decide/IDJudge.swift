// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
import AllonymMappings

/// What the target says to single IDs, and what they become there.
package final class IDJudge {
    /// The target.
    package let target: MigrationEndpoint
    /// What hashes are made with.
    let sha256: IdentifierCheck.Hash
    /// What stands before an anonymous ID in what its new one is made from, and before a custom one:
    /// where the two are namespaces, the same text is somebody else's ID in the other.
    private let origins: (anonymous: [UInt8], custom: [UInt8])
    /// Nil where the target has no anonymous IDs of its own.
    private let mint: (FreshBits) -> UserID?
    private let mints: Bool
    private let placeholders: PlaceholderIDs
    /// What the target's rules about IDs say, if it has any; as functions of an object, because rules
    /// that are asked for their parts are copied, which counts references.
    private let rules: Rules?

    private final class Rules {
        let normalized: (UserID) -> UserID
        let surelyAccepts: (Span<UInt8>) -> Bool
        let findings: (UserID) -> [Verdict.Finding]

        init(_ rules: IdentifierRules) {
            normalized = rules.normalized
            surelyAccepts = rules.surelyAccepts
            findings = rules.findings(against:)
        }
    }

    /// What rules that refuse say to give instead.
    private var replacements: [String: Replacement] = [:]
    private let trimRule: String?
    private let anonymousPattern: Pattern?
    private let mintedPattern: Pattern?
    private let isSuspect: (Span<UInt8>) -> Bool
    /// The first writer that puts IDs between the slashes of a path; nil where none does.
    private let pathRule: String?
    /// What becomes of most IDs.
    private let accepted: IDVerdict

    package init(
        source: MigrationEndpoint, target: MigrationEndpoint, placeholders: PlaceholderIDs,
        sha256: @escaping IdentifierCheck.Hash
    ) {
        self.target = target
        self.sha256 = sha256
        origins = (
            Array("allonym \(source.key) ".utf8), Array("allonym \(source.key)/custom ".utf8)
        )
        self.placeholders = placeholders
        rules = (target.rules?.identifiers).map { Rules($0) }
        for rule in target.rules?.identifiers.rules ?? [] {
            replacements[rule.id] = rule.replacement
        }
        trimRule = target.rules?.identifiers.rules.first { $0.kind == .trim }?.id
        let anonymous = target.rules?.identifiers.anonymous
        anonymousPattern = anonymous?.pattern
        mintedPattern = anonymous?.patternOfAnyCase
        mint = { anonymous?.render($0) }
        mints = anonymous != nil && target.formats.identity.minted != nil
        isSuspect = { id in
            anonymous.map { !$0.isApart && $0.recognises(bytes: id) } ?? false
        }
        pathRule = target.writers.first(where: \.putsIDsIntoPaths)?.id
        accepted = IDVerdict(disposition: .kept, rule: "\(target.key).identifiers", form: .same)
    }

    /// What becomes of an ID that the app gave.
    package func verdict(onCustom text: Span<UInt8>) -> IDVerdict {
        guard let rules else { return accepted }
        if rules.surelyAccepts(text) {
            return accepted(text)
        }
        let given = UserID(unchecked: text.text)
        let id = rules.normalized(given)
        let findings = rules.findings(id)
        guard let first = findings.first else {
            if let trimRule, id != given {
                return IDVerdict(
                    disposition: .changed, code: .trimmed, rule: trimRule, form: .trimmed)
            }
            return accepted(text)
        }
        if let rule = replacingRule(findings), !placeholders.contains(given) {
            return IDVerdict(disposition: .changed, code: .hashed, rule: rule, form: .hashed)
        }
        return IDVerdict(
            disposition: .needsDecision, code: FindingCode(first.reason),
            rule: first.rule, form: .none)
    }

    private func accepted(_ text: Span<UInt8>) -> IDVerdict {
        if let pathRule, IDJudge.isFolder(text) {
            return IDVerdict(
                disposition: .needsDecision, code: .pathSegment, rule: pathRule, form: .none)
        }
        var verdict = accepted
        if placeholders.isBlockedElsewhere(text) {
            verdict.code = .blockedElsewhere
        } else if isSuspect(text) {
            verdict.code = .looksAnonymous
        } else if IDJudge.hasSpaceAround(text) {
            verdict.code = .surroundingWhitespace
        }
        return verdict
    }

    /// Whether it begins or ends with white space; most texts show by two bytes that they do not.
    private static func hasSpaceAround(_ text: Span<UInt8>) -> Bool {
        guard !text.isEmpty else { return false }
        let visible: ClosedRange<UInt8> = 0x21...0x7e
        if visible.contains(text[0]), visible.contains(text[text.count - 1]) { return false }
        return IDCondition.hasWhitespaceAtEnd.evidence(in: UserID(unchecked: text.text)) != nil
    }

    /// Whether a path takes a text for the folder itself, or for the one around it.
    private static func isFolder(_ text: Span<UInt8>) -> Bool {
        guard text.count == 1 || text.count == 2 else { return false }
        return text.indices.allSatisfy { text[$0] == UInt8(ascii: ".") }
    }

    /// The rule among those that refuse which names what to give instead.
    private func replacingRule(_ findings: [Verdict.Finding]) -> String? {
        findings.first { replacements[$0.rule] == Replacement.sha256 }?.rule
    }

    /// Whether an anonymous ID has the form of the target's already.
    func hasTargetForm(_ text: Span<UInt8>) -> Bool {
        !mints || anonymousPattern?.matches(bytes: text) ?? false
    }

    /// Whether an ID of the target could be equal to one that is minted there, or its case twin.
    func couldBeMinted(_ text: Span<UInt8>) -> Bool {
        mintedPattern?.matches(bytes: text) ?? true
    }

    /// Hands over what an ID becomes at the target.
    package func withTarget<Result>(
        of text: Span<UInt8>, _ form: IDVerdict.Form,
        _ body: (Span<UInt8>) -> Result
    ) -> Result {
        let made: String
        switch form {
        case .same: return body(text)
        case .none, .chosen: preconditionFailure("It has no ID of its own at the target.")
        case .trimmed:
            let id = UserID(unchecked: text.text)
            made = (target.rules?.identifiers.normalized(id) ?? id).text
        case .hashed: made = Hexadecimal.text(of: sha256(text.array))
        case .minted:
            guard let minted = minted(of: origins.anonymous, text) else { return body(text) }
            made = minted.text
        }
        return made.withSpan(body)
    }

    /// The anonymous ID of a customer who has none, made of a custom one: always the same one.
    ///
    /// Nil where the target has no anonymous IDs of its own.
    func minted(fromCustom text: Span<UInt8>) -> UserID? {
        minted(of: origins.custom, text)
    }

    /// An ID of the target's anonymous form that stands for one of the source: always the same one.
    private func minted(of origin: [UInt8], _ text: Span<UInt8>) -> UserID? {
        var bytes = origin
        bytes.append(text)
        let hash = sha256(bytes)
        func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
            bytes.reduce(0) { $0 << 8 | UInt64($1) }
        }
        return mint(FreshBits(high: word(hash[0..<8]), low: word(hash[8..<16])))
    }
}

/// Bytes as digits.
package enum Hexadecimal {
    /// In lower case.
    package static func text(of bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}
