// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// What the stores say of the purchases that a plan hands over: `stores.csv`, and what products
/// unlock: `products.csv`.
package struct StoreRecords {
    /// Something that a store shows.
    struct Article: Hashable {
        var product: ProductID
        var storeProduct: ProductID
        /// What it unlocks, as a cell has it.
        var access: String
        var state: String
    }

    private struct Entry {
        var print: UInt64
        var article: Int32
    }

    private var entries: [Entry] = []
    private var articles: [Article] = []
    private var unlocked: [ProductID: [String]] = [:]
    /// The products that a store's name stands for.
    private var products: [ProductID: [String]] = [:]

    /// Each thing that is shown, once.
    var shown: [Article] { articles }

    /// Reads both files.
    package init(_ folder: PlanFolder) throws(BrokenPlan) {
        var numbers: [Article: Int32] = [:]
        var rows = try TableReader(
            "stores.csv", folder.bytes(of: "stores.csv"),
            columns: AccessRows.storeColumns)
        while try rows.next() {
            let cells = rows.cells
            guard let print = UInt64(cells[0], radix: 16) else {
                throw BrokenPlan("stores.csv", line: rows.line, "\"\(cells[0])\" is no fingerprint")
            }
            let article = Article(
                product: ProductID(unchecked: cells[1]),
                storeProduct: ProductID(unchecked: cells[2]), access: cells[3], state: cells[4])
            let number = numbers[article] ?? Int32(articles.count)
            if number == articles.count {
                numbers[article] = number
                articles.append(article)
            }
            entries.append(Entry(print: print, article: number))
        }
        entries.sort { ($0.print, $0.article) < ($1.print, $1.article) }
        try readProducts(folder)
    }

    private mutating func readProducts(_ folder: PlanFolder) throws(BrokenPlan) {
        var rows = try TableReader(
            "products.csv", folder.bytes(of: "products.csv"), columns: ProductMap.columns)
        while try rows.next() {
            let entitlements = ProductMap.entitlements(in: rows.cells[4])
            for name in rows.cells[1...2] where !name.isEmpty {
                unlocked[ProductID(unchecked: name), default: []] += entitlements
            }
            if !rows.cells[1].isEmpty, !rows.cells[2].isEmpty {
                products[ProductID(unchecked: rows.cells[2]), default: []].append(rows.cells[1])
            }
        }
    }

    /// What the stores show for a text by which they know purchases.
    func articles(_ key: Span<UInt8>) -> [Article] {
        let print = Fingerprint(key).low
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].print < print { low = middle + 1 } else { high = middle }
        }
        var found: [Article] = []
        var last: Int32 = -1
        while low < entries.count, entries[low].print == print {
            if entries[low].article != last { found.append(articles[Int(entries[low].article)]) }
            last = entries[low].article
            low += 1
        }
        return found
    }

    /// What a product unlocks by its name at the target; without anything it stands for itself.
    package func unlocks(_ product: String) -> [String] {
        let names = unlocked[ProductID(unchecked: product)] ?? []
        return names.isEmpty ? [product] : Array(Set(names))
    }

    /// All that a product's name may stand for: what it unlocks, itself, and the products that are
    /// called so at a store.
    func meanings(of product: String) -> [String] {
        [product] + (unlocked[ProductID(unchecked: product)] ?? [])
            + (products[ProductID(unchecked: product)] ?? [])
    }

    /// Whether a name is that of a product that unlocks nothing but itself.
    func isProductAlone(_ name: String) -> Bool {
        unlocked[ProductID(unchecked: name)]?.isEmpty == true
    }
}
