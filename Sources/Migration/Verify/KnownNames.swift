// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// The entitlements and products that rows and calls name, held against the tables that the plan was
/// made with.
///
/// A name that a table does not have would be looked for at the target in vain. Without a table every
/// name keeps its own.
struct KnownNames {
    private struct Key: Hashable {
        let kind: MigrationReport.Required.Kind
        let name: [UInt8]
    }

    /// Of each kind the names at the target; nil where anything may be named.
    private var known: [MigrationReport.Required.Kind: Set<[UInt8]>] = [:]
    private let written: [[Int]]
    private var unknown: [Key: Int] = [:]
    /// Those that no table has, in the order of the files.
    private(set) var found: [VerificationReport.UnknownName] = []

    /// Reads the tables as the plan has used them.
    init(_ folder: PlanFolder, _ target: MigrationEndpoint) throws(BrokenPlan) {
        written = target.writers.map { writer in
            let fields = writer.writtenFields
            return RequiredNames.kinds.indices.filter { index in
                let (kind, field) = RequiredNames.kinds[index]
                // The table of products is of what was bought.
                let isOfTable = writer.subject != .grant || kind == .entitlement
                return isOfTable && fields.contains(field)
            }
        }
        if folder.manifest.products != nil {
            var rows = try TableReader(
                "products.csv", folder.bytes(of: "products.csv"), columns: ProductMap.columns)
            var products: Set<[UInt8]> = []
            var storeProducts: Set<[UInt8]>? = []
            while try rows.next() {
                products.insert(Array(rows.cells[1].utf8))
                // Where there are several, or none is known, purchases keep theirs.
                if rows.cells[2].isEmpty { storeProducts = nil }
                storeProducts?.insert(Array(rows.cells[2].utf8))
            }
            known[.product] = products
            known[.storeProduct] = storeProducts
        }
        if folder.manifest.entitlements != nil {
            let name = EntitlementMap.fileName
            guard folder.has(name) else {
                throw BrokenPlan(name, "the manifest has a table, and the plan no such file")
            }
            var rows = try TableReader(
                name, folder.bytes(of: name), columns: EntitlementMap.columns)
            var names: Set<[UInt8]> = []
            while try rows.next() { names.insert(Array(rows.cells[1].utf8)) }
            known[.entitlement] = names
        }
    }

    /// Checks what a row or a call of a writer names.
    mutating func take(_ values: FieldValues, writer: Int, file: String, line: Int) {
        if known.isEmpty { return }
        for index in written[writer] {
            let (kind, field) = RequiredNames.kinds[index]
            guard let names = known[kind], values.has(field) else { continue }
            let all =
                kind == .entitlement
                ? (0..<values.count(field)).map { values.withElement(field, $0) { $0.array } }
                : [values.bytes(field)]
            for name in all where !names.contains(name) {
                add(Key(kind: kind, name: name), file, line)
            }
        }
    }

    private mutating func add(_ key: Key, _ file: String, _ line: Int) {
        if let index = unknown[key] { return found[index].rows += 1 }
        unknown[key] = found.count
        found.append(
            VerificationReport.UnknownName(
                kind: key.kind, name: String(decoding: key.name, as: UTF8.self), rows: 1,
                file: file, line: line))
    }
}

extension VerificationReport {
    /// A name in a row or a call that the plan's table does not have.
    public struct UnknownName: Hashable, Sendable {
        /// What it is of.
        public let kind: MigrationReport.Required.Kind
        /// The name.
        public let name: String
        /// How many rows and calls have it.
        public internal(set) var rows: Int
        /// The file that names it first.
        public let file: String
        /// The line there, from 1.
        public let line: Int

        /// What is wrong, and what to do.
        public var description: String {
            let (table, column) =
                switch kind {
                case .entitlement: ("entitlements", "target_entitlement")
                case .product: ("products", "target_product")
                case .storeProduct: ("products", "target_store_product")
                }
            let what = kind == .entitlement ? "entitlement" : "product"
            return
                "unknown \(what): the table of \(table) does not have \"\(name)\", which "
                + "\(rows == 1 ? "a row or call names" : "\(rows.grouped) rows and calls name"), the "
                + "first one in \(file), line \(line). Put it into the column \(column) and plan again."
        }
    }
}
