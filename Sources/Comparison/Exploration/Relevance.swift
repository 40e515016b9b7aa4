// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore

/// What of a ledger can matter for anything that happens later, under given rules.
///
/// Who holds what, who is who and in which state a purchase is always matters. The rest matters
/// only where a row asks for it; two ledgers that differ in nothing else have the same future.
package struct Relevance: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Which transactions an installation has not seen.
    package static let news = Relevance(rawValue: 1)
    /// Whether an installation has synchronised.
    package static let synced = Relevance(rawValue: 2)
    /// Whether a customer has an anonymous ID.
    package static let anonymousAlias = Relevance(rawValue: 4)
    /// A customer's original ID.
    package static let original = Relevance(rawValue: 8)
    /// Which of two customers came first, and so keeps its original ID in a merge.
    package static let age = Relevance(rawValue: 16)
    /// Which tokens an installation has posted.
    package static let posts = Relevance(rawValue: 32)
    /// Whether the owner of a purchase bought it in the app.
    package static let made = Relevance(rawValue: 64)
}

extension Rules {
    /// What of a ledger can matter under these rules.
    package var relevance: Relevance {
        var relevance: Relevance = []
        for row in provider.rulebook.rows where row.holds(under: inForce) {
            if row.asks(for: .news) || row.effect == .news { relevance.insert(.news) }
            if row.asks(for: .synced) { relevance.insert(.synced) }
            if row.asks(for: .made) { relevance.insert(.made) }
            if row.asks(for: .targetHasAnonymous) { relevance.insert(.anonymousAlias) }
            if row.table == .claim, row.effect == .switch { relevance.insert(.original) }
            if row.effect == .alias, row.original == .oldest { relevance.insert(.age) }
        }
        if asksForPosts { relevance.insert(.posts) }
        // Age decides whose original ID stays after a merge, and nothing else.
        if !relevance.contains(.original) { relevance.remove(.age) }
        return relevance
    }
}

extension Row {
    /// Whether a value of the fact decides whether the row matches.
    fileprivate func asks(for fact: Fact) -> Bool {
        guard let values = conditions[fact] else { return false }
        return values.count < fact.values.count
    }
}
