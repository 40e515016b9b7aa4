// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Texts as files and calls want them.
extension RowBytes {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// A JSON text, with its quotes.
    ///
    /// What has to be escaped is, and nothing else.
    func append(json text: UnsafeBufferPointer<UInt8>) {
        append(UInt8(ascii: "\""))
        defer { append(UInt8(ascii: "\"")) }
        if RowBytes.isPlain(text) { return append(text) }
        var start = 0
        for (place, byte) in text.enumerated()
        where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
            append(UnsafeBufferPointer(rebasing: text[start..<place]))
            start = place + 1
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
                append(RowBytes.digits[Int(byte & 15)] | 0x20)
            default: append(byte)
            }
        }
        append(UnsafeBufferPointer(rebasing: text[start...]))
    }

    /// Whether nothing in a text has to be escaped.
    private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let bytes = text.baseAddress else { return true }
        var place = 0
        while place &+ 8 <= text.count {
            if ByteWord.ends(ofText: ByteWord.load(bytes + place)) != 0 { return false }
            place &+= 8
        }
        while place < text.count {
            let byte = bytes[place]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                return false
            }
            place &+= 1
        }
        return true
    }

    /// Makes a JSON text of the bytes from a place on.
    func escape(from start: Int) {
        let text = Array(all[start...])
        cut(to: start)
        text.withUnsafeBufferPointer { append(json: $0) }
    }

    /// A JSON text, with its quotes.
    func append(json text: String) {
        var text = text
        text.withUTF8 { append(json: $0) }
    }

    /// A JSON text, or null.
    func append(jsonOrNull text: String?) {
        if let text { append(json: text) } else { append("null") }
    }

    /// A cell of CSV as RFC 4180 has it: in quotes where it has to be.
    func append(cell text: UnsafeBufferPointer<UInt8>, delimiter: UInt8) {
        let start = count
        append(text)
        quote(from: start, delimiter: delimiter)
    }

    /// A cell of CSV as RFC 4180 has it: in quotes where it has to be.
    func append(cell text: String, delimiter: UInt8) {
        var text = text
        text.withUTF8 { append(cell: $0, delimiter: delimiter) }
    }

    /// Makes a cell of CSV of the bytes from a place on.
    func quote(from start: Int, delimiter: UInt8) {
        guard needsQuotes(from: start, delimiter: delimiter) else { return }
        let cell = Array(all[start...])
        cut(to: start)
        append(UInt8(ascii: "\""))
        for byte in cell {
            if byte == UInt8(ascii: "\"") { append(byte) }
            append(byte)
        }
        append(UInt8(ascii: "\""))
    }

    private func needsQuotes(from start: Int, delimiter: UInt8) -> Bool {
        guard let bytes = all.baseAddress else { return false }
        var place = start
        let delimiters = ByteWord.repeating(delimiter)
        while place &+ 8 <= count {
            let word = ByteWord.load(bytes + place)
            let found =
                ByteWord.equal(word, delimiters) | ByteWord.equal(word, 0x2222_2222_2222_2222)
                | ByteWord.equal(word, 0x0A0A_0A0A_0A0A_0A0A)
                | ByteWord.equal(word, 0x0D0D_0D0D_0D0D_0D0D)
            if found != 0 { return true }
            place &+= 8
        }
        while place < count {
            let byte = bytes[place]
            if byte == delimiter || byte == UInt8(ascii: "\"") || byte == 0x0a || byte == 0x0d {
                return true
            }
            place &+= 1
        }
        return false
    }

    /// Percent-encodes the bytes from a place on, but for those that RFC 3986 leaves alone.
    func percentEncode(from start: Int) {
        let isPlain = all[start...].allSatisfy(RowBytes.isUnreserved)
        guard !isPlain else { return }
        let text = Array(all[start...])
        cut(to: start)
        for byte in text {
            if RowBytes.isUnreserved(byte) {
                append(byte)
            } else {
                append(UInt8(ascii: "%"))
                append(RowBytes.digits[Int(byte >> 4)])
                append(RowBytes.digits[Int(byte & 15)])
            }
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
