// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

@_spi(ByteWord) import AllonymInput

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
        if RowBytes.isPlain(UnsafeBufferPointer(rebasing: all[start...])) {
            return enclose(from: start)
        }
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

    /// Percent-encodes the bytes from a place on, but for those that RFC 3986 leaves alone.
    func percentEncode(from start: Int) {
        let isUnreserved = RowBytes.isUnreserved
        let first = isUnreserved.withUnsafeBufferPointer { answers in
            var place = start
            while place < count, answers[Int(all[place])] { place &+= 1 }
            return place
        }
        if first == count { return }
        let text = Array(all[first...])
        cut(to: first)
        for byte in text {
            if isUnreserved[Int(byte)] {
                append(byte)
            } else {
                append(UInt8(ascii: "%"))
                append(RowBytes.digits[Int(byte >> 4)])
                append(RowBytes.digits[Int(byte & 15)])
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
