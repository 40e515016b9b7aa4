// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput

/// Three numbers, each of a text, or of other such numbers.
struct Triple: Hashable, BitwiseCopyable, Sendable {
    var first: UInt32
    var second: UInt32
    var third: UInt32
}

/// Triples of numbers that are kept once each, and their own numbers from 1; three zeros are 0.
struct TripleTable: Sendable {
    private var triples: [Triple] = []
    private var slots = SlotTable()
    private let hash = TextHash()

    var allocatedBytes: Int {
        triples.capacity * MemoryLayout<Triple>.stride + slots.allocatedBytes
    }

    /// The triple of a number.
    @inline(__always)
    subscript(number: UInt32) -> Triple {
        number == 0 ? Triple(first: 0, second: 0, third: 0) : triples[Int(number) &- 1]
    }

    /// The number of a triple, which is added when it is new.
    @inline(__always)
    mutating func number(of triple: Triple) -> UInt32 {
        if triple.first | triple.second | triple.third == 0 { return 0 }
        let hash = hash(of: triple)
        if let known = slots.find(hash, isWanted: { triples[$0] == triple }) {
            return UInt32(known &+ 1)
        }
        return append(triple, hash)
    }

    @inline(__always)
    private func hash(of triple: Triple) -> UInt64 {
        hash(UInt64(triple.first) &<< 32 | UInt64(triple.second), UInt64(triple.third))
    }

    @inline(never)
    private mutating func append(_ triple: Triple, _ hash: UInt64) -> UInt32 {
        if slots.isFull {
            slots.grow()
            for triple in triples { slots.append(self.hash(of: triple)) }
        }
        slots.append(hash)
        triples.append(triple)
        return UInt32(triples.count)
    }
}
