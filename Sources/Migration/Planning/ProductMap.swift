// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// What products are called at the target.
///
/// A table of CSV with the columns `source_product`, `target_product`, `target_store_product`,
/// `kind` and `entitlements`, of which only the first has to be there. An empty cell changes
/// nothing; entitlements have a blank between them, and one in a name is written as `%20`.
public struct ProductMap: Sendable {
    /// What one product becomes.
    public struct Entry: Hashable, Sendable {
        /// Its name at the target.
        public var product: String?
        /// Its ID at the store.
        public var storeProduct: String?
        /// What kind of thing it is: a neutral word.
        public var kind: String?
        /// What it unlocks at the target.
        public var entitlements: [String] = []

        /// Nothing changes.
        public init() {}
    }

    /// Why a table is no map of products.
    public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        /// The row, the header being 1.
        public let row: Int
        /// What was expected.
        public let reason: String

        /// Row and reason.
        public var description: String { "row \(row): \(reason)" }
    }

    /// The names of the columns.
    public static let columns = [
        "source_product", "target_product", "target_store_product", "kind", "entitlements",
    ]

    private(set) var entries: [[UInt8]: Entry] = [:]

    /// What a product becomes; nil where it is not decided about.
    subscript(product: String) -> Entry? { entries[Array(product.utf8)] }

    /// A map; products that are not in it are not decided about.
    public init(_ entries: [String: Entry]) {
        for (product, entry) in entries { self.entries[Array(product.utf8)] = entry }
    }

    /// Reads a table.
    public init(csv bytes: [UInt8]) throws(Fault) {
        let rows = try ProductMap.rows(bytes)
        guard let header = rows.first else { throw Fault(row: 1, reason: "a header was expected") }
        for name in header where !ProductMap.columns.contains(name) {
            let known = ProductMap.columns.joined(separator: ", ")
            throw Fault(row: 1, reason: "there is no column «\(name)»; there are: \(known)")
        }
        guard header.contains(ProductMap.columns[0]) else {
            throw Fault(row: 1, reason: "the column «\(ProductMap.columns[0])» is missing")
        }
        for (number, row) in rows.enumerated().dropFirst() where row != [""] {
            guard row.count == header.count else {
                throw Fault(
                    row: number + 1,
                    reason: "expected \(header.count) cells, as in the header; found \(row.count)")
            }
            let cells = Dictionary(zip(header, row)) { first, _ in first }
            let product = Array((cells[ProductMap.columns[0]] ?? "").utf8)
            guard entries[product] == nil else {
                throw Fault(row: number + 1, reason: "the product stands twice")
            }
            entries[product] = try ProductMap.entry(cells, row: number + 1)
        }
    }

    private static func entry(_ cells: [String: String], row: Int) throws(Fault) -> Entry {
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
            throw Fault(row: row, reason: "there is no kind «\(kind)»; there are: \(known)")
        }
        return entry
    }

    /// The rows of a small table, as RFC 4180 has them.
    private static func rows(_ bytes: [UInt8]) throws(Fault) -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var cell: [UInt8] = []
        var isQuoted = false
        var place = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        func text(_ cell: [UInt8]) -> String { String(decoding: cell, as: UTF8.self) }
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            if isQuoted {
                guard byte == UInt8(ascii: "\"") else {
                    cell.append(byte)
                    continue
                }
                isQuoted = place < bytes.count && bytes[place] == byte
                if isQuoted {
                    cell.append(byte)
                    place += 1
                    continue
                }
            } else if byte == UInt8(ascii: "\""), cell.isEmpty {
                isQuoted = true
            } else if byte == UInt8(ascii: ",") {
                row.append(text(cell))
                cell = []
            } else if byte == 0x0a {
                if cell.last == 0x0d { cell.removeLast() }
                rows.append(row + [text(cell)])
                (row, cell) = ([], [])
            } else {
                cell.append(byte)
            }
        }
        if isQuoted { throw Fault(row: rows.count + 1, reason: "a quote is not closed") }
        if !cell.isEmpty || !row.isEmpty { rows.append(row + [text(cell)]) }
        return rows
    }
}
