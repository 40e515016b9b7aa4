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
    package typealias Fault = NameTable.Fault

    /// The names of the columns.
    package static let columns = [
        "source_product", "target_product", "target_store_product", "kind", "entitlements",
    ]

    private(set) var entries: [[UInt8]: Entry] = [:]

    /// What a product becomes; nil where it is not decided about.
    package subscript(product: String) -> Entry? { entries[Array(product.utf8)] }

    /// The names of all products at the source, sorted.
    var names: [String] {
        entries.keys.sorted { $0.lexicographicallyPrecedes($1) }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether it states of any product what that unlocks.
    var statesEntitlements: Bool { entries.values.contains { !$0.entitlements.isEmpty } }

    /// The products that unlock nothing, where no file says what products unlock: consumables without
    /// entitlements.
    var unlockingNothing: Set<[UInt8]> {
        let kind = NeutralKind.consumable.rawValue
        return Set(entries.filter { $0.value.kind == kind && $0.value.entitlements.isEmpty }.keys)
    }

    /// The products that become one at the target, where these are several: the names of each.
    ///
    /// That is how a table says that a provider's name and those of the stores are one product's.
    var namesakes: [[[UInt8]]] {
        Dictionary(grouping: entries.keys) { name -> [UInt8] in
            guard let product = entries[name]?.product else { return name }
            return Array(product.utf8)
        }
        .values.filter { $0.count > 1 }
        .map { names in names.sorted { $0.lexicographicallyPrecedes($1) } }
        .sorted { $0[0].lexicographicallyPrecedes($1[0]) }
    }

    /// A map; products that are not in it are not decided about.
    package init(_ entries: [String: Entry]) {
        for (product, entry) in entries { self.entries[Array(product.utf8)] = entry }
    }

    /// Reads a table.
    package init(csv bytes: [UInt8]) throws(Fault) {
        for row in try NameTable(csv: bytes, columns: ProductMap.columns).rows {
            let product = Array((row.cells[ProductMap.columns[0]] ?? "").utf8)
            guard !product.isEmpty else {
                throw Fault(
                    line: row.line,
                    reason: "\"\(ProductMap.columns[0])\" is empty; fill it in, or remove the row")
            }
            guard entries[product] == nil else {
                throw Fault(line: row.line, reason: "the product occurs twice; remove one row")
            }
            entries[product] = try ProductMap.entry(row.cells, line: row.line)
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
            throw Fault(
                line: line, reason: UnknownName("product kind", kind, known: kinds).description)
        }
        return entry
    }
}
