// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A list of IDs at the source: one a line, or a table of CSV with a column `source_id`, such as a
/// plan's own lists.
///
/// The first line decides: one with that name, or with several cells, is the header of a table.
struct CohortList {
    /// The IDs, each with the line on which it stands first.
    let ids = Cohort.IDs()
    private let name: String
    private static let column = "source_id"

    /// Reads a list.
    ///
    /// - Throws: `InputError` for bytes that are no UTF-8, a table that cannot be read or is without
    ///   the column, or a list without any ID.
    init(_ bytes: [UInt8], name: String) throws(InputError) {
        self.name = name
        let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        let header = try CohortList.header(bytes, from: start)
        if let column = header.firstIndex(of: CohortList.column) {
            try readTable(bytes, from: start, column, of: header.count)
        } else if header.count < 2 {
            try readLines(bytes, from: start)
        } else {
            throw malformed(
                1,
                "the column \(CohortList.column) is missing; give CSV that has it, or a file with one "
                    + "ID a line")
        }
        guard ids.count > 0 else {
            throw InputError(
                .malformed, name, line: 1,
                "it names nobody; expected one ID a line, or CSV with a column "
                    + "\(CohortList.column)")
        }
    }

    /// The cells of the first row, if it is one.
    private static func header(_ bytes: [UInt8], from start: Int) throws(InputError) -> [String] {
        var tokenizer = CSVTokenizer(
            delimiter: UInt8(ascii: ","), from: start, to: bytes.count, isLast: true)
        var row = CSVCells()
        return tokenizer.next(in: bytes.span, &row) && row.isSound ? row.texts : []
    }

    private func readTable(
        _ bytes: [UInt8], from start: Int, _ column: Int, of count: Int
    ) throws(InputError) {
        var tokenizer = CSVTokenizer(
            delimiter: UInt8(ascii: ","), from: start, to: bytes.count, isLast: true)
        var row = CSVCells()
        var isHeader = true
        while tokenizer.next(in: bytes.span, &row) {
            guard row.isSound else { throw malformed(row.line, "a quote is not closed; close it") }
            defer { isHeader = false }
            if isHeader || row.isEmpty { continue }
            guard row.count == count else {
                throw malformed(
                    row.line, "expected \(count.of("cell")), as in the header; found \(row.count)")
            }
            let cell = ListCell.text(of: row.text(column))
            // A finding about a file has no customer.
            if !cell.isEmpty { try add(Array(cell.utf8), line: row.line) }
        }
    }

    private func readLines(_ bytes: [UInt8], from start: Int) throws(InputError) {
        var line = 1
        for text in bytes[start...].split(separator: 0x0a, omittingEmptySubsequences: false) {
            let id = text.last == 0x0d ? text.dropLast() : text
            if !id.isEmpty { try add(Array(id), line: line) }
            line += 1
        }
    }

    private func add(_ id: [UInt8], line: Int) throws(InputError) {
        guard String(validating: id, as: UTF8.self) != nil else {
            throw malformed(line, "the ID is invalid UTF-8; save the list as UTF-8")
        }
        ids.add(id.span, line: line)
    }

    private func malformed(_ line: Int, _ reason: String) -> InputError {
        InputError(.malformed, name, line: line, reason)
    }
}
