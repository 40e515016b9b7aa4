// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Cells of a plan's own lists, such as `ids.csv`, which people open in spreadsheets.
///
/// A text that a spreadsheet would take for a formula stands behind a `'`, and so does one that begins
/// like such a cell, so that every cell can be read back. The target's own files have texts as they
/// are.
package enum ListCell {
    private static let guardMark = UInt8(ascii: "'")

    /// Whether a text needs a `'` before it.
    static func isGuarded(_ text: Span<UInt8>) -> Bool {
        var index = 0
        while index < text.count, text[index] == guardMark { index += 1 }
        return index < text.count && isSign(text[index])
    }

    /// Whether spreadsheets take what begins with this byte for a formula.
    private static func isSign(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 9, 13: true
        default: false
        }
    }

    /// The text of a cell.
    package static func text(of cell: String) -> String {
        guard cell.utf8.first == guardMark, cell.withSpan(isGuarded) else { return cell }
        return String(cell.dropFirst())
    }
}

extension OutputBytes {
    /// Appends a text as a cell of a list.
    package func append(listCell text: Span<UInt8>) {
        guard ListCell.isGuarded(text) else { return append(cell: text) }
        let start = count
        append(UInt8(ascii: "'"))
        append(text)
        quote(from: start, delimiter: UInt8(ascii: ","))
    }

    /// Makes a cell of a list of the bytes from an offset on.
    package func endListCell(from start: Int) {
        if withBytes(start..<count, ListCell.isGuarded) {
            let text = withBytes(start..<count) { $0.array }
            cut(to: start)
            append(UInt8(ascii: "'"))
            append(text.span)
        }
        quote(from: start, delimiter: UInt8(ascii: ","))
    }
}
