// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What is remembered of a spelling of an ID: what the ID is, how it is spelt, where it came first
/// and how often.
///
/// Records are sorted by what they are; those of one spelling by where they stand.
struct SpellingRecord {
    /// A hash of what the ID is, however it is spelt.
    let key: UInt64
    /// How it is spelt: see ``Spelling/packed``.
    let marks: UInt64
    /// In 56 bits: six of how it is spelt, four that say by what, 36 for the position, ten for the count.
    fileprivate var rest: UInt64

    private static let countBits: UInt64 = 10
    private static let positionBits: UInt64 = 36
    private static let sameBits = countBits + positionBits
    /// Counts that are higher are kept elsewhere.
    static let mostCount = 1 << countBits - 1

    init(key: UInt64, spelling: Spelling) {
        let (marks, more) = spelling.packed
        self.key = key
        self.marks = marks
        rest = (more << 4 | UInt64(spelling.foldings)) << SpellingRecord.sameBits | 1
    }

    fileprivate init(key: UInt64, marks: UInt64, rest: UInt64) {
        (self.key, self.marks, self.rest) = (key, marks, rest)
    }

    /// The number of its line among those of all inputs.
    var position: Int {
        get { Int(rest >> SpellingRecord.countBits & (1 << SpellingRecord.positionBits - 1)) }
        set {
            let all: UInt64 = (1 << SpellingRecord.positionBits - 1) << SpellingRecord.countBits
            precondition(newValue >> SpellingRecord.positionBits == 0, "The lines are too many.")
            rest = rest & ~all | UInt64(newValue) << SpellingRecord.countBits
        }
    }

    var count: Int {
        get { Int(rest & (1 << SpellingRecord.countBits - 1)) }
        set { rest = rest & ~(1 << SpellingRecord.countBits - 1) | UInt64(newValue) }
    }

    /// The bits of the foldings that change it.
    var foldings: UInt8 { UInt8(rest >> SpellingRecord.sameBits & 15) }

    /// The bits that one spelling has and no other of the same key and marks.
    var variant: UInt64 { rest >> SpellingRecord.sameBits }

    @inline(__always)
    func isSameSpelling(as other: SpellingRecord) -> Bool {
        key == other.key && marks == other.marks && variant == other.variant
    }

    @inline(__always)
    static func precedes(_ left: SpellingRecord, _ right: SpellingRecord) -> Bool {
        if left.key != right.key { return left.key < right.key }
        return left.marks != right.marks ? left.marks < right.marks : left.rest < right.rest
    }

    /// What a folding takes away, to so many bits; 0 where it takes nothing away.
    func mark(_ difference: SpellingDifference, bits: UInt64) -> UInt64 {
        guard foldings & difference.bit != 0 else { return 0 }
        let before = UInt64((foldings & (difference.bit - 1)).nonzeroBitCount)
        return (marks << (before * bitsOfMark)) >> (64 - bits)
    }

    /// To how many bits its marks are known.
    var bitsOfMark: UInt64 {
        switch foldings.nonzeroBitCount {
        case 0, 1: 64
        case 2: 32
        default: 21
        }
    }
}

/// A record in 22 bytes, as one part of the table keeps it: the part is chosen by eight bits of the
/// key, which are left out.
struct PackedRecord {
    // Of sixteen bits each, since anything wider would be rounded up to 24 bytes.
    private typealias Word = (UInt16, UInt16, UInt16, UInt16)
    /// The key, and behind it the low byte of the marks.
    private let first: Word
    /// The rest of the marks, and behind it the low byte of the rest.
    private let second: Word
    private let third: (UInt16, UInt16, UInt16)

    @inline(__always)
    init(_ record: SpellingRecord) {
        let (key, marks, rest) = (record.key, record.marks, record.rest)
        first = PackedRecord.word(key & (1 << 56 - 1) | marks << 56)
        second = PackedRecord.word(marks >> 8 | rest << 56)
        let (low, middle, high, _) = PackedRecord.word(rest >> 8)
        third = (low, middle, high)
    }

    /// The record, of which the part says the missing bits of the key.
    @inline(__always)
    func record(part: UInt64) -> SpellingRecord {
        let first = PackedRecord.number(first)
        let second = PackedRecord.number(second)
        let third = PackedRecord.number((third.0, third.1, third.2, 0))
        return SpellingRecord(
            key: first & (1 << 56 - 1) | part << 56, marks: first >> 56 | second << 8,
            rest: second >> 56 | third << 8)
    }

    @inline(__always)
    private static func word(_ number: UInt64) -> Word {
        (
            UInt16(truncatingIfNeeded: number), UInt16(truncatingIfNeeded: number >> 16),
            UInt16(truncatingIfNeeded: number >> 32), UInt16(truncatingIfNeeded: number >> 48)
        )
    }

    @inline(__always)
    private static func number(_ word: Word) -> UInt64 {
        UInt64(word.0) | UInt64(word.1) << 16 | UInt64(word.2) << 32 | UInt64(word.3) << 48
    }
}
