// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What is known of one ID, in 32 bytes.
struct IDRow: BitwiseCopyable {
    var low: UInt64
    var high: UInt64
    /// While records are added an ID of the same customer with a lower number, or itself; after
    /// that the customer's number.
    var parent: UInt32
    /// When it was last in use, in seconds since 1970; 0 when that is not known.
    var lastUsed: UInt32 = 0
    var facts: FactLists<IDFact>.Head = 0
    var form: TextForm
    var traits: IDTraits

    var text: PackedText { PackedText(low: low, high: high, form: form) }
}

/// What kind of ID it is.
struct IDTraits: OptionSet, BitwiseCopyable {
    let rawValue: UInt8

    /// Minted by the provider.
    static let anonymous = IDTraits(rawValue: 1)
    /// In the namespace of anonymous IDs, where that is apart from custom ones.
    static let apart = IDTraits(rawValue: 2)
    /// The one under which its customer was first known.
    static let original = IDTraits(rawValue: 4)
    /// The one in use in some record.
    static let used = IDTraits(rawValue: 8)
}

/// What few IDs have.
enum IDFact: UInt8 {
    /// When it was first seen: the earliest that is said.
    case firstSeen
    /// When it was last seen: the latest that is said.
    case lastSeen
    /// Numbers of texts.
    case country
    case platform
    case device
    /// Where the record with the newest attributes is: a number of a place.
    case attributes
    /// When all that it holds was last told: see ``PurchaseFact/listed``.
    case told
    /// What of that is less than a millisecond.
    case toldFraction
    /// Of an anonymous ID the first that an app gave that was seen with it; see ``DeviceLinks``.
    case seenWith
}

/// The user IDs: each text once in each namespace, and which of them are one customer.
final class IDTable {
    let rows = Column<IDRow>()
    let facts = FactLists<IDFact>()
    private let arena: Arena
    /// What may stand before 32 hexadecimal digits.
    let prefixes: TextPrefixes
    @exclusivity(unchecked) private var slots = SlotTable()
    private let hash = TextHash()

    init(_ arena: Arena, prefixes: [[UInt8]]) {
        self.arena = arena
        self.prefixes = TextPrefixes(prefixes)
    }

    deinit { prefixes.deallocate() }

    var count: Int { rows.count }

    var allocatedBytes: Int {
        rows.allocatedBytes + facts.allocatedBytes + slots.allocatedBytes
    }

    /// Looks for an ID, and adds it when it is new.
    ///
    /// - Parameters:
    ///   - text: Its bytes.
    ///   - isApart: Whether it is in the namespace of anonymous IDs.
    /// - Returns: Its number, and whether it is new.
    @inline(__always)
    func number(
        of text: UnsafeRawBufferPointer, isApart: Bool
    ) -> (number: IDNumber, isNew: Bool) {
        let traits: IDTraits = isApart ? .apart : []
        if let packed = PackedText(wide: text, prefixes: prefixes) {
            let hash = hash(packed)
            if let known = find(packed, hash, isApart: isApart) { return (known, false) }
            return (append(packed, hash, traits), true)
        }
        let hash = hash(text)
        if let known = find(text, hash, isApart: isApart) { return (known, false) }
        let packed = PackedText(low: arena.append(text), form: .arena)
        return (append(packed, hash, traits), true)
    }

    /// Looks for an ID that is in no namespace of its own; nil where no record has told of it.
    func known(_ text: UnsafeRawBufferPointer) -> IDNumber? {
        guard let packed = PackedText(wide: text, prefixes: prefixes) else {
            return find(text, hash(text), isApart: false)
        }
        return find(packed, hash(packed), isApart: false)
    }

    @inline(__always)
    private func find(_ packed: PackedText, _ hash: UInt64, isApart: Bool) -> IDNumber? {
        slots.find(hash) { number in
            let row = rows.pointer(number)
            return row.pointee.low == packed.low && row.pointee.high == packed.high
                && row.pointee.form == packed.form
                && row.pointee.traits.contains(.apart) == isApart
        }.map { IDNumber($0) }
    }

    @inline(__always)
    private func find(
        _ text: UnsafeRawBufferPointer, _ hash: UInt64, isApart: Bool
    ) -> IDNumber? {
        slots.find(hash) { number in
            let row = rows.pointer(number)
            return row.pointee.form == .arena
                && row.pointee.traits.contains(.apart) == isApart
                && arena.text(at: row.pointee.low).isEqual(to: text)
        }.map { IDNumber($0) }
    }

    /// The ID that most likely is the one of this text, of whatever namespace; -1 for none.
    @inline(__always)
    func guess(_ text: UnsafeRawBufferPointer) -> Int32 {
        guard let packed = PackedText(wide: text, prefixes: prefixes) else { return -1 }
        return slots.guess(hash(packed))
    }

    /// Reads a row, and gives back anything of it.
    @inline(__always)
    func read(_ number: Int) -> UInt32 { rows.pointer(number).pointee.parent }

    @inline(never)
    private func append(
        _ text: PackedText, _ hash: UInt64, _ traits: IDTraits
    ) -> IDNumber {
        let number = rows.count
        precondition(number < Int(Int32.max), "A population has less than 2^31 IDs.")
        slots.append(hash) { number in
            let text = rows[number].text
            return text.form == .arena ? self.hash(arena.text(at: text.low)) : self.hash(text)
        }
        rows.append(
            IDRow(
                low: text.low, high: text.high, parent: UInt32(number), form: text.form,
                traits: traits))
        return IDNumber(number)
    }

    /// Gives back what only adding needs.
    func close() { slots = SlotTable() }
}

// MARK: - One customer

extension IDTable {
    /// The lowest ID that is known to be of the same customer.
    @inline(__always)
    func root(of id: IDNumber) -> IDNumber {
        var number = UInt32(bitPattern: id.rawValue)
        while true {
            let row = rows.pointer(Int(number))
            if row.pointee.parent == number { return IDNumber(Int(number)) }
            let grandparent = rows.pointer(Int(row.pointee.parent)).pointee.parent
            row.pointee.parent = grandparent
            number = grandparent
        }
    }

    /// Makes the customers of two IDs one.
    @inline(__always)
    func join(_ one: IDNumber, _ other: IDNumber) {
        if one == other { return }
        let (first, second) = (root(of: one), root(of: other))
        if first == second { return }
        rows.pointer(max(first, second).index).pointee.parent =
            UInt32(bitPattern: min(first, second).rawValue)
    }

    /// Whether two IDs are known to be of one customer.
    @inline(__always)
    func isOne(_ one: IDNumber, _ other: IDNumber) -> Bool {
        one == other || root(of: one) == root(of: other)
    }
}

// MARK: - After the last record

extension IDTable {
    /// Gives each ID its customer's number, in the order of the customers' first IDs, instead of an
    /// ID of the same customer.
    ///
    /// - Returns: How many customers there are.
    func numberCustomers() -> Int {
        var customers: UInt32 = 0
        for number in 0..<rows.count {
            let row = rows.pointer(number)
            let parent = Int(row.pointee.parent)
            if parent == number {
                row.pointee.parent = customers
                customers += 1
            } else {
                // It comes before, so it has its customer's number already.
                row.pointee.parent = rows.pointer(parent).pointee.parent
            }
        }
        return Int(customers)
    }

    /// The customer of an ID, once customers are numbered; none for none.
    @inline(__always)
    func customer(of id: IDNumber) -> CustomerNumber {
        id.isPresent ? CustomerNumber(Int(rows.pointer(id.index).pointee.parent)) : .none
    }
}
