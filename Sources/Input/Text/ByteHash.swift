// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Hashes bytes; the same in every run, so that reports are.
package enum ByteHash {
    /// The seed where none is given.
    package static let seed: UInt64 = 0x2D35_8DCC_AA6C_78A5

    /// A hash of bytes.
    package static func hash(_ bytes: Span<UInt8>, seed: UInt64 = ByteHash.seed) -> UInt64 {
        var state = begin(bytes.count, seed)
        var offset = 0
        while offset &+ 8 <= bytes.count {
            state = mix(state ^ bytes.word(at: offset), 0x8BB8_4B93_962E_ACC9)
            offset &+= 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset &+= 1
        }
        return end(state, rest)
    }

    /// A hash of sixteen bytes.
    package static func hash(_ first: UInt64, _ second: UInt64, seed: UInt64) -> UInt64 {
        let state = mix(begin(16, seed) ^ first, 0x8BB8_4B93_962E_ACC9)
        return end(mix(state ^ second, 0x8BB8_4B93_962E_ACC9), 0)
    }

    @inline(__always)
    private static func begin(_ count: Int, _ seed: UInt64) -> UInt64 {
        seed ^ UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
    }

    @inline(__always)
    private static func end(_ state: UInt64, _ rest: UInt64) -> UInt64 {
        mix(mix(state ^ rest, 0x4B33_A62E_D433_D4A3), 0x9E37_79B9_7F4A_7C15)
    }

    @inline(__always)
    private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let (high, low) = left.multipliedFullWidth(by: right)
        return high ^ low
    }
}
