// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import Foundation
import Testing

import AllonymMigration

/// Cells that people open in spreadsheets.
@Suite struct ListCellTests {
    @Test(arguments: [
        ("ada", "ada"), ("", ""), ("1", "1"), ("'", "'"), ("it's", "it's"), ("a=b", "a=b"),
        ("=1+1", "'=1+1"), ("+49 30", "'+49 30"), ("-5", "'-5"), ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"), ("'=1", "''=1"), ("''-", "'''-"), ("=\"a\",b", "\"'=\"\"a\"\",b\""),
    ])
    func `A formula is guarded, and every cell is read back`(text: String, cell: String) throws {
        let bytes = OutputBytes()
        text.withSpan { bytes.append(listCell: $0) }
        #expect(bytes.text == cell)
        let joined = OutputBytes()
        joined.append("x,")
        let start = joined.count
        joined.append(text)
        joined.endListCell(from: start)
        #expect(joined.text == "x,\(cell)")
        if text.isEmpty { return }
        let rows = try TableReader.rows(
            "ids.csv", .init("\(cell)\n".utf8), 0..<cell.utf8.count + 1)
        #expect(rows == [[text]])
    }
}
