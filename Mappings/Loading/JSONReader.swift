// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Makes values of bytes that ``JSONSyntax`` has taken.
///
/// Foundation's decoder, which tries one type after the other for each value, took three fifths of
/// the time in which all mappings are loaded, and every command waits for that.
struct JSONReader {
    private let bytes: [UInt8]
    private var offset = 0

    /// Begins at the only value of bytes that are well-formed JSON; a byte order mark before it is
    /// ignored.
    init(wellFormed bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
        skipSpace()
    }

    /// The value at the offset.
    ///
    /// - Throws: ``JSONSyntaxFault`` for a number that is too large to be one here.
    mutating func value() throws(JSONSyntaxFault) -> JSONValue {
        switch bytes[offset] {
        case UInt8(ascii: "{"): return .object(try members())
        case UInt8(ascii: "["): return .array(try elements())
        case UInt8(ascii: "\""): return .string(text())
        case UInt8(ascii: "t"):
            offset += 4
            return .boolean(true)
        case UInt8(ascii: "f"):
            offset += 5
            return .boolean(false)
        case UInt8(ascii: "n"):
            offset += 4
            return .null
        default: return .number(try number())
        }
    }

    private mutating func members() throws(JSONSyntaxFault) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        offset += 1
        skipSpace()
        while bytes[offset] != UInt8(ascii: "}") {
            let name = text()
            skip(UInt8(ascii: ":"))
            let value = try value()
            // Of two with one name the first counts, as it does for Foundation's decoder.
            if members[name] == nil { members[name] = value }
            skip(UInt8(ascii: ","))
        }
        offset += 1
        return members
    }

    private mutating func elements() throws(JSONSyntaxFault) -> [JSONValue] {
        var elements: [JSONValue] = []
        offset += 1
        skipSpace()
        while bytes[offset] != UInt8(ascii: "]") {
            elements.append(try value())
            skip(UInt8(ascii: ","))
        }
        offset += 1
        return elements
    }

    private mutating func number() throws(JSONSyntaxFault) -> Double {
        let start = offset
        while offset < bytes.count, JSONReader.isOfNumber(bytes[offset]) { offset += 1 }
        guard let number = Double(String(decoding: bytes[start..<offset], as: UTF8.self)),
            number.isFinite
        else { throw JSONSyntaxFault(at: start, in: bytes) }
        return number
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
            UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    private mutating func skipSpace() {
        while offset < bytes.count, bytes[offset] <= 0x20 { offset += 1 }
    }

    /// Goes behind a byte, if it is the next, and the space around it.
    private mutating func skip(_ byte: UInt8) {
        skipSpace()
        if bytes[offset] == byte { offset += 1 }
        skipSpace()
    }
}

// MARK: - Texts

extension JSONReader {
    private mutating func text() -> String {
        offset += 1
        let start = offset
        skipPlain()
        if bytes[offset] == UInt8(ascii: "\"") {
            defer { offset += 1 }
            return String(decoding: bytes[start..<offset], as: UTF8.self)
        }
        var text = String(decoding: bytes[start..<offset], as: UTF8.self)
        while bytes[offset] == UInt8(ascii: "\\") {
            text.unicodeScalars.append(escaped())
            let start = offset
            skipPlain()
            text += String(decoding: bytes[start..<offset], as: UTF8.self)
        }
        offset += 1
        return text
    }

    /// Goes to the next backslash or to the end of the text.
    private mutating func skipPlain() {
        while bytes[offset] != UInt8(ascii: "\""), bytes[offset] != UInt8(ascii: "\\") {
            offset += 1
        }
    }

    /// What a backslash and what follows it stand for.
    private mutating func escaped() -> Unicode.Scalar {
        let letter = bytes[offset + 1]
        offset += 2
        switch letter {
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return scalar()
        default: return Unicode.Scalar(letter)
        }
    }

    /// The character of one number of four digits, or of the two of a surrogate pair.
    private mutating func scalar() -> Unicode.Scalar {
        let first = unit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        // Behind the second one's backslash and its `u`.
        offset += 2
        let second = unit()
        let code = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
        return Unicode.Scalar(code) ?? "\u{FFFD}"
    }

    private mutating func unit() -> UInt16 {
        defer { offset += 4 }
        return UInt16(String(decoding: bytes[offset..<offset + 4], as: UTF8.self), radix: 16) ?? 0
    }
}
