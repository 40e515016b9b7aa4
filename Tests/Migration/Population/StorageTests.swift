// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import AllonymTestSupport
import Testing

@testable import AllonymMigration

/// The tables that a population is kept in, each compared with a plain one.
@Suite struct StorageTests {
    private var random = SeededGenerator(seed: SeededGenerator.seedOfRun)

    @Test func `A column holds what was put in, over the bounds of its pieces`() {
        let column = Column<UInt64>()
        for number in 0..<50_000 { #expect(column.append(UInt64(number) * 3) == number) }
        column[20_000] = 7
        let first = column.pointer(0)
        for _ in 0..<50_000 { column.append(1) }
        #expect(first == column.pointer(0))
        #expect(column.count == 100_000)
        #expect(column[20_000] == 7)
        #expect((0..<50_000).allSatisfy { $0 == 20_000 || column[$0] == UInt64($0) * 3 })
    }

    @Test(arguments: [0, 1, 127, 128, 16_383, 16_384, 1 << 20, 3 << 20])
    func `An arena keeps texts of any length`(count: Int) {
        let arena = Arena()
        let texts = [[UInt8](repeating: 1, count: 5), [UInt8](repeating: 2, count: count), [3]]
        let places = texts.map { $0.withUnsafeBytes { arena.append($0) } }
        for (place, text) in zip(places, texts) { #expect(Array(arena.text(at: place)) == text) }
    }

    @Test func `A text of an arena is replaced by one of its length only`() {
        let arena = Arena()
        let place = Array("abc".utf8).withUnsafeBytes { arena.append($0) }
        #expect(Array("xyz".utf8).withUnsafeBytes { arena.replace(place, with: $0) })
        #expect(!Array("wxyz".utf8).withUnsafeBytes { arena.replace(place, with: $0) })
        #expect(Array(arena.text(at: place)) == Array("xyz".utf8))
    }

    @Test mutating func `A table of texts gives each text one number, in order`() {
        let table = TextTable(Arena())
        var known: [[UInt8]: Int] = [:]
        for _ in 0..<100_000 {
            let count = [3, 9, 17, 30].randomElement(using: &random) ?? 0
            let text = (0..<count).map { _ in UInt8.random(in: 48...50, using: &random) }
            let number = text.withUnsafeBytes { table.number(of: $0) }
            #expect(number == known[text] ?? known.count)
            known[text] = number
        }
        #expect(table.count == known.count)
    }

    @Test func `A table of texts keeps lists of numbers`() {
        let texts = TextStore()
        #expect(texts.triple(0, 0, 0) == 0)
        for triple in [(1, 0, 0), (0, 0, 1), (7, .max, 9)] as [(UInt32, UInt32, UInt32)] {
            let number = texts.triple(triple.0, triple.1, triple.2)
            #expect(texts.triple(number) == triple)
        }
        for list in [[], [1], [1, 2, 3, 4], [1, 2, 3, 4, 5], Array(0...99)] as [[UInt32]] {
            var read: [UInt32] = []
            let number = list.withUnsafeBytes { texts.lists.number(of: $0) }
            texts.lists.forEach(of: number) { read.append($0) }
            #expect(read == list)
        }
    }

    @Test mutating func `A set of fingerprints knows what has been there`() {
        let set = FingerprintSet()
        var known: Set<Fingerprint> = []
        for _ in 0..<100_000 {
            let print = Fingerprint(high: 0, low: UInt64.random(in: 0...50_000, using: &random))
            #expect(set.insert(print) == known.insert(print).inserted)
        }
    }

    @Test mutating func `Lists of facts hold the last value of each kind`() {
        let lists = FactLists<PurchaseFact>()
        let kinds: [PurchaseFact] = [.cancelled, .refunded, .token, .times]
        var heads = [FactLists<PurchaseFact>.Head](repeating: 0, count: 50)
        var known: [[PurchaseFact: UInt64]] = Array(repeating: [:], count: 50)
        for _ in 0..<20_000 {
            let owner = Int.random(in: 0..<50, using: &random)
            let kind = kinds.randomElement(using: &random) ?? .token
            let isSet = Bool.random(using: &random)
            let value = isSet ? UInt64.random(in: 0..<1 << 56, using: &random) : nil
            lists.set(kind, value, &heads[owner])
            known[owner][kind] = value
            for kind in kinds { #expect(lists.value(kind, heads[owner]) == known[owner][kind]) }
        }
        #expect(lists.allocatedBytes < 1 << 18)
    }

    @Test(arguments: [Instant.none, .hour(0), .hour(-20_000_000), Instant.hour(72_000_000)])
    func `A fact may be any moment, before 1970 too`(moment: Instant) {
        let lists = FactLists<PurchaseFact>()
        var head: FactLists<PurchaseFact>.Head = 0
        lists.set(.refunded, moment, &head)
        #expect(lists.instant(.refunded, head) == moment)
    }

    @Test mutating func `Buckets keep the order of what is in them`() {
        let buckets = (0..<1_000).map { _ in Int.random(in: -1..<7, using: &random) }
        let sorted = Buckets(1_000, into: 8, make: { IDNumber($0) }) {
            buckets[$0] < 0 ? nil : buckets[$0]
        }
        for bucket in 0..<8 {
            let expected = buckets.indices.filter { buckets[$0] == bucket }
            #expect(sorted[bucket].map(\.index) == expected)
        }
    }
}
