// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Bytes that are lent: every access is checked, and none outlives what lends them.
extension Span where Element == UInt8 {
    /// They as text, repaired where they are no UTF-8.
    package var text: String { withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }

    /// They, to be kept.
    package var array: [UInt8] { withUnsafeBufferPointer { Array($0) } }

    /// Lends them to what takes data, such as a hash.
    package func withData<Result>(_ body: (Data) throws -> Result) rethrows -> Result {
        try withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return try body(Data()) }
            return try body(
                Data(
                    bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count,
                    deallocator: .none))
        }
    }

    /// Whether they are the same as others.
    package func isEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return withUnsafeBufferPointer { mine in
            other.withUnsafeBufferPointer { theirs in
                guard let start = mine.baseAddress, let other = theirs.baseAddress else {
                    return mine.isEmpty && theirs.isEmpty
                }
                return memcmp(start, other, mine.count) == 0
            }
        }
    }

    /// Whether they begin with others.
    package func starts(with other: Span<UInt8>) -> Bool {
        other.count <= count && extracting(..<other.count).isEqual(to: other)
    }

    /// Up to eight of them as a number, the first one lowest; zeros for those that are not there.
    @inline(__always)
    package func paddedWord(at offset: Int) -> UInt64 {
        if offset &+ 8 <= count { return word(at: offset) }
        var word: UInt64 = 0
        for index in offset..<count {
            word |= UInt64(self[index]) &<< UInt64(truncatingIfNeeded: (index &- offset) &* 8)
        }
        return word
    }

    /// Eight of them as a number, the first one lowest.
    @inline(__always)
    package func word(at offset: Int) -> UInt64 {
        precondition(offset >= 0 && offset &+ 8 <= count, "A word ends with the bytes.")
        return withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            return ByteWord.load(start + offset)
        }
    }
}

extension Array where Element == UInt8 {
    /// Adds bytes that are lent.
    package mutating func append(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
    }
}

extension String {
    /// Lends its bytes.
    @inline(__always)
    package func withSpan<Result>(
        _ body: (Span<UInt8>) throws -> Result
    ) rethrows -> Result {
        var copy = self
        return try copy.withUTF8 { try body($0.span) }
    }
}
