// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Prints rows of a list of a plan: as a table for people, as CSV, or as JSON, one object a line.
package struct TablePrinter {
    /// How they are printed.
    package enum Format: String, CaseIterable, Sendable {
        case table, csv, json
    }

    private let columns: [String]
    private let format: Format
    /// Rows of a table that wait for the widths of its columns.
    private var waiting: [[String]] = []
    private var widths: [Int]
    private var isBegun = false
    /// As many rows as decide on the widths, and on the columns that are shown.
    private static let most = 1000

    /// A printer of rows with these columns.
    package init(_ columns: [String], _ format: Format) {
        (self.columns, self.format) = (columns, format)
        widths = [Int](repeating: 0, count: columns.count)
    }

    /// A printer of rows of `findings.csv`.
    package init(findings format: Format) { self.init(FindingRows.columns, format) }

    /// What is printed once a row has come; empty where a table waits for more.
    package mutating func text(of cells: [String]) -> String {
        switch format {
        case .table:
            if isBegun { return line(cells) }
            waiting.append(cells)
            return waiting.count == TablePrinter.most ? begin() : ""
        case .csv:
            defer { isBegun = true }
            return (isBegun ? "" : TablePrinter.csv(columns))
                + TablePrinter.csv(cells)
        case .json: return json(cells)
        }
    }

    /// What is printed when no more rows come.
    package mutating func rest() -> String {
        switch format {
        case .table: isBegun || waiting.isEmpty ? "" : begin()
        case .csv: isBegun ? "" : TablePrinter.csv(columns)
        case .json: ""
        }
    }

    // MARK: - Tables

    private mutating func begin() -> String {
        for row in waiting {
            for (column, cell) in row.enumerated() {
                widths[column] = max(widths[column], TablePrinter.shown(cell).count)
            }
        }
        for (column, name) in columns.enumerated() where widths[column] > 0 {
            widths[column] = max(widths[column], name.count)
        }
        isBegun = true
        let text = line(columns) + waiting.map(line).joined()
        waiting = []
        return text
    }

    /// As many characters of a cell are shown; the other formats have it whole.
    private static let longest = 48

    private static func shown(_ cell: String) -> String {
        let text = ShownText.escaped(cell)
        return text.count <= longest ? text : text.prefix(longest - 1) + "\u{2026}"
    }

    /// A line; columns that nothing stands in are left out.
    private func line(_ cells: [String]) -> String {
        var line = ""
        for (column, cell) in cells.enumerated() where widths[column] > 0 {
            let isLast = column == cells.count - 1
            let text = isLast ? ShownText.escaped(cell) : TablePrinter.shown(cell)
            line += text + String(repeating: " ", count: max(0, widths[column] - text.count) + 2)
        }
        while line.last == " " { line.removeLast() }
        return line + "\n"
    }

    // MARK: - Data

    private static func csv(_ cells: [String]) -> String {
        let bytes = OutputBytes()
        for (column, cell) in cells.enumerated() {
            if column > 0 { bytes.append(UInt8(ascii: ",")) }
            cell.withSpan { bytes.append(listCell: $0) }
        }
        bytes.append(UInt8(ascii: "\n"))
        return bytes.text
    }

    /// The cells that hold something, sorted by their names.
    private func json(_ cells: [String]) -> String {
        let bytes = OutputBytes()
        bytes.append(UInt8(ascii: "{"))
        let named = zip(columns, cells).filter { !$1.isEmpty }.sorted { $0.0 < $1.0 }
        for (number, (name, cell)) in named.enumerated() {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(json: name)
            bytes.append(UInt8(ascii: ":"))
            bytes.append(json: cell)
        }
        bytes.append("}\n")
        return bytes.text
    }
}
