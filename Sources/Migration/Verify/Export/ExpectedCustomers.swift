// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// Whom a target's own export should tell of after an import, and with what.
struct ExpectedCustomers {
    /// A customer of the plan.
    struct Customer {
        /// The first of the IDs at the source.
        let sourceID: String
        /// The first of the IDs at the target; empty where there is none.
        let targetID: String
        /// What the import alone gives access to, by its number among all lists.
        let kept: Int32
        /// What the new app brings, the same way.
        let byApp: Int32
        /// When the last purchase ends that was imported, in milliseconds since 1970; nil where one has
        /// no end.
        let ends: Int64?
    }

    private(set) var customers: [Customer] = []
    private(set) var names = AccessLists()
    /// The IDs at the target, and whose each is.
    let ids = IDTable()
    private(set) var owners: [Int32] = []

    /// Everything that anybody is expected to have.
    var allNames: [String] { Array(Set(names.all.flatMap(\.self))) }

    /// Reads a plan's lists.
    init(_ folder: PlanFolder, _ guide: FindingGuide) throws(BrokenPlan) {
        let purchases = try ImportedPurchases.reading(folder)
        try read(folder, guide, purchases)
    }

    private mutating func read(
        _ folder: PlanFolder, _ guide: FindingGuide, _ purchases: consuming ImportedPurchases
    ) throws(BrokenPlan) {
        var reader = try CustomerReader(folder, guide)
        while let customer = try reader.next() {
            let ends = try purchases.lastEnd(ofCustomer: customers.count)
            let targets = customer.ids.map { $0.target }.filter { !$0.isEmpty }
            for target in targets {
                let isNew = target.withSpan { ids.number(of: $0, isApart: false).isNew }
                if isNew { owners.append(Int32(customers.count)) }
            }
            func number(_ outcome: AccessOutcome) -> Int32 {
                names.number(
                    of: customer.access.filter { customer.outcomes[$0] == outcome })
            }
            customers.append(
                Customer(
                    sourceID: customer.ids[0].source, targetID: targets.first ?? "",
                    kept: number(.kept), byApp: number(.byApp), ends: ends))
        }
    }
}

/// The purchases that a plan imports, customer by customer.
private struct ImportedPurchases: ~Copyable {
    private var rows: TableReader
    /// Where each customer's rows end in `purchases.csv`.
    private let offsets: [Int]

    private init(rows: consuming TableReader, offsets: [Int]) {
        self.rows = rows
        self.offsets = offsets
    }

    static func reading(_ folder: PlanFolder) throws(BrokenPlan) -> ImportedPurchases {
        let index = try PlanIndex(folder)
        guard let ids = index.files.firstIndex(of: "ids.csv"),
            let purchases = index.files.firstIndex(of: "purchases.csv")
        else {
            throw BrokenPlan(CustomerIndex.name, line: 1, "it has no column for purchases.csv")
        }
        var offsets: [Int] = []
        try index.forEach { (_, starts, ends) throws(BrokenPlan) in
            if ends[ids] > starts[ids] { offsets.append(ends[purchases]) }
            return false
        }
        let rows = try TableReader(
            "purchases.csv", folder.bytes(of: "purchases.csv"), columns: PurchaseRows.columns,
            isGuarded: true)
        return ImportedPurchases(rows: rows, offsets: offsets)
    }

    /// When the last of a customer's purchases ends that was imported; nil where one has no end.
    ///
    /// Customers are asked about in their order.
    mutating func lastEnd(ofCustomer number: Int) throws(BrokenPlan) -> Int64? {
        var last: Int64? = .min
        while number < offsets.count, rows.offset < offsets[number], try rows.next() {
            guard rows.cells[6] == Disposition.kept.rawValue, rows.cells[7].isEmpty else {
                continue
            }
            guard let end = DateText.iso(rows.cells[5])?.milliseconds else {
                last = nil
                continue
            }
            last = last.map { max($0, end) }
        }
        return last
    }
}
