// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// The texts of a population but for its IDs: those that recur once each, the others as they come.
package struct TextStore: Sendable {
    var arena = Arena()
    /// Products, entitlements, countries, prices: by number.
    private var words = TextTable()
    private var triples = TripleTable()
    /// Lists of words: of each list the number of its first word, and the number of the list of the
    /// others.
    private var lists = TripleTable()

    package init() {}

    var allocatedBytes: Int {
        arena.allocatedBytes + words.allocatedBytes + triples.allocatedBytes
            + lists.allocatedBytes
    }

    /// Lends the bytes of a text; of none, no bytes.
    @inline(__always)
    func withBytes<Result>(
        of text: StoredText, _ body: (Span<UInt8>) throws -> Result
    ) rethrows -> Result {
        try arena.withBytes(of: text, body)
    }

    // MARK: - Words

    /// The number of a word + 1; 0 for none.
    @inline(__always)
    mutating func word(_ text: Text, _ batch: RecordBatch) -> UInt32 {
        guard text.isPresent else { return 0 }
        return batch.withBytes(of: text) { UInt32(words.number(of: $0, in: &arena) &+ 1) }
    }

    /// The number of a word that stands in no batch + 1.
    mutating func word(of text: Span<UInt8>) -> UInt32 {
        UInt32(words.number(of: text, in: &arena) &+ 1)
    }

    /// The word of a number.
    @inline(__always)
    func word(_ number: UInt32) -> StoredText {
        number == 0 ? .none : words[Int(number) &- 1]
    }

    // MARK: - Triples

    /// The number of three numbers + 1; 0 if all of them are 0.
    @inline(__always)
    package mutating func triple(_ one: UInt32, _ two: UInt32, _ three: UInt32) -> UInt32 {
        triples.number(of: Triple(first: one, second: two, third: three))
    }

    /// The three numbers that a number stands for.
    @inline(__always)
    package func triple(_ number: UInt32) -> (UInt32, UInt32, UInt32) {
        let triple = triples[number]
        return (triple.first, triple.second, triple.third)
    }

    // MARK: - Lists

    /// The number of a list of words + 1; 0 for none, and for an empty list.
    @inline(__always)
    mutating func list(_ list: TextList, _ batch: RecordBatch) -> UInt32 {
        var number: UInt32 = 0
        for text in batch.texts(of: list).reversed() {
            number = lists.number(of: Triple(first: word(text, batch), second: number, third: 0))
        }
        return number
    }

    /// The number of a list of words by their numbers, + 1.
    package mutating func list(of words: [UInt32]) -> UInt32 {
        words.reversed().reduce(0) { lists.number(of: Triple(first: $1, second: $0, third: 0)) }
    }

    /// The numbers of a list's words.
    package func numbers(ofList number: UInt32) -> [UInt32] {
        var numbers: [UInt32] = []
        var next = number
        while next != 0 {
            numbers.append(lists[next].first)
            next = lists[next].second
        }
        return numbers
    }

    /// Hands over the words of a list.
    @inline(__always)
    func forEachWord(ofList number: UInt32, _ body: (StoredText) -> Void) {
        var next = number
        while next != 0 {
            body(word(lists[next].first))
            next = lists[next].second
        }
    }
}
