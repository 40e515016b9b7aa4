// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension JSONView {
    /// Finds the records of a file.
    ///
    /// They are the objects that stand one behind the other, a line each or not, or in a list. What
    /// cannot be read is passed over up to the end of its line.
    static func forEachRecord(
        in bytes: Span<UInt8>, from start: Int, _ body: (Self, Range<Int>) -> Void
    ) {
        let record = Record()
        var offset = start
        while offset < bytes.count {
            if bytes[offset] != UInt8(ascii: "{") {
                offset += 1
            } else if let end = record.read(bytes, from: offset) {
                body(record.view, offset..<end)
                offset = end
            } else {
                while offset < bytes.count, bytes[offset] != 0x0a { offset += 1 }
            }
        }
    }
}

extension JSONView.Record {
    /// Values that are deeper inside of each other are taken for broken.
    private static let deepest = 64

    /// Reads a value from an offset on; returns where it ends, nil where there is none.
    func read(_ bytes: Span<UInt8>, from start: Int) -> Int? {
        nodes.removeAll(keepingCapacity: true)
        let rest = bytes.extracting(start...)
        guard let end = read(rest, 0, depth: 0) else { return nil }
        self.bytes.removeAll(keepingCapacity: true)
        self.bytes.append(rest.extracting(..<end))
        return start + end
    }

    private func read(_ bytes: Span<UInt8>, _ start: Int, depth: Int) -> Int? {
        guard start < bytes.count, depth < Self.deepest else { return nil }
        let number = nodes.count
        func begin(_ kind: JSONView.Kind) {
            nodes.append(JSONView.Node(kind: kind, start: start, end: 0, next: 0))
        }
        let end: Int?
        switch bytes[start] {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let isObject = bytes[start] == UInt8(ascii: "{")
            begin(isObject ? .object : .array)
            end = readInside(bytes, start + 1, isObject: isObject, depth: depth)
        case UInt8(ascii: "\""):
            begin(.string)
            end = Self.endOfString(bytes, start)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            begin(.number)
            end = Self.endOfNumber(bytes, start)
        case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
            begin(.word)
            end = Self.endOfWord(bytes, start)
        default: return nil
        }
        guard let end else { return nil }
        nodes[number].end = end
        nodes[number].next = nodes.count
        return end
    }

    private func readInside(
        _ bytes: Span<UInt8>, _ start: Int, isObject: Bool, depth: Int
    ) -> Int? {
        let close = UInt8(ascii: isObject ? "}" : "]")
        var offset = Self.skipBlanks(bytes, start)
        if offset < bytes.count, bytes[offset] == close { return offset + 1 }
        while true {
            if isObject {
                guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\""),
                    let end = read(bytes, offset, depth: depth + 1)
                else { return nil }
                offset = Self.skipBlanks(bytes, end)
                guard offset < bytes.count, bytes[offset] == UInt8(ascii: ":") else { return nil }
                offset = Self.skipBlanks(bytes, offset + 1)
            }
            guard let end = read(bytes, offset, depth: depth + 1) else { return nil }
            offset = Self.skipBlanks(bytes, end)
            guard offset < bytes.count else { return nil }
            if bytes[offset] == close { return offset + 1 }
            guard bytes[offset] == UInt8(ascii: ",") else { return nil }
            offset = Self.skipBlanks(bytes, offset + 1)
        }
    }

    private static func skipBlanks(_ bytes: Span<UInt8>, _ start: Int) -> Int {
        var offset = start
        while offset < bytes.count, bytes[offset] <= 0x20 { offset += 1 }
        return offset
    }

    private static func endOfString(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
        var offset = start + 1
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""): return offset + 1
            case UInt8(ascii: "\\"): offset += 2
            default: offset += 1
            }
        }
        return nil
    }

    /// Where a number ends; nil where the bytes end before it can have.
    private static func endOfNumber(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
        var offset = start
        while offset < bytes.count {
            switch bytes[offset] {
            case 48...57, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                offset += 1
            default: return offset
            }
        }
        return nil
    }

    private static let words = ["true", "false", "null"].map { Array($0.utf8) }

    private static func endOfWord(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
        for word in words where start + word.count <= bytes.count {
            let end = start + word.count
            if bytes.extracting(start..<end).isEqual(to: word.span) { return end }
        }
        return nil
    }
}
