// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension SecondOpinion {
    /// Reads tables: CSV whose first row names the columns, with commas or semicolons between cells.
    enum Table {
        /// A row, its cells by the names of their columns.
        struct Row {
            fileprivate let columns: [String: Int]
            fileprivate let cells: [String]

            /// The cell of a column; nil where there is no such column, or nothing in it.
            subscript(column: String) -> String? {
                guard let place = columns[column], place < cells.count, !cells[place].isEmpty else {
                    return nil
                }
                return cells[place]
            }

            /// Whether the table has a column.
            func has(_ column: String) -> Bool { columns[column] != nil }
        }

        /// Reads all rows but the first.
        static func forEachRow(
            in bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ body: (Row, Range<Int>) -> Void
        ) {
            let head = bytes[start...].prefix { $0 != 0x0a }
            let semicolons = head.count { $0 == UInt8(ascii: ";") }
            let commas = head.count { $0 == UInt8(ascii: ",") }
            let delimiter = UInt8(ascii: semicolons > commas ? ";" : ",")
            var columns: [String: Int] = [:]
            var place = start
            var isFirst = true
            while place < bytes.count {
                let (cells, end) = cells(bytes, place, delimiter)
                if isFirst {
                    for (number, name) in cells.enumerated() where columns[name] == nil {
                        columns[name] = number
                    }
                } else if cells != [""] {
                    body(Row(columns: columns, cells: cells), place..<end)
                }
                isFirst = false
                place = end
            }
        }

        /// The cells of one row, and where the next one begins.
        private static func cells(
            _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ delimiter: UInt8
        ) -> ([String], Int) {
            let quote = UInt8(ascii: "\"")
            var cells: [String] = []
            var cell: [UInt8] = []
            var (place, isQuoted) = (start, false)
            while place < bytes.count {
                let byte = bytes[place]
                place += 1
                if isQuoted {
                    if byte != quote {
                        cell.append(byte)
                    } else if place < bytes.count, bytes[place] == quote {
                        cell.append(quote)
                        place += 1
                    } else {
                        isQuoted = false
                    }
                } else if byte == quote, cell.isEmpty {
                    isQuoted = true
                } else if byte == delimiter {
                    cells.append(String(decoding: cell, as: UTF8.self))
                    cell.removeAll(keepingCapacity: true)
                } else if byte == 0x0a {
                    break
                } else {
                    cell.append(byte)
                }
            }
            if cell.last == 0x0d { cell.removeLast() }
            cells.append(String(decoding: cell, as: UTF8.self))
            return (cells, place)
        }

        /// The texts of a cell that holds a list as JSON.
        static func list(_ cell: String?) -> [String] {
            guard let cell else { return [] }
            var texts: [String] = []
            var object = "{\"list\":\(cell)}"
            object.withUTF8 { bytes in
                JSON.forEachRecord(in: bytes, from: 0) { record, _ in
                    texts += record["list"]?.elements.compactMap(\.text) ?? []
                }
            }
            return texts
        }
    }
}
