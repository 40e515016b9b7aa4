// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

@_spi(ByteWord) import AllonymInput

/// A reader of JSON text that moves over it token by token, and refuses what RFC 8259 does.
///
/// The text ends with a byte 0, which is nowhere allowed and so needs no check of its own.
package struct JSONText {
    private(set) var base: UnsafePointer<UInt8>
    private(set) var end = 0
    var offset = 0
    var depth = 0

    package init(_ base: UnsafePointer<UInt8>) { self.base = base }

    package mutating func begin(_ base: UnsafePointer<UInt8>, _ start: Int, _ end: Int) {
        (self.base, self.end, offset, depth) = (base, end, start, 0)
    }

    /// The byte at the offset.
    var byte: UInt8 {
        @inline(__always) get { base[offset] }
    }

    func fault(_ reason: JSONFault.Reason) -> JSONFault {
        JSONFault(offset: min(offset, end), reason: offset >= end ? .ended : reason)
    }

    // MARK: - Between tokens

    @inline(__always)
    mutating func skipSpace() {
        if base[offset] <= 0x20 { skipLongSpace() }
    }

    private mutating func skipLongSpace() {
        while true {
            switch base[offset] {
            case 0x20:
                offset &+= 1
                while ByteWord.load(base + offset) == 0x2020_2020_2020_2020 { offset &+= 8 }
            case 0x0A, 0x0D, 0x09: offset &+= 1
            default: return
            }
        }
    }

    @inline(__always)
    mutating func skipColon() throws(JSONFault) {
        skipSpace()
        guard base[offset] == UInt8(ascii: ":") else { throw fault(.colon) }
        offset &+= 1
        skipSpace()
    }

    /// Goes into an object; false when it is empty, and already behind it.
    @inline(__always)
    mutating func openObject() throws(JSONFault) -> Bool {
        try goDeeper()
        if base[offset] == UInt8(ascii: "}") { return leave() }
        return try beginsName()
    }

    /// Goes into a list; false when it is empty, and already behind it.
    @inline(__always)
    mutating func openList() throws(JSONFault) -> Bool {
        try goDeeper()
        if base[offset] == UInt8(ascii: "]") { return leave() }
        return true
    }

    /// Whether a further member follows; else the offset is behind the object.
    @inline(__always)
    mutating func hasNextMember() throws(JSONFault) -> Bool {
        skipSpace()
        switch base[offset] {
        case UInt8(ascii: ","):
            offset &+= 1
            skipSpace()
            return try beginsName()
        case UInt8(ascii: "}"): return leave()
        default: throw fault(.commaInObject)
        }
    }

    /// Whether a further element follows; else the offset is behind the list.
    @inline(__always)
    mutating func hasNextElement() throws(JSONFault) -> Bool {
        skipSpace()
        switch base[offset] {
        case UInt8(ascii: ","):
            offset &+= 1
            skipSpace()
            return true
        case UInt8(ascii: "]"): return leave()
        default: throw fault(.commaInList)
        }
    }

    @inline(__always)
    private mutating func goDeeper() throws(JSONFault) {
        guard depth < JSONScanner.mostDepth else { throw fault(.depth) }
        depth &+= 1
        offset &+= 1
        skipSpace()
    }

    @inline(__always)
    private mutating func leave() -> Bool {
        depth &-= 1
        offset &+= 1
        return false
    }

    @inline(__always)
    private func beginsName() throws(JSONFault) -> Bool {
        guard base[offset] == UInt8(ascii: "\"") else { throw fault(.name) }
        return true
    }

    // MARK: - Whole values

    package mutating func skipValue() throws(JSONFault) {
        switch base[offset] {
        case UInt8(ascii: "\""): _ = try skipText()
        case UInt8(ascii: "{"), UInt8(ascii: "["): try skipContainer()
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): try skipWord()
        default: try skipNumber()
        }
    }

    /// Goes behind an object or a list; it cannot go too deep, since the depth is limited.
    mutating func skipContainer() throws(JSONFault) {
        if base[offset] == UInt8(ascii: "{") {
            guard try openObject() else { return }
            repeat {
                _ = try skipText()
                try skipColon()
                try skipValue()
            } while try hasNextMember()
        } else {
            guard try openList() else { return }
            repeat { try skipValue() } while try hasNextElement()
        }
    }

    mutating func skipWord() throws(JSONFault) {
        let word = UInt32(truncatingIfNeeded: ByteWord.load(base + offset))
        switch word {
        case 0x6575_7274, 0x6C6C_756E: offset &+= 4
        case 0x736C_6166 where base[offset &+ 4] == UInt8(ascii: "e"): offset &+= 5
        default:
            // The first byte that is wrong.
            let wanted: StaticString =
                base[offset] == UInt8(ascii: "t")
                ? "true" : base[offset] == UInt8(ascii: "f") ? "false" : "null"
            wanted.withUTF8Buffer { bytes in
                var some = 0
                while some < bytes.count, base[offset] == bytes[some] {
                    offset &+= 1
                    some &+= 1
                }
            }
            throw fault(.value)
        }
    }

    mutating func skipNumber() throws(JSONFault) {
        let isNegative = base[offset] == UInt8(ascii: "-")
        if isNegative { offset &+= 1 }
        let first = base[offset] &- UInt8(ascii: "0")
        guard first <= 9 else { throw fault(isNegative ? .number : .value) }
        offset &+= 1
        if first != 0 { skipDigits() }
        if base[offset] == UInt8(ascii: ".") {
            offset &+= 1
            try needDigits()
        }
        if base[offset] | 0x20 == UInt8(ascii: "e") {
            offset &+= 1
            if base[offset] == UInt8(ascii: "+") || base[offset] == UInt8(ascii: "-") {
                offset &+= 1
            }
            try needDigits()
        }
    }

    @inline(__always)
    private mutating func skipDigits() {
        while base[offset] &- UInt8(ascii: "0") <= 9 { offset &+= 1 }
    }

    private mutating func needDigits() throws(JSONFault) {
        let start = offset
        skipDigits()
        if offset == start { throw fault(.number) }
    }
}

extension JSONText {
    /// Whether a text is one value of JSON.
    static func isValue(_ text: Span<UInt8>) -> Bool {
        // The scanner looks a little beyond the end, and wants a 0 there.
        let padded = text.array + [UInt8](repeating: 0, count: 64)
        return padded.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress, !text.isEmpty else { return false }
            var scanner = JSONText(start)
            scanner.begin(start, 0, text.count)
            do throws(JSONFault) {
                scanner.skipSpace()
                try scanner.skipValue()
                scanner.skipSpace()
                return scanner.offset == text.count
            } catch {
                return false
            }
        }
    }
}
