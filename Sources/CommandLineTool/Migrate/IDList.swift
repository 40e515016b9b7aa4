// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import AllonymMigration
    import ArgumentParser

    /// The IDs of `--only`: one on each line, or a column of CSV.
    struct IDList {
        /// An ID, and the line on which it stands first.
        struct Entry: Hashable {
            let id: String
            let line: Int
        }

        /// The file.
        let file: String
        /// The IDs, each once, in their order.
        private(set) var entries: [Entry] = []
        /// The cells of the first line, where it was read as one ID though it has several.
        private(set) var cells: [String] = []
        private var seen: Set<String> = []

        /// The columns with IDs in a plan's own lists, the first that is there counts.
        private static let known = ["source_id", "target_id"]

        /// Reads a file.
        ///
        /// - Parameters:
        ///   - file: Its name.
        ///   - column: The column of CSV, by its name or its number from 1; nil for one that a plan's
        ///     own lists have, and where there is none, for one ID on each line.
        /// - Throws: `InputError` where it cannot be read, or a row is at fault; an error of usage where
        ///   it is not UTF-8, holds no ID, or has no such column.
        init(_ file: String, column: String? = nil) throws {
            self.file = file
            let bytes = try Input.file(file).wholeBytes()
            let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            guard let text = String(validating: bytes[start...], as: UTF8.self) else {
                throw ValidationError("--only: \(file) is not UTF-8; save it as UTF-8")
            }
            let delimiter = IDList.delimiter(of: bytes[start...])
            let header = IDList.header(bytes, from: start, delimiter)
            if let column {
                try readTable(bytes, from: start, delimiter, IDList.index(column, header, file))
            } else if let index = IDList.known.lazy.compactMap({ header.firstIndex(of: $0) }).first
            {
                try readTable(bytes, from: start, delimiter, index)
            } else {
                if header.count > 1 { cells = header }
                for (number, id) in text.split(
                    omittingEmptySubsequences: false, whereSeparator: \.isNewline
                ).enumerated() { add(String(id), line: number + 1) }
            }
            guard !entries.isEmpty else {
                throw ValidationError(
                    "--only: \(file) holds no ID; write one on each line, or give CSV with a column "
                        + "source_id")
            }
        }

        /// What to do where the file may be a table; nil where it is none.
        var hint: String? {
            if cells.isEmpty { return nil }
            return
                "its first line has \(cells.count.of("cell")), and each line was read as one ID; "
                + "if it is CSV, name the column with --column: "
                + cells.map(ShownText.brief).joined(separator: ", ")
        }

        /// The IDs.
        var ids: [String] { entries.map(\.id) }

        private mutating func add(_ id: String, line: Int) {
            if !id.isEmpty, seen.insert(id).inserted { entries.append(Entry(id: id, line: line)) }
        }

        /// What stands between cells: whichever of comma, semicolon and tab the first line has most of.
        private static func delimiter(of bytes: ArraySlice<UInt8>) -> UInt8 {
            let first = bytes.prefix { $0 != 0x0A }
            let counts = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].map { byte in
                (byte: byte, count: first.count { $0 == byte })
            }
            let most = counts.map(\.count).max() ?? 0
            return counts.first { $0.count == most }?.byte ?? UInt8(ascii: ",")
        }

        /// The cells of the first row, if it is one.
        private static func header(
            _ bytes: [UInt8], from start: Int, _ delimiter: UInt8
        ) -> [String] {
            var tokenizer = CSVTokenizer(
                delimiter: delimiter, from: start, to: bytes.count, isLast: true)
            var row = CSVCells()
            return tokenizer.next(in: bytes.span, &row) && row.isSound ? row.texts : []
        }

        private static func index(
            _ column: String, _ header: [String], _ file: String
        ) throws -> Int {
            if let number = Int(column) {
                guard header.indices.contains(number - 1) else {
                    throw ValidationError(
                        "--column", column,
                        expected: "a number from 1 to \(header.count), or a name")
                }
                return number - 1
            }
            let found = header.indices.filter { header[$0] == column }
            guard found.count == 1 else {
                throw ValidationError(
                    "--column \"\(column)\": \(file) has \(found.isEmpty ? "no" : "more than one") "
                        + "column of this name; name one of \(header.joined(separator: ", "))")
            }
            return found[0]
        }

        private mutating func readTable(
            _ bytes: [UInt8], from start: Int, _ delimiter: UInt8, _ column: Int
        ) throws {
            var tokenizer = CSVTokenizer(
                delimiter: delimiter, from: start, to: bytes.count, isLast: true)
            var (row, isHeader) = (CSVCells(), true)
            while tokenizer.next(in: bytes.span, &row) {
                guard row.isSound else {
                    throw InputError(
                        .malformed, file, line: row.line, "a quote is not closed; close it")
                }
                defer { isHeader = false }
                if isHeader || row.isEmpty { continue }
                guard column < row.count else {
                    throw InputError(
                        .malformed, file, line: row.line,
                        "expected at least \((column + 1).of("cell")); found \(row.count)")
                }
                // A plan's own lists have a mark before what a spreadsheet would calculate.
                add(ListCell.text(of: row.text(column)), line: row.line)
            }
        }
    }
#endif
