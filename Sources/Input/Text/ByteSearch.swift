// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Looks for bytes.
package enum ByteSearch {
    /// The first place of a byte.
    package static func first(
        _ byte: UInt8, in bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int
    ) -> Int? {
        guard start < end, let found = memchr(bytes + start, Int32(byte), end - start) else {
            return nil
        }
        return UnsafeRawPointer(bytes).distance(to: UnsafeRawPointer(found))
    }

    /// The last place of a byte.
    package static func last(
        _ byte: UInt8, in bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int
    ) -> Int? {
        var place = end
        let pattern = ByteWord.repeating(byte)
        while place - start >= 8 {
            if ByteWord.allEqual(ByteWord.load(bytes + place - 8), pattern) != 0 { break }
            place -= 8
        }
        while place > start {
            place -= 1
            if bytes[place] == byte { return place }
        }
        return nil
    }

    /// How often a byte occurs between two places.
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
            var (place, total) = (0, 0)
            while place &+ 16 <= bytes.count {
                var sums = SIMD16<UInt8>(repeating: 0)
                // No sum of bytes gets above 255.
                let end = min(bytes.count &- 15, place &+ 255 &* 16)
                while place < end {
                    let some = bytes.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
                    sums &+= one.replacing(with: 0, where: some .!= pattern)
                    place &+= 16
                }
                for lane in 0..<16 { total &+= Int(sums[lane]) }
            }
            while place < bytes.count {
                total &+= bytes[place] == byte ? 1 : 0
                place &+= 1
            }
            return total
        }
    }

    /// Writes down all places of a byte, in order; 64 bytes at a time.
    package static func find(
        _ byte: UInt8, in bytes: Span<UInt8>, _ places: inout [UInt32]
    ) {
        precondition(bytes.count < UInt32.max, "Places have 32 bits.")
        places.removeAll(keepingCapacity: true)
        bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            let pattern = ByteWord.repeating(byte)
            var place = 0
            while place &+ 64 <= bytes.count {
                var marks: UInt64 = 0
                for word in 0..<8 {
                    let some = ByteWord.load(start + (place &+ word &* 8))
                    let found = ByteWord.gathered(ByteWord.allEqual(some, pattern))
                    marks |= found &<< UInt64(truncatingIfNeeded: word &* 8)
                }
                while marks != 0 {
                    places.append(
                        UInt32(truncatingIfNeeded: place &+ marks.trailingZeroBitCount))
                    marks &= marks &- 1
                }
                place &+= 64
            }
            while place < bytes.count {
                if start[place] == byte { places.append(UInt32(truncatingIfNeeded: place)) }
                place &+= 1
            }
        }
    }
}
