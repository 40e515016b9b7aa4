// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A customer: what the IDs are, and what they hold.
package struct CustomerView {
    /// The index among all customers.
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
    /// Whether the provider has minted it.
    package var isAnonymous: Bool
    /// Whether it is in the namespace of anonymous IDs, where that is apart from custom ones.
    package var isApart: Bool
    /// Whether a record says that its customer was first known under it.
    package var isOriginal: Bool
    /// When it was first and last seen, as far as that is said.
    package var firstSeen: Instant
    package var lastSeen: Instant
    package var country: StoredText
    package var platform: StoredText
    package var device: StoredText
    /// Where the record with the newest attributes is; nil if there are none.
    package var attributes: RecordLocation?
}

extension Population {
    /// Whether a record has said attributes of an ID.
    package func hasAttributes(_ id: IDNumber) -> Bool {
        idFacts.value(.attributes, idRows[id.index].facts) != nil
    }

    /// What is known of an ID.
    package func facts(of id: IDNumber) -> IDFacts {
        let row = idRows[id.index]
        func word(_ fact: IDFact) -> StoredText {
            texts.word(UInt32(idFacts.value(fact, row.facts) ?? 0))
        }
        return IDFacts(
            isAnonymous: row.traits.contains(.anonymous),
            isApart: row.traits.contains(.apart), isOriginal: row.traits.contains(.original),
            firstSeen: idFacts.instant(.firstSeen, row.facts),
            lastSeen: idFacts.instant(.lastSeen, row.facts), country: word(.country),
            platform: word(.platform), device: word(.device),
            attributes: idFacts.value(.attributes, row.facts).map { locations[Int($0)] })
    }
}
