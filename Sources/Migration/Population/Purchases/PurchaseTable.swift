// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The purchases and grants: one row for each key and customer.
final class PurchaseTable {
    let rows = Column<PurchaseRow>()
    let facts = FactLists<PurchaseFact>()
    /// The times of facets, of those purchases that events tell of.
    let times = Column<FacetTimes>()
    let accesses = AccessNotes()
    let texts: TextStore
    let ids: IDTable
    @exclusivity(unchecked) private var slots = SlotTable()
    private let hash = TextHash()
    /// Rows whose key an earlier row has for another customer.
    @exclusivity(unchecked) private(set) var doubles: [Double] = []

    /// Who held a purchase before an event gave it to another customer, as far as that was known
    /// then; the same may stand there often.
    @exclusivity(unchecked) private(set) var formers: [FormerHolder] = []

    /// A row, and the first one of its key.
    struct Double {
        var first: Int
        var row: Int
    }

    init(_ texts: TextStore, _ ids: IDTable) {
        (self.texts, self.ids) = (texts, ids)
    }

    var count: Int { rows.count }

    var allocatedBytes: Int {
        rows.allocatedBytes + facts.allocatedBytes + times.allocatedBytes
            + accesses.allocatedBytes + slots.allocatedBytes + doubles.capacity * 16
    }

    /// The row of a key: the user's customer's, if there is one, else the first; and whether it is
    /// that customer's.
    @inline(__always)
    func find(_ key: PurchaseKey, user: IDNumber) -> (row: Int, isUsers: Bool)? {
        var first: Int?
        let found = key.withBytes { bytes in
            if let packed = PackedText(narrow: bytes) {
                return slots.find(hash(packed)) { number in
                    let row = rows.pointer(number)
                    guard row.pointee.key == packed.low, row.pointee.keyForm == packed.form else {
                        return false
                    }
                    return isWanted(number, row, key, user, &first)
                }
            }
            return slots.find(hash(bytes)) { number in
                let row = rows.pointer(number)
                guard row.pointee.keyForm == .arena,
                    texts.arena.text(at: row.pointee.key).isEqual(to: bytes)
                else { return false }
                return isWanted(number, row, key, user, &first)
            }
        }
        if let found { return (found, true) }
        return first.map { ($0, false) }
    }

    /// The row that most likely is the one of this transaction; -1 for none.
    @inline(__always)
    func guess(_ transaction: UnsafeRawBufferPointer) -> Int32 {
        guard let packed = PackedText(narrow: transaction) else {
            return slots.guess(hash(transaction))
        }
        return slots.guess(hash(packed))
    }

    /// Reads a row, and gives back anything of it.
    @inline(__always)
    func read(_ number: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: rows.pointer(number).pointee.key)
    }

    /// Whether a row with the wanted text is wanted itself.
    @inline(__always)
    private func isWanted(
        _ number: Int, _ row: UnsafeMutablePointer<PurchaseRow>, _ key: PurchaseKey,
        _ user: IDNumber, _ first: inout Int?
    ) -> Bool {
        guard row.pointee.keyKind == key.kind.rawValue,
            row.pointee.store == key.store || key.store == 0 || row.pointee.store == 0,
            key.productKind == 0 || row.pointee.kind == 0 || row.pointee.kind == key.productKind
        else { return false }
        if first == nil { first = number }
        let holder = row.pointee.user
        return holder == user
            || holder.isPresent && user.isPresent && ids.root(of: holder) == ids.root(of: user)
    }

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - key: What it is known by.
    ///   - first: The first row of this key, if there is one.
    /// - Returns: Its place.
    func append(_ key: PurchaseKey, first: Int?) -> Int {
        let number = rows.count
        precondition(number < Int(Int32.max), "A population has less than 2^31 purchases.")
        let (packed, hash) = key.withBytes { bytes in
            if let packed = PackedText(narrow: bytes) { return (packed, self.hash(packed)) }
            // One text for both rows.
            let place = first.map { rows[$0].key } ?? texts.arena.append(bytes)
            return (PackedText(low: place, form: .arena), self.hash(bytes))
        }
        slots.append(hash) { number in
            let text = rows[number].keyText
            return text.form == .arena
                ? self.hash(texts.arena.text(at: text.low)) : self.hash(text)
        }
        if let first { doubles.append(Double(first: first, row: number)) }
        return rows.append(PurchaseRow(packed, key.kind, store: key.store))
    }

    /// Gives back what only adding needs.
    func close() {
        slots = SlotTable()
        (doubles, formers) = ([], [])
    }

    /// Notes that an event names another customer than the one who has, or by a later event got, the
    /// purchase.
    func noteFormer(_ row: Int, _ user: IDNumber) {
        if let last = formers.last, last.row == row, last.user == user { return }
        formers.append(FormerHolder(row: row, user: user))
    }
}

// MARK: - Texts

extension PurchaseTable {
    /// Sets the latest transaction.
    ///
    /// One that only adds to a long key, as the renewals of some stores do, is kept as what it adds.
    @inline(__always)
    func setTransaction(_ text: Text, _ batch: RecordBatch, _ row: inout PurchaseRow) {
        guard text.isPresent else {
            row.transactionForm = .none
            return
        }
        let bytes = batch.raw(text)
        if let packed = PackedText(narrow: bytes) {
            (row.transaction, row.transactionForm) = (packed.low, packed.form)
            return
        }
        if row.keyForm == .arena, row.keyKind == PurchaseKey.Kind.transaction.rawValue {
            let key = texts.arena.text(at: row.key)
            let added = bytes.count - key.count
            if (0...8).contains(added),
                UnsafeRawBufferPointer(rebasing: bytes[..<key.count]).isEqual(to: key)
            {
                row.transaction = Digits.word(bytes, key.count, added)
                row.transactionForm = .suffix(added)
                return
            }
        }
        if row.transactionForm == .arena, texts.arena.replace(row.transaction, with: bytes) {
            return
        }
        (row.transaction, row.transactionForm) = (texts.arena.append(bytes), .arena)
    }

    /// Sets a long text that few purchases have, or takes it away.
    @inline(__always)
    func set(
        _ fact: PurchaseFact, _ text: Text, _ batch: RecordBatch, _ row: inout PurchaseRow
    ) {
        guard text.isPresent else { return facts.set(fact, nil as UInt64?, &row.facts) }
        let bytes = batch.raw(text)
        if let old = facts.value(fact, row.facts), texts.arena.replace(old, with: bytes) { return }
        facts.set(fact, texts.arena.append(bytes), &row.facts)
    }
}
