// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Texts and their places: each distinct text once, its bytes in one buffer.
///
/// A million user IDs as `String` would be a million allocations; here they are three arrays.
/// Looking up costs one hash; the hash is seeded anew for each process, so that nobody can choose
/// IDs that collide.
package struct NameTable: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    /// Place + 1 of the text that hashes here; 0 is empty.
    ///
    /// The count is a power of two.
    private var slots: [UInt32] = []

    package init() {}

    package var count: Int { ends.count }

    /// The text at a place.
    package subscript(place: Int) -> String {
        let start = place == 0 ? 0 : ends[place - 1]
        return String(decoding: bytes[start..<ends[place]], as: UTF8.self)
    }

    /// The place of a text, if it is here.
    package func place(of text: String) -> Int? {
        guard !slots.isEmpty else { return nil }
        var text = text
        return text.withUTF8 { wanted in
            let slot = slot(for: wanted)
            return slots[slot] == 0 ? nil : Int(slots[slot]) - 1
        }
    }

    /// Adds a text that is not here yet, and returns its place, which is the count before.
    package mutating func append(_ text: String) -> Int {
        if (count + 1) * 4 > slots.count * 3 { grow() }
        var text = text
        return text.withUTF8 { added in
            let slot = slot(for: added)
            precondition(slots[slot] == 0, "A name is added to the ledger only once.")
            bytes.append(contentsOf: added)
            ends.append(bytes.count)
            slots[slot] = UInt32(ends.count)
            return ends.count - 1
        }
    }

    /// The slot that holds these bytes, or the empty one where they would go.
    private func slot(for wanted: UnsafeBufferPointer<UInt8>) -> Int {
        let mask = slots.count - 1
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(wanted))
        var slot = hasher.finalize() & mask
        while slots[slot] != 0, !holds(wanted, at: Int(slots[slot]) - 1) {
            slot = (slot + 1) & mask
        }
        return slot
    }

    private func holds(_ wanted: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        let start = place == 0 ? 0 : ends[place - 1]
        guard ends[place] - start == wanted.count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            for offset in 0..<wanted.count where bytes[start + offset] != wanted[offset] {
                return false
            }
            return true
        }
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: max(8, slots.count * 2))
        bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            for (place, end) in ends.enumerated() {
                let slot = slot(for: UnsafeBufferPointer(rebasing: bytes[start..<end]))
                slots[slot] = UInt32(place + 1)
                start = end
            }
        }
    }
}

extension NameTable: Equatable {
    /// The same texts in the same places.
    package static func == (left: NameTable, right: NameTable) -> Bool {
        left.ends == right.ends && left.bytes == right.bytes
    }
}
