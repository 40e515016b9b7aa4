// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Foundation

/// Everything that a plan says about one customer.
package struct PlannedCustomer: Sendable {
    /// A row of one of the plan's lists, by its columns; empty cells are left out.
    package typealias Row = [String: String]

    /// The number in the plan's order, from 1, which calls have in their names; 0 for what nobody is
    /// said to hold.
    package internal(set) var number = 0
    /// The rows of `ids.csv`.
    package internal(set) var ids: [Row] = []
    /// The rows of `purchases.csv`.
    package internal(set) var purchases: [Row] = []
    /// The rows of `access.csv`.
    package internal(set) var access: [Row] = []
    /// The rows of `findings.csv`.
    package internal(set) var findings: [Row] = []
    /// What was written for the target, by file: rows or calls as they stand there.
    package internal(set) var written: [(file: String, lines: [String])] = []
    /// The first line of those of these files that are tables: the names of their columns.
    package internal(set) var heads: [String: String] = [:]
    /// How calls are undone, as it stands in `undo.jsonl`.
    package internal(set) var undone: [String] = []
}

/// Looks up a customer in a finished plan, by any ID or transaction.
struct PlanLookup {
    private let folder: PlanFolder
    private let index: PlanIndex

    init(_ folder: PlanFolder) throws(BrokenPlan) {
        self.folder = folder
        index = try PlanIndex(folder)
    }

    /// The customers who go by an ID at the source or the target, or hold a purchase of a
    /// transaction; none where the plan knows neither.
    func customers(_ id: String) throws(BrokenPlan) -> [PlannedCustomer] {
        let purchases = ["source_id", "transaction", "owner", "target_id"]
            .compactMap { PurchaseRows.columns.firstIndex(of: $0) }
        for (file, columns) in [("ids.csv", [0, 1]), ("purchases.csv", purchases)] {
            let bytes = try folder.bytes(of: file).data
            let offsets = PlanLookup.occurrences(of: id, in: bytes)
            var found: [PlannedCustomer] = []
            for customer in try index.customers(at: offsets, of: file) {
                guard let range = customer.ranges[file],
                    try rows(file, bytes, range).contains(where: { row in
                        columns.contains { $0 < row.count && row[$0] == id }
                    })
                else { continue }
                found.append(try planned(customer))
            }
            // Whoever goes by it is meant, before whoever's transaction it is.
            if !found.isEmpty { return found }
        }
        return []
    }

    /// Where a text stands as a whole cell, or as a part of one.
    private static func occurrences(of id: String, in bytes: Data) -> [Int] {
        let cell = OutputBytes()
        id.withSpan { cell.append(listCell: $0) }
        let wanted = cell.array
        let span = bytes.span
        return ByteSearch.all(wanted.span, in: span).filter { start in
            let end = start + wanted.count
            let isBegin = start == 0 || span[start - 1] == 0x0a || span[start - 1] == 0x2c
            return isBegin && (end == span.count || span[end] == 0x0a || span[end] == 0x2c)
        }
    }

    private func rows(
        _ file: String, _ bytes: Data, _ range: Range<Int>
    ) throws(BrokenPlan) -> [[String]] {
        guard range.upperBound <= bytes.count else {
            throw BrokenPlan(
                CustomerIndex.name, "\(file) is shorter than it says; make the plan again")
        }
        return try TableReader.rows(file, bytes, range)
    }

    /// All that stands about a customer.
    private func planned(_ customer: PlanIndex.Customer) throws(BrokenPlan) -> PlannedCustomer {
        var planned = PlannedCustomer()
        func table(_ file: String, _ columns: [String]) throws(BrokenPlan) -> [[String: String]] {
            guard let range = customer.ranges[file], !range.isEmpty else { return [] }
            return try rows(file, try folder.bytes(of: file).data, range).map { cells in
                PlanLookup.row(columns, cells)
            }
        }
        planned.ids = try table("ids.csv", TargetLayout.idColumns)
        planned.number = planned.ids.isEmpty ? 0 : customer.number + 1
        planned.purchases = try table("purchases.csv", PurchaseRows.columns)
        planned.access = try table("access.csv", AccessRows.columns)
        planned.findings = try table(FindingFile.name, FindingRows.columns)
        planned.findings += try foundInReading(of: Set(planned.ids.compactMap { $0["source_id"] }))
        let own = ["ids.csv", "purchases.csv", "access.csv", "stores.csv", FindingFile.name]
        for file in index.files where !own.contains(file) {
            guard let range = customer.ranges[file], !range.isEmpty else { continue }
            let bytes = try folder.bytes(of: file).data
            guard range.upperBound <= bytes.count else {
                throw BrokenPlan(
                    CustomerIndex.name, "\(file) is shorter than it says; make the plan again")
            }
            let lines = bytes[range].split(separator: 0x0a).map {
                String(decoding: $0, as: UTF8.self)
            }
            if file == "undo.jsonl" {
                planned.undone = lines
            } else {
                planned.written.append((file, lines))
                if file.hasSuffix(".csv") {
                    planned.heads[file] = String(
                        decoding: bytes.prefix { $0 != 0x0a }, as: UTF8.self)
                }
            }
        }
        return planned
    }

    private static func row(_ columns: [String], _ cells: [String]) -> PlannedCustomer.Row {
        Dictionary(zip(columns, cells).filter { !$1.isEmpty }, uniquingKeysWith: { $1 })
    }

    /// What reading the inputs has found about some IDs: it stands before all customers.
    private func foundInReading(of ids: Set<String>) throws(BrokenPlan) -> [PlannedCustomer.Row] {
        let end = try index.bytesBeforeCustomers(of: FindingFile.name)
        guard end > 0, !ids.isEmpty else { return [] }
        var rows = try TableReader(
            FindingFile.name, folder.bytes(of: FindingFile.name), columns: FindingRows.columns,
            isGuarded: true)
        var found: [PlannedCustomer.Row] = []
        while rows.offset < end, try rows.next() {
            let row = PlanLookup.row(FindingRows.columns, rows.cells)
            if let id = row["source_id"], ids.contains(id) { found.append(row) }
        }
        return found
    }
}
