// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// What becomes of a file that lacks a column without which nothing is to be made of it.
enum ColumnPolicy: Sendable {
    /// It is read for what it says.
    case read
    /// It is refused.
    case refuse
    /// It is refused unless the table of products says the same: what the one that is there says.
    case compare(Set<MissingColumn.StandIn>)
}

/// A first row that has all by which its format is known, and lacks a column on which more depends.
extension Recognition {
    /// Refuses such a row, unless something makes up for the column.
    func check(_ columns: [String], of reader: FormatReader) throws(InputError) {
        for missing in reader.lacking
        where missing.meaning == .refuse && !columns.contains(missing.column) {
            var advice = "export again with this column"
            switch readers.columns {
            case .read: continue
            case .refuse: break
            case .compare(let said):
                guard let standIn = missing.standIn else { break }
                if said.contains(standIn) { continue }
                advice +=
                    ", or state the same of each product in the column "
                    + "\"\(standIn.rawValue)\" of a table for --products"
            }
            throw error(
                code: .wrongColumn, line: 1, "\(missing.lack(of: reader)); \(advice)")
        }
    }
}

extension MissingColumn {
    /// That a file of a format lacks it, for a message.
    func lack(of reader: FormatReader) -> String {
        "the first row lacks \"\(column)\" of \(reader.title)"
    }
}
