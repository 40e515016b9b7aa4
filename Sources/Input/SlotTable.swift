// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The slots of a hash table: four bytes each, which hold the number of an element and, in the
/// bits that the number leaves free, a part of its hash, so that a wrong element is seldom looked
/// at.
///
/// The elements themselves are their owner's, who hashes and compares them.
package struct SlotTable: Sendable {
    /// Number + 1 in the lower bits, as many as the mask has; 0 is empty.
    private var slots = [UInt32](repeating: 0, count: 64)
    package private(set) var count = 0

    package init() {}

    private var mask: Int { slots.count &- 1 }

    package var allocatedBytes: Int { slots.capacity * 4 }

    /// Looks for an element.
    ///
    /// - Parameters:
    ///   - hash: Its hash, of which both ends count.
    ///   - isWanted: Whether the element of this number is the one.
    /// - Returns: Its number; nil when there is none.
    @inline(__always)
    package func find(_ hash: UInt64, isWanted: (Int) -> Bool) -> Int? {
        let mask = mask
        let tag = tag(hash)
        var slot = Int(truncatingIfNeeded: hash) & mask
        while true {
            let value = slots[slot]
            if value == 0 { return nil }
            if value & ~UInt32(truncatingIfNeeded: mask) == tag {
                let number = Int(value & UInt32(truncatingIfNeeded: mask)) &- 1
                if isWanted(number) { return number }
            }
            slot = (slot &+ 1) & mask
        }
    }

    /// Whether there is no room for another element.
    package var isFull: Bool { (count &+ 1) &* 4 > slots.count &* 3 }

    /// Makes room and forgets all elements, which have to be added again.
    @inline(never)
    package mutating func grow() {
        precondition(slots.count < 1 << 32, "A table numbers at most 2^32 elements.")
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        count = 0
    }

    /// Adds the next element, whose number is the count before; there has to be room for it.
    @inline(__always)
    package mutating func append(_ hash: UInt64) {
        let mask = mask
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 { slot = (slot &+ 1) & mask }
        slots[slot] = UInt32(truncatingIfNeeded: count &+ 1) | tag(hash)
        count &+= 1
    }

    /// The upper bits of the hash, where the number leaves room.
    @inline(__always)
    private func tag(_ hash: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: hash &>> 32) & ~UInt32(truncatingIfNeeded: mask)
    }
}
