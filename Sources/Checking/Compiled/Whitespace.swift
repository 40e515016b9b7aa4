// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The white space at the ends of a text, which some providers take off in a log-in.
enum Whitespace {
    /// What a valid UTF-8 text has between the white space at its ends; empty where it has nothing
    /// else.
    static func core(of text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        var first = 0
        while first < text.count {
            let width = width(of: text[first])
            guard first + width <= text.count, isWhite(text, first, width) else { break }
            first += width
        }
        var last = text.count
        while last > first {
            var start = last - 1
            while start > first, text[start] & 0xC0 == 0x80 { start -= 1 }
            guard isWhite(text, start, last - start) else { break }
            last = start
        }
        return first..<last
    }

    /// How many bytes a character has that begins with this one.
    static func width(of lead: UInt8) -> Int {
        lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    }

    private static func isWhite(
        _ text: UnsafeBufferPointer<UInt8>, _ offset: Int, _ width: Int
    ) -> Bool {
        let bits: UInt8 = width == 1 ? 0x7F : width == 2 ? 0x1F : width == 3 ? 0x0F : 0x07
        var value = UInt32(text[offset] & bits)
        for next in 1..<max(1, width) { value = value << 6 | UInt32(text[offset + next] & 0x3F) }
        return isWhite(value)
    }

    /// Whether this is the number of a character that is white space.
    static func isWhite(_ value: UInt32) -> Bool {
        // The only ranges where Unicode has white space; most characters are asked nothing.
        let mayBeWhite =
            value <= 0x20 || value == 0x85 || value == 0xA0 || (0x1680...0x3000).contains(value)
        return mayBeWhite && Unicode.Scalar(value)?.properties.isWhitespace ?? false
    }
}
