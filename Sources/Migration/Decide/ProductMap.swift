// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// What products are called at the target.
///
/// A table of CSV with the columns `source_product`, `target_product`, `target_store_product`,
/// `kind` and `entitlements`, of which only the first has to be there. An empty cell changes
/// nothing; entitlements have a blank between them, and one in a name is written as `%20`.
package struct ProductMap: Sendable {
    /// What one product becomes.
    package struct Entry: Hashable, Sendable {
        /// Its name at the target.
        package var product: String?
        /// Its ID at the store.
        package var storeProduct: String?
        /// What kind of thing it is: a neutral word.
        package var kind: String?
        /// What it unlocks at the target.
        package var entitlements: [String] = []

        /// Nothing changes.
        package init() {}
    }

    /// Why a table is no map of products.
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

    /// The names of the columns.
    package static let columns = [
        "source_product", "target_product", "target_store_product", "kind", "entitlements",
    ]

    private(set) var entries: [[UInt8]: Entry] = [:]

    /// What a product becomes; nil where it is not decided about.
    subscript(product: String) -> Entry? { entries[Array(product.utf8)] }

    /// The names of all products at the source, sorted.
    var names: [String] {
        entries.keys.sorted { $0.lexicographicallyPrecedes($1) }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// A map; products that are not in it are not decided about.
    package init(_ entries: [String: Entry]) {
        for (product, entry) in entries { self.entries[Array(product.utf8)] = entry }
    }

    /// Reads a table.
    package init(csv bytes: [UInt8]) throws(Fault) {
        try ProductMap.checkUTF8(bytes)
        let rows = try ProductMap.rows(bytes)
        guard let header = rows.first?.cells else {
            throw Fault(line: 1, reason: "expected a header")
        }
        for name in header where !ProductMap.columns.contains(name) {
            let known = ProductMap.columns.joined(separator: ", ")
            // Another file, given by mistake, may begin with a token.
            let shown = ShownValue.text(of: name)
            throw Fault(line: 1, reason: "there is no column \"\(shown)\"; there are: \(known)")
        }
        guard header.contains(ProductMap.columns[0]) else {
            throw Fault(line: 1, reason: "the column \"\(ProductMap.columns[0])\" is missing")
        }
        for (line, row) in rows.dropFirst() where row != [""] {
            guard row.count == header.count else {
                throw Fault(
                    line: line,
                    reason: "expected \(header.count) cells, as in the header; found \(row.count)")
            }
            let cells = Dictionary(zip(header, row)) { first, _ in first }
            let product = Array((cells[ProductMap.columns[0]] ?? "").utf8)
            guard !product.isEmpty else {
                throw Fault(line: line, reason: "\"\(ProductMap.columns[0])\" is empty")
            }
            guard entries[product] == nil else {
                throw Fault(line: line, reason: "the product occurs twice")
            }
            entries[product] = try ProductMap.entry(cells, line: line)
        }
    }

    private static func entry(_ cells: [String: String], line: Int) throws(Fault) -> Entry {
        func cell(_ column: Int) -> String? {
            cells[columns[column]].flatMap { $0.isEmpty ? nil : $0 }
        }
        var entry = Entry()
        entry.product = cell(1)
        entry.storeProduct = cell(2)
        entry.kind = cell(3)
        entry.entitlements = ProductMap.entitlements(in: cell(4) ?? "")
        let kinds = NeutralKind.allCases.map(\.rawValue)
        if let kind = entry.kind, !kinds.contains(kind) {
            let known = kinds.joined(separator: ", ")
            throw Fault(line: line, reason: "there is no kind \"\(kind)\"; there are: \(known)")
        }
        return entry
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
            case .unclosed: throw Fault(line: row.line, reason: "a quote is not closed")
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
