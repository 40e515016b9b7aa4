// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Whether bytes are UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
package enum UTF8Check {
    /// The offset of the first byte that is not; nil when all are.
    ///
    /// Takes no byte beyond the count, and most of the time sixteen at once.
    package static func fault(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int? {
        var offset = 0
        while true {
            offset = afterASCII(bytes, offset, count)
            if offset == count { return nil }
            let length = sequence(bytes + offset, count &- offset)
            if length == 0 { return offset }
            offset &+= length
        }
    }

    /// The offset of the first byte that is not; nil when all are.
    package static func fault(_ bytes: Span<UInt8>) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.flatMap { fault($0, bytes.count) }
        }
    }

    /// How long the byte order mark is that the bytes begin with; 0 where there is none.
    package static func markLength(_ bytes: Span<UInt8>) -> Int {
        bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
    }

    /// Whether all bytes are below 128.
    package static func isASCII(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        afterASCII(bytes, 0, count) == count
    }

    /// Whether all bytes that are lent are below 128.
    package static func isASCII(_ bytes: Span<UInt8>) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { isASCII($0, bytes.count) } ?? true
        }
    }

    @inline(__always)
    private static func afterASCII(
        _ bytes: UnsafePointer<UInt8>, _ start: Int, _ count: Int
    ) -> Int {
        var offset = start
        while offset &+ 32 <= count {
            let some =
                ByteWord.load(bytes + offset) | ByteWord.load(bytes + (offset &+ 8))
                | ByteWord.load(bytes + (offset &+ 16)) | ByteWord.load(bytes + (offset &+ 24))
            if some & ByteWord.tops != 0 { break }
            offset &+= 32
        }
        while offset < count, bytes[offset] < 0x80 { offset &+= 1 }
        return offset
    }

    /// How long the sequence is that begins with a byte above 127; 0 when it is none.
    private static func sequence(_ bytes: UnsafePointer<UInt8>, _ left: Int) -> Int {
        func follows(_ offset: Int, _ least: UInt8 = 0x80, _ most: UInt8 = 0xBF) -> Bool {
            offset < left && bytes[offset] >= least && bytes[offset] <= most
        }
        switch bytes[0] {
        case 0xC2...0xDF: return follows(1) ? 2 : 0
        case 0xE0: return follows(1, 0xA0) && follows(2) ? 3 : 0
        case 0xED: return follows(1, 0x80, 0x9F) && follows(2) ? 3 : 0
        case 0xE1...0xEF: return follows(1) && follows(2) ? 3 : 0
        case 0xF0: return follows(1, 0x90) && follows(2) && follows(3) ? 4 : 0
        case 0xF1...0xF3: return follows(1) && follows(2) && follows(3) ? 4 : 0
        case 0xF4: return follows(1, 0x80, 0x8F) && follows(2) && follows(3) ? 4 : 0
        default: return 0
        }
    }
}
