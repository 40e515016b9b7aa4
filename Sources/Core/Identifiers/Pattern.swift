// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A format of identifiers: classes of bytes, each so many times, one after the other.
///
/// Written as the regular expressions that documentation prints, but for what needs a choice
/// between readings: `[0-9a-fA-F]{8}-[0-9]+` is one, `(a|b)` and `[a-z]*a` are not. So matching
/// takes one pass and no memory. A pattern covers the whole text; `^` and `$` may be written.
public struct Pattern: Hashable, Sendable {
    /// The pattern as it was written.
    public let text: String
    /// Its classes of bytes, from left to right.
    package private(set) var parts: [Part] = []
    /// The lengths in bytes of the shortest and the longest text of this format.
    private var shortest = 0
    private var longest = 0

    /// A class of bytes, and how often it stands.
    package struct Part: Hashable, Sendable {
        package var bytes: ByteSet
        package var least: Int
        package var most: Int
    }

    /// The length in bytes of every text of this format; nil when it varies.
    package var length: Int? { shortest == longest ? shortest : nil }

    /// Whether the whole text is of this format.
    public func matches(_ text: some Sequence<UInt8>) -> Bool { mismatch(in: text) == nil }

    /// The same for bytes that are lent.
    package func matches(bytes: Span<UInt8>) -> Bool {
        guard bytes.count >= shortest, bytes.count <= longest else { return false }
        var offset = 0
        // By their numbers: nothing of the list is copied, which would count references.
        for number in parts.indices {
            let part = parts[number]
            let end = part.most < bytes.count - offset ? offset + part.most : bytes.count
            let start = offset
            while offset < end, part.bytes.contains(bytes[offset]) { offset += 1 }
            if offset - start < part.least { return false }
        }
        return offset == bytes.count
    }

    /// The offset of the byte at which a text stops being of this format: its length where more is
    /// missing, nil where it matches.
    public func mismatch(in text: some Sequence<UInt8>) -> Int? {
        var bytes = text.makeIterator()
        var byte = bytes.next()
        var offset = 0
        for part in parts {
            var count = 0
            while count < part.most, let next = byte, part.bytes.contains(next) {
                count += 1
                offset += 1
                byte = bytes.next()
            }
            if count < part.least { return offset }
        }
        return byte == nil ? nil : offset
    }
}

/// Why a text is no ``Pattern``.
public struct PatternError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, and where.
    public let description: String
}

extension Pattern {
    /// Reads a pattern.
    ///
    /// - Throws: ``PatternError`` when it is no pattern, or one that could be read two ways.
    public init(_ text: String) throws(PatternError) {
        self.text = text
        var scanner = PatternScanner(text)
        while let bytes = try scanner.class() {
            let (least, most) = try scanner.count()
            parts.append(Part(bytes: bytes, least: least, most: most))
            shortest = Pattern.sum(shortest, least)
            longest = Pattern.sum(longest, most)
        }
        for (part, next) in zip(parts, parts.dropFirst())
        where part.least != part.most && !part.bytes.isDisjoint(with: next.bytes) {
            throw PatternError(
                description: "\"\(text)\" can be read two ways: a repeated part runs into the next")
        }
    }

    /// The sum of two lengths; the greatest number for all that is beyond it.
    private static func sum(_ one: Int, _ other: Int) -> Int {
        let (sum, isBeyond) = one.addingReportingOverflow(other)
        return isBeyond ? .max : sum
    }
}

