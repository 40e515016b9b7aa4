// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Goes over bytes once, and refuses what RFC 8259 does.
///
/// Foundation's decoder takes a comma before a closing bracket on Linux, and does not look at values
/// that nobody asks it for.
package struct JSONSyntax {
    /// As deep as Foundation's decoder goes.
    private static let mostDepth = 512

    private let bytes: [UInt8]
    private var offset = 0
    private var depth = 0
    private var isASCII = true

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Refuses bytes that are not one value of JSON; a byte order mark before it is ignored.
    ///
    /// - Throws: ``JSONSyntaxFault`` with the line.
    package static func check(_ bytes: [UInt8]) throws(JSONSyntaxFault) {
        var syntax = JSONSyntax(bytes)
        guard syntax.takeDocument() else {
            throw JSONSyntaxFault(at: syntax.offset, in: bytes)
        }
    }
}

// MARK: - Values

extension JSONSyntax {
    private mutating func takeDocument() -> Bool {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
        skipSpace()
        guard takeValue() else { return false }
        skipSpace()
        guard offset == bytes.count else { return false }
        return isASCII || String(bytes: bytes, encoding: .utf8) != nil
    }

    private mutating func takeValue() -> Bool {
        switch byte {
        case UInt8(ascii: "{"): return takeElements(until: UInt8(ascii: "}"), haveNames: true)
        case UInt8(ascii: "["): return takeElements(until: UInt8(ascii: "]"), haveNames: false)
        case UInt8(ascii: "\""): return takeText()
        case UInt8(ascii: "t"): return take(word: "true")
        case UInt8(ascii: "f"): return take(word: "false")
        case UInt8(ascii: "n"): return take(word: "null")
        default: return takeNumber()
        }
    }

    /// Goes behind an object or a list.
    private mutating func takeElements(until end: UInt8, haveNames: Bool) -> Bool {
        guard depth < JSONSyntax.mostDepth else { return false }
        depth += 1
        offset += 1
        skipSpace()
        var isOver = take(end)
        while !isOver {
            if haveNames {
                guard takeText() else { return false }
                skipSpace()
                guard take(UInt8(ascii: ":")) else { return false }
                skipSpace()
            }
            guard takeValue() else { return false }
            skipSpace()
            isOver = take(end)
            if !isOver {
                guard take(UInt8(ascii: ",")) else { return false }
                skipSpace()
            }
        }
        depth -= 1
        return true
    }

    private mutating func takeNumber() -> Bool {
        if byte == UInt8(ascii: "-") { offset += 1 }
        let beginsWithZero = take(UInt8(ascii: "0"))
        if !beginsWithZero {
            guard takeDigits() else { return false }
        }
        if take(UInt8(ascii: ".")) {
            guard takeDigits() else { return false }
        }
        guard byte | 0x20 == UInt8(ascii: "e") else { return true }
        offset += 1
        if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { offset += 1 }
        return takeDigits()
    }

    private mutating func takeDigits() -> Bool {
        let start = offset
        while UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { offset += 1 }
        return offset > start
    }
}

// MARK: - Texts

extension JSONSyntax {
    private mutating func takeText() -> Bool {
        guard take(UInt8(ascii: "\"")) else { return false }
        while true {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return true
            case UInt8(ascii: "\\"):
                offset += 1
                guard takeEscape() else { return false }
            case 0..<0x20: return false
            case 0x80...:
                isASCII = false
                offset += 1
            default: offset += 1
            }
        }
    }

    /// Goes behind what follows a backslash.
    private mutating func takeEscape() -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            offset += 1
            return true
        case UInt8(ascii: "u"):
            guard let first = takeUnit() else { return false }
            guard UTF16.isSurrogate(first) else { return true }
            guard UTF16.isLeadSurrogate(first), take(UInt8(ascii: "\\")), let second = takeUnit()
            else { return false }
            return UTF16.isTrailSurrogate(second)
        default: return false
        }
    }

    /// The number that is written with `u` and four digits.
    private mutating func takeUnit() -> UInt16? {
        guard take(UInt8(ascii: "u")) else { return nil }
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
            unit = unit << 4 | UInt16(digit)
            offset += 1
        }
        return unit
    }
}

// MARK: - Bytes

extension JSONSyntax {
    /// The byte at the offset; behind the last one 0, which is nowhere allowed.
    private var byte: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    private mutating func skipSpace() {
        while byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private mutating func take(_ wanted: UInt8) -> Bool {
        guard byte == wanted else { return false }
        offset += 1
        return true
    }

    private mutating func take(word: String) -> Bool {
        for letter in word.utf8 {
            guard take(letter) else { return false }
        }
        return true
    }
}
