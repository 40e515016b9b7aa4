// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput

/// A text of a population, by its offset in an ``Arena``.
package struct StoredText: Hashable, BitwiseCopyable, Sendable {
    /// Where the text is; the highest number for none.
    let offset: UInt64

    init(offset: UInt64) { self.offset = offset }

    /// No text; the empty text is another thing.
    package static let none = StoredText(offset: .max)

    /// Whether there is a text; the empty one is one.
    package var isPresent: Bool { self != .none }
}

/// Texts one behind the other.
///
/// Each is kept behind its count, which takes one byte for texts below 128 bytes.
package struct Arena: Sendable {
    private var bytes: [UInt8] = []

    package init() {}

    package var allocatedBytes: Int { bytes.capacity }

    /// Adds a text.
    package mutating func append(_ text: Span<UInt8>) -> StoredText {
        bytes.growByHalf(for: text.count + 10)
        let offset = UInt64(bytes.count)
        var count = text.count
        while count >= 128 {
            bytes.append(UInt8(truncatingIfNeeded: count) | 128)
            count >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: count))
        bytes.append(text)
        return StoredText(offset: offset)
    }

    /// Lends the bytes of a text; of none, no bytes.
    @inline(__always)
    package func withBytes<Result>(
        of text: StoredText, _ body: (Span<UInt8>) throws -> Result
    ) rethrows -> Result {
        try body(bytes.span.extracting(range(of: text)))
    }

    /// Whether a text has these bytes.
    @inline(__always)
    package func holds(_ bytes: Span<UInt8>, at text: StoredText) -> Bool {
        withBytes(of: text) { $0.isEqual(to: bytes) }
    }

    /// Writes a text over one of the same length; false when that has another.
    package mutating func replace(_ old: StoredText, with text: Span<UInt8>) -> Bool {
        let range = range(of: old)
        guard range.count == text.count else { return false }
        for offset in 0..<range.count { bytes[range.lowerBound &+ offset] = text[offset] }
        return true
    }

    @inline(__always)
    private func range(of text: StoredText) -> Range<Int> {
        guard text.isPresent else { return 0..<0 }
        var start = Int(text.offset)
        var (count, bits) = (0, 0)
        while true {
            let byte = Int(bytes[start])
            start &+= 1
            count |= (byte & 127) &<< bits
            if byte < 128 { break }
            bits &+= 7
        }
        return start..<start &+ count
    }
}

extension Array {
    /// Makes room for so many more elements, and for half as many as there are where there is none:
    /// less is left over than where an array doubles itself.
    @inline(__always)
    mutating func growByHalf(for more: Int = 1) {
        if count &+ more > capacity { reserveCapacity(count + Swift.max(count / 2, more)) }
    }
}
