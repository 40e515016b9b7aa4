// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The rows of a table of CSV that a plan has written, one after the other.
package struct TableReader: ~Copyable {
    private let file: String
    private let bytes: FileBytes
    /// Whether its cells guard formulas.
    private let isGuarded: Bool
    private var tokenizer: CSVTokenizer
    private var row = CSVCells()
    /// The line on which the row begins.
    var line: Int { row.line }
    /// The offset behind the row.
    var offset: Int { tokenizer.offset }
    /// The cells of the row, as they are meant.
    package private(set) var cells: [String] = []
    /// The names of the columns.
    package private(set) var header: [String] = []

    /// Reads the header, which has to be these columns, if any are given.
    ///
    /// Cells guard formulas in `ids.csv`, `purchases.csv`, `access.csv` and `findings.csv`.
    package init(
        _ file: String, _ bytes: FileBytes, delimiter: UInt8 = UInt8(ascii: ","),
        columns: [String]? = nil, isGuarded: Bool = false
    ) throws(BrokenPlan) {
        self.file = file
        self.bytes = bytes
        self.isGuarded = isGuarded
        // What a plan has written has no row without an end.
        tokenizer = CSVTokenizer(delimiter: delimiter, to: bytes.data.count, isLast: false)
        guard try read() else { throw BrokenPlan(file, line: 1, "expected a header") }
        header = cells
        if let columns, header != columns {
            throw BrokenPlan(
                file, line: 1, "expected the columns \(columns.joined(separator: ", "))")
        }
    }

    /// Reads the next row; false where there is none.
    package mutating func next() throws(BrokenPlan) -> Bool {
        guard try read() else { return false }
        guard cells.count == header.count else {
            throw BrokenPlan(
                file, line: line,
                "expected \(header.count.of("cell")), as in the header; found \(cells.count)")
        }
        return true
    }

    /// The rows of a part of one of the plan's lists, which begins and ends between two rows.
    package static func rows(
        _ file: String, _ bytes: Data, _ range: Range<Int>
    ) throws(BrokenPlan) -> [[String]] {
        var tokenizer = CSVTokenizer(
            delimiter: UInt8(ascii: ","), from: range.lowerBound, to: range.upperBound,
            isLast: false)
        var (row, rows) = (CSVCells(), [[String]]())
        while tokenizer.next(in: bytes.span, &row) {
            guard row.isSound else { throw BrokenPlan(file, "a row has no end") }
            rows.append((0..<row.count).map { ListCell.text(of: row.text($0)) })
        }
        return rows
    }

    private mutating func read() throws(BrokenPlan) -> Bool {
        guard tokenizer.next(in: bytes.data.span, &row) else { return false }
        bytes.letGo(before: tokenizer.offset)
        guard row.isSound else { throw BrokenPlan(file, line: line, "the row has no end") }
        cells.removeAll(keepingCapacity: true)
        for number in 0..<row.count {
            cells.append(isGuarded ? ListCell.text(of: row.text(number)) : row.text(number))
        }
        return true
    }
}
