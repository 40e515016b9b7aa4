// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import Foundation

/// A world as it was at one moment.
package struct WorldImage: Sendable {
    package var ledger: Ledger
    package var records: [StoreRecord] = []
    package var transactions = 0
    package var born: [Date] = []
    package var granted: [CustomerHandle: [EntitlementID: WorldState.GrantDates]] = [:]
    package var actors: [StoreAccount: Actor] = [:]

    /// Of a ledger; the rest has to fit it.
    package init(ledger: Ledger) { self.ledger = ledger }
}

extension WorldState {
    /// Becomes what the image is of.
    package mutating func restore(_ image: WorldImage) {
        world.ledger = image.ledger
        records = image.records
        transactions = image.transactions
        born = image.born
        granted = image.granted
        actors = image.actors
        due = DueList()
        for number in records.indices {
            schedule(number, world.ledger.state(of: PurchaseHandle(number)))
        }
        for (customer, grants) in granted {
            let user = world.ledger.original(of: customer)
            for (entitlement, dates) in grants {
                if let end = dates.end { due.add(.grant(entitlement, user), at: end) }
            }
        }
    }
}
