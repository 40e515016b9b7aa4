// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// What a plan says of a customer, for whoever tries out whether it comes true.
package struct PromisedCustomer: Sendable {
    /// An ID, and what it has access to.
    package struct ID: Sendable {
        /// The ID at the source.
        package let source: String
        /// What it becomes; empty where it becomes nothing.
        package let target: String
        /// What it has access to now, sorted.
        package let access: [String]
        /// Of that, what the import alone does not give, and why.
        package let open: [(name: String, code: String)]

        /// What the import alone gives.
        package var kept: [String] {
            access.filter { name in !open.contains { $0.name == name } }
        }
    }

    /// The IDs, the first one of the plan first.
    package let ids: [ID]
    /// What becomes of each thing that the customer has access to under any of them.
    package let outcomes: [String: AccessOutcome]
    /// The worst that becomes of it; nil where there is no access.
    package let outcome: AccessOutcome?
    /// The customer's rows of `purchases.csv`, from 0.
    package let purchases: Range<Int>
    /// Whether a list of what the app has to do names the customer.
    package let isNamedForApp: Bool

    /// The names of what comes to an outcome, sorted.
    package func names(_ outcome: AccessOutcome) -> [String] {
        outcomes.filter { $0.value == outcome }.keys.sorted()
    }
}

/// Reads what a plan says of its customers, one after the other.
struct PromisedCustomers: ~Copyable {
    private var access: PlannedAccess
    private var check: CustomerCheck
    private var purchases: TableReader
    private var row = 0
    private var number = 0
    /// Where each customer's rows of `purchases.csv` end, and whether a list for the app names it.
    private let places: [(end: Int, isNamed: Bool)]

    private init(
        _ access: consuming PlannedAccess, _ check: CustomerCheck,
        _ purchases: consuming TableReader, _ places: [(end: Int, isNamed: Bool)]
    ) {
        self.access = access
        self.check = check
        self.purchases = purchases
        self.places = places
    }

    /// Begins to read a plan's lists.
    ///
    /// - Parameters:
    ///   - folder: The plan.
    ///   - guide: What findings mean.
    ///   - forApp: The files that say what the app has to do.
    /// - Returns: What reads them, before the first customer.
    /// - Throws: ``BrokenPlan`` where a list is missing or is not as the plan has left it.
    static func reading(
        _ folder: PlanFolder, _ guide: FindingGuide, forApp: Set<String>
    ) throws(BrokenPlan) -> PromisedCustomers {
        let index = try PlanIndex(folder)
        guard let ids = index.files.firstIndex(of: "ids.csv"),
            let purchases = index.files.firstIndex(of: "purchases.csv")
        else {
            throw BrokenPlan(CustomerIndex.name, line: 1, "it has no column for purchases.csv")
        }
        let lists = index.files.indices.filter { forApp.contains(index.files[$0]) }
        var places: [(end: Int, isNamed: Bool)] = []
        try index.forEach { (_, starts, ends) throws(BrokenPlan) in
            if ends[ids] > starts[ids] {
                places.append((ends[purchases], lists.contains { ends[$0] > starts[$0] }))
            }
            return false
        }
        let rows = try TableReader(
            "purchases.csv", folder.bytes(of: "purchases.csv"), columns: PurchaseRows.columns,
            isGuarded: true)
        return PromisedCustomers(
            try PlannedAccess.reading(folder), try CustomerCheck(folder, guide), rows, places)
    }

    /// The next customer; nil where there is none.
    mutating func next() throws(BrokenPlan) -> PromisedCustomer? {
        var ids: [PromisedCustomer.ID] = []
        while try access.next() {
            ids.append(
                PromisedCustomer.ID(
                    source: access.source, target: access.target, access: access.before,
                    open: access.explained))
            check.take(
                before: access.before, after: access.before, explained: access.explained)
            guard let fate = check.end(at: access.offset) else { continue }
            guard number < places.count else { return nil }
            let place = places[number]
            number += 1
            let first = row
            while purchases.offset < place.end, try purchases.next() { row += 1 }
            var outcome: AccessOutcome?
            if case .worst(let worst) = fate { outcome = worst }
            return PromisedCustomer(
                ids: ids, outcomes: check.ended, outcome: outcome, purchases: first..<row,
                isNamedForApp: place.isNamed)
        }
        return nil
    }
}
