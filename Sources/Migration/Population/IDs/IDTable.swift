// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput

/// What is known of one ID, in 24 bytes.
package struct IDRow: BitwiseCopyable {
    /// In the table's own arena.
    var text: StoredText
    /// While records are added an ID of the same customer with a lower number, or itself; after
    /// that the customer's number.
    var parent: UInt32
    /// When it was last in use, in seconds since 1970; 0 when that is not known.
    var lastUsed: UInt32 = 0
    var facts: FactLists<IDFact>.Head = 0
    var traits: IDTraits
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
    /// Where the record with the newest attributes is: an index of locations.
    case attributes
    /// When all that it holds was last told: see ``PurchaseFact/listed``.
    case told
    /// What of that is less than a millisecond.
    case toldFraction
    /// Of an anonymous ID the first that an app gave that was seen with it; see ``DeviceLinks``.
    case seenWith
}

/// The user IDs: each text once in each namespace, and which of them are one customer.
///
/// Access to its variables is unchecked because the checks took a tenth of the time of a plan, in a
/// release build that tests can see into.
final class IDTable {
    @exclusivity(unchecked) var rows: [IDRow] = []
    @exclusivity(unchecked) var facts = FactLists<IDFact>()
    @exclusivity(unchecked) private(set) var texts = Arena()
    @exclusivity(unchecked) private var slots = SlotTable()
    private let hash = TextHash()

    var count: Int { rows.count }

    var allocatedBytes: Int {
        rows.capacity * MemoryLayout<IDRow>.stride + texts.allocatedBytes + facts.allocatedBytes
            + slots.allocatedBytes
    }

    /// Looks for an ID, and adds it when it is new.
    ///
    /// - Parameters:
    ///   - text: Its bytes.
    ///   - isApart: Whether it is in the namespace of anonymous IDs.
    /// - Returns: Its number, and whether it is new.
    @inline(__always)
    func number(of text: Span<UInt8>, isApart: Bool) -> (number: IDNumber, isNew: Bool) {
        let hash = hash(text)
        if let known = find(text, hash, isApart: isApart) { return (known, false) }
        return (append(text, hash, isApart ? .apart : []), true)
    }

    /// Looks for an ID, unless told otherwise among those that are in no namespace of their own; nil
    /// where no record has told of it.
    func known(_ text: Span<UInt8>, isApart: Bool = false) -> IDNumber? {
        find(text, hash(text), isApart: isApart)
    }

    @inline(__always)
    private func find(_ text: Span<UInt8>, _ hash: UInt64, isApart: Bool) -> IDNumber? {
        slots.find(hash) { number in
            rows[number].traits.contains(.apart) == isApart
                && texts.holds(text, at: rows[number].text)
        }.map { IDNumber($0) }
    }

    @inline(never)
    private func append(_ text: Span<UInt8>, _ hash: UInt64, _ traits: IDTraits) -> IDNumber {
        let number = rows.count
        precondition(number < Int(Int32.max), "A population has less than 2^31 IDs.")
        if slots.isFull {
            slots.grow()
            for row in rows { slots.append(texts.withBytes(of: row.text) { self.hash($0) }) }
        }
        slots.append(hash)
        rows.growByHalf()
        rows.append(IDRow(text: texts.append(text), parent: UInt32(number), traits: traits))
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
            let parent = rows[Int(number)].parent
            if parent == number { return IDNumber(Int(number)) }
            let grandparent = rows[Int(parent)].parent
            if grandparent != parent { rows[Int(number)].parent = grandparent }
            number = grandparent
        }
    }

    /// Makes the customers of two IDs one.
    @inline(__always)
    func join(_ one: IDNumber, _ other: IDNumber) {
        if one == other { return }
        let (first, second) = (root(of: one), root(of: other))
        if first == second { return }
        rows[max(first, second).index].parent = UInt32(bitPattern: min(first, second).rawValue)
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
        for number in rows.indices {
            let parent = Int(rows[number].parent)
            if parent == number {
                rows[number].parent = customers
                customers += 1
            } else {
                // It comes before, so it has its customer's number already.
                rows[number].parent = rows[parent].parent
            }
        }
        return Int(customers)
    }

    /// The customer of an ID, once customers are numbered; none for none.
    @inline(__always)
    func customer(of id: IDNumber) -> CustomerNumber {
        id.isPresent ? CustomerNumber(Int(rows[id.index].parent)) : .none
    }
}
