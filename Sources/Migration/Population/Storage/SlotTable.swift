// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The slots of a hash table: four bytes each, which hold the number of an element and, in the
/// bits that the number leaves free, a part of its hash, so that a wrong element is seldom looked
/// at.
///
/// The elements themselves are their owner's, who hashes and compares them.
final class SlotTable {
    /// Number + 1 in the lower bits, as many as the mask has; 0 is empty.
    @exclusivity(unchecked) private var slots: UnsafeMutablePointer<UInt32>
    @exclusivity(unchecked) private var mask: Int
    @exclusivity(unchecked) private var bits: UInt32
    @exclusivity(unchecked) private(set) var count = 0

    init() {
        bits = 6
        mask = 1 << bits - 1
        slots = .allocate(capacity: mask + 1)
        slots.initialize(repeating: 0, count: mask + 1)
    }

    deinit { slots.deallocate() }

    var allocatedBytes: Int { (mask + 1) * 4 }

    /// Looks for an element.
    ///
    /// - Parameters:
    ///   - hash: Its hash, of which both ends count.
    ///   - isWanted: Whether the element of this number is the one.
    /// - Returns: Its number; nil when there is none.
    @inline(__always)
    func find(_ hash: UInt64, isWanted: (Int) -> Bool) -> Int? {
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

    /// The number of the element that most likely is the one of this hash; -1 when there is none.
    @inline(__always)
    func guess(_ hash: UInt64) -> Int32 {
        Int32(truncatingIfNeeded: find(hash, isWanted: { _ in true }) ?? -1)
    }

    /// Adds the next element, whose number is the count before.
    ///
    /// - Parameters:
    ///   - hash: Its hash.
    ///   - hashOf: The hash of an element by its number, asked for all when the table grows.
    @inline(__always)
    func append(_ hash: UInt64, hashOf: (Int) -> UInt64) {
        if (count &+ 1) &* 4 > (mask &+ 1) &* 3 { grow(hashOf) }
        put(hash, count)
        count &+= 1
    }

    @inline(__always)
    private func put(_ hash: UInt64, _ number: Int) {
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 { slot = (slot &+ 1) & mask }
        slots[slot] = UInt32(truncatingIfNeeded: number &+ 1) | tag(hash)
    }

    /// The upper bits of the hash, where the number leaves room.
    @inline(__always)
    private func tag(_ hash: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: hash &>> 32) & ~UInt32(truncatingIfNeeded: mask)
    }

    @inline(never)
    private func grow(_ hashOf: (Int) -> UInt64) {
        precondition(bits < 32, "A table numbers at most 2^32 elements.")
        slots.deallocate()
        // Every element has to be hashed again, so that growing seldom is worth the room.
        bits = min(bits + 2, 32)
        mask = 1 << bits - 1
        slots = .allocate(capacity: mask + 1)
        slots.initialize(repeating: 0, count: mask + 1)
        for number in 0..<count { put(hashOf(number), number) }
    }
}
