// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Foundation
import Testing

/// The tables and JSON blocks of the article "Describing a provider's files", by their headings.
struct FormatsArticle: Sendable {
    struct Section: Sendable {
        /// Each table's rows, its header first, as cells.
        var tables: [[[String]]] = []
        /// The contents of its JSON blocks.
        var blocks: [String] = []

        /// The rows of all tables whose header begins with a cell.
        func rows(of header: String) throws -> [[String]] {
            let tables = tables.filter { $0.first?.first == header }
            try #require(!tables.isEmpty, "no table with the header \"\(header)\"")
            // The line under the header is no row.
            return tables.flatMap { $0.dropFirst(2) }
        }
    }

    let sections: [String: Section]

    init() throws {
        let source = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Mappings/AllonymMappings.docc/Describing-files.md")
        var sections: [String: Section] = [:]
        var heading = ""
        var (isInTable, isInBlock) = (false, false)
        for line in try String(contentsOf: source, encoding: .utf8).components(separatedBy: "\n") {
            var section = sections[heading] ?? Section()
            if line.hasPrefix("```") {
                isInBlock = line == "```json"
                if isInBlock { section.blocks.append("") }
            } else if isInBlock {
                section.blocks[section.blocks.count - 1] += line + "\n"
            } else if line.hasPrefix("|") {
                if !isInTable { section.tables.append([]) }
                let cells = line.dropFirst().dropLast().components(separatedBy: " | ")
                section.tables[section.tables.count - 1]
                    .append(cells.map { $0.trimmingCharacters(in: .whitespaces) })
            } else if line.hasPrefix("#") {
                heading = String(line.drop { $0 == "#" }.dropFirst())
                continue
            }
            isInTable = line.hasPrefix("|")
            sections[heading] = section
        }
        self.sections = sections
    }
}

extension String {
    /// What stands between backticks.
    var code: [String] {
        components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }
}
