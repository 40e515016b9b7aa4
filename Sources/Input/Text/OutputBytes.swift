// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Text on its way out, as bytes.
package final class OutputBytes {
    @exclusivity(unchecked) private var bytes: UnsafeMutablePointer<UInt8>
    @exclusivity(unchecked) private var capacity: Int
    @exclusivity(unchecked) private var used = 0
    /// How often they are lent now, so that they have to stay where they are.
    @exclusivity(unchecked) private var lent = 0

    /// How many there are.
    ///
    /// Computed, because other modules do not see that an access to the stored one is unchecked.
    package private(set) var count: Int {
        get { used }
        set { used = newValue }
    }

    package init(capacity: Int = 1024) {
        self.capacity = capacity
        bytes = .allocate(capacity: capacity)
    }

    deinit { bytes.deallocate() }

    private var all: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: count) }

    /// Lends some of them; nothing may be added meanwhile.
    @inline(__always)
    package func withBytes<Result>(
        _ range: Range<Int>, _ body: (Span<UInt8>) throws -> Result
    ) rethrows -> Result {
        precondition(range.upperBound <= count, "Bytes are lent that there are.")
        lent += 1
        defer { lent -= 1 }
        return try body(
            UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count).span)
    }

    /// Lends all of them; nothing may be added meanwhile.
    @inline(__always)
    package func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        try withBytes(0..<count, body)
    }

    /// One of them.
    package subscript(offset: Int) -> UInt8 {
        precondition(offset >= 0 && offset < count, "There is no such byte.")
        return bytes[offset]
    }

    /// All of them, to be kept.
    package var array: [UInt8] { Array(all) }

    /// Goes back to the first so many.
    package func cut(to count: Int) {
        precondition(count <= self.count, "Cutting adds nothing.")
        self.count = count
    }

    /// All of them as text.
    package var text: String { String(decoding: all, as: UTF8.self) }

    /// Forgets everything, and gives memory back where there is more than this.
    package func empty(keeping most: Int = .max) {
        count = 0
        guard capacity > most else { return }
        precondition(lent == 0, "Bytes that are lent stay where they are.")
        bytes.deallocate()
        capacity = most
        bytes = .allocate(capacity: capacity)
    }

    package func append(_ byte: UInt8) {
        if count == capacity { grow(by: 1) }
        bytes[count] = byte
        count &+= 1
    }

    package func append(_ text: Span<UInt8>) {
        reserve(text.count)
        text.withUnsafeBufferPointer { text in
            if let start = text.baseAddress {
                (bytes + count).update(from: start, count: text.count)
            }
        }
        count &+= text.count
    }

    /// Makes room for so many more.
    @inline(__always)
    private func reserve(_ more: Int) {
        if count + more > capacity { grow(by: more) }
    }

    package func append(_ text: String) {
        text.withSpan { append($0) }
    }

    @inline(never)
    private func grow(by more: Int) {
        precondition(lent == 0, "Bytes that are lent stay where they are.")
        capacity = max(count + more, capacity * 2)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: bytes, count: count)
        bytes.deallocate()
        bytes = larger
    }
}

extension OutputBytes {
    /// Writes all of them to a file.
    ///
    /// - Returns: The number of the system's error; nil where all are written.
    package func write(to descriptor: Int32) -> Int32? {
        var rest = all
        while let start = rest.baseAddress, !rest.isEmpty {
            let written = Foundation.write(descriptor, start, rest.count)
            if written < 0 {
                if errno == EINTR { continue }
                return errno
            }
            rest = UnsafeBufferPointer(rebasing: rest[written...])
        }
        return nil
    }
}

// MARK: - Numbers and moments

extension OutputBytes {
    /// A whole number in decimal digits.
    package func append(number: Int64) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        reserve(20)
        var end = count &+ 1
        var above = rest / 10
        while above > 0 {
            end &+= 1
            above /= 10
        }
        var offset = end
        repeat {
            offset &-= 1
            bytes[offset] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        count = end
    }

    /// A day, counted from 1970, as `2026-11-20`.
    package func append(day: Int) {
        let date = CivilDate(days: day)
        reserve(10)
        let text = bytes + count
        OutputBytes.write(date.year / 100 % 100, to: text)
        OutputBytes.write(date.year % 100, to: text + 2)
        OutputBytes.write(date.month, to: text + 5)
        OutputBytes.write(date.day, to: text + 8)
        (text[4], text[7]) = (UInt8(ascii: "-"), UInt8(ascii: "-"))
        count &+= 10
    }

