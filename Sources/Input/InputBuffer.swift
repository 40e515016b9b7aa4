// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Room for bytes that are read, made once and filled again and again.
package final class InputBuffer {
    fileprivate let start: UnsafeMutablePointer<UInt8>
    /// How many bytes there is room for.
    package let capacity: Int
    /// How many there are.
    package fileprivate(set) var count = 0

    /// Room for so many bytes, of which there are none yet.
    package init(capacity: Int) {
        self.capacity = capacity
        start = .allocate(capacity: capacity)
    }

    deinit { start.deallocate() }

    /// How many bytes more there is room for.
    package var room: Int { capacity - count }

    /// One of them.
    package subscript(offset: Int) -> UInt8 {
        precondition(offset >= 0 && offset < count, "There is no such byte.")
        return start[offset]
    }

    /// Lends all of them; nothing may be added or taken away meanwhile.
    package func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
        try body(all.span)
    }

    private var all: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    /// The first offset of a byte; nil where it does not occur.
    package func first(_ byte: UInt8) -> Int? { ByteSearch.first(byte, in: start, 0, count) }

    /// The last offset of a byte; nil where it does not occur.
    package func last(_ byte: UInt8) -> Int? { ByteSearch.last(byte, in: start, 0, count) }

    /// How often a byte occurs.
    package func count(of byte: UInt8) -> Int { ByteSearch.count(byte, in: all.span) }
}

// MARK: - Filling

extension InputBuffer {
    /// Takes all of them away.
    package func empty() { count = 0 }

    /// Adds a byte; there has to be room.
    package func append(_ byte: UInt8) {
        precondition(count < capacity, "There is room for what is added.")
        start[count] = byte
        count += 1
    }

    /// Adds bytes; there has to be room.
    package func append(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer(append)
    }

    /// Adds bytes of another buffer; there has to be room.
    package func append(_ other: InputBuffer, _ range: Range<Int>) {
        precondition(range.upperBound <= other.count, "Bytes are added that there are.")
        append(UnsafeBufferPointer(start: other.start + range.lowerBound, count: range.count))
    }

    private func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        precondition(bytes.count <= room, "There is room for what is added.")
        guard let from = bytes.baseAddress else { return }
        (start + count).update(from: from, count: bytes.count)
        count += bytes.count
    }

    /// Takes the bytes from an offset on away.
    ///
    /// - Parameters:
    ///   - offset: Where the first of them is.
    ///   - rest: Gets them behind its own.
    package func cut(from offset: Int, into rest: inout [UInt8]) {
        precondition(offset >= 0 && offset <= count, "Bytes are cut off that there are.")
        rest.append(contentsOf: UnsafeBufferPointer(start: start + offset, count: count - offset))
        count = offset
    }

    /// Takes the first bytes away; the others move to the front.
    package func drop(first dropped: Int) {
        precondition(dropped >= 0 && dropped <= count, "Bytes are dropped that there are.")
        count -= dropped
        start.update(from: start + dropped, count: count)
    }
}

extension ByteStream {
    /// Fills the room of a buffer, unless the input ends before; returns how many bytes were added.
    package mutating func fill(_ buffer: InputBuffer) throws(InputError) -> Int {
        let added = try read(into: buffer.start + buffer.count, buffer.room)
        buffer.count += added
        return added
    }
}

extension CSVTokenizer {
    /// Reads the next row of the bytes in a buffer, or what of it is there.
    package mutating func next(in buffer: InputBuffer) -> CSVRow? {
        buffer.withBytes { next(in: $0) }
    }
}
