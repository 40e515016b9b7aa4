// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Text on its way out, as bytes.
struct TextBuffer {
    private(set) var bytes: [UInt8] = []

    var isFull: Bool { bytes.count > 1 << 20 }
    var isEmpty: Bool { bytes.isEmpty }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    @inline(__always)
    mutating func add(_ text: StaticString) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func add(_ other: [UInt8]) { bytes.append(contentsOf: other) }

    mutating func add(_ start: UnsafePointer<UInt8>, _ count: Int) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
    }

    mutating func add(number: Int) {
        var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
        withUnsafeMutableBytes(of: &digits) { raw in
            var place = raw.count
            var rest = number
            repeat {
                place -= 1
                raw[place] = UInt8(48 + rest % 10)
                rest /= 10
            } while rest > 0
            bytes.append(contentsOf: raw[place...])
        }
    }

    /// A text as the inside of a JSON string: RFC 8259, section 7.
    mutating func addJSON(_ start: UnsafePointer<UInt8>, _ count: Int) {
        var run = 0
        for place in 0..<count {
            let byte = start[place]
            guard byte < 0x20 || byte == 0x22 || byte == 0x5C else { continue }
            add(start + run, place - run)
            run = place + 1
            switch byte {
            case 0x22: add("\\\"")
            case 0x5C: add("\\\\")
            case 0x0A: add("\\n")
            case 0x0D: add("\\r")
            case 0x09: add("\\t")
            default:
                add("\\u00")
                for digit in [byte >> 4, byte & 15] {
                    bytes.append(digit < 10 ? 48 + digit : 87 + digit)
                }
            }
        }
        add(start + run, count - run)
    }

    mutating func addJSON(_ text: String) {
        var copy = text
        copy.withUTF8 { bytes in
            if let start = bytes.baseAddress { addJSON(start, bytes.count) }
        }
    }

    /// A field of comma-separated values, quoted where it has to be: RFC 4180.
    mutating func addCSV(_ start: UnsafePointer<UInt8>, _ count: Int) {
        let field = UnsafeBufferPointer(start: start, count: count)
        let isPlain = field.allSatisfy { $0 != 0x22 && $0 != 0x2C && $0 != 0x0A && $0 != 0x0D }
        if isPlain { return add(start, count) }
        bytes.append(0x22)
        for byte in field {
            if byte == 0x22 { bytes.append(0x22) }
            bytes.append(byte)
        }
        bytes.append(0x22)
    }

    mutating func addCSV(_ text: String) {
        var copy = text
        copy.withUTF8 { bytes in
            if let start = bytes.baseAddress { addCSV(start, bytes.count) }
        }
    }
}
