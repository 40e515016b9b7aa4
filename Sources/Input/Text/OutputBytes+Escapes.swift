// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Texts as files and calls want them.
extension OutputBytes {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// A JSON text, with its quotes.
    package func append(json text: Span<UInt8>) {
        append(UInt8(ascii: "\""))
        append(jsonPart: text)
        append(UInt8(ascii: "\""))
    }

    /// The inside of a JSON text, or a part of it: RFC 8259, section 7.
    ///
    /// What has to be escaped is, and nothing else.
    package func append(jsonPart text: Span<UInt8>) {
        if OutputBytes.isPlain(text) { return append(text) }
        var start = 0
        for offset in text.indices {
            let byte = text[offset]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
                continue
            }
            append(text.extracting(start..<offset))
            start = offset + 1
            append(UInt8(ascii: "\\"))
            switch byte {
            case 0x08: append(UInt8(ascii: "b"))
            case 0x09: append(UInt8(ascii: "t"))
            case 0x0a: append(UInt8(ascii: "n"))
            case 0x0c: append(UInt8(ascii: "f"))
            case 0x0d: append(UInt8(ascii: "r"))
            case 0..<0x20:
                append("u00")
                append(UInt8(ascii: "0") + byte >> 4)
                append(OutputBytes.digits[Int(byte & 15)] | 0x20)
            default: append(byte)
            }
        }
        append(text.extracting(start...))
    }

    /// Whether nothing in a text has to be escaped.
    private static func isPlain(_ text: Span<UInt8>) -> Bool {
        var offset = 0
        while offset &+ 8 <= text.count {
            if ByteWord.ends(ofText: text.word(at: offset)) != 0 { return false }
            offset &+= 8
        }
        while offset < text.count {
            let byte = text[offset]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                return false
            }
            offset &+= 1
        }
        return true
    }

    /// Makes a JSON text of the bytes from an offset on.
    package func escape(from start: Int) {
        if withBytes(start..<count, OutputBytes.isPlain) { return enclose(from: start) }
        let text = withBytes(start..<count) { $0.array }
        cut(to: start)
        append(json: text.span)
    }

    /// A JSON text, with its quotes.
    package func append(json text: String) {
        text.withSpan { append(json: $0) }
    }

    /// The inside of a JSON text, or a part of it.
    package func append(jsonPart text: String) {
        text.withSpan { append(jsonPart: $0) }
    }

    /// A JSON text, or null.
    package func append(jsonOrNull text: String?) {
        if let text { append(json: text) } else { append("null") }
    }

    /// A cell of CSV as RFC 4180 has it: in quotes where it has to be.
    package func append(cell text: Span<UInt8>, delimiter: UInt8 = UInt8(ascii: ",")) {
        let start = count
        append(text)
        quote(from: start, delimiter: delimiter)
    }

    /// A cell of CSV as RFC 4180 has it: in quotes where it has to be.
    package func append(cell text: String, delimiter: UInt8 = UInt8(ascii: ",")) {
        text.withSpan { append(cell: $0, delimiter: delimiter) }
    }

    /// Percent-encodes the bytes from an offset on, but for those that RFC 3986 leaves alone.
    package func percentEncode(from start: Int) {
        let isUnreserved = OutputBytes.isUnreserved
        var first = start
        while first < count, isUnreserved[Int(self[first])] { first &+= 1 }
        if first == count { return }
        let text = withBytes(first..<count) { $0.array }
        cut(to: first)
        for byte in text {
            if isUnreserved[Int(byte)] {
                append(byte)
            } else {
                append(UInt8(ascii: "%"))
                append(OutputBytes.digits[Int(byte >> 4)])
                append(OutputBytes.digits[Int(byte & 15)])
            }
        }
    }

    /// Of each byte whether a URL may have it as it is.
    private static let isUnreserved: [Bool] = {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        let all = Set("\(letters)0123456789-._~".utf8)
        return (0...255).map(all.contains)
    }()
}
