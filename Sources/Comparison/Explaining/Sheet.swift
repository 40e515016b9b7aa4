// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import Foundation

/// A page of tables, to be shown to a person or to a program.
public struct Sheet: Sendable {
    /// One table with its title.
    public struct Section: Sendable {
        /// The title.
        public let title: String
        /// The heads of the columns.
        public let heads: [String]
        /// The rows; each has a cell for each head.
        public let rows: [[String]]
    }

    /// The tables, in order.
    public internal(set) var sections: [Section] = []

    /// Sentences cannot be read well in columns narrower than this.
    private static let narrow = 36

    mutating func add(_ title: String, _ heads: [String], _ rows: [[String]]) {
        guard !rows.isEmpty else { return }
        sections.append(Section(title: title, heads: heads, rows: rows))
    }

    /// For a terminal.
    ///
    /// Where many columns do not fit, each row is shown as a record, and where few would be narrow and
    /// their words broken, the cells of a row stand under each other.
    public func text(width: Int, isColoured: Bool) -> String {
        sections.map { section in
            var table = TextTable()
            table.rows.append(section.heads.map { TextTable.Cell(text: $0, style: .bold) })
            for row in section.rows { table.rows.append(row.map { TextTable.Cell(text: $0) }) }
            let width = max(40, width)
            let title = wrap(section.title, to: width)
                .map { TextTable.styled($0, .bold, isColoured) }
            let lines =
                if section.heads.count > 3, !table.fits(width) {
                    table.records(width: width, isColoured: isColoured)
                } else if width / section.heads.count < Sheet.narrow, !table.fitsWords(width) {
                    table.stacks(width: width, isColoured: isColoured)
                } else {
                    table.lines(width: width, isColoured: isColoured)
                }
            return (title + [""] + lines).joined(separator: "\n") + "\n"
        }.joined(separator: "\n")
    }

    /// As Markdown.
    public var markdown: String {
        sections.map { section in
            let rows = section.rows.map { row in
                row.map { $0.split(separator: "\n").joined(separator: "<br>") }
            }
            return "## \(section.title)\n\n" + MarkdownReport.aligned([section.heads] + rows)
        }.joined(separator: "\n")
    }

    /// As JSON, with keys sorted: `{"sections":[{"rows":[{"head":"cell"}],"title":"…"}]}`.
    ///
    /// - Throws: what Foundation's encoder throws, which has no reason to.
    public func json() throws -> String {
        struct Page: Encodable {
            struct Part: Encodable {
                let title: String
                let rows: [[String: String]]
            }
            let sections: [Part]
        }
        let page = Page(
            sections: sections.map { section in
                let heads = section.heads.map { $0.lowercased() }
                return Page.Part(
                    title: section.title,
                    rows: section.rows.map { row in
                        Dictionary(zip(heads, row), uniquingKeysWith: { first, _ in first })
                    })
            })
        return JSONDocument.text(of: page)
    }
}
