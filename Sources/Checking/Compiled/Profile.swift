// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// What one provider says to an ID, each word once and in order.
struct Marks: Hashable, Sendable {
    private(set) var reasons: [Reason] = []
    private(set) var advice: [Advice] = []

    var isAccepted: Bool { reasons.isEmpty }

    init(reasons: some Sequence<Reason>, advice: some Sequence<Advice>) {
        let said = Set(reasons)
        let only = said.first(where: \.standsAlone)
        self.reasons = Reason.allCases.filter { said.contains($0) && only ?? $0 == $0 }
        guard isAccepted else { return }
        let advised = Set(advice)
        self.advice = Advice.allCases.filter(advised.contains)
    }

    /// Adds the advice that comes last.
    mutating func adviseNotPortable() { advice.append(.notPortable) }
}

/// What all providers say to every ID of which the same facts hold.
///
/// A file of any size has a few dozen profiles, so a verdict is worked out once for each.
struct Profile: Sendable {
    let facts: Facts
    /// For each asked provider, in order.
    let marks: [Marks]
    /// The keys of all providers that refuse it, asked or not.
    let refusing: [String]

    let isRefused: Bool
    let hasAdvice: Bool
    /// Whether a summary says anything of it.
    var isShown: Bool { isRefused || hasAdvice }
    var isText: Bool { facts & 1 == 0 }

    /// What the facts come to.
    ///
    /// - Parameters:
    ///   - facts: Those of the ID as given.
    ///   - core: Those of the ID without the white space at its ends, for providers that trim.
    ///   - list: What each provider makes of them.
    init(_ facts: Facts, core: Facts, _ list: ConditionList) {
        self.facts = facts
        var all = list.rows.map { row in
            if facts & 1 != 0 { return Marks(reasons: [.ofNoText], advice: []) }
            let asked = row.trims ? core : facts
            return Marks(
                reasons: row.reasons.filter { asked >> Facts($0.bit) & 1 != 0 }.map(\.reason),
                advice: row.advice.filter { facts >> Facts($0.bit) & 1 != 0 }.map(\.advice))
        }
        if all.contains(where: { !$0.isAccepted }) {
            for index in all.indices where all[index].isAccepted { all[index].adviseNotPortable() }
        }
        refusing = zip(all, list.rows).filter { !$0.0.isAccepted }.map(\.1.key)
        marks = zip(all, list.rows).filter { $1.isAsked }.map(\.0)
        isRefused = marks.contains { !$0.isAccepted }
        hasAdvice = marks.contains { !$0.advice.isEmpty }
    }
}
