// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// What the stores of a rehearsal sell, by the IDs that products have there.
struct RehearsedProducts {
    private(set) var all: [Rehearsal.Product] = []
    private var indices: [String: Int] = [:]
    /// By a product's name at the target its ID at the store.
    private var storeNames: [String: String] = [:]
    /// By ID how often each price was paid.
    private var prices: [String: [Rehearsal.Price: Int]] = [:]

    /// Nothing is sold yet.
    init() {}

    /// What a plan names: `products.csv`, and what `stores.csv` says that products unlock.
    init(_ folder: PlanFolder, _ stores: StoreRecords) throws(BrokenPlan) {
        var rows = try TableReader(
            "products.csv", folder.bytes(of: "products.csv"), columns: ProductMap.columns)
        while try rows.next() {
            let cells = rows.cells
            let name = cells[1].isEmpty ? cells[2] : cells[1]
            guard !name.isEmpty else { continue }
            let id = cells[2].isEmpty ? name : cells[2]
            if storeNames[name] == nil { storeNames[name] = id }
            add(
                id, ProductKind(rawValue: cells[3]), ProductMap.entitlements(in: cells[4]))
        }
        for article in stores.shown {
            let id = article.storeProduct.text
            add(
                id.isEmpty ? self.id(of: article.product.text) : id, nil,
                AccessNames.names(article.access))
        }
        standForThemselves()
    }

    /// Lets each product that unlocks nothing stand for itself, by the provider's name of it.
    mutating func standForThemselves() {
        for (name, id) in storeNames.sorted(by: { $0.key < $1.key }) {
            guard let index = indices[id], all[index].entitlements.isEmpty else { continue }
            all[index].entitlements = [name]
        }
    }

    /// Says how the provider calls what is sold under an ID.
    mutating func call(_ id: String, _ name: String) {
        if storeNames[name] == nil { storeNames[name] = id }
    }

    /// The ID at the store of a product by its name at the target; one that no file names is sold
    /// under that name from now on.
    mutating func id(of name: String) -> String {
        let id = known(name)
        if indices[id] == nil { add(id, nil, [name]) }
        return id
    }

    /// The same for whoever only asks.
    func known(_ name: String) -> String { storeNames[name] ?? name }

    /// Sells something, or knows more of it.
    mutating func add(_ id: String, _ kind: ProductKind?, _ entitlements: [String]) {
        guard let index = indices[id] else {
            indices[id] = all.count
            all.append(
                Rehearsal.Product(id: id, kind: kind, entitlements: unique(entitlements)))
            return
        }
        if all[index].kind == nil { all[index].kind = kind }
        all[index].entitlements = unique(all[index].entitlements + entitlements)
    }

    /// Sells under another ID what is sold already, unless that ID is known.
    mutating func add(_ id: String, like other: String) {
        guard indices[id] == nil, let index = indices[other] else { return }
        add(id, all[index].kind, all[index].entitlements)
    }

    /// Says how long a product runs, where nobody has.
    mutating func set(period: String, of id: String) {
        guard let index = indices[id], all[index].period == nil else { return }
        all[index].period = period
    }

    /// Counts what was paid for a product; without a price nothing is known.
    mutating func count(_ price: Rehearsal.Price?, for id: String) {
        guard let price else { return }
        prices[id, default: [:]][price, default: 0] += 1
    }

    /// All, each at the price that was paid most often, and of several the first by its letters.
    var priced: [Rehearsal.Product] {
        all.map { product in
            var priced = product
            priced.price =
                prices[product.id]?.min { one, other in
                    (other.value, one.key.currency, one.key.amount)
                        < (one.value, other.key.currency, other.key.amount)
                }?.key
            return priced
        }
    }

    private func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }
}
