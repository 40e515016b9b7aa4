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
