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

    /// For a pattern of one length, short enough for a table, the class at each place.
    var places: [ByteSet]? {
        guard least == most, (1...128).contains(least) else { return nil }
        return pattern.parts.flatMap { Array(repeating: $0.bytes, count: $0.least) }
    }
}

/// Matches a pattern byte after byte, for IDs that come in pieces.
struct PatternRun {
    private let parts: [Pattern.Part]
    private var part = 0
    private var count = 0
    private var isDead = false

    init(_ pattern: Pattern) { parts = pattern.parts }

    mutating func feed(_ byte: UInt8) {
        while !isDead {
            guard part < parts.count else {
                isDead = true
                return
            }
            if count < parts[part].most, parts[part].bytes.contains(byte) {
                count += 1
                return
            }
            advance()
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
