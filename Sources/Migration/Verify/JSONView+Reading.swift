// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension JSONView {
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

    /// Reads each line as a record.
    ///
    /// - Parameters:
    ///   - bytes: The lines.
    ///   - body: Is given each line in turn; nil for one that is no object and nothing else.
    /// - Throws: What `body` throws.
    static func forEachLine<Failure: Error>(
        in bytes: UnsafeBufferPointer<UInt8>, _ body: (Self?) throws(Failure) -> Void
    ) throws(Failure) {
        let tree = Tree(bytes)
        var place = 0
        while place < bytes.count {
            tree.nodes.removeAll(keepingCapacity: true)
            let end = read(tree, place, depth: 0)
            if let end, end < bytes.count, bytes[end] == 0x0a, tree.nodes[0].kind == .object {
                try body(Self(tree: tree, number: 0))
                place = end + 1
            } else {
                try body(nil)
                place = (bytes[place...].firstIndex(of: 0x0a) ?? bytes.count) + 1
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
