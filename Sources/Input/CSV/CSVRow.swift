// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A field of comma-separated values: where in the bytes it stands, its quotes left out.
package struct CSVField: Hashable, Sendable {
    /// Its first byte, and the one behind its last.
    package var start: Int
    package var end: Int
    /// Whether two quotes in it stand for one.
    package var hasDoubledQuotes = false
    /// Whether the bytes ended before the field did: what follows is in the next row that is read.
    package var isPart = false
    /// Whether its quotes are at fault: see ``CSVRow/fault``.
    package var isFaulty = false

    package init(start: Int, end: Int) { (self.start, self.end) = (start, end) }

    /// What it says.
    package func bytes(in bytes: UnsafePointer<UInt8>) -> [UInt8] {
        let inside = UnsafeBufferPointer(start: bytes + start, count: end - start)
        guard hasDoubledQuotes else { return Array(inside) }
        return Array(unsafeUninitializedCapacity: inside.count) { space, count in
            guard let space = space.baseAddress else { return }
            count = CSVField.undouble(bytes + start, inside.count, to: space)
        }
    }

    /// What it says, repaired where it is no UTF-8.
    package func text(in bytes: UnsafePointer<UInt8>) -> String {
        if hasDoubledQuotes { return String(decoding: self.bytes(in: bytes), as: UTF8.self) }
        return String(
            decoding: UnsafeBufferPointer(start: bytes + start, count: end - start), as: UTF8.self)
    }

    /// Writes what a field says in which quotes are doubled.
    ///
    /// - Returns: How many bytes were written.
    package static func undouble(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, to space: UnsafeMutablePointer<UInt8>
    ) -> Int {
        var (offset, written) = (0, 0)
        while offset < count {
            space[written] = bytes[offset]
            written &+= 1
            offset &+= bytes[offset] == UInt8(ascii: "\"") ? 2 : 1
        }
        return written
    }
}

/// A row of comma-separated values, or what of it the bytes hold.
package struct CSVRow {
    /// Its fields, until the next row is read; of a row that goes on those that were not in the part
    /// before.
    package let fields: UnsafeBufferPointer<CSVField>
    /// The row's first byte, and the one behind its last.
    ///
    /// Its line end is not one of them. The first is the offset in the bytes that the row began in.
    package let start: Int
    package let end: Int
    /// Where the next row begins.
    package let next: Int
    /// The line on which it begins.
    package let line: Int
    /// Whether its end was found.
    package let isWhole: Bool
    /// What is wrong with quotes in it, if anything is.
    package let fault: CSVFault?

    /// What its fields say.
    package func texts(in bytes: UnsafePointer<UInt8>) -> [String] {
        fields.map { $0.text(in: bytes) }
    }

    /// The same in bytes that are lent.
    package func texts(in bytes: Span<UInt8>) -> [String] {
        precondition(next <= bytes.count, "The bytes are those that the row was read from.")
        return bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { texts(in: $0) } ?? []
        }
    }

    /// How many fields it has, or the part of it.
    package var count: Int { fields.count }

    /// One of its fields, until the next row is read.
    package subscript(number: Int) -> CSVField {
        precondition(number >= 0 && number < fields.count, "There is no such field.")
        return fields[number]
    }
}

extension CSVRow {
    /// Why column names that hold a carriage return are refused.
    package static var bareReturns: String {
        "lines end with a carriage return alone; save the file with line feeds"
    }
}

/// What is wrong with quotes in comma-separated values, and where.
package struct CSVFault: Error, Hashable, Sendable {
    package enum Reason: Sendable {
        /// A quote that begins a field has no second one.
        case unclosed
        /// Something stands between a closing quote and the end of the field.
        case behindQuote
    }

    package let reason: Reason
    /// The byte at fault: the opening quote, or the first behind the closing one.
    package var offset: Int
    /// Its line, and the byte in that line from 1.
    package let line: Int
    package let column: Int
}
