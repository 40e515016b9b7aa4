// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// A table of CSV in which a user says what names of the source become.
///
/// Its columns are known by their names, and the first of them has to be there.
package struct NameTable {
    /// Why a table cannot be read.
    package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        /// The line in which the row begins, from 1.
        package let line: Int
        /// The byte in the line, from 1; nil where the whole row is at fault.
        package let column: Int?
        /// What was expected.
        package let reason: String

        init(line: Int, column: Int? = nil, reason: String) {
            (self.line, self.column, self.reason) = (line, column, reason)
        }

        /// The line, and the column where there is one, as compilers print them.
        var position: String { column.map { "\(line):\($0)" } ?? "\(line)" }

        /// Line, column where there is one, and reason.
        package var description: String { "line \(position): \(reason)" }
    }

    /// A row behind the header.
    struct Row {
        /// The line in which it begins, from 1.
        let line: Int
        /// Its cells by the names of their columns.
        let cells: [String: String]
        /// The byte of the line in which each of its cells begins, from 1, by the same names; none in
        /// a row that quotes or ends lines in its cells.
        let starts: [String: Int]
    }

    /// The rows behind the header; empty lines are none.
    let rows: [Row]

    /// Reads a table.
    ///
    /// - Parameters:
    ///   - bytes: The table.
    ///   - columns: The columns that there may be; the first one has to be there.
    /// - Throws: What is wrong, and where.
    init(csv bytes: [UInt8], columns: [String]) throws(Fault) {
        try NameTable.checkUTF8(bytes)
        if NameTable.isJSON(bytes) {
            throw Fault(
                line: 1,
                reason: "the file is JSON; expected CSV whose first row names the column "
                    + "\"\(columns[0])\"")
        }
        let all = try NameTable.rows(bytes)
        guard let header = all.first?.cells else {
            throw Fault(line: 1, reason: "expected a header")
        }
        if header.count == 1, let other = header[0].first(where: { $0 == ";" || $0 == "\t" }) {
            throw Fault(
                line: 1,
                reason: "expected commas between the columns; found "
                    + (other == ";" ? "semicolons" : "tabs"))
        }
        var start = 1
        for (number, name) in header.enumerated() {
            // Another file, given by mistake, may begin with a token.
            let shown = ShownValue.text(of: name)
            guard columns.contains(name) else {
                throw Fault(
                    line: 1, column: start,
                    reason: "column \"\(shown)\": unknown; "
                        + UnknownName("column", name, known: columns).advice)
            }
            guard !header[..<number].contains(name) else {
                throw Fault(
                    line: 1, column: start, reason: "there are two columns \"\(shown)\"; remove one"
                )
            }
            start += name.utf8.count + 1
        }
        guard header.contains(columns[0]) else {
            throw Fault(line: 1, reason: "the column \"\(columns[0])\" is missing; add it")
        }
        var rows: [Row] = []
        for (line, row) in all.dropFirst() where row != [""] {
            guard row.count == header.count else {
                throw Fault(
                    line: line,
                    reason:
                        "expected \(header.count.of("cell")), as in the header; found \(row.count)")
            }
            var starts: [String: Int] = [:]
            let isPlain = row.allSatisfy { cell in
                cell.utf8.allSatisfy { ![0x0a, 0x22, 0x2c].contains($0) }
            }
            var start = 1
            for (name, cell) in zip(header, row) where isPlain {
                starts[name] = start
                start += cell.utf8.count + 1
            }
            rows.append(
                Row(
                    line: line, cells: Dictionary(zip(header, row)) { first, _ in first },
                    starts: starts))
        }
        self.rows = rows
    }

    /// Whether an object or an array begins, which the name of no column does.
    private static func isJSON(_ bytes: [UInt8]) -> Bool {
        let first = bytes.dropFirst(UTF8Check.markLength(bytes.span)).first {
            ![0x09, 0x0a, 0x0d, 0x20].contains($0)
        }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// Refuses bytes that are no UTF-8, at the first of them.
    private static func checkUTF8(_ bytes: [UInt8]) throws(Fault) {
        guard let offset = UTF8Check.fault(bytes.span) else { return }
        let before = bytes[..<offset].split(separator: 0x0a, omittingEmptySubsequences: false)
        throw Fault(
            line: before.count, column: (before.last?.count ?? 0) + 1,
            reason: "invalid UTF-8; save the table as UTF-8")
    }

    /// The rows of a table, each with the line in which it begins.
    private static func rows(
        _ bytes: [UInt8]
    ) throws(Fault) -> [(line: Int, cells: [String])] {
        var tokenizer = CSVTokenizer(
            delimiter: UInt8(ascii: ","), from: UTF8Check.markLength(bytes.span), to: bytes.count)
        var rows: [(line: Int, cells: [String])] = []
        while let row = tokenizer.next(in: bytes.span) {
            switch row.fault?.reason {
            case .unclosed: throw Fault(line: row.line, reason: "a quote is not closed; close it")
            case .behindQuote:
                throw Fault(
                    line: row.fault?.line ?? row.line, column: row.fault?.column,
                    reason: "expected a comma or a line end after the closing quote")
            case nil: rows.append((row.line, row.texts(in: bytes.span)))
            }
        }
        return rows
    }
}
