// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Reads a plan's lists customer by customer.
struct CustomerReader: ~Copyable {
    /// A customer, with what the lists say.
    struct Customer {
        /// The IDs, and what they become.
        var ids: [(source: String, target: String)]
        /// What the customer has access to now under any of them, sorted.
        var access: [String]
        /// What becomes of each name of that; a name of which nothing says why it is lost is left out.
        var outcomes: [String: AccessOutcome]
        /// The worst that becomes of it; nil where there is none.
        var outcome: AccessOutcome?
    }

    private var rows: PlannedAccess
    private var check: CustomerCheck

    init(_ folder: PlanFolder, _ guide: FindingGuide) throws(BrokenPlan) {
        let check = try CustomerCheck(folder, guide)
        rows = try PlannedAccess.reading(folder)
        self.check = check
    }

    /// What becomes of all that were read.
    var outcomes: Stakes.Outcomes { check.customers }

    mutating func next() throws(BrokenPlan) -> Customer? {
        var ids: [(source: String, target: String)] = []
        var access: Set<String> = []
        while try rows.next() {
            ids.append((rows.source, rows.target))
            access.formUnion(rows.before)
            check.take(before: rows.before, after: rows.before, explained: rows.explained)
            guard let fate = check.end(at: rows.offset) else { continue }
            var outcome: AccessOutcome?
            if case .worst(let worst) = fate { outcome = worst }
            return Customer(
                ids: ids, access: access.sorted(), outcomes: check.ended, outcome: outcome)
        }
        return nil
    }
}