/// A set of ASCII bytes.
package struct ByteSet: Hashable, Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    package init() {}

    package init(_ byte: UInt8) { insert(byte) }

    /// The bytes of a range.
    init(_ bytes: ClosedRange<UInt8>) {
        for byte in bytes { insert(byte) }
    }

    package func contains(_ byte: UInt8) -> Bool {
        // Of both halves the one that the byte is in, without a branch for it.
        (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 != 0 && byte < 128
    }

    package mutating func insert(_ byte: UInt8) {
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
    }

    /// Takes a byte away.
    mutating func remove(_ byte: UInt8) {
        if byte < 64 { low &= ~(1 << UInt64(byte)) } else { high &= ~(1 << UInt64(byte & 63)) }
    }

    package mutating func formUnion(_ other: ByteSet) {
        low |= other.low
        high |= other.high
    }

    func isDisjoint(with other: ByteSet) -> Bool { low & other.low == 0 && high & other.high == 0 }
}

/// Reads a pattern from left to right.
private struct PatternScanner {
    private let text: String
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        self.text = text
        var bytes = Array(text.utf8)
        if bytes.first == UInt8(ascii: "^") { bytes.removeFirst() }
        if bytes.last == UInt8(ascii: "$") { bytes.removeLast() }
        self.bytes = bytes
    }

    private func failure(_ reason: String) -> PatternError {
        PatternError(description: "\"\(text)\", character \(position + 1): \(reason)")
    }

    /// The next class of bytes; nil at the end.
    mutating func `class`() throws(PatternError) -> ByteSet? {
        guard position < bytes.count else { return nil }
        if bytes[position] == UInt8(ascii: "[") { return try bracketed() }
        var set = ByteSet()
        set.insert(try single())
        return set
    }

    private mutating func bracketed() throws(PatternError) -> ByteSet {
        var set = ByteSet()
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "]") {
            let first = try single(inClass: true)
            var last = first
            if position + 1 < bytes.count, bytes[position] == UInt8(ascii: "-"),
                bytes[position + 1] != UInt8(ascii: "]")
            {
                position += 1
                last = try single(inClass: true)
            }
            guard first <= last else { throw failure("the range runs backwards") }
            for byte in first...last { set.insert(byte) }
        }
        guard position < bytes.count else { throw failure("the class is not closed") }
        position += 1
        return set
    }

    /// One character that stands for itself, or an escaped one.
    private mutating func single(inClass: Bool = false) throws(PatternError) -> UInt8 {
        var byte = bytes[position]
        if byte == UInt8(ascii: "\\") {
            position += 1
            guard position < bytes.count else { throw failure("nothing follows the backslash") }
            byte = bytes[position]
        } else if !inClass, "()|.*+?{}^$]".utf8.contains(byte) {
            throw failure("\"\(Character(Unicode.Scalar(byte)))\" has no meaning here")
        }
        guard byte < 128 else { throw failure("only ASCII can stand in a pattern") }
        position += 1
        return byte
    }

    /// How often the class before stands.
    mutating func count() throws(PatternError) -> (least: Int, most: Int) {
        guard position < bytes.count else { return (1, 1) }
        switch bytes[position] {
        case UInt8(ascii: "*"):
            position += 1
            return (0, .max)
        case UInt8(ascii: "+"):
            position += 1
            return (1, .max)
        case UInt8(ascii: "?"):
            position += 1
            return (0, 1)
        case UInt8(ascii: "{"): return try braced()
        default: return (1, 1)
        }
    }

    private mutating func braced() throws(PatternError) -> (least: Int, most: Int) {
        guard let close = bytes[position...].firstIndex(of: UInt8(ascii: "}")) else {
            throw failure("the count is not closed")
        }
        let numbers = String(decoding: bytes[position + 1..<close], as: UTF8.self)
            .split(separator: ",", omittingEmptySubsequences: false)
        guard (1...2).contains(numbers.count), let least = Int(numbers[0]), least >= 0 else {
            throw failure("a count is {n}, {n,} or {n,m}")
        }
        var most = least
        if numbers.count == 2 {
            guard let upper = numbers[1].isEmpty ? .max : Int(numbers[1]), upper >= least else {
                throw failure("a count is {n}, {n,} or {n,m}")
            }
            most = upper
        }
        position = close + 1
        return (least, most)
    }
}
