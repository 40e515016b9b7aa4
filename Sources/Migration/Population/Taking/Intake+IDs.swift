// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// The IDs of a record, and what it says of them.
extension Intake {
    /// Takes the IDs of a record as those of one customer, transfers excepted.
    ///
    /// - Returns: The ID in use: the custom one, else the anonymous one, else the original one, else
    ///   the first of the others; none if there is none.
    @discardableResult
    @inline(__always)
    func identify(_ record: Record, _ batch: RecordBatch) -> IDNumber {
        var first = IDNumber.none
        let original = record.text(.originalID)
        if original.isPresent {
            first = take(original, batch, .original, joining: first)
        }
        var used = IDNumber.none
        let user = record.text(.userID)
        if user.isPresent {
            used =
                first.isPresent && batch.isSame(user, original)
                ? first : take(user, batch, .used, joining: first)
            ids.rows[used.index].traits.insert(.used)
            first = used
        }
        let anonymous = record.text(.anonymousID)
        if anonymous.isPresent {
            if used.isPresent, !semantics.joinsOnDevice {
                let device = take(anonymous, batch, .anonymous, joining: .none)
                devices.note(device, with: used, ids)
            } else {
                let traits: IDTraits = used.isPresent ? .anonymous : [.anonymous, .used]
                first = take(anonymous, batch, traits, joining: first)
                if !used.isPresent { used = first }
            }
        }
        first = takeAll(record.list(.aliases), batch, [], joining: first)
        first = takeAll(record.list(.anonymousAliases), batch, .anonymous, joining: first)
        if !used.isPresent { used = first }
        if used.isPresent { note(record, batch, of: used) }
        return used
    }

    /// Takes an ID; the one that comes back is of the same customer as the one to be joined.
    @inline(__always)
    func take(
        _ text: Text, _ batch: RecordBatch, _ traits: IDTraits, joining other: IDNumber
    ) -> IDNumber {
        let isApart = traits.contains(.anonymous) && keepsApart
        let (id, isNew) = batch.withBytes(of: text) { ids.number(of: $0, isApart: isApart) }
        ids.rows[id.index].traits.formUnion(traits)
        if isNew, !keepsApart, let rules, isMinted(text, batch, rules) {
            ids.rows[id.index].traits.insert(.anonymous)
        }
        if other.isPresent { ids.join(other, id) }
        return id
    }

    private func isMinted(_ text: Text, _ batch: RecordBatch, _ rules: Rules) -> Bool {
        batch.withBytes(of: text) { rules.identifiers.anonymous.recognises(bytes: $0) }
    }

    /// Takes the IDs of a list.
    @inline(__always)
    private func takeAll(
        _ list: TextList, _ batch: RecordBatch, _ traits: IDTraits, joining other: IDNumber
    ) -> IDNumber {
        if list.count == 0 { return other }
        var last = other
        for text in batch.texts(of: list) {
            last = take(text, batch, traits, joining: last)
        }
        return last
    }

    /// Whether anonymous IDs are a namespace of their own.
    var keepsApart: Bool { rules?.identifiers.anonymous.isApart ?? false }

    // MARK: - What is said of an ID

    /// Takes what a record says of the ID in use; of what changes the newest record counts.
    @inline(__always)
    private func note(_ record: Record, _ batch: RecordBatch, of id: IDNumber) {
        let row = id.index
        let time = record.instant(.eventTime).or(record.instant(.versionDate))
            .or(record.instant(.lastSeenDate)).or(record.instant(.purchaseDate))
        let seconds = time.isPresent ? UInt32(clamping: time.milliseconds / 1_000) : 0
        let isNewest = seconds >= ids.rows[row].lastUsed
        if isNewest { ids.rows[row].lastUsed = seconds }

        let first = record.instant(.firstSeenDate)
        if first.isPresent {
            let known = ids.facts.instant(.firstSeen, ids.rows[row].facts)
            if !known.isPresent || first < known {
                ids.facts.set(.firstSeen, first, &ids.rows[row].facts)
            }
        }
        let last = record.instant(.lastSeenDate)
        if last.isPresent, last > ids.facts.instant(.lastSeen, ids.rows[row].facts) {
            ids.facts.set(.lastSeen, last, &ids.rows[row].facts)
        }
        if record.kind == .customer {
            note(record.text(.country), .country, batch, &ids.rows[row], isNewest)
        }
        note(record.text(.platform), .platform, batch, &ids.rows[row], isNewest)
        note(record.text(.device), .device, batch, &ids.rows[row], isNewest)
        // An empty object or list says nothing.
        if record.text(.attributes).count > 2 || record.text(.reservedAttributes).count > 2,
            isNewest || ids.facts.value(.attributes, ids.rows[row].facts) == nil
        {
            noteLocation(record, batch, &ids.rows[row])
        }
    }

    @inline(__always)
    private func note(
        _ text: Text, _ fact: IDFact, _ batch: RecordBatch, _ row: inout IDRow, _ isNewest: Bool
    ) {
        guard text.isPresent, isNewest || ids.facts.value(fact, row.facts) == nil else { return }
        ids.facts.set(fact, UInt64(purchases.texts.word(text, batch)), &row.facts)
    }

    private static let attributes: [NeutralField] = [.attributes, .reservedAttributes]

    private func noteLocation(_ record: Record, _ batch: RecordBatch, _ row: inout IDRow) {
        if let number = ids.facts.value(.attributes, row.facts) {
            purchases.locations[Int(number)] = purchases.kept(record, batch, Intake.attributes)
        } else {
            let number = purchases.location(of: record, batch, Intake.attributes)
            ids.facts.set(.attributes, number, &row.facts)
        }
    }
}
