// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A value of JSON, where it stands in a record.
///
/// It may not be kept when the next record is read.
package struct JSONView {
    /// The record that it is part of.
    let record: Record
    /// The number of its node there.
    let number: Int
    var node: Node { record.nodes[number] }

    enum Kind { case object, array, string, number, word }

    /// A value, and behind it all that is inside of it.
    struct Node {
        let kind: Kind
        /// Its first byte, and the one behind its last.
        let start: Int
        var end: Int
        /// The number of the node behind all that is inside.
        var next: Int
    }

    /// One record: its bytes and the nodes in them.
    final class Record {
        var bytes: [UInt8] = []
        var nodes: [Node] = []
        /// All of it.
        var view: JSONView { JSONView(record: self, number: 0) }
    }
}

// MARK: - Asking

extension JSONView {
    /// The member of an object; nil where there is none, or null.
    package subscript(name: String) -> Self? {
        guard let member = member(name), !member.isNull else { return nil }
        return member
    }

    /// Whether an object has a member, be it null.
    func has(_ name: String) -> Bool { member(name) != nil }

    /// The member of an object, be it null; nil where there is none.
    func member(_ name: String) -> Self? {
        guard node.kind == .object else { return nil }
        let bytes = record.bytes
        return name.withSpan { name in
            var next = number + 1
            while next < node.next {
                let key = record.nodes[next]
                let isLong = key.end - key.start == name.count + 2
                if isLong, bytes.span.extracting(key.inside).isEqual(to: name) {
                    return Self(record: record, number: next + 1)
                }
                next = record.nodes[next + 1].next
            }
            return nil
        }
    }

    /// The names and values of an object.
    var members: [(name: String, value: Self)] {
        guard node.kind == .object else { return [] }
        var members: [(String, Self)] = []
        var next = number + 1
        while next < node.next {
            let name = Self(record: record, number: next).text ?? ""
            members.append((name, Self(record: record, number: next + 1)))
            next = record.nodes[next + 1].next
        }
        return members
    }

    /// The elements of an array; of anything else none.
    var elements: [Self] {
        guard node.kind == .array else { return [] }
        var elements: [Self] = []
        var next = number + 1
        while next < node.next {
            elements.append(Self(record: record, number: next))
            next = record.nodes[next].next
        }
        return elements
    }

    /// Whether it is an object.
    var isObject: Bool { node.kind == .object }

    /// Whether it is an array, be it empty.
    var isArray: Bool { node.kind == .array }

    /// Whether it is null.
    var isNull: Bool { node.kind == .word && record.bytes[node.start] == UInt8(ascii: "n") }

    /// True or false; nil for anything else.
    var flag: Bool? {
        guard node.kind == .word, !isNull else { return nil }
        return record.bytes[node.start] == UInt8(ascii: "t")
    }

    /// The text of a string.
    package var text: String? {
        guard node.kind == .string else { return nil }
        let inside = record.bytes[node.inside]
        guard inside.contains(UInt8(ascii: "\\")) else {
            return String(decoding: inside, as: UTF8.self)
        }
        return Self.unescaped(Array(inside))
    }

    /// The text of a string, or the digits of a number as they are written.
    package var spelling: String? {
        guard node.kind == .number else { return text }
        return String(decoding: record.bytes[node.start..<node.end], as: UTF8.self)
    }

    /// A whole number; one that is written with a fraction is cut off.
    var integer: Int64? {
        guard node.kind == .number, let spelling else { return nil }
        if let integer = Int64(spelling) { return integer }
        return Double(spelling).flatMap { Int64(exactly: $0.rounded(.towardZero)) }
    }

    private static func unescaped(_ bytes: [UInt8]) -> String {
        var units: [UInt16] = []
        var text = ""
        var offset = 0
        func hexadecimal(_ start: Int) -> UInt16? {
            guard start + 4 <= bytes.count else { return nil }
            return UInt16(String(decoding: bytes[start..<start + 4], as: UTF8.self), radix: 16)
        }
        while offset < bytes.count {
            var end = offset
            while end < bytes.count, bytes[end] != UInt8(ascii: "\\") { end += 1 }
            text += String(decoding: bytes[offset..<end], as: UTF8.self)
            offset = end + 2
            guard end + 1 < bytes.count else { break }
            switch bytes[end + 1] {
            case UInt8(ascii: "n"): text += "\n"
            case UInt8(ascii: "t"): text += "\t"
            case UInt8(ascii: "r"): text += "\r"
            case UInt8(ascii: "b"): text += "\u{8}"
            case UInt8(ascii: "f"): text += "\u{c}"
            case UInt8(ascii: "u"):
                guard let unit = hexadecimal(offset) else { continue }
                offset += 4
                units.append(unit)
                let isHalf = UTF16.isLeadSurrogate(unit) && offset + 6 <= bytes.count
                if isHalf, bytes[offset] == UInt8(ascii: "\\"),
                    bytes[offset + 1] == UInt8(ascii: "u")
                {
                    continue
                }
                text += String(decoding: units, as: UTF16.self)
                units = []
            default: text += String(decoding: [bytes[end + 1]], as: UTF8.self)
            }
        }
        return text
    }
}

extension JSONView.Node {
    /// Where a string is between its quotes.
    fileprivate var inside: Range<Int> { start + 1..<end - 1 }
}
