// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Numbers from a seed, the same on every machine: SplitMix64.
struct SampleGenerator {
    private var state: UInt64

    /// The numbers of one part of what a seed makes; the first part has those of the seed itself.
    init(seed: UInt64, part: Int) {
        state = seed
        if part == 0 { return }
        // Far from each other, since neighbours of one state are each other's later numbers.
        state ^= UInt64(part)
        state = next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    /// A number from 0, below a bound.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// Whether something happens that does so often, in percent.
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// One of some values.
    mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }

    // MARK: - Texts

    /// A UUID of version 4, in lower case.
    mutating func uuid() -> String {
        let (high, low) = (next(), next())
        let version = high & ~0xF000 | 0x4000
        let variant = low & ~(0xC0 << 56) | 0x80 << 56
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for digit in 0..<32 {
            if digit >= 8, digit <= 20, digit % 4 == 0 { text.append(UInt8(ascii: "-")) }
            let word = digit < 16 ? version : variant
            text.append(SampleGenerator.digits[Int(word >> UInt64(60 - digit % 16 * 4) & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// As many digits as asked for, to the base 16, in lower case.
    mutating func hexadecimal(length: Int) -> String {
        text(of: SampleGenerator.digits, base: 16, length: length)
    }

    /// As many letters and digits as asked for, such as stores make tokens of.
    mutating func token(length: Int) -> String {
        text(of: SampleGenerator.digits, base: 36, length: length)
    }

    private static let digits = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)

    private mutating func text(of letters: [UInt8], base: UInt64, length: Int) -> String {
        var word: UInt64 = 0
        let text = (0..<length).map { index in
            // Twelve digits to the base 36 fit a word.
            if index % 12 == 0 { word = next() }
            defer { word /= base }
            return letters[Int(word % base)]
        }
        return String(decoding: text, as: UTF8.self)
    }
}
