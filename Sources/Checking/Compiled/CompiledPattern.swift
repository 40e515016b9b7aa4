// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// A pattern as the engine matches it.
struct CompiledPattern {
    let pattern: Pattern
    let least: Int
    /// `Int.max` where it has no end.
    let most: Int
    /// Every byte that may stand in it.
    let alphabet: ByteSet
    /// What it makes of the facts when it matches.
    var sets: Facts = 0
    var clears: Facts = 0

    init(_ pattern: Pattern) {
        self.pattern = pattern
        var least = 0
        var most = 0
        var alphabet = ByteSet()
        for part in pattern.parts {
            least = CompiledPattern.sum(least, part.least)
            most = CompiledPattern.sum(most, part.most)
            alphabet.formUnion(part.bytes)
        }
        self.least = least
        self.most = most
        self.alphabet = alphabet
    }

    private static func sum(_ left: Int, _ right: Int) -> Int {
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? .max : sum
    }

    /// Whether alphabet and length say everything: `[0-9]+`, `[0-9a-f]{64}`.
    var isPlain: Bool { pattern.parts.count <= 1 }

    /// One byte that stands at fixed offsets between bytes of one class, as the hyphens of a UUID do.
    ///
    /// Once all bytes are known to be of the alphabet, such a pattern matches when the marker stands
    /// at its offsets and nowhere else.
    struct Marker {
        var byte: UInt8 = 0
        /// 0 where a pattern is not of this kind.
        var count: UInt8 = 0
        var offsets = InlineOffsets()
    }

    /// Up to eight offsets.
    struct InlineOffsets {
        private var word: UInt64 = 0

        subscript(number: Int) -> Int {
            get { Int(word >> UInt64(number * 8) & 0xFF) }
            set { word |= UInt64(newValue) << UInt64(number * 8) }
        }
    }

    var marker: Marker {
        var marker = Marker()
        guard let sets = setsByOffset, Set(sets).count == 2 else { return marker }
        for byte in UInt8(0)..<128 {
            let only = ByteSet(byte)
            guard sets.contains(only), sets.allSatisfy({ $0 == only || !$0.contains(byte) })
            else { continue }
            let own = sets.indices.filter { sets[$0] == only }
            guard own.count <= 8 else { return marker }
            marker.byte = byte
            marker.count = UInt8(own.count)
            for (number, offset) in own.enumerated() { marker.offsets[number] = offset }
            return marker
        }
        return marker
    }

    /// For a pattern of one length, short enough for a table, the class at each offset.
    var setsByOffset: [ByteSet]? {
        guard least == most, (1...128).contains(least) else { return nil }
        return pattern.parts.flatMap { Array(repeating: $0.bytes, count: $0.least) }
    }
}

/// Matches a pattern byte after byte, for IDs that come in pieces.
struct PatternRun {
    private let parts: [Pattern.Part]
    private var part = 0
    private var count = 0
    private(set) var isDead = false

    init(_ pattern: Pattern) { parts = pattern.parts }

    mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>) {
        var offset = 0
        while offset < bytes.count, !isDead {
            guard part < parts.count else {
                isDead = true
                return
            }
            let set = parts[part].bytes
            let room = parts[part].most - count
            let start = offset
            while offset < bytes.count, offset - start < room, set.contains(bytes[offset]) {
                offset += 1
            }
            count += offset - start
            if offset < bytes.count { advance() }
        }
    }

    private mutating func advance() {
        isDead = count < parts[part].least
        part += 1
        count = 0
    }

    /// Whether what was fed is of the format.
    var matches: Bool {
        guard !isDead else { return false }
        var copy = self
        while copy.part < parts.count, !copy.isDead { copy.advance() }
        return !copy.isDead
    }
}
