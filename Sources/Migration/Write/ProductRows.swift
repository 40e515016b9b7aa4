// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// How a table of products is written.
extension ProductMap {
    /// A table to begin with: every product of a source, which keeps its names.
    package static func starter(_ people: PlannedPopulation) -> [UInt8] {
        let values = FieldValues()
        let fields: PlanFieldSet = [
            PlanField(.product), PlanField(.storeProduct), PlanField(.kind),
            PlanField(.entitlement),
        ]
        // By their bytes, as records are told apart: two spellings may be equal as texts.
        var rows: [[UInt8]: [String]] = [:]
        let customers = (0..<people.customerCount).map { Optional($0) } + [nil]
        for purchase in customers.lazy.flatMap({ people.purchases(of: $0) }) {
            values.clear()
            people.fill(values, purchase: purchase, fields)
            guard let field = name(values), case let bytes = values.bytes(field),
                rows[bytes] == nil
            else { continue }
            let name = String(decoding: bytes, as: UTF8.self)
            let entitlements = values.strings(PlanField(.entitlement))
            rows[bytes] = [
                name, name, values.string(PlanField(.storeProduct)) ?? "",
                values.word(.kind, of: NeutralKind.self)?.rawValue ?? "",
                ProductMap.cell(of: entitlements),
            ]
        }
        let bytes = OutputBytes()
        let sorted = rows.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        for row in [columns] + sorted.map(\.value) {
            append(row, to: bytes)
            bytes.append(0x0a)
        }
        return bytes.array
    }

    /// Writes a table of these rows.
    static func write(_ rows: [[String]], to file: OutputFile) throws(OutputError) {
        append(columns, to: file.bytes)
        file.bytes.append(0x0a)
        for row in rows {
            append(row, to: file.bytes)
            try file.endRow()
        }
    }

    fileprivate static func append(_ row: [String], to bytes: OutputBytes) {
        for (number, cell) in row.enumerated() {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(cell: cell, delimiter: UInt8(ascii: ","))
        }
    }
}

/// How a table of entitlements is written.
extension EntitlementMap {
    /// A table to begin with: every entitlement that purchases and grants name, which keeps its name.
    package static func starter(_ names: Set<[UInt8]>) -> [UInt8] {
        let bytes = OutputBytes()
        let sorted = names.sorted { $0.lexicographicallyPrecedes($1) }
            .map { String(decoding: $0, as: UTF8.self) }
        for row in [columns] + sorted.map({ [$0, $0] }) {
            ProductMap.append(row, to: bytes)
            bytes.append(0x0a)
        }
        return bytes.array
    }

    /// Writes the table as it was used.
    func write(to directory: OutputDirectory) throws(OutputError) {
        let file = try directory.file(EntitlementMap.fileName)
        ProductMap.append(EntitlementMap.columns, to: file.bytes)
        file.bytes.append(0x0a)
        for row in rows {
            ProductMap.append(row, to: file.bytes)
            try file.endRow()
        }
    }
}
