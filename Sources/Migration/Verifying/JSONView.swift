// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension SecondOpinion {
    /// A value of JSON, where it stands in a file.
    ///
    /// It holds the bytes of the file, so it may not be kept longer than these.
    struct JSON {
        private enum Kind { case object, array, string, number, word }

        /// A value, and behind it all that is inside of it.
        private struct Node {
            let kind: Kind
            let start: Int
            var end: Int
            /// The number of the node behind all that is inside.
            var next: Int
        }

        /// The nodes of one record.
        private final class Tree {
            let bytes: UnsafeBufferPointer<UInt8>
            var nodes: [Node] = []
            init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }
        }

        /// Values that are deeper inside of each other are taken for broken.
        private static let deepest = 64

        private let tree: Tree
        private let number: Int
        private var node: Node { tree.nodes[number] }
    }
}

// MARK: - Asking

extension SecondOpinion.JSON {
    /// The member of an object; nil where there is none, or null.
    subscript(name: StaticString) -> Self? {
        guard let member = member(name), !member.isNull else { return nil }
        return member
    }

    /// Whether an object has a member, be it null.
    func has(_ name: StaticString) -> Bool { member(name) != nil }

    private func member(_ name: StaticString) -> Self? {
        guard node.kind == .object else { return nil }
        let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
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

// MARK: - Reading

extension SecondOpinion.JSON {
    /// Finds the records of a file.
    ///
    /// They are the objects that stand one behind the other, a line each or not, or in a list. What
    /// cannot be read is passed over up to the end of its line.
    static func forEachRecord(
        in bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ body: (Self, Range<Int>) -> Void
    ) {
        let tree = Tree(bytes)
        var place = start
        while place < bytes.count {
            if bytes[place] != UInt8(ascii: "{") {
                place += 1
                continue
            }
            tree.nodes.removeAll(keepingCapacity: true)
            if let end = read(tree, place, depth: 0) {
                body(Self(tree: tree, number: 0), place..<end)
                place = end
            } else {
                while place < bytes.count, bytes[place] != 0x0a { place += 1 }
            }
        }
    }

    /// Reads a value; returns where it ends, nil where it is none.
    private static func read(_ tree: Tree, _ start: Int, depth: Int) -> Int? {
        let bytes = tree.bytes
        guard start < bytes.count, depth < deepest else { return nil }
        let number = tree.nodes.count
        let end: Int?
        switch bytes[start] {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let isObject = bytes[start] == UInt8(ascii: "{")
            tree.nodes.append(
                Node(kind: isObject ? .object : .array, start: start, end: 0, next: 0))
            end = readInside(tree, start + 1, isObject: isObject, depth: depth)
        case UInt8(ascii: "\""):
            tree.nodes.append(Node(kind: .string, start: start, end: 0, next: 0))
            end = endOfString(bytes, start)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            tree.nodes.append(Node(kind: .number, start: start, end: 0, next: 0))
            end = bytes[start...].firstIndex { !isOfNumber($0) }
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
            tree.nodes.append(Node(kind: .word, start: start, end: 0, next: 0))
            end = words.first { bytes[start...].starts(with: $0) }.map { start + $0.count }
        default: return nil
        }
        guard let end else { return nil }
        tree.nodes[number].end = end
        tree.nodes[number].next = tree.nodes.count
        return end
    }

    private static let words = ["true", "false", "null"].map { Array($0.utf8) }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"),
            UInt8(ascii: "E"):
            true
        default: false
        }
    }

    private static func readInside(
        _ tree: Tree, _ start: Int, isObject: Bool, depth: Int
    ) -> Int? {
        let bytes = tree.bytes
        let close = UInt8(ascii: isObject ? "}" : "]")
        var place = skipBlanks(bytes, start)
        if place < bytes.count, bytes[place] == close { return place + 1 }
        while true {
            if isObject {
                guard place < bytes.count, bytes[place] == UInt8(ascii: "\""),
                    let end = read(tree, place, depth: depth + 1)
                else { return nil }
                place = skipBlanks(bytes, end)
                guard place < bytes.count, bytes[place] == UInt8(ascii: ":") else { return nil }
                place = skipBlanks(bytes, place + 1)
            }
            guard let end = read(tree, place, depth: depth + 1) else { return nil }
            place = skipBlanks(bytes, end)
            guard place < bytes.count else { return nil }
            if bytes[place] == close { return place + 1 }
            guard bytes[place] == UInt8(ascii: ",") else { return nil }
            place = skipBlanks(bytes, place + 1)
        }
    }

    private static func skipBlanks(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        var place = start
        while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
        return place
    }

    private static func endOfString(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
        var place = start + 1
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""): return place + 1
            case UInt8(ascii: "\\"): place += 2
            default: place += 1
            }
        }
        return nil
    }
}
