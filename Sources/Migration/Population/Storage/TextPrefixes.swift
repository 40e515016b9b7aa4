// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What may stand before 32 hexadecimal digits of an ID.
///
/// Not an array, so that who reads a text counts no references; whoever makes it gives it back.
struct TextPrefixes: BitwiseCopyable, @unchecked Sendable {
    // Unchecked because the compiler does not see that nobody writes to the memory.
    private let texts: UnsafeMutableBufferPointer<UnsafeMutableRawBufferPointer>
    /// How many there are.
    let count: Int
    /// As many bytes as a text has at most that begins with one of them.
    let longest: Int

    /// Nothing.
    static var none: TextPrefixes { TextPrefixes() }

    private init() {
        texts = UnsafeMutableBufferPointer(start: nil, count: 0)
        (count, longest) = (0, 0)
    }

    /// A copy of these texts.
    init(_ prefixes: [[UInt8]]) {
        texts = .allocate(capacity: prefixes.count)
        for (number, prefix) in prefixes.enumerated() {
            let text = UnsafeMutableRawBufferPointer.allocate(
                byteCount: prefix.count, alignment: 1)
            text.copyBytes(from: prefix)
            texts.initializeElement(at: number, to: text)
        }
        count = prefixes.count
        longest = prefixes.reduce(0) { max($0, $1.count + 32) }
    }

    func deallocate() {
        for text in texts { text.deallocate() }
        texts.deallocate()
    }

    @inline(__always)
    subscript(number: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(texts[number]) }
}
