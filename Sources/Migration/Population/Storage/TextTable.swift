// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput

/// Texts that are kept once each, and their numbers in the order of their first appearance.
///
/// For what recurs: products, countries, prices.
package struct TextTable: Sendable {
    private var texts: [StoredText] = []
    private var slots = SlotTable()
    private let hash = TextHash()

    package init() {}

    package var count: Int { texts.count }

    var allocatedBytes: Int {
        texts.capacity * MemoryLayout<StoredText>.stride + slots.allocatedBytes
    }

    /// The text of a number.
    @inline(__always)
    package subscript(number: Int) -> StoredText { texts[number] }

    /// The number of a text, which is added to the arena when it is new.
    @inline(__always)
    package mutating func number(of text: Span<UInt8>, in arena: inout Arena) -> Int {
        let hash = hash(text)
        let known = slots.find(hash) { arena.holds(text, at: texts[$0]) }
        return known ?? append(arena.append(text), hash, arena)
    }

    @inline(never)
    private mutating func append(_ text: StoredText, _ hash: UInt64, _ arena: Arena) -> Int {
        if slots.isFull {
            slots.grow()
            for text in texts { slots.append(arena.withBytes(of: text) { self.hash($0) }) }
        }
        slots.append(hash)
        texts.append(text)
        return count - 1
    }
}
