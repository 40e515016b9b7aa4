// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Texts, each known by its index: each distinct text once, its bytes in one buffer.
///
/// A million user IDs as `String` would be a million allocations; here they are three arrays.
/// Looking up costs one hash; the hash is seeded anew for each process, so that nobody can choose
/// IDs that collide.
package struct NameTable: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    /// The index + 1 of the text that hashes here; 0 is empty.
    ///
    /// The count is a power of two; there are none while the texts are few.
    private var slots: [UInt32] = []
    /// A byte of each slot's hash, so that a wrong text is seldom compared.
    private var tags: [UInt8] = []
    /// Up to so many texts are looked at one after the other, which is quicker than hashing.
    private static var fewest: Int { 16 }

    package init() {}

    package var count: Int { ends.count }

    /// The bytes that its arrays take, room for growth included.
    package var allocatedBytes: Int {
        bytes.capacity + ends.capacity * 8 + slots.capacity * 4 + tags.capacity
    }

    /// The text at an index.
    package subscript(index: Int) -> String {
        let start = index == 0 ? 0 : ends[index - 1]
        return String(decoding: bytes[start..<ends[index]], as: UTF8.self)
    }

    /// The index of a text, if it is here.
    package func index(of text: String) -> Int? {
        guard count > 0 else { return nil }
        let wanted = text.utf8
        if slots.isEmpty { return (0..<count).first { holds(wanted, at: $0) } }
        let slot = slot(for: wanted, NameTable.hash(wanted))
        return slots[slot] == 0 ? nil : Int(slots[slot]) - 1
    }

    /// Adds a text that is not here yet, and returns its index, which is the count before.
    package mutating func append(_ text: String) -> Int {
        let added = text.utf8
        let size = bytes.count + added.count
        if size > bytes.capacity { bytes.reserveCapacity(size + size / 8) }
        if count < NameTable.fewest {
            precondition(
                !(0..<count).contains { holds(added, at: $0) },
                "A name is added to the ledger only once.")
            bytes.append(contentsOf: added)
            ends.appendTightly(bytes.count)
            return ends.count - 1
        }
        if (count + 1) * 4 > slots.count * 3 { grow() }
        let hash = NameTable.hash(added)
        let slot = slot(for: added, hash)
        precondition(slots[slot] == 0, "A name is added to the ledger only once.")
        bytes.append(contentsOf: added)
        ends.appendTightly(bytes.count)
        slots[slot] = UInt32(ends.count)
        tags[slot] = NameTable.tag(hash)
        return ends.count - 1
    }

    /// Takes back the texts that were added since it was a copy of an earlier table.
    mutating func goBack(to earlier: borrowing NameTable) {
        guard count != earlier.count else { return }
        bytes.goBack(to: earlier.bytes)
        ends.goBack(to: earlier.ends)
        slots.goBack(to: earlier.slots)
        tags.goBack(to: earlier.tags)
    }

    private static func hash(_ bytes: some Sequence<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: bytes)
        return hasher.finalize()
    }

    private static func tag(_ hash: Int) -> UInt8 { UInt8(truncatingIfNeeded: hash >> 56) }

    /// The slot that holds these bytes, or the empty one where they would go.
    private func slot(for wanted: some Collection<UInt8>, _ hash: Int) -> Int {
        let mask = slots.count - 1
        let tag = NameTable.tag(hash)
        var slot = hash & mask
        while slots[slot] != 0 {
            if tags[slot] == tag, holds(wanted, at: Int(slots[slot]) - 1) { break }
            slot = (slot + 1) & mask
        }
        return slot
    }

    private func holds(_ wanted: some Collection<UInt8>, at index: Int) -> Bool {
        var next = index == 0 ? 0 : ends[index - 1]
        guard ends[index] - next == wanted.count else { return false }
        for byte in wanted {
            if bytes[next] != byte { return false }
            next += 1
        }
        return true
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: max(NameTable.fewest * 4, slots.count * 2))
        tags = [UInt8](repeating: 0, count: slots.count)
        var start = 0
        for (index, end) in ends.enumerated() {
            let text = bytes[start..<end]
            let hash = NameTable.hash(text)
            let slot = slot(for: text, hash)
            slots[slot] = UInt32(index + 1)
            tags[slot] = NameTable.tag(hash)
            start = end
        }
    }
}

extension NameTable: Equatable {
    /// The same texts at the same indices.
    package static func == (left: NameTable, right: NameTable) -> Bool {
        left.ends == right.ends && left.bytes == right.bytes
    }
}
