// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput

/// What the texts of a batch are.
extension RecordBatch {
    /// The bytes of a text; they are the batch's, and change with it.
    @inline(__always)
    package func bytes(of text: Text) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: buffer.start + max(0, text.start), count: text.count)
    }

    /// Lends the bytes of a text.
    @inline(__always)
    package func withBytes<Result>(
        of text: Text, _ body: (Span<UInt8>) throws -> Result
    ) rethrows -> Result {
        try body(bytes(of: text).span)
    }

    /// Whether two texts have the same bytes.
    @inline(__always)
    func isSame(_ one: Text, _ other: Text) -> Bool {
        withBytes(of: one) { one in withBytes(of: other) { one.isEqual(to: $0) } }
    }

    /// A text as a string; nil where there is none.
    package func string(_ text: Text) -> String? {
        text.isPresent ? String(decoding: bytes(of: text), as: UTF8.self) : nil
    }
}
