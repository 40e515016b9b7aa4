// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import AllonymTestSupport
import Testing

import AllonymMigration

/// The tables that a population is kept in, each compared with a plain one.
@Suite struct StorageTests {
    private var random = SeededGenerator(seed: SeededGenerator.seedOfRun)

    @Test(arguments: [0, 1, 127, 128, 16_383, 16_384, 1 << 20, 3 << 20])
    func `An arena keeps texts of any length`(count: Int) {
        var arena = Arena()
        let texts = [[UInt8](repeating: 1, count: 5), [UInt8](repeating: 2, count: count), [3]]
        let indices = texts.map { arena.append($0.span) }
        for (index, text) in zip(indices, texts) {
            let isHeld = arena.holds(text.span, at: index)
            #expect(isHeld)
        }
        let other: [UInt8] = [1, 1, 1, 1]
        let isOther = arena.holds(other.span, at: indices[0])
        #expect(!isOther)
        let ofNone = arena.withBytes(of: .none) { $0.count }
        #expect(ofNone == 0)
    }

    @Test func `A text of an arena is replaced by one of its length only`() {
        var arena = Arena()
        let (short, other, long) = (Array("abc".utf8), Array("xyz".utf8), Array("wxyz".utf8))
        let index = arena.append(short.span)
        let isReplaced = arena.replace(index, with: other.span)
        let isLongerReplaced = arena.replace(index, with: long.span)
        let isHeld = arena.holds(other.span, at: index)
        #expect(isReplaced && !isLongerReplaced && isHeld)
    }

    @Test func `A growing arena leaves less than half as much over as it holds`() {
        var arena = Arena()
        let text = [UInt8](repeating: 7, count: 99)
        for _ in 0..<50_000 { _ = arena.append(text.span) }
        #expect(arena.allocatedBytes < 7_600_000)
    }

    @Test mutating func `A table of texts gives each text one number, in order`() {
        var (table, arena) = (TextTable(), Arena())
        var known: [[UInt8]: Int] = [:]
        for _ in 0..<100_000 {
            let count = [3, 9, 17, 30].randomElement(using: &random) ?? 0
            let text = (0..<count).map { _ in UInt8.random(in: 48...50, using: &random) }
            let number = table.number(of: text.span, in: &arena)
            #expect(number == known[text] ?? known.count)
            known[text] = number
        }
        #expect(table.count == known.count)
        for (text, number) in known {
            let isHeld = arena.holds(text.span, at: table[number])
            #expect(isHeld)
        }
    }

    @Test mutating func `Three numbers have one number, and three zeros have 0`() {
        var store = TextStore()
        let zero = store.triple(0, 0, 0)
        #expect(zero == 0)
        var known: [[UInt32]: UInt32] = [:]
        for _ in 0..<20_000 {
            let numbers = (0..<3).map { _ in UInt32.random(in: 0..<20, using: &random) }
            if numbers == [0, 0, 0] { continue }
            let number = store.triple(numbers[0], numbers[1], numbers[2])
            let expected: UInt32 = known[numbers] ?? UInt32(known.count + 1)
            #expect(number == expected)
            known[numbers] = number
            #expect(store.triple(number) == (numbers[0], numbers[1], numbers[2]))
        }
    }

    @Test func `Equal lists of words have one number`() {
        var store = TextStore()
        let lists = [[], [1], [2], [1, 2], [2, 1], [1, 2, 3, 4, 5], Array(1...99)] as [[UInt32]]
        let numbers = lists.map { store.list(of: $0) }
        #expect(Set(numbers).count == lists.count)
        #expect(numbers[0] == 0)
        for (list, number) in zip(lists, numbers) {
            let again = store.list(of: list)
            #expect(again == number)
            #expect(store.numbers(ofList: number) == list)
        }
    }

    @Test mutating func `Lists of facts hold the last value of each kind`() {
        var lists = FactLists<PurchaseFact>()
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
        var lists = FactLists<PurchaseFact>()
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
