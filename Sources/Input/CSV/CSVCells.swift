// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The cells of one row of comma-separated values, copied out of the bytes that it was read from.
///
/// Filled again and again, so that no row costs memory of its own.
package struct CSVCells {
    private var bytes: [UInt8] = []
    private var fields: [CSVField] = []
    /// Where the row stands in the bytes that it was read from, its line end with it.
    package private(set) var range = 0..<0
    /// The line on which it begins.
    package private(set) var line = 1
    /// Whether it ends, and no quote in it is at fault.
    package private(set) var isSound = true

    /// No row yet.
    package init() {}

    /// How many cells there are, at least one.
    package var count: Int { fields.count }

    /// Whether there is nothing in the row.
    package var isEmpty: Bool { fields.count < 2 && fields.allSatisfy { $0.start == $0.end } }

    /// What each cell says.
    package var texts: [String] { (0..<count).map(text) }

    /// What a cell says, repaired where it is no UTF-8.
    package func text(_ number: Int) -> String {
        let field = fields[number]
        guard field.hasDoubledQuotes else {
            return String(decoding: written(number), as: UTF8.self)
        }
        return bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { field.text(in: $0) } ?? ""
        }
    }

    /// A cell as it is written between its quotes: two in it may stand for one.
    package func written(_ number: Int) -> ArraySlice<UInt8> {
        bytes[fields[number].start..<fields[number].end]
    }
}

extension CSVTokenizer {
    /// Reads the next row of bytes that are lent, or what of it is there.
    package mutating func next(in bytes: Span<UInt8>) -> CSVRow? {
        precondition(end <= bytes.count, "The bytes are those that the tokenizer is of.")
        return bytes.withUnsafeBufferPointer { bytes in bytes.baseAddress.flatMap { next(in: $0) } }
    }

    /// Reads the next row.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that the tokenizer is of.
    ///   - cells: Takes the row.
    /// - Returns: Whether there is a further row.
    package mutating func next(in bytes: Span<UInt8>, _ cells: inout CSVCells) -> Bool {
        guard let row = next(in: bytes) else { return false }
        bytes.withUnsafeBufferPointer { cells.take(row, of: $0) }
        return true
    }
}

extension CSVCells {
    fileprivate mutating func take(_ row: CSVRow, of all: UnsafeBufferPointer<UInt8>) {
        range = row.start..<row.next
        line = row.line
        isSound = row.isWhole && row.fault == nil
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: all[range]))
        fields.removeAll(keepingCapacity: true)
        for var field in row.fields {
            field.start -= row.start
            field.end -= row.start
            fields.append(field)
        }
    }
}
