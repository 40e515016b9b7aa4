// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A table for a terminal: columns as wide as they need, and narrower where the line is.
struct TextTable {
    /// How a piece of text is shown on a terminal that shows colours.
    enum Style: String {
        case plain = ""
        case bold = "1"
        case dim = "2"
        case red = "31"
        case yellow = "33"
    }

    struct Cell {
        var text: String
        var style = Style.plain

        /// Of its longest line.
        var width: Int { text.split(separator: "\n").map(\.count).max() ?? 0 }

        var longestWord: Int {
            text.split(whereSeparator: { $0 == " " || $0 == "\n" }).map(\.count).max() ?? 0
        }
    }

    var rows: [[Cell]] = []

    /// The lines of the table on a terminal of this width, with styles or without.
    func lines(width: Int, isColoured: Bool) -> [String] {
        let widths = fit(width)
        return rows.flatMap { row in
            let cells = zip(row, widths).map { wrap($0.text, to: $1) }
            return (0..<(cells.map(\.count).max() ?? 0)).map { number in
                var line = ""
                for (column, lines) in cells.enumerated() {
                    let text = number < lines.count ? lines[number] : ""
                    let isLast = column == cells.count - 1
                    let padding = isLast ? "" : text.padding(to: widths[column] + 2)
                    line += TextTable.styled(text, row[column].style, isColoured) + padding
                }
                return line.withoutTrailingBlanks
            }
        }
    }

    /// Whether every column can have the width that it needs.
    func fits(_ width: Int) -> Bool {
        fit(.max).reduce(2 * ((rows.first?.count ?? 1) - 1), +) <= width
    }

    /// Whether every column can be as wide as its longest word.
    func fitsWords(_ width: Int) -> Bool {
        let count = rows.map(\.count).max() ?? 0
        let words = (0..<count).map { column in
            rows.compactMap { column < $0.count ? $0[column].longestWord : nil }.max() ?? 0
        }
        return words.reduce(2 * (count - 1), +) <= width
    }

    /// The rows as records: the first cell as a title, the others under it behind their heads.
    func records(width: Int, isColoured: Bool) -> [String] {
        guard let heads = rows.first else { return [] }
        let indent = (heads.dropFirst().map(\.width).max() ?? 0) + 4
        var lines: [String] = []
        for row in rows.dropFirst() {
            lines += wrap(row[0].text, to: width, breaksWords: false)
                .map { TextTable.styled($0, .bold, isColoured) }
            for (head, cell) in zip(heads, row).dropFirst() where !cell.text.isEmpty {
                let wrapped = wrap(cell.text, to: max(20, width - indent), breaksWords: false)
                for (number, line) in wrapped.enumerated() {
                    let label = number == 0 ? "  \(head.text)" : ""
                    lines.append(
                        TextTable.styled(label, .dim, isColoured)
                            + String(repeating: " ", count: indent - label.count)
                            + TextTable.styled(line, cell.style, isColoured))
                }
            }
        }
        return lines
    }

    /// The cells of each row under each other, each behind its head on a line of its own.
    func stacks(width: Int, isColoured: Bool) -> [String] {
        guard let heads = rows.first else { return [] }
        return rows.dropFirst().flatMap { row in
            zip(heads, row).filter { !$1.text.isEmpty }.flatMap { head, cell in
                [TextTable.styled(head.text, .bold, isColoured)]
                    + wrap(cell.text, to: width - 2, breaksWords: false)
                    .map { TextTable.styled($0.isEmpty ? "" : "  " + $0, cell.style, isColoured) }
            }
        }
    }

    /// A text in a style.
    static func styled(_ text: String, _ style: Style, _ isColoured: Bool) -> String {
        guard isColoured, style != .plain, !text.isEmpty else { return text }
        return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    }

    /// The widths of the columns: while the line is too long the widest is cut, down to its longest
    /// word, and if that does not do, further.
    private func fit(_ width: Int) -> [Int] {
        let count = rows.map(\.count).max() ?? 0
        let columns = (0..<count).map { column in
            rows.compactMap { column < $0.count ? $0[column] : nil }
        }
        var widths = columns.map { $0.map(\.width).max() ?? 0 }
        let words = columns.map { $0.map(\.longestWord).max() ?? 0 }
        for least in [words, words.map { min($0, 8) }] {
            while widths.reduce(2 * (count - 1), +) > width {
                let cuttable = widths.indices.filter { widths[$0] > least[$0] }
                guard let widest = cuttable.max(by: { widths[$0] < widths[$1] }) else { break }
                widths[widest] -= 1
            }
        }
        return widths
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - count))
    }

    fileprivate var withoutTrailingBlanks: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}

/// Breaks a text at line ends and blanks, and a word that is longer than the width anywhere.
///
/// With `breaksWords` off such a word stands out, as an address should that somebody wants to copy.
func wrap(_ text: String, to width: Int, breaksWords: Bool = true) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
        .flatMap { wrapLine(String($0), to: width, breaksWords) }
}

private func wrapLine(_ text: String, to width: Int, _ breaksWords: Bool) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
        let word = String(word)
        let last = lines[lines.count - 1]
        if last.isEmpty || last.count + 1 + word.count <= width {
            lines[lines.count - 1] += (last.isEmpty ? "" : " ") + word
        } else {
            lines.append(word)
        }
        guard breaksWords, lines[lines.count - 1].count > max(width, 1) else { continue }
        var rest = lines.removeLast()[...]
        while !rest.isEmpty {
            lines.append(String(rest.prefix(max(width, 1))))
            rest = rest.dropFirst(max(width, 1))
        }
    }
    return lines
}
