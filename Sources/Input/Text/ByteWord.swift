// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Eight bytes at a time.
///
/// Each function marks the bytes that it looks for with their highest bit. Marks above the lowest
/// may be wrong; the lowest is right.
///
/// Public, though for no one outside, because only what is public is inlined into other modules.
@_spi(ByteWord) public enum ByteWord {
    /// The highest bit of each byte.
    @inlinable @inline(__always)
    public static var tops: UInt64 { 0x8080_8080_8080_8080 }

    /// A word of eight times the same byte.
    @inlinable @inline(__always)
    public static func repeating(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// Eight bytes from any address, the first one lowest.
    @inlinable @inline(__always)
    public static func load(_ start: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(
            littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
    }

    /// Marks the bytes that are zero.
    @inlinable @inline(__always)
    public static func zeros(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & tops
    }

    /// Marks the bytes that are equal to the byte that `pattern` repeats.
    @inlinable @inline(__always)
    public static func equal(_ word: UInt64, _ pattern: UInt64) -> UInt64 { zeros(word ^ pattern) }

    /// Marks quotes, backslashes and control characters: what ends a run of plain JSON text.
    @inlinable @inline(__always)
    public static func ends(ofText word: UInt64) -> UInt64 {
        let quotes = equal(word, 0x2222_2222_2222_2222)
        let backslashes = equal(word, 0x5C5C_5C5C_5C5C_5C5C)
        let controls = (word &- 0x2020_2020_2020_2020) & ~word & tops
        return quotes | backslashes | controls
    }

    /// Marks exactly the bytes that are equal to the byte that `pattern` repeats, all of them.
    @inlinable @inline(__always)
    public static func allEqual(_ word: UInt64, _ pattern: UInt64) -> UInt64 {
        let difference = word ^ pattern
        let low = 0x7F7F_7F7F_7F7F_7F7F as UInt64
        return ~(((difference & low) &+ low) | difference | low)
    }

    /// The marks as the eight lowest bits, that of the first byte lowest; they all have to be right.
    @inlinable @inline(__always)
    public static func gathered(_ marks: UInt64) -> UInt64 {
        ((marks &>> 7) &* 0x0102_0408_1020_4080) &>> 56
    }

    /// Which byte the lowest mark is on.
    @inlinable @inline(__always)
    public static func first(_ marks: UInt64) -> Int { marks.trailingZeroBitCount &>> 3 }
}
