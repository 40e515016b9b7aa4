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
        /// Where the ends of what is kept begin among all ends, one for each name.
        fileprivate let firstEnd: Int
    }

    private(set) var customers: [Customer] = []
    private(set) var names = AccessLists()
    /// When the access by each kept name ends, customer by customer.
    private var ends: [Int64?] = []
    /// The IDs at the target, and whose each is.
    let ids = IDTable()
    private(set) var owners: [Int32] = []

    /// Everything that anybody is expected to have.
    var allNames: [String] { Array(Set(names.all.flatMap(\.self))) }

    /// When access that the import alone gives a customer ends by the plan, in milliseconds since 1970;
    /// ``PlannedEnds/never`` where it has no end, nil where nothing says it.
    func end(of name: String, for customer: Customer) -> Int64? {
        names[customer.kept].firstIndex(of: name).flatMap { ends[customer.firstEnd + $0] }
    }

    /// Reads a plan's lists.
    init(
        _ folder: PlanFolder, _ target: MigrationEndpoint, _ stores: StoreRecords,
        _ guide: FindingGuide
    ) throws(BrokenPlan) {
        let ends = try PlannedEnds.reading(folder, target, stores)
        try read(folder, guide, ends)
    }

    private mutating func read(
        _ folder: PlanFolder, _ guide: FindingGuide, _ planned: consuming PlannedEnds
    ) throws(BrokenPlan) {
        var reader = try CustomerReader(folder, guide)
        while let customer = try reader.next() {
            let targets = customer.ids.map { $0.target }.filter { !$0.isEmpty }
            for target in targets {
                let isNew = target.withSpan { ids.number(of: $0, isApart: false).isNew }
                if isNew { owners.append(Int32(customers.count)) }
            }
            func access(_ outcome: AccessOutcome) -> [String] {
                customer.access.filter { customer.outcomes[$0] == outcome }
            }
            let kept = access(.kept)
            customers.append(
                Customer(
                    sourceID: customer.ids[0].source, targetID: targets.first ?? "",
                    kept: names.number(of: kept), byApp: names.number(of: access(.byApp)),
                    firstEnd: ends.count))
            ends += try planned.next(kept)
        }
    }
}
