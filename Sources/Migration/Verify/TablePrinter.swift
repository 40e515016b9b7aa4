// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Prints rows of a list of a plan: as a table for people, as CSV, as one document of JSON, or as JSON
/// lines.
package struct TablePrinter {
    /// How they are printed.
    package enum Format: String, CaseIterable, Sendable {
        case table, csv, json, jsonl
    }

    private let columns: [String]
    private let format: Format
    /// Where lines of a table end; nil where they are as long as they are.
    private let width: Int?
    /// Whether each row is shown as a record, because a line of the table would be too long.
    private var isOfRecords = false
    /// Rows of a table that wait for the widths of its columns.
    private var waiting: [[String]] = []
    private var widths: [Int]
    private var isBegun = false
    /// As many rows as decide on the widths, and on the columns that are shown.
    private static let most = 1000

    /// A printer of rows with these columns.
    package init(_ columns: [String], _ format: Format, width: Int? = nil) {
        (self.columns, self.format, self.width) = (columns, format, width)
        widths = [Int](repeating: 0, count: columns.count)
    }

    /// A printer of rows of `findings.csv`.
    package init(findings format: Format, width: Int? = nil) {
        self.init(FindingRows.columns, format, width: width)
    }

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
        case .json:
            defer { isBegun = true }
            return (isBegun ? "," : "[") + "\n" + object(cells)
        case .jsonl: return json(cells)
        }
    }

    /// What is printed when no more rows come.
    package mutating func rest() -> String {
        switch format {
        case .table: isBegun || waiting.isEmpty ? "" : begin()
        case .csv: isBegun ? "" : TablePrinter.csv(columns)
        case .json: isBegun ? "\n]\n" : "[]\n"
        case .jsonl: ""
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
        let all = widths.filter { $0 > 0 }.map { $0 + 2 }.reduce(0, +)
        isOfRecords = width.map { all > $0 + 2 } ?? false
        let text = (isOfRecords ? "" : line(columns)) + waiting.map(line).joined()
        waiting = []
        return text
    }

    /// A row as a record: its first cell, and below it the others that hold something, each with its
    /// name.
    private func record(_ cells: [String]) -> String {
        let names = zip(columns, widths).dropFirst().filter { $1 > 0 }.map(\.0)
        let longest = names.map(\.count).max() ?? 0
        let lines = zip(columns, cells).dropFirst().filter { !$1.isEmpty }.map { name, cell in
            "  " + name + String(repeating: " ", count: max(0, longest - name.count) + 2)
                + ShownText.escaped(cell)
        }
        return ([ShownText.escaped(cells[0])] + lines).joined(separator: "\n") + "\n"
    }

    /// As many characters of a cell are shown; the other formats have it whole.
    private static let longest = 48

    private static func shown(_ cell: String) -> String {
        let text = ShownText.escaped(cell)
        return text.count <= longest ? text : text.prefix(longest - 1) + "\u{2026}"
    }

    /// A line; columns that nothing stands in are left out.
    private func line(_ cells: [String]) -> String {
        if isOfRecords { return record(cells) }
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

    /// A line with the cells that hold something.
    private func json(_ cells: [String]) -> String {
        "{" + members(cells, between: ":").joined(separator: ",") + "}\n"
    }

    /// The same as an element of a list.
    private func object(_ cells: [String]) -> String {
        let members = members(cells, between: " : ").map { "    \($0)" }
        return "  {\n" + members.joined(separator: ",\n") + "\n  }"
    }

    /// The cells that hold something with their names, sorted by these.
    private func members(_ cells: [String], between: String) -> [String] {
        zip(columns, cells).filter { !$1.isEmpty }.sorted { $0.0 < $1.0 }.map { name, cell in
            let bytes = OutputBytes()
            bytes.append(json: name)
            bytes.append(between)
            bytes.append(json: cell)
            return bytes.text
        }
    }
}
