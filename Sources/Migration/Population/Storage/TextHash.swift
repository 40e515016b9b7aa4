// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Hashes texts and numbers, seeded anew for each table, so that nobody can choose texts that
/// collide.
///
/// Nothing that is given out depends on it.
struct TextHash: Sendable {
    private let seed = UInt64.random(in: 0 ... .max)
    private let factor = UInt64.random(in: 0 ... .max) | 1

    /// Of the bytes of a text.
    @inline(__always)
    func callAsFunction(_ text: Span<UInt8>) -> UInt64 {
        var state = mixed(seed ^ UInt64(truncatingIfNeeded: text.count))
        var offset = 0
        while offset < text.count {
            state = mixed(state ^ text.paddedWord(at: offset))
            offset &+= 8
        }
        return mixed(state ^ seed)
    }

    /// Of two numbers.
    @inline(__always)
    func callAsFunction(_ one: UInt64, _ other: UInt64) -> UInt64 {
        mixed(mixed(one ^ seed) ^ other)
    }

    /// Every bit of a word in every other one.
    @inline(__always)
    private func mixed(_ word: UInt64) -> UInt64 {
        let (high, low) = word.multipliedFullWidth(by: factor)
        return high ^ low
    }
}
