// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Looks for bytes.
package enum ByteSearch {
    /// The first offset of a byte.
    package static func first(
        _ byte: UInt8, in bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int
    ) -> Int? {
        guard start < end, let found = memchr(bytes + start, Int32(byte), end - start) else {
            return nil
        }
        return UnsafeRawPointer(bytes).distance(to: UnsafeRawPointer(found))
    }

    /// The last offset of a byte.
    package static func last(
        _ byte: UInt8, in bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int
    ) -> Int? {
        var offset = end
        let pattern = ByteWord.repeating(byte)
        while offset - start >= 8 {
            if ByteWord.allEqual(ByteWord.load(bytes + offset - 8), pattern) != 0 { break }
            offset -= 8
        }
        while offset > start {
            offset -= 1
            if bytes[offset] == byte { return offset }
        }
        return nil
    }

    /// How often a byte occurs between two offsets.
    package static func count(
        _ byte: UInt8, in bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int
    ) -> Int {
        count(byte, in: UnsafeBufferPointer(start: bytes + start, count: max(0, end - start)).span)
    }

    /// How often a byte occurs; sixteen bytes at a time.
    package static func count(_ byte: UInt8, in bytes: Span<UInt8>) -> Int {
        bytes.withUnsafeBytes { bytes in
            let pattern = SIMD16<UInt8>(repeating: byte)
            let one = SIMD16<UInt8>(repeating: 1)
            var (offset, total) = (0, 0)
            while offset &+ 16 <= bytes.count {
                var sums = SIMD16<UInt8>(repeating: 0)
                // No sum of bytes gets above 255.
                let end = min(bytes.count &- 15, offset &+ 255 &* 16)
                while offset < end {
                    let some = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
                    sums &+= one.replacing(with: 0, where: some .!= pattern)
                    offset &+= 16
                }
                for lane in 0..<16 { total &+= Int(sums[lane]) }
            }
            while offset < bytes.count {
                total &+= bytes[offset] == byte ? 1 : 0
                offset &+= 1
            }
            return total
        }
    }

    /// Writes down all offsets of a byte, in order; 64 bytes at a time.
    package static func find(
        _ byte: UInt8, in bytes: Span<UInt8>, _ offsets: inout [UInt32]
    ) {
        precondition(bytes.count < UInt32.max, "Offsets have 32 bits.")
        offsets.removeAll(keepingCapacity: true)
        bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            let pattern = ByteWord.repeating(byte)
            var offset = 0
            while offset &+ 64 <= bytes.count {
                var marks: UInt64 = 0
                for word in 0..<8 {
                    let some = ByteWord.load(start + (offset &+ word &* 8))
                    let found = ByteWord.gathered(ByteWord.allEqual(some, pattern))
                    marks |= found &<< UInt64(truncatingIfNeeded: word &* 8)
                }
                while marks != 0 {
                    offsets.append(
                        UInt32(truncatingIfNeeded: offset &+ marks.trailingZeroBitCount))
                    marks &= marks &- 1
                }
                offset &+= 64
            }
            while offset < bytes.count {
                if start[offset] == byte { offsets.append(UInt32(truncatingIfNeeded: offset)) }
                offset &+= 1
            }
        }
    }

    /// Where a text begins, wherever it does.
    package static func all(_ text: Span<UInt8>, in bytes: Span<UInt8>) -> [Int] {
        guard !text.isEmpty, text.count <= bytes.count else { return [] }
        // Eight bytes are compared at a time, of a shorter text as many as it has.
        let mask = text.count < 8 ? (1 as UInt64) << UInt64(text.count * 8) - 1 : .max
        let wanted = text.paddedWord(at: 0) & mask
        var found: [Int] = []
        for offset in 0...bytes.count - text.count {
            let word =
                offset + 8 <= bytes.count ? bytes.word(at: offset) : bytes.paddedWord(at: offset)
            if word & mask == wanted,
                bytes.extracting(offset..<offset + text.count).isEqual(to: text)
            {
                found.append(offset)
            }
        }
        return found
    }
}
