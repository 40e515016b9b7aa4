// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The rows of a table of CSV that a plan has written, one after the other.
struct TableReader: ~Copyable {
    private let file: String
    private let bytes: Data
    private var tokenizer: CSVTokenizer
    /// The line on which the row begins.
    private(set) var line = 1
    /// The cells of the row, as they are meant.
    private(set) var cells: [String] = []
    /// The names of the columns.
    private(set) var header: [String] = []

    /// Reads the header, which has to be these columns, if any are given.
    init(
        _ file: String, _ bytes: Data, delimiter: UInt8 = UInt8(ascii: ","),
        columns: [String]? = nil
    ) throws(BrokenPlan) {
        self.file = file
        self.bytes = bytes
        // What a plan has written has no row without an end.
        tokenizer = CSVTokenizer(delimiter: delimiter, to: bytes.count, isLast: false)
        guard try read() else { throw BrokenPlan(file, line: 1, "a header was expected") }
        header = cells
        if let columns, header != columns {
            throw BrokenPlan(
                file, line: 1, "expected the columns \(columns.joined(separator: ", "))")
        }
    }

    /// Reads the next row; false where there is none.
    mutating func next() throws(BrokenPlan) -> Bool {
        guard try read() else { return false }
        guard cells.count == header.count else {
            throw BrokenPlan(
                file, line: line,
                "expected \(header.count) cells, as in the header; found \(cells.count)")
        }
        return true
    }

    private mutating func read() throws(BrokenPlan) -> Bool {
        let bytes = bytes
        let result = bytes.withUnsafeBytes { bytes in
            Result { () throws(BrokenPlan) in
                try read(bytes.bindMemory(to: UInt8.self))
            }
        }
        return try result.get()
    }

    private mutating func read(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(BrokenPlan) -> Bool {
        guard let base = bytes.baseAddress, let row = tokenizer.next(in: base) else { return false }
        line = row.line
        guard row.isWhole, row.fault == nil else {
            throw BrokenPlan(file, line: line, "the row has no end")
        }
        cells.removeAll(keepingCapacity: true)
        for field in row.fields { cells.append(field.text(in: base)) }
        return true
    }
}
