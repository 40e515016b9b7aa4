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
    /// One that rules ask.
    case rule(IDCondition)
    case matches(Pattern)
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
            let trims = rules.identifiers.trims
            if trims { _ = number(.rule(.hasWhitespaceAtEnd)) }
            var row = Row(key: key, isAsked: check.asked.contains(key), trims: trims)
            for (_, meaning) in rules.identifiers.meanings { add(meaning, &row) }
            if !check.blocklists.entries.isEmpty {
                row.advice.append((number(.isBlockedElsewhere), .blockedElsewhere))
            }
            rows.append(row)
            if countsForms { addForm(rules.identifiers.anonymous, key) }
        }
        guard conditions.count <= 64 else { throw TooManyRules(count: conditions.count) }
    }

    private mutating func add(_ meaning: RuleMeaning, _ row: inout Row) {
        switch meaning {
        case .refused(let reason, let condition):
            row.reasons.append((number(.rule(condition)), reason))
        case .advised(let advice, let conditions):
            row.advice += conditions.map { (number(.rule($0)), advice) }
        }
    }

    private mutating func addForm(_ anonymous: AnonymousForm, _ key: String) {
        var bits: Facts = 0
        if let pattern = anonymous.pattern { bits |= 1 << Facts(number(.matches(pattern))) }
        if anonymous.recognised != nil {
            bits |= 1 << Facts(number(.rule(.isSuspected(anonymous))))
        }
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
