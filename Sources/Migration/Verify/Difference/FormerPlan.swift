// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// What a plan says of each ID and each customer: what another plan is compared with.
struct FormerPlan {
    /// A customer of the plan.
    struct Customer {
        /// The first of the IDs at the source.
        let id: String
        /// What the customer has access to now, by its number among all that are had.
        var access: Int32
        /// What becomes of it.
        var outcome: AccessOutcome?
        /// Whether the other plan has any of the IDs.
        var isMet = false
    }

    private struct ID {
        let customer: Int32
        /// What it becomes; nil for itself.
        let target: String?
    }

    private(set) var customers: [Customer] = []
    private var ids: [UserID: ID] = [:]
    private(set) var names = AccessLists()
    /// What becomes of all.
    let outcomes: Stakes.Outcomes

    init(_ folder: PlanFolder, _ guide: FindingGuide) throws(BrokenPlan) {
        var reader = try CustomerReader(folder, guide)
        while let customer = try reader.next() {
            for id in customer.ids {
                let isKept = id.target.utf8.elementsEqual(id.source.utf8)
                ids[UserID(unchecked: id.source)] = ID(
                    customer: Int32(customers.count), target: isKept ? nil : id.target)
            }
            customers.append(
                Customer(
                    id: customer.ids[0].source, access: names.number(of: customer.access),
                    outcome: customer.outcome))
        }
        outcomes = reader.outcomes
    }

    /// The customer of an ID, and what it becomes; nil where the plan has no such ID.
    mutating func meet(_ source: String) -> (customer: Int, target: String)? {
        guard let id = ids[UserID(unchecked: source)] else { return nil }
        customers[Int(id.customer)].isMet = true
        return (Int(id.customer), id.target ?? source)
    }
}

/// Lists of names of which many customers have the same one, each kept once.
struct AccessLists {
    private var numbers: [[String]: Int32] = [:]
    private var lists: [[String]] = []

    mutating func number(of names: [String]) -> Int32 {
        if let known = numbers[names] { return known }
        numbers[names] = Int32(lists.count)
        lists.append(names)
        return Int32(lists.count - 1)
    }

    subscript(number: Int32) -> [String] { lists[Int(number)] }
}

/// Reads a plan's lists customer by customer.
struct CustomerReader: ~Copyable {
    /// A customer, with what the lists say.
    struct Customer {
        /// The IDs, and what they become.
        var ids: [(source: String, target: String)]
        /// What the customer has access to now under any of them, sorted.
        var access: [String]
        /// What becomes of it; nil where there is none.
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
            return Customer(ids: ids, access: access.sorted(), outcome: outcome)
        }
        return nil
    }
}
