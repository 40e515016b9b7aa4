// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymInput
import AllonymMappings

/// The purchases and grants: one row for each key and customer.
///
/// Access to its variables is unchecked because the checks took a tenth of the time of a plan, in a
/// release build that tests can see into.
final class PurchaseTable {
    @exclusivity(unchecked) var rows: [PurchaseRow] = []
    @exclusivity(unchecked) var facts = FactLists<PurchaseFact>()
    /// The times of facets, of those purchases that events tell of.
    @exclusivity(unchecked) var times: [FacetTimes] = []
    @exclusivity(unchecked) var accesses = AccessNotes()
    @exclusivity(unchecked) var texts = TextStore()
    /// Records that hold a text which is not copied.
    var locations: [RecordLocation] = []
    /// Where such texts are kept; nil where nobody will ask for them.
    private let spill: SpillFile?
    let ids: IDTable
    @exclusivity(unchecked) private var slots = SlotTable()
    private let hash = TextHash()
    /// Rows whose key an earlier row has for another customer.
    private(set) var doubles: [Double] = []

    /// Who held a purchase before, by records of those who have it; the same may stand there often.
    private(set) var formers: [FormerHolder] = []
    /// What events name several customers as the holder of.
    @exclusivity(unchecked) var contests = Contests()

    /// A row, and the first one of its key.
    struct Double {
        var first: Int
        var row: Int
    }

    init(_ ids: IDTable, spill: SpillFile?) { (self.ids, self.spill) = (ids, spill) }

    var count: Int { rows.count }

    var allocatedBytes: Int {
        rows.capacity * MemoryLayout<PurchaseRow>.stride + facts.allocatedBytes
            + times.capacity * MemoryLayout<FacetTimes>.stride + accesses.allocatedBytes
            + texts.allocatedBytes + locations.capacity * MemoryLayout<RecordLocation>.stride
            + slots.allocatedBytes + doubles.capacity * MemoryLayout<Double>.stride
    }

    /// The row of a key: the user's customer's, if there is one, else the first; and whether it is
    /// that customer's.
    @inline(__always)
    func find(_ key: PurchaseKey, user: IDNumber) -> (row: Int, isUsers: Bool)? {
        var first: Int?
        let found = key.withBytes { bytes in
            slots.find(hash(bytes)) { number in
                let row = rows[number]
                guard isOfKey(row, key), texts.arena.holds(bytes, at: row.key) else { return false }
                if first == nil { first = number }
                return row.user == user
                    || row.user.isPresent && user.isPresent && ids.isOne(row.user, user)
            }
        }
        if let found { return (found, true) }
        return first.map { ($0, false) }
    }

    /// Whether a row with the wanted text is one of the key.
    @inline(__always)
    private func isOfKey(_ row: PurchaseRow, _ key: PurchaseKey) -> Bool {
        row.keyKind == key.kind.rawValue
            && (row.store == key.store || key.store == 0 || row.store == 0)
            && (key.productKind == 0 || row.kind == 0 || row.kind == key.productKind)
    }

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - key: What it is known by.
    ///   - first: The first row of this key, if there is one.
    /// - Returns: Its index.
    func append(_ key: PurchaseKey, first: Int?) -> Int {
        let number = rows.count
        precondition(number < Int(Int32.max), "A population has less than 2^31 purchases.")
        if slots.isFull {
            slots.grow()
            for row in rows { slots.append(texts.withBytes(of: row.key) { hash($0) }) }
        }
        let text = key.withBytes { bytes in
            slots.append(hash(bytes))
            // One text for both rows.
            return first.map { rows[$0].key } ?? texts.arena.append(bytes)
        }
        if let first { doubles.append(Double(first: first, row: number)) }
        rows.growByHalf()
        rows.append(PurchaseRow(text, key.kind, store: key.store))
        return number
    }

    /// Gives back what only adding needs.
    func close() {
        slots = SlotTable()
        (doubles, formers, contests) = ([], [], Contests())
    }

    /// Notes that a record names another customer than the one who has the purchase as a former holder.
    func noteFormer(_ row: Int, _ user: IDNumber) {
        if let last = formers.last, last.row == row, last.user == user { return }
        formers.append(FormerHolder(row: row, user: user))
    }
}

// MARK: - Texts

extension PurchaseTable {
    /// Sets the latest transaction; one that is the key is not kept twice.
    @inline(__always)
    func setTransaction(_ text: Text, _ batch: RecordBatch, _ row: inout PurchaseRow) {
        guard text.isPresent else {
            row.transaction = .none
            return
        }
        let (key, old) = (row.key, row.transaction)
        row.transaction = batch.withBytes(of: text) { bytes in
            texts.arena.holds(bytes, at: key) ? key : kept(bytes, over: old == key ? .none : old)
        }
    }

    /// Sets a long text that few purchases have, or takes it away.
    @inline(__always)
    func set(
        _ fact: PurchaseFact, _ text: Text, _ batch: RecordBatch, _ row: inout PurchaseRow
    ) {
        guard text.isPresent else { return facts.set(fact, nil as UInt64?, &row.facts) }
        let old = facts.value(fact, row.facts).map { StoredText(offset: $0) } ?? .none
        let new = batch.withBytes(of: text) { kept($0, over: old) }
        if new != old { facts.set(fact, new.offset, &row.facts) }
    }

    /// Keeps a text where the old one was that nobody needs any more, if there is room.
    @inline(__always)
    private func kept(_ text: Span<UInt8>, over old: StoredText) -> StoredText {
        old.isPresent && texts.arena.replace(old, with: text) ? old : texts.arena.append(text)
    }

    /// Keeps some of a record's texts, and returns the index of their location.
    func location(of record: Record, _ batch: RecordBatch, _ fields: [NeutralField]) -> UInt64 {
        locations.append(kept(record, batch, fields))
        return UInt64(locations.count - 1)
    }

    /// What tells a receipt from others; nil where nobody will ask for receipts.
    func receiptPrint(at location: UInt64) -> Fingerprint? {
        var print: Fingerprint?
        spill?.withText(of: locations[Int(location)], .receipt) { print = Fingerprint($0) }
        return print
    }

    /// Lets everything that was kept be read.
    func flush() { spill?.flush() }

    /// Where some of a record's texts are: in the spill file, or in the record itself.
    func kept(
        _ record: Record, _ batch: RecordBatch, _ fields: [NeutralField]
    ) -> RecordLocation {
        spill?.keep(record, batch, fields) ?? RecordLocation(record, batch)
    }
}

extension RecordLocation {
    init(_ record: Record, _ batch: RecordBatch) {
        let raw = record.raw
        self.init(
            input: Int32(batch.input), offset: Int64(batch.offset(of: raw)),
            length: Int32(clamping: raw.count))
    }
}
