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
    /// In 56 bits: six of how it is spelt, four that say by what, 36 for the place, ten for the count.
    private var rest: UInt64

    private static let countBits: UInt64 = 10
    private static let placeBits: UInt64 = 36
    private static let sameBits = countBits + placeBits
    /// Counts that are higher are kept elsewhere.
    static let mostCount = 1 << countBits - 1

    init(key: UInt64, spelling: Spelling) {
        let (marks, more) = spelling.packed
        self.key = key
        self.marks = marks
        rest = (more << 4 | UInt64(spelling.foldings)) << SpellingRecord.sameBits | 1
    }

    /// The number of its line among those of all inputs.
    var place: Int {
        get { Int(rest >> SpellingRecord.countBits & (1 << SpellingRecord.placeBits - 1)) }
        set {
            let all: UInt64 = (1 << SpellingRecord.placeBits - 1) << SpellingRecord.countBits
            precondition(newValue >> SpellingRecord.placeBits == 0, "The lines are too many.")
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

// MARK: - In 22 bytes

extension SpellingRecord {
    /// As many bytes as a record takes among those of one part of the table.
    static let size = 22

    /// Reads a record; the eight bits of the key that chose the part are known.
    @inline(__always)
    init(_ bytes: UnsafeRawPointer, part: UInt64) {
        // The last two words overlap by two bytes, the first two by one.
        let low = (1 as UInt64) << 56 - 1
        key = bytes.loadUnaligned(as: UInt64.self) & low | part << 56
        marks = bytes.loadUnaligned(fromByteOffset: 7, as: UInt64.self)
        rest = bytes.loadUnaligned(fromByteOffset: 14, as: UInt64.self) >> 8
    }

    @inline(__always)
    func write(to bytes: UnsafeMutableRawPointer) {
        // From the back, so that each word mends what the one behind it has overwritten.
        bytes.storeBytes(of: rest << 8, toByteOffset: 14, as: UInt64.self)
        let first = key & (1 << 56 - 1) | marks << 56
        bytes.storeBytes(of: marks, toByteOffset: 7, as: UInt64.self)
        bytes.storeBytes(of: first, as: UInt64.self)
    }
}
