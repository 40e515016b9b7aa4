// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// Every product of the source, and what was seen of it.
///
/// Most purchases are of a product that was seen just so before, which costs a fingerprint.
final class ProductTally {
    /// Texts are bytes: two spellings of one word are two texts.
    private typealias Bytes = [UInt8]

    private struct Product {
        var storeProducts: Set<Bytes> = []
        var kinds: Set<Bytes> = []
        var entitlements: Set<Bytes> = []
    }

    private var seen: Set<Fingerprint> = []
    private var products: [Bytes: Product] = [:]

    /// Takes down the product of a purchase as the source names it.
    func note(_ values: FieldValues) {
        guard let name = ProductMap.name(values) else { return }
        var high: UInt64 = 0
        var low = UInt64(
            bitPattern: values.has(ProductTally.kind) ? values.number(.init(.kind)) : -1)
        func mix(_ text: Span<UInt8>) {
            let print = Fingerprint(text)
            high = (high << 7 | high >> 57) &+ print.high
            low = (low << 9 | low >> 55) ^ print.low
        }
        values.withText(name, mix)
        if values.has(ProductTally.storeProduct) { values.withText(ProductTally.storeProduct, mix) }
        let entitlement = ProductTally.entitlement
        for number in 0..<(values.has(entitlement) ? values.count(entitlement) : 0) {
            values.withElement(entitlement, number, mix)
        }
        if seen.insert(Fingerprint(high: high, low: low)).inserted {
            add(values, to: &products[values.bytes(name), default: Product()])
        }
    }

    /// Takes over what was seen of other customers' products.
    func add(_ other: ProductTally) {
        products.merge(other.products) { mine, theirs in
            Product(
                storeProducts: mine.storeProducts.union(theirs.storeProducts),
                kinds: mine.kinds.union(theirs.kinds),
                entitlements: mine.entitlements.union(theirs.entitlements))
        }
    }

    private static let kind = PlanField(.kind)
    private static let storeProduct = PlanField(.storeProduct)
    private static let entitlement = PlanField(.entitlement)

    private func add(_ values: FieldValues, to product: inout Product) {
        if values.has(ProductTally.storeProduct) {
            product.storeProducts.insert(values.bytes(ProductTally.storeProduct))
        }
        if let kind = values.word(.kind, of: NeutralKind.self) {
            product.kinds.insert(Bytes(kind.rawValue.utf8))
        }
        let entitlement = ProductTally.entitlement
        for number in 0..<(values.has(entitlement) ? values.count(entitlement) : 0) {
            product.entitlements.insert(values.withElement(entitlement, number) { $0.array })
        }
    }

    /// The products of a map that no purchase is of, sorted by name; a row that joins the store's name
    /// of a product to the provider's is used.
    func unused(of map: ProductMap) -> [String] {
        let sold = products.values.reduce(into: Set<Bytes>()) { $0.formUnion($1.storeProducts) }
        let joined = sold.intersection(map.namesakes.joined())
        return map.names.filter {
            products[Bytes($0.utf8)] == nil && !joined.contains(Bytes($0.utf8))
        }
    }

    /// One row for each product, sorted by name, with what the map says of it or what was seen, and
    /// what it unlocks at the target; a cell is empty where several things were seen.
    func table(_ map: ProductMap?, _ names: EntitlementMap?) -> [[String]] {
        func text(_ bytes: Bytes) -> String { String(decoding: bytes, as: UTF8.self) }
        func only(_ texts: Set<Bytes>) -> String { texts.count == 1 ? texts.map(text)[0] : "" }
        return products.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap {
            name, product in
            let entry = map?[text(name)]
            // What the map does not know is not written.
            if map != nil, entry == nil { return nil }
            let seen = product.entitlements.sorted { $0.lexicographicallyPrecedes($1) }.map(text)
            var entitlements = entry?.entitlements ?? []
            if entitlements.isEmpty { entitlements = seen }
            if let names {
                var known: Set<[UInt8]> = []
                entitlements = entitlements.compactMap(names.target).filter {
                    known.insert(Array($0.utf8)).inserted
                }
            }
            return [
                text(name), entry?.product ?? text(name),
                entry?.storeProduct ?? only(product.storeProducts),
                entry?.kind ?? only(product.kinds),
                ProductMap.cell(of: entitlements),
            ]
        }
    }
}
