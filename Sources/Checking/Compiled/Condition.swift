// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// One question about an ID, answered by one bit.
///
/// The rules of all providers are taken apart into these; where two rules ask the same, they share
/// the bit.
enum Condition: Hashable {
    /// Invalid UTF-8. Always the first bit: nothing else is asked of such an ID.
    case isNoText
    case isEmpty
    /// Nothing but white space, or empty.
    case isBlank
    case isOneOf([String])
    case contains([Unicode.Scalar])
    case isLongerThan(Int)
    case isShorterThan(Int)
    case hasOnlyDigits
    case matchesNone([Pattern])
    case matches(Pattern)
    /// Counts as anonymous in some SDK.
    case isSuspected(AnonymousForm)
    case isEmail
    case hasWhitespaceAtEnd
    /// Another identity system refuses it.
    case isBlockedElsewhere
}

/// The answers to all conditions, one bit each.
typealias Facts = UInt64

/// Rules that are too many for one word of answers.
public struct TooManyRules: Error, Hashable, Sendable, CustomStringConvertible {
    /// How many different questions the rules ask.
    public let count: Int

    /// In a sentence.
    public var description: String {
        "the rules about IDs ask \(count) different questions; at most 64 can be answered at once"
    }
}

/// The conditions of one check, numbered, and what each provider makes of the answers.
struct ConditionList {
    /// What a provider makes of a condition that holds.
    struct Row {
        var reasons: [(bit: Int, reason: Reason)] = []
        var advice: [(bit: Int, advice: Advice)] = []
        let key: String
        let isAsked: Bool
        /// Whether reasons are about the ID without the white space at its ends.
        let trims: Bool
    }

    private(set) var conditions: [Condition] = [.isNoText]
    private(set) var rows: [Row] = []
    /// For each provider, asked or not, the bits that say whether an ID is of its anonymous form, in a
    /// check of whole files.
    private(set) var forms: [(key: String, bits: Facts)] = []
    /// Whether a provider trims IDs first.
    var trims: Bool { rows.contains(where: \.trims) }

    init(_ check: IdentifierCheck, countsForms: Bool) throws(TooManyRules) {
        for rules in check.providers {
            let key = rules.provider.key
            let trims = rules.identifiers.rules.contains { $0.kind == .trim }
            if trims { _ = number(.hasWhitespaceAtEnd) }
            var row = Row(key: key, isAsked: check.asked.contains(key), trims: trims)
            for rule in rules.identifiers.rules { add(rule, rules.identifiers.anonymous, &row) }
            if !check.blocklists.entries.isEmpty {
                row.advice.append((number(.isBlockedElsewhere), .blockedElsewhere))
            }
            rows.append(row)
            if countsForms { addForm(rules.identifiers.anonymous, key) }
        }
        guard conditions.count <= 64 else { throw TooManyRules(count: conditions.count) }
    }

    private mutating func add(
        _ rule: IdentifierRule, _ anonymous: AnonymousForm, _ row: inout Row
    ) {
        switch rule.kind {
        case .trim: break
        case .refuseEmpty(let blank):
            row.reasons.append((number(blank ? .isBlank : .isEmpty), .empty))
        case .refuseValues(let values):
            row.reasons.append((number(.isOneOf(values)), .blockedValue))
        case .refuseCharacters(let scalars):
            row.reasons.append((number(.contains(scalars)), .forbiddenCharacter))
        case .refuseLongerThan(let longest):
            row.reasons.append((number(.isLongerThan(longest)), .tooLong))
        case .refuseAllBut(let formats):
            row.reasons.append((number(.matchesNone(formats.map(\.pattern))), .wrongFormat))
        case .advise(let advice, let least): add(advice, least, anonymous, &row)
        }
    }

    private mutating func add(
        _ advice: Advice, _ least: Int, _ anonymous: AnonymousForm, _ row: inout Row
    ) {
        switch advice {
        case .email: row.advice.append((number(.isEmail), advice))
        case .advertisingID:
            let value = IdentifierRules.advertisingID.text
            row.advice.append((number(.isOneOf([value])), advice))
        case .guessable:
            row.advice.append((number(.isShorterThan(least)), advice))
            row.advice.append((number(.hasOnlyDigits), advice))
        case .surroundingWhitespace: row.advice.append((number(.hasWhitespaceAtEnd), advice))
        case .anonymousForm:
            if anonymous.recognised != nil || anonymous.suspect != nil {
                row.advice.append((number(.isSuspected(anonymous)), advice))
            }
        case .blockedElsewhere, .notPortable: break
        }
    }

    private mutating func addForm(_ anonymous: AnonymousForm, _ key: String) {
        var bits: Facts = 0
        if let pattern = anonymous.pattern { bits |= 1 << Facts(number(.matches(pattern))) }
        if anonymous.recognised != nil { bits |= 1 << Facts(number(.isSuspected(anonymous))) }
        forms.append((key, bits))
    }

    private mutating func number(_ condition: Condition) -> Int {
        if let number = conditions.firstIndex(of: condition) { return number }
        conditions.append(condition)
        return conditions.count - 1
    }

    /// The bit of a condition, as a mask; none where nobody asks for it.
    func mask(where holds: (Condition) -> Bool) -> Facts {
        var mask: Facts = 0
        for (number, condition) in conditions.enumerated() where holds(condition) {
            mask |= 1 << Facts(number)
        }
        return mask
    }
}
