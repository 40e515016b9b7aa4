// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymCore
package import Foundation

/// What happened in a world since it was last asked, for those who write it down.
package struct WorldNews: Sendable {
    /// One action, and what came of it.
    package struct Occurrence: Sendable {
        /// When.
        package let date: Date
        /// What was done, and by whom.
        package let request: Request
        /// What came of it.
        package let decision: Decision
        /// Of a grant: when it ends by itself.
        package let end: Date?
        /// Of the end of a grant: since when it was, and until when it was to be.
        package let ended: WorldState.GrantDates?
        /// The store's records of the subscriptions that it took over to another product, as they
        /// were before, by the purchases' numbers.
        let former: [Int: StoreRecord]
        /// The events that the provider sends about it.
        package fileprivate(set) var messages: [Message]
        /// Those that other providers would send, by their keys.
        fileprivate(set) var elsewhere: [String: [Message]]

        /// The same, as a provider tells it: by its own table where that was asked.
        package func told(by provider: String) -> Occurrence {
            var occurrence = self
            occurrence.messages = elsewhere[provider] ?? messages
            return occurrence
        }
    }

    /// In the order in which it happened.
    package internal(set) var occurrences: [Occurrence] = []
    /// How many transactions each purchase had before, by its number, of those whose dates became
    /// different or may have.
    package internal(set) var touched: [Int: Int] = [:]

    /// Nothing has happened yet.
    package init() {}

    /// What happened last was set ahead of its time, and told then as far as providers do that.
    mutating func newestWasToldAhead() {
        guard var newest = occurrences.popLast() else { return }
        newest.messages.removeAll(where: \.isToldAhead)
        newest.elsewhere = newest.elsewhere.mapValues { $0.filter { !$0.isToldAhead } }
        occurrences.append(newest)
    }
}

// Doing again what was written down: no rule is asked.

extension WorldState {
    /// Applies the changes of an occurrence, and everything about dates that follows from them.
    ///
    /// The store's records come by themselves; see ``restore(_:at:)``.
    package mutating func replay(
        _ changes: [Change], by actor: Actor, at date: Date, until end: Date?
    ) {
        for change in changes { world.ledger.evolve(change) }
        note(changes, by: actor, date, until: end)
    }

    /// Lets the record of a purchase have been other subscriptions before; false where it cannot.
    package mutating func restore(_ ended: [EndedSubscription], at number: Int) -> Bool {
        records[number].restore(ended)
    }

    /// Sets a pause of a purchase, or says when the one that runs ends.
    package mutating func restore(pausesAtRenewal: Bool, until end: Date?, at number: Int) {
        records[number].restore(pausesAtRenewal: pausesAtRenewal, until: end)
        schedule(number, world.ledger.state(of: PurchaseHandle(number)))
    }

    /// Puts the store's record of a purchase in its place, the next free one included.
    package mutating func restore(_ record: StoreRecord, at number: Int) {
        if number < records.count {
            records[number] = record
        } else {
            records.append(record)
        }
        schedule(number, world.ledger.state(of: PurchaseHandle(number)))
    }

    /// How many transactions the stores have made, so that the next has a number of its own.
    package mutating func restore(transactions: Int) { self.transactions = transactions }
}
