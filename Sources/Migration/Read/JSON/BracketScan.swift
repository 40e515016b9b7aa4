// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

@_spi(ByteWord) import AllonymInput

/// Finds the ends of JSON values by their brackets and quotes alone.
enum BracketScan {
    @inline(__always)
    static func isSpace(_ byte: UInt8) -> Bool {
        byte <= 32 && (byte == 32 || byte == 10 || byte == 13 || byte == 9)
    }

    /// Finds the offset behind a value; nil when it goes on behind the bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - start: Where the value begins.
    ///   - count: How many bytes there are.
    ///   - isWhole: Whether the input ends behind them; then a value ends there as well.
    /// - Returns: That offset.
    static func end(
        ofValue bytes: UnsafePointer<UInt8>, _ start: Int, _ count: Int, isWhole: Bool
    ) -> Int? {
        let end: Int?
        switch bytes[start] {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            end = self.end(ofOuter: bytes, start + 1, count, depth: 1)
        case UInt8(ascii: "\""): end = self.end(ofText: bytes, start + 1, count)
        default:
            end = (start..<count).first { offset in
                isSpace(bytes[offset]) || [UInt8](",]}".utf8).contains(bytes[offset])
            }.map { max($0, start + 1) }
        }
        return end ?? (isWhole ? count : nil)
    }

    /// The offset where so many brackets more are closed than opened.
    static func end(
        ofOuter bytes: UnsafePointer<UInt8>, _ start: Int, _ count: Int, depth: Int
    ) -> Int? {
        var (offset, depth) = (start, depth)
        while offset < count {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                guard let end = end(ofText: bytes, offset &+ 1, count) else { return nil }
                offset = end
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth &+= 1
                offset &+= 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth &-= 1
                offset &+= 1
                if depth == 0 { return offset }
            default: offset &+= 1
            }
        }
        return nil
    }

    /// The offset behind the quote that ends a text.
    @inline(__always)
    static func end(ofText bytes: UnsafePointer<UInt8>, _ start: Int, _ count: Int) -> Int? {
        var offset = start
        while offset < count {
            let word = ByteWord.load(bytes + offset)
            let marks =
                ByteWord.equal(word, 0x2222_2222_2222_2222)
                | ByteWord.equal(word, 0x5C5C_5C5C_5C5C_5C5C)
            guard marks != 0 else {
                offset &+= 8
                continue
            }
            offset &+= ByteWord.first(marks)
            guard offset < count else { return nil }
            if bytes[offset] == UInt8(ascii: "\"") { return offset &+ 1 }
            offset &+= 2
        }
        return nil
    }

    /// The offset behind the bracket of the list that some keys lead to, from an object; nil when the
    /// bytes do not show it.
    static func begin(
        ofList keys: [[UInt8]], _ bytes: UnsafePointer<UInt8>, _ start: Int, _ count: Int
    ) -> Int? {
        var offset = start
        for (number, key) in keys.enumerated() {
            guard offset < count, bytes[offset] == UInt8(ascii: "{") else { return nil }
            offset += 1
            while true {
                skipSpace(bytes, &offset, count)
                guard offset < count, bytes[offset] == UInt8(ascii: "\""),
                    let end = end(ofText: bytes, offset + 1, count)
                else { return nil }
                let name = UnsafeBufferPointer(start: bytes + offset + 1, count: end - offset - 2)
                offset = end
                skipSpace(bytes, &offset, count)
                guard offset < count, bytes[offset] == UInt8(ascii: ":") else { return nil }
                offset += 1
                skipSpace(bytes, &offset, count)
                guard offset < count else { return nil }
                if name.elementsEqual(key) { break }
                guard let next = self.end(ofValue: bytes, offset, count, isWhole: false) else {
                    return nil
                }
                offset = next
                skipSpace(bytes, &offset, count)
                guard offset < count, bytes[offset] == UInt8(ascii: ",") else { return nil }
                offset += 1
            }
            if number == keys.count - 1 {
                return bytes[offset] == UInt8(ascii: "[") ? offset + 1 : nil
            }
        }
        return nil
    }

    private static func skipSpace(
        _ bytes: UnsafePointer<UInt8>, _ offset: inout Int, _ count: Int
    ) {
        while offset < count, isSpace(bytes[offset]) { offset += 1 }
    }
}
