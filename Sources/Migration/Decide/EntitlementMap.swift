// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// What entitlements are called at the target.
///
/// A table of CSV with the columns `source_entitlement` and `target_entitlement`. What has an empty
/// target is not migrated; what has no row is not decided about. It applies to every name that is
/// written, of purchases and grants alike, and behind the table of products: a name that this has
/// put in place, and that is a target here, stays.
package struct EntitlementMap: Sendable {
    /// Why a table is no map of entitlements.
    package typealias Fault = NameTable.Fault

    /// The rule behind what it says.
    static let rule = "entitlements"

    /// The name of its file in a plan that was made with one.
    static let fileName = "entitlements.csv"

    /// The names of the columns.
    package static let columns = ["source_entitlement", "target_entitlement"]

    /// What one entitlement becomes.
    private struct Entry: Sendable {
        /// Its name at the target; empty where it has none.
        let target: [UInt8]
        let line: Int
        let column: Int?
    }

    private var entries: [[UInt8]: Entry] = [:]
    /// The names at the target.
    private(set) var targets: Set<[UInt8]> = []

    /// Reads a table.
    package init(csv bytes: [UInt8]) throws(Fault) {
        let columns = EntitlementMap.columns
        for row in try NameTable(csv: bytes, columns: columns).rows {
            let source = Array((row.cells[columns[0]] ?? "").utf8)
            let column = row.starts[columns[0]]
            guard !source.isEmpty else {
                throw Fault(
                    line: row.line, column: column,
                    reason: "\"\(columns[0])\" is empty; fill it in, or remove the row")
            }
            guard entries[source] == nil else {
                throw Fault(
                    line: row.line, column: column,
                    reason: "the entitlement occurs twice; remove one row")
            }
            guard let target = row.cells[columns[1]] else {
                throw Fault(line: 1, reason: "the column \"\(columns[1])\" is missing; add it")
            }
            entries[source] = Entry(
                target: Array(target.utf8), line: row.line, column: column)
            if !target.isEmpty { targets.insert(Array(target.utf8)) }
        }
    }

    /// One row for each entitlement of the source, sorted by name.
    var rows: [[String]] {
        entries.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { name, entry in
            [name, entry.target].map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// What becomes of a name.
    enum Answer {
        /// It has this name at the target.
        case name([UInt8])
        /// The table says that it is not migrated.
        case dropped
        /// The table does not say.
        case unknown
    }

    /// What becomes of a name of the source.
    subscript(name: [UInt8]) -> Answer {
        if let entry = entries[name] {
            return entry.target.isEmpty ? .dropped : .name(entry.target)
        }
        return targets.contains(name) ? .name(name) : .unknown
    }

    /// The name at the target; nil where there is none.
    func target(of name: String) -> String? {
        if case .name(let bytes) = self[Array(name.utf8)] {
            return String(decoding: bytes, as: UTF8.self)
        }
        return nil
    }

    /// Refuses a row whose entitlement nothing has.
    ///
    /// - Parameter known: The names that the files, and the table of products, have.
    /// - Throws: ``Fault`` at the first such row.
    func check(_ known: Set<[UInt8]>) throws(Fault) {
        let unknown = entries.filter { !known.contains($0.key) }
        guard let first = unknown.min(by: { $0.value.line < $1.value.line }) else { return }
        let names = known.sorted { $0.lexicographicallyPrecedes($1) }.prefix(20)
            .map { "\"\(ShownValue.text(of: String(decoding: $0, as: UTF8.self)))\"" }
        throw Fault(
            line: first.value.line, column: first.value.column,
            reason: "no file names the entitlement "
                + "\"\(ShownValue.text(of: String(decoding: first.key, as: UTF8.self)))\"; "
                + (names.isEmpty ? "none is named" : "there are: \(names.joined(separator: ", "))")
                + "; correct the row, or remove it")
    }
}

/// A name that a purchase or a grant does not have at the target, though it is migrated.
struct WithheldName {
    /// The name at the source.
    let name: [UInt8]
    /// Why it has it no more.
    let code: FindingCode
    /// What becomes of access by it.
    var outcome = AccessOutcome.kept
    /// What was said of it.
    var finding: PlannedFinding?
}

extension EntitlementMap {
    /// What became of the names of a purchase or a grant.
    struct Names {
        /// Whether any has another name at the target.
        var isChanged = false
        /// Those that it does not have there.
        var withheld: [WithheldName] = []
        /// Whether it has any there; nothing is changed where it has none.
        var hasAny = true
    }

    /// Puts the target's names in the place of the source's, each once.
    ///
    /// Where none is left, the values keep the names of the source.
    func apply(to values: FieldValues) -> Names {
        let field = PlanField(.entitlement)
        var names = Names()
        guard values.has(field) else { return names }
        var kept: [[UInt8]] = []
        for number in 0..<values.count(field) {
            let name = values.withElement(field, number) { $0.array }
            switch self[name] {
            case .name(let target):
                if target != name { names.isChanged = true }
                if !kept.contains(target) { kept.append(target) }
            case .dropped:
                names.withheld.append(WithheldName(name: name, code: .entitlementDropped))
            case .unknown:
                names.withheld.append(WithheldName(name: name, code: .entitlementNotMapped))
            }
        }
        names.hasAny = !kept.isEmpty
        guard names.hasAny, names.isChanged || kept.count < values.count(field) else {
            return names
        }
        values.remove(field)
        for name in kept { values.append(field, name.span) }
        return names
    }
}
