// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

extension Rehearsal {
    /// A purchase at a store, by what the store calls it.
    private struct Sale: Hashable {
        let store: Store
        let transaction: String
    }

    /// The same beside what is at the target already.
    ///
    /// What both know is one purchase: its holders are those at the target, and what the plan presents
    /// of it is presented of that.
    ///
    /// - Parameter existing: What the target's own export says.
    /// - Returns: Both, the customers of the export first.
    package func beside(_ existing: Rehearsal) -> Rehearsal {
        var joined = self
        joined.customers = existing.customers
        joined.purchases = existing.purchases
        joined.notes = existing.notes + notes
        var known: [Sale: Int] = [:]
        for (number, purchase) in existing.purchases.enumerated() {
            if let transaction = purchase.transaction {
                known[Sale(store: purchase.store, transaction: transaction)] = number
            }
        }
        let numbers = purchases.map { purchase in
            let sale = purchase.transaction.map { Sale(store: purchase.store, transaction: $0) }
            guard let number = sale.flatMap({ known[$0] }) else {
                joined.purchases.append(purchase)
                return joined.purchases.count - 1
            }
            joined.purchases[number].tokens += purchase.tokens
            return number
        }
        joined.rows = rows.map { row in row.map { numbers[$0] } }
        joined.handovers = handovers.map {
            Handover(user: $0.user, isAnonymous: $0.isAnonymous, purchase: numbers[$0.purchase])
        }
        let sold = Set(products.map(\.id))
        joined.products += existing.products.filter { !sold.contains($0.id) }
        return joined
    }
}
