// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Texts that are kept once each, and their numbers in the order of their first appearance.
///
/// For what recurs: products, countries, prices; and, as the bytes of their numbers, lists of such
/// texts.
final class TextTable {
    private let texts = Column<PackedText>()
    private let slots = SlotTable()
    private let arena: Arena
    private let hash = TextHash()

    /// An empty table; longer texts go to an arena that it may share with others.
    init(_ arena: Arena) { self.arena = arena }

    var count: Int { texts.count }

    var allocatedBytes: Int { texts.allocatedBytes + slots.allocatedBytes }

    /// The texts by their numbers.
    var elements: Column<PackedText>.Elements { texts.elements }

    /// The text of a number.
    subscript(number: Int) -> PackedText { texts[number] }

    /// The number of a text, which is added when it is new.
    @inline(__always)
    func number(of text: UnsafeRawBufferPointer) -> Int {
        if let packed = PackedText(wide: text, prefixes: .none) {
            let hash = hash(packed)
            if let number = slots.find(hash, isWanted: { texts[$0] == packed }) { return number }
            return append(packed, hash)
        }
        let hash = hash(text)
        let known = slots.find(hash) { number in
            texts[number].form == .arena && arena.text(at: texts[number].low).isEqual(to: text)
        }
        return known ?? append(PackedText(low: arena.append(text), form: .arena), hash)
    }

    /// Hands over each of the list of numbers that a number stands for.
    @inline(__always)
    func forEach(of list: Int, _ body: (UInt32) -> Void) {
        texts[list].withBytes(arena.texts, prefixes: .none) { bytes in
            for place in 0..<bytes.count / 4 {
                body(bytes.loadUnaligned(fromByteOffset: place &* 4, as: UInt32.self))
            }
        }
    }

    @inline(never)
    private func append(_ text: PackedText, _ hash: UInt64) -> Int {
        slots.append(hash) { number in
            let text = texts[number]
            return text.form == .arena ? self.hash(arena.text(at: text.low)) : self.hash(text)
        }
        return texts.append(text)
    }
}

/// Hashes texts, seeded anew for each table, so that nobody can choose texts that collide.
///
/// Nothing that is given out depends on it.
struct TextHash {
    private let seed = UInt64.random(in: 0 ... .max)
    private let factor = UInt64.random(in: 0 ... .max) | 1

    /// Of a text that is not in the arena.
    @inline(__always)
    func callAsFunction(_ text: PackedText) -> UInt64 {
        let formed = text.high ^ factor ^ UInt64(text.form.rawValue) &<< 56
        let (high, low) = (text.low ^ seed).multipliedFullWidth(by: formed)
        let (upper, lower) = (high ^ low).multipliedFullWidth(by: factor)
        return upper ^ lower
    }

    /// Of the bytes of a text in the arena.
    @inline(__always)
    func callAsFunction(_ text: UnsafeRawBufferPointer) -> UInt64 {
        var state = mixed(seed ^ UInt64(truncatingIfNeeded: text.count))
        var place = 0
        while place &+ 8 <= text.count {
            state = mixed(state ^ Digits.word(text, place, 8))
            place &+= 8
        }
        return mixed(mixed(state ^ Digits.word(text, place, text.count &- place)) ^ seed)
    }

    /// Every bit of a word in every other one.
    @inline(__always)
    private func mixed(_ word: UInt64) -> UInt64 {
        let (high, low) = word.multipliedFullWidth(by: factor)
        return high ^ low
    }
}
