// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A value of JSON, where it stands in a file.
///
/// It holds the bytes of the file, so it may not be kept longer than these.
struct JSONView {
    enum Kind { case object, array, string, number, word }

    /// A value, and behind it all that is inside of it.
    struct Node {
        let kind: Kind
        let start: Int
        var end: Int
        /// The number of the node behind all that is inside.
        var next: Int
    }

    /// The nodes of one record.
    final class Tree {
        let bytes: UnsafeBufferPointer<UInt8>
        var nodes: [Node] = []
        init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }
    }

    /// Values that are deeper inside of each other are taken for broken.
    static let deepest = 64

    let tree: Tree
    let number: Int
    var node: Node { tree.nodes[number] }
}

// MARK: - Asking

extension JSONView {
    /// The member of an object; nil where there is none, or null.
    subscript(name: StaticString) -> Self? {
        guard let member = member(name), !member.isNull else { return nil }
        return member
    }

    /// Whether an object has a member, be it null.
    func has(_ name: StaticString) -> Bool { member(name) != nil }

    /// The member of an object, be it null; nil where there is none.
    func member(_ name: String) -> Self? {
        var name = name
        return name.withUTF8 { member($0) }
    }

    private func member(_ name: StaticString) -> Self? {
        member(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }

    private func member(_ wanted: UnsafeBufferPointer<UInt8>) -> Self? {
        guard node.kind == .object else { return nil }
        var place = number + 1
        while place < node.next {
            let key = tree.nodes[place]
            if key.end - key.start == wanted.count + 2,
                tree.bytes[key.start + 1..<key.end - 1].elementsEqual(wanted)
            {
                return Self(tree: tree, number: place + 1)
            }
            place = tree.nodes[place + 1].next
        }
        return nil
    }

    /// The names and values of an object.
    var members: [(name: String, value: Self)] {
        guard node.kind == .object else { return [] }
        var members: [(String, Self)] = []
        var place = number + 1
        while place < node.next {
            let name = Self(tree: tree, number: place).text ?? ""
            members.append((name, Self(tree: tree, number: place + 1)))
            place = tree.nodes[place + 1].next
        }
        return members
    }

    /// The elements of an array; of anything else none.
    var elements: [Self] {
        guard node.kind == .array else { return [] }
        var elements: [Self] = []
        var place = number + 1
        while place < node.next {
            elements.append(Self(tree: tree, number: place))
            place = tree.nodes[place].next
        }
        return elements
    }

    /// Whether it is an object.
    var isObject: Bool { node.kind == .object }

    /// Whether it is an array, be it empty.
    var isArray: Bool { node.kind == .array }

    /// Whether it is null.
    var isNull: Bool { node.kind == .word && tree.bytes[node.start] == UInt8(ascii: "n") }

    /// True or false; nil for anything else.
    var flag: Bool? {
        guard node.kind == .word, !isNull else { return nil }
        return tree.bytes[node.start] == UInt8(ascii: "t")
    }

    /// The text of a string.
    var text: String? {
        guard node.kind == .string else { return nil }
        let inside = UnsafeBufferPointer(rebasing: tree.bytes[node.start + 1..<node.end - 1])
        guard inside.contains(UInt8(ascii: "\\")) else {
            return String(decoding: inside, as: UTF8.self)
        }
        return Self.unescaped(inside)
    }

    /// The text of a string, or the digits of a number as they are written.
    var spelling: String? {
        guard node.kind == .number else { return text }
        return String(decoding: tree.bytes[node.start..<node.end], as: UTF8.self)
    }

    /// A whole number; one that is written with a fraction is cut off.
    var integer: Int64? {
        guard node.kind == .number, let spelling else { return nil }
        if let integer = Int64(spelling) { return integer }
        return Double(spelling).flatMap { Int64(exactly: $0.rounded(.towardZero)) }
    }

    private static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        var units: [UInt16] = []
        var text = ""
        var place = 0
        func hexadecimal(_ start: Int) -> UInt16? {
            guard start + 4 <= bytes.count else { return nil }
            return UInt16(String(decoding: bytes[start..<start + 4], as: UTF8.self), radix: 16)
        }
        while place < bytes.count {
            var end = place
            while end < bytes.count, bytes[end] != UInt8(ascii: "\\") { end += 1 }
            text += String(decoding: bytes[place..<end], as: UTF8.self)
            place = end + 2
            guard end + 1 < bytes.count else { break }
            switch bytes[end + 1] {
            case UInt8(ascii: "n"): text += "\n"
            case UInt8(ascii: "t"): text += "\t"
            case UInt8(ascii: "r"): text += "\r"
            case UInt8(ascii: "b"): text += "\u{8}"
            case UInt8(ascii: "f"): text += "\u{c}"
            case UInt8(ascii: "u"):
                guard let unit = hexadecimal(place) else { continue }
                place += 4
                units.append(unit)
                let isHalf = UTF16.isLeadSurrogate(unit) && place + 6 <= bytes.count
                if isHalf, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u")
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
