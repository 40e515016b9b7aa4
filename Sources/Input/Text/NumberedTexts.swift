// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Texts that are kept once each, and their numbers in the order of their first appearance.
///
/// A text takes its bytes and about sixteen more, where a dictionary of strings takes a hundred. Texts
/// of one kind are told apart from the same ones of another.
package struct NumberedTexts {
    /// One behind the other.
    private var bytes: [UInt8] = []
    /// Where each ends.
    private var ends: [Int] = []
    private var kinds: [UInt8] = []
    /// A hash table with a number + 1 in each slot that is taken; 0 is free.
    private var slots = [UInt32](repeating: 0, count: 64)
    /// Other texts share slots in each table, so that nobody can choose ones that do.
    private let seed = UInt64.random(in: 0 ... .max)

    package init() {}

    /// How many there are.
    package var count: Int { ends.count }

    /// A text by its number.
    package subscript(number: Int) -> String { withBytes(of: number) { $0.text } }

    /// Lends the bytes of a text.
    package func withBytes<Result>(of number: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        body(bytes.span.extracting(range(number)))
    }

    /// The kind of a text.
    package func kind(of number: Int) -> UInt8 { kinds[number] }

    /// The number of a text; nil where there is no such text.
    package func known(_ text: Span<UInt8>, kind: UInt8 = 0) -> Int? {
        let number = slots[slot(of: text, kind)]
        return number == 0 ? nil : Int(number) - 1
    }

    /// The number of a text, which is added where it is new.
    package mutating func number(of text: Span<UInt8>, kind: UInt8 = 0) -> Int {
        let slot = slot(of: text, kind)
        if slots[slot] > 0 { return Int(slots[slot]) - 1 }
        precondition(count < Int(UInt32.max), "A table numbers 4,294,967,295 texts at most.")
        bytes.append(text)
        ends.append(bytes.count)
        kinds.append(kind)
        slots[slot] = UInt32(count)
        // A third of the slots stays free.
        if count * 3 > slots.count * 2 { grow() }
        return count - 1
    }

    private func range(_ number: Int) -> Range<Int> {
        (number == 0 ? 0 : ends[number - 1])..<ends[number]
    }

    private func hash(_ text: Span<UInt8>, _ kind: UInt8) -> Int {
        Int(truncatingIfNeeded: ByteHash.hash(text, seed: seed ^ UInt64(kind)))
    }

    /// The slot that a text has, or would have.
    private func slot(of text: Span<UInt8>, _ kind: UInt8) -> Int {
        let mask = slots.count - 1
        var slot = hash(text, kind) & mask
        while slots[slot] > 0 {
            let number = Int(slots[slot]) - 1
            let isSame = withBytes(of: number) { $0.isEqual(to: text) }
            if isSame, kinds[number] == kind { break }
            slot = (slot + 1) & mask
        }
        return slot
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        let mask = slots.count - 1
        for number in 0..<count {
            var slot = withBytes(of: number) { hash($0, kinds[number]) } & mask
            while slots[slot] > 0 { slot = (slot + 1) & mask }
            slots[slot] = UInt32(number + 1)
        }
    }
}

extension NumberedTexts {
    /// The number of a text; nil where there is no such text.
    package func known(_ text: String, kind: UInt8 = 0) -> Int? {
        text.withSpan { known($0, kind: kind) }
    }

    /// The number of a text, which is added where it is new.
    package mutating func number(of text: String, kind: UInt8 = 0) -> Int {
        text.withSpan { number(of: $0, kind: kind) }
    }
}
