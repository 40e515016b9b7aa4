// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

@_spi(ByteWord) import AllonymInput

/// Texts in quotes.
extension JSONText {
    /// Goes behind a text; true when it holds an escape.
    @inline(__always)
    mutating func skipText() throws(JSONFault) -> Bool {
        offset &+= 1
        while true {
            let marks = ByteWord.ends(ofText: ByteWord.load(base + offset))
            if marks == 0 {
                offset &+= 8
                continue
            }
            offset &+= ByteWord.first(marks)
            if base[offset] == UInt8(ascii: "\"") {
                offset &+= 1
                return false
            }
            try skipEscapedText()
            return true
        }
    }

    /// The rest of a text, from its first backslash or control character.
    @inline(never)
    private mutating func skipEscapedText() throws(JSONFault) {
        while true {
            switch base[offset] {
            case UInt8(ascii: "\""):
                offset &+= 1
                return
            case UInt8(ascii: "\\"): try skipEscape()
            case 0..<0x20: throw fault(.control)
            default: offset &+= 1
            }
            while true {
                let marks = ByteWord.ends(ofText: ByteWord.load(base + offset))
                if marks != 0 {
                    offset &+= ByteWord.first(marks)
                    break
                }
                offset &+= 8
            }
        }
    }

    private mutating func skipEscape() throws(JSONFault) {
        switch base[offset &+ 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            offset &+= 2
        case UInt8(ascii: "u"):
            let start = offset
            let unit = try unit()
            if unit & 0xF800 != 0xD800 { return }
            guard unit < 0xDC00, base[offset] == UInt8(ascii: "\\"),
                base[offset &+ 1] == UInt8(ascii: "u"), try self.unit() & 0xFC00 == 0xDC00
            else {
                // Where the text is cut off the partner may be behind that.
                let isCut =
                    unit < 0xDC00 && offset &+ 1 >= end && base[offset] == UInt8(ascii: "\\")
                if offset < end { offset = isCut ? end : start }
                throw fault(.surrogate)
            }
        default:
            offset = min(offset &+ 1, end)
            throw fault(.escape)
        }
    }

    /// The number that is written with `\u` and four digits.
    private mutating func unit() throws(JSONFault) -> UInt32 {
        offset &+= 2
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = JSONText.digit(base[offset]) else { throw fault(.escape) }
            unit = unit &* 16 &+ digit
            offset &+= 1
        }
        return unit
    }

    private static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte &- 0x30)
        case 0x41...0x46: UInt32(byte &- 0x37)
        case 0x61...0x66: UInt32(byte &- 0x57)
        default: nil
        }
    }

    // MARK: - Decoding

    /// Writes what a text says that was read before, and so is known to be right.
    ///
    /// It takes no more space than the escaped form.
    ///
    /// - Returns: How many bytes were written.
    static func decode(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, to space: UnsafeMutablePointer<UInt8>
    ) -> Int {
        var (offset, written) = (0, 0)
        func put(_ byte: UInt8) {
            space[written] = byte
            written &+= 1
        }
        func unit() -> UInt32 {
            var unit: UInt32 = 0
            for some in 2..<6 { unit = unit &* 16 &+ (digit(bytes[offset &+ some]) ?? 0) }
            offset &+= 6
            return unit
        }
        while offset < count {
            guard bytes[offset] == UInt8(ascii: "\\") else {
                put(bytes[offset])
                offset &+= 1
                continue
            }
            let letter = bytes[offset &+ 1]
            guard letter == UInt8(ascii: "u") else {
                put(plain(letter))
                offset &+= 2
                continue
            }
            var scalar = unit()
            if scalar & 0xFC00 == 0xD800 {
                scalar = 0x10000 &+ (scalar & 0x3FF) &<< 10 &+ (unit() & 0x3FF)
            }
            for byte in UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? .init() { put(byte) }
        }
        return written
    }

    private static func plain(_ letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "b"): 8
        case UInt8(ascii: "f"): 12
        case UInt8(ascii: "n"): 10
        case UInt8(ascii: "r"): 13
        case UInt8(ascii: "t"): 9
        default: letter
        }
    }

    /// Calls with what an escaped text says.
    func withDecoded<Result>(
        _ start: Int, _ count: Int, _ body: (UnsafePointer<UInt8>, Int) -> Result
    ) -> Result {
        let space = UnsafeMutablePointer<UInt8>.allocate(capacity: count + ByteBuffer.margin)
        defer { space.deallocate() }
        space.initialize(repeating: 0, count: count + ByteBuffer.margin)
        return body(space, JSONText.decode(base + start, count, to: space))
    }
}
