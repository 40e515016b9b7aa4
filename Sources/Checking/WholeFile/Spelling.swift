// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// In what two spellings of one ID differ.
public enum SpellingDifference: String, Hashable, Sendable, CaseIterable {
    /// In upper and lower case.
    case letterCase = "case"
    /// In white space at the ends.
    case whitespace
    /// In how Unicode composes characters.
    case normalization
    /// In case or hyphens of a UUID.
    case uuid

    /// Where the mark of this difference lies in a word, and how many bits it has.
    var field: (shift: UInt64, bits: UInt64) {
        switch self {
        case .letterCase: (0, 9)
        case .whitespace: (9, 9)
        case .normalization: (18, 9)
        case .uuid: (27, 9)
        }
    }
}

/// How an ID is spelt: for each kind of difference 0 for the plain spelling, else a mark.
struct Spelling: Hashable {
    /// 36 bits.
    private(set) var word: UInt64 = 0

    init() {}

    init(word: UInt64) { self.word = word }

    /// Sets the mark of a spelling that is not the plain one, from a hash of how it is spelt.
    mutating func mark(_ difference: SpellingDifference, _ hash: UInt64) {
        let (shift, bits) = difference.field
        // Never 0, which is the plain spelling.
        let value = hash % ((1 << bits) - 1) + 1
        word |= value << shift
    }

    /// In what two spellings differ.
    func differences(from other: Spelling) -> [SpellingDifference] {
        SpellingDifference.allCases.filter { difference in
            let (shift, bits) = difference.field
            return (word ^ other.word) >> shift & ((1 << bits) - 1) != 0
        }
    }
}

/// One ID as the table of spellings is told of it.
struct Sighting {
    /// A hash of what the ID is, however it is spelt.
    let key: UInt64
    let spelling: Spelling
    /// Good until the batch is used again.
    let bytes: UnsafePointer<UInt8>
    let count: Int
    let line: Int
}

/// Hashes bytes; the same in every run, so that reports are.
enum ByteHash {
    @inline(__always)
    private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let (high, low) = left.multipliedFullWidth(by: right)
        return high ^ low
    }

    @inline(__always)
    static func hash(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, seed: UInt64 = 0x2D35_8DCC_AA6C_78A5
    ) -> UInt64 {
        let raw = UnsafeRawPointer(bytes)
        var state = seed ^ UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
        var place = 0
        while place &+ 8 <= count {
            let word = raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            state = mix(state ^ word, 0x8BB8_4B93_962E_ACC9)
            place &+= 8
        }
        var word: UInt64 = 0
        while place < count {
            word = word << 8 | UInt64(bytes[place])
            place &+= 1
        }
        state = mix(state ^ word, 0x4B33_A62E_D433_D4A3)
        return mix(state, 0x9E37_79B9_7F4A_7C15)
    }
}
