// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// The tables in which a user says what names become: of products, and of entitlements.
struct GivenTables {
    /// One of them.
    private struct Table {
        /// What it is called in the manifest.
        let name: String
        let input: Input
        let bytes: [UInt8]
    }

    private let tables: (products: Table?, entitlements: Table?)
    /// What products become.
    private(set) var products: ProductMap?
    /// What entitlements become.
    private(set) var entitlements: EntitlementMap?

    /// Reads the tables.
    ///
    /// - Throws: `InputError` for one that cannot be read, with file, line and column.
    init(products: Input?, entitlements: Input?) throws(InputError) {
        tables = (
            try GivenTables.read(products, "products"),
            try GivenTables.read(entitlements, "entitlements")
        )
        if let table = tables.products {
            self.products = try GivenTables.naming(table.input) { () throws(NameTable.Fault) in
                try ProductMap(csv: table.bytes)
            }
        }
        if let table = tables.entitlements {
            self.entitlements = try GivenTables.naming(table.input) { () throws(NameTable.Fault) in
                try EntitlementMap(csv: table.bytes)
            }
        }
    }

    private static func read(_ input: Input?, _ name: String) throws(InputError) -> Table? {
        guard let input else { return nil }
        return Table(name: name, input: input, bytes: try input.wholeBytes())
    }

    /// Says in which file a fault is.
    private static func naming<Map>(
        _ input: Input, _ read: () throws(NameTable.Fault) -> Map
    ) throws(InputError) -> Map {
        do throws(NameTable.Fault) {
            return try read()
        } catch {
            throw InputError(
                .malformed, input.name, line: error.line, column: error.column ?? 0, error.reason)
        }
    }

    /// What they say that can make up for a column of an export.
    var columns: Set<MissingColumn.StandIn> {
        products?.statesEntitlements == true ? [.entitlements] : []
    }

    /// Refuses an entitlement that neither the files nor the table of products name.
    func check(_ population: Population) throws(InputError) {
        guard let entitlements, let table = tables.entitlements else { return }
        let known = population.entitlementNames.union(products?.entitlementNames ?? [])
        try GivenTables.naming(table.input) { () throws(NameTable.Fault) in
            try entitlements.check(known)
        }
    }

    /// The files, for those that are not to be written over.
    static func inputs(_ migration: Migration) -> [Input] {
        [migration.products, migration.entitlements].compactMap(\.self)
    }

    /// What the manifest of a plan in a folder says of the table of products, and of that of
    /// entitlements.
    func files(
        in folder: String, digest: ([UInt8]) -> String
    ) -> (products: Manifest.File?, entitlements: Manifest.File?) {
        func file(_ table: Table?) -> Manifest.File? {
            table.map { table in
                var file = Manifest.File(
                    name: table.name, bytes: table.bytes.count, sha256: digest(table.bytes),
                    records: 0)
                file.path = table.input.path.map { InputFiles.path(of: $0, from: folder) }
                return file
            }
        }
        return (file(tables.products), file(tables.entitlements))
    }
}

extension ProductMap {
    /// The entitlements that it names.
    fileprivate var entitlementNames: Set<[UInt8]> {
        Set(entries.values.flatMap { $0.entitlements.map { Array($0.utf8) } })
    }
}
