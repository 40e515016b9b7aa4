// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Entitlements that customers were said to have, whatever these come from.
struct NamedEntitlements {
    /// One of them.
    struct Holding {
        let user: IDNumber
        /// The number of the word for its name, or for the provider's own ID of it.
        let word: UInt32
        let isID: Bool
        let expires: Instant
    }

    private(set) var holdings: [Holding] = []
    /// The numbers of the words for their names, by those for the provider's own IDs.
    private var names: [UInt32: UInt32] = [:]

    fileprivate mutating func take(_ holding: Holding) { holdings.append(holding) }

    fileprivate mutating func name(_ id: UInt32, _ name: UInt32) { names[id] = name }

    /// The number of the word for the name; nil where no record says how an ID is called.
    func name(of holding: Holding) -> UInt32? {
        holding.isID ? names[holding.word] : holding.word
    }
}

extension Intake {
    /// Takes what a customer has, whatever it comes from; a record of no customer only says how
    /// entitlements are called.
    func takeAccess(_ record: Record, _ batch: RecordBatch) {
        noteEntitlementIDs(record, batch)
        let user = identify(record, batch)
        guard user.isPresent else {
            counts.names += 1
            return
        }
        counts.purchases += 1
        for (field, isID) in [(NeutralField.entitlement, false), (.entitlementIDs, true)]
        where record.list(field).count > 0 {
            for text in batch.texts(of: record.list(field)) {
                entitlements.take(
                    NamedEntitlements.Holding(
                        user: user, word: purchases.texts.word(text, batch), isID: isID,
                        expires: record.instant(.expiryDate)))
            }
        }
    }

    /// Takes down how the provider's own IDs of entitlements are called.
    @inline(__always)
    func noteEntitlementIDs(_ record: Record, _ batch: RecordBatch) {
        let (ids, names) = (record.list(.entitlementIDs), record.list(.entitlement))
        // Where one is without a name, nobody knows which.
        guard ids.count > 0, ids.count == names.count else { return }
        for (id, name) in zip(batch.texts(of: ids), batch.texts(of: names)) {
            entitlements.name(purchases.texts.word(id, batch), purchases.texts.word(name, batch))
        }
    }
}
