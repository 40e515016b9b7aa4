// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A customer: what the IDs are, and what they hold.
package struct CustomerView {
    /// The place among all customers.
    package let number: CustomerNumber
    /// All IDs, in the order of their first appearance; there is one at least.
    package let ids: Members<IDNumber>
    /// The purchases, in the order of their first appearance.
    package let purchases: Members<PurchaseNumber>
    /// The entitlements that were given by hand, in the order of their first appearance.
    package let grants: Members<PurchaseNumber>
    /// The ID under which the customer was first known, or none if none is said to be that.
    package internal(set) var original = IDNumber.none
    /// The ID that was last in use, or none if none is known to have been.
    package internal(set) var lastUsed = IDNumber.none
}

/// What is known of an ID.
package struct IDFacts: Sendable {
    /// Its text.
    package var text: PackedText
    /// Whether the provider has minted it.
    package var isAnonymous: Bool
    /// Whether it is in the namespace of anonymous IDs, where that is apart from custom ones.
    package var isApart: Bool
    /// Whether a record says that its customer was first known under it.
    package var isOriginal: Bool
    /// When it was first and last seen, as far as that is said.
    package var firstSeen: Instant
    package var lastSeen: Instant
    package var country: PackedText
    package var platform: PackedText
    package var device: PackedText
    /// Where the record with the newest attributes is; nil if there are none.
    package var attributes: RecordPlace?
}

extension Population {
    /// Whether a record has said attributes of an ID.
    package func hasAttributes(_ id: IDNumber) -> Bool {
        ids.facts.value(.attributes, ids.rows[id.index].facts) != nil
    }

    /// What is known of an ID.
    package func facts(of id: IDNumber) -> IDFacts {
        let row = ids.rows[id.index]
        func word(_ fact: IDFact) -> PackedText {
            stored.word(UInt32(ids.facts.value(fact, row.facts) ?? 0))
        }
        return IDFacts(
            text: row.text, isAnonymous: row.traits.contains(.anonymous),
            isApart: row.traits.contains(.apart), isOriginal: row.traits.contains(.original),
            firstSeen: ids.facts.instant(.firstSeen, row.facts),
            lastSeen: ids.facts.instant(.lastSeen, row.facts), country: word(.country),
            platform: word(.platform), device: word(.device),
            attributes: ids.facts.value(.attributes, row.facts).map { texts.places[Int($0)] })
    }
}
