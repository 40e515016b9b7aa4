// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// A table of all products that a population has, for somebody to fill in.
struct ProductStarter {
    private struct Row {
        var storeProduct: String?
        var kind: NeutralKind?
        var entitlements: [String] = []
    }

    private var rows: [String: Row] = [:]

    /// Looks at all purchases.
    init(_ population: Population) {
        for customer in 0..<population.customerCount {
            let view = population.customer(CustomerNumber(customer))
            for number in view.purchases { add(population.purchase(number), population) }
        }
        for number in population.ownerless.purchases {
            add(population.purchase(number), population)
        }
    }

    private mutating func add(_ purchase: Purchase, _ population: Population) {
        let storeProduct = population.string(purchase.storeProduct)
        guard let name = population.string(purchase.product) ?? storeProduct else { return }
        var row = rows[name] ?? Row()
        row.storeProduct = row.storeProduct ?? storeProduct
        row.kind = row.kind ?? purchase.kind
        for text in purchase.entitlements {
            guard let entitlement = population.string(text) else { continue }
            if !row.entitlements.contains(entitlement) { row.entitlements.append(entitlement) }
        }
        rows[name] = row
    }

    /// The table, by the names of the products.
    var csv: String {
        let bytes = RowBytes(capacity: 4_096)
        let comma = UInt8(ascii: ",")
        func append(_ cells: [String]) {
            for (number, cell) in cells.enumerated() {
                if number > 0 { bytes.append(comma) }
                bytes.append(cell: cell, delimiter: comma)
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        append(ProductMap.columns)
        for (name, row) in rows.sorted(by: { $0.key < $1.key }) {
            append([
                name, name, row.storeProduct ?? "", row.kind?.rawValue ?? "",
                row.entitlements.sorted().joined(separator: " "),
            ])
        }
        return String(decoding: bytes.all, as: UTF8.self)
    }
}

extension Migration {
    /// A table of the products that some files name, to be filled in and given back as
    /// ``products``.
    ///
    /// - Throws: ``ScanError`` for input that cannot be read.
    public func productTable(_ inputs: [ScanInput]) throws -> String {
        let readers = source.formats.readers
        // Batches are taken one at a time.
        nonisolated(unsafe) let intake = Intake(rules: source.rules, readers: readers)
        var scan = Scan(readers, threads: threads)
        if let progress { scan.progress = { progress(.reading(bytes: $0)) } }
        _ = try scan.run(inputs) { intake.add($0) }
        return ProductStarter(intake.finish()).csv
    }

    /// The instant that a text in ISO 8601 stands for, in milliseconds since 1970; nil for none.
    public static func milliseconds(of text: String) -> Int64? {
        var bytes = Array(text.utf8)
        let count = bytes.count
        // The parser may look a little beyond the end.
        bytes += [UInt8](repeating: 0, count: 64)
        return bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.flatMap { DateText.iso($0, count) }?.milliseconds
        }
    }
}
