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
        var place = start
        while place < bytes.count {
            if bytes[place] != UInt8(ascii: "{") {
                place += 1
            } else if let end = record.read(bytes, from: place) {
                body(record.view, place..<end)
                place = end
            } else {
                while place < bytes.count, bytes[place] != 0x0a { place += 1 }
            }
        }
    }
}

extension JSONView.Record {
    /// Values that are deeper inside of each other are taken for broken.
    private static let deepest = 64

    /// Reads a value from a place on; returns where it ends, nil where there is none.
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
        var place = Self.skipBlanks(bytes, start)
        if place < bytes.count, bytes[place] == close { return place + 1 }
        while true {
            if isObject {
                guard place < bytes.count, bytes[place] == UInt8(ascii: "\""),
                    let end = read(bytes, place, depth: depth + 1)
                else { return nil }
                place = Self.skipBlanks(bytes, end)
                guard place < bytes.count, bytes[place] == UInt8(ascii: ":") else { return nil }
                place = Self.skipBlanks(bytes, place + 1)
            }
            guard let end = read(bytes, place, depth: depth + 1) else { return nil }
            place = Self.skipBlanks(bytes, end)
            guard place < bytes.count else { return nil }
            if bytes[place] == close { return place + 1 }
            guard bytes[place] == UInt8(ascii: ",") else { return nil }
            place = Self.skipBlanks(bytes, place + 1)
        }
    }

    private static func skipBlanks(_ bytes: Span<UInt8>, _ start: Int) -> Int {
        var place = start
        while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
        return place
    }

    private static func endOfString(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
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

    /// Where a number ends; nil where the bytes end before it can have.
    private static func endOfNumber(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
        var place = start
        while place < bytes.count {
            switch bytes[place] {
            case 48...57, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                place += 1
            default: return place
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