    /// Seconds since midnight as `08:27:06`.
    package func append(seconds: Int) {
        reserve(8)
        let text = bytes + count
        OutputBytes.write(seconds / 3_600, to: text)
        OutputBytes.write(seconds / 60 % 60, to: text + 3)
        OutputBytes.write(seconds % 60, to: text + 6)
        (text[2], text[5]) = (UInt8(ascii: ":"), UInt8(ascii: ":"))
        count &+= 8
    }

    /// Milliseconds since 1970 as `2026-11-20T08:27:06.000Z`.
    package func append(instant milliseconds: Int64) {
        let (days, rest) = CivilDate.split(milliseconds)
        append(day: days)
        append(UInt8(ascii: "T"))
        append(seconds: rest / 1_000)
        reserve(5)
        let text = bytes + count
        text[0] = UInt8(ascii: ".")
        text[1] = UInt8(ascii: "0") + UInt8(rest % 1_000 / 100)
        OutputBytes.write(rest % 100, to: text + 2)
        text[4] = UInt8(ascii: "Z")
        count &+= 5
    }

    /// Two decimal digits.
    @inline(__always)
    private static func write(_ number: Int, to text: UnsafeMutablePointer<UInt8>) {
        text[0] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 10)
        text[1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10)
    }
}

// MARK: - Quotes

extension OutputBytes {
    /// Makes a cell of CSV of the bytes from an offset on, as RFC 4180 has it: in quotes where it has to
    /// be.
    package func quote(from start: Int, delimiter: UInt8) {
        guard needsQuotes(from: start, delimiter: delimiter) else { return }
        let quotes = ByteSearch.count(OutputBytes.quote, in: bytes, start, count)
        if quotes == 0 { return enclose(from: start) }
        reserve(quotes + 2)
        let end = count + quotes + 2
        // From the end, so that nothing is written over before it is moved.
        var offset = end - 1
        bytes[offset] = OutputBytes.quote
        for from in stride(from: count - 1, through: start, by: -1) {
            offset &-= 1
            let byte = bytes[from]
            bytes[offset] = byte
            if byte == OutputBytes.quote {
                offset &-= 1
                bytes[offset] = byte
            }
        }
        bytes[start] = OutputBytes.quote
        count = end
    }

    private static var quote: UInt8 { UInt8(ascii: "\"") }

    /// Puts quotes around the bytes from an offset on.
    package func enclose(from start: Int) {
        reserve(2)
        (bytes + start + 1).update(from: bytes + start, count: count - start)
        bytes[start] = OutputBytes.quote
        bytes[count + 1] = OutputBytes.quote
        count += 2
    }

    private func needsQuotes(from start: Int, delimiter: UInt8) -> Bool {
        var offset = start
        let delimiters = ByteWord.repeating(delimiter)
        while offset &+ 8 <= count {
            if OutputBytes.needsQuotes(ByteWord.load(bytes + offset), delimiters) { return true }
            offset &+= 8
        }
        if offset == count { return false }
        if count &- start >= 8 {
            return OutputBytes.needsQuotes(ByteWord.load(bytes + (count &- 8)), delimiters)
        }
        var word: UInt64 = 0
        for offset in offset..<count { word = word &<< 8 | UInt64(bytes[offset]) }
        // What is not there is a byte that needs no quotes.
        word |= ~0 &<< UInt64(truncatingIfNeeded: (count &- offset) &* 8)
        return OutputBytes.needsQuotes(word, delimiters)
    }

    /// Whether a delimiter, a quote or a line end is among eight bytes.
    @inline(__always)
    private static func needsQuotes(_ word: UInt64, _ delimiters: UInt64) -> Bool {
        // Quotes and line ends, and commas too, are below the hyphen, and few other bytes are.
        let low = (word &- ByteWord.repeating(UInt8(ascii: "-"))) & ~word
        let delimiter = ByteWord.equal(word, delimiters)
        if (low & ByteWord.tops) | delimiter == 0 { return false }
        return delimiter | ByteWord.equal(word, ByteWord.repeating(UInt8(ascii: "\"")))
            | ByteWord.equal(word, ByteWord.repeating(10))
            | ByteWord.equal(word, ByteWord.repeating(13)) != 0
    }
}
