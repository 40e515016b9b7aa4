// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import Foundation

/// What will happen by itself, the soonest first.
///
/// A binary heap. What is out of date stays in it until its time comes and is then skipped: an
/// entry counts only while its subject is still due at that very time.
struct DueList: Sendable {
    /// What something is due of.
    enum Subject: Sendable {
        /// The store's doing to a purchase, by its number.
        case purchase(Int)
        /// The end of an entitlement that was granted to the customer of an ID.
        case grant(EntitlementID, UserHandle)
    }

    private var entries: [(date: Date, subject: Subject)] = []

    mutating func add(_ subject: Subject, at date: Date) {
        entries.append((date: date, subject: subject))
        var child = entries.count - 1
        while child > 0, entries[child].date < entries[(child - 1) / 2].date {
            entries.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// The soonest, if its time has come.
    mutating func next(by now: Date) -> (date: Date, subject: Subject)? {
        guard let first = entries.first, first.date <= now else { return nil }
        let last = entries.removeLast()
        guard !entries.isEmpty else { return first }
        entries[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < entries.count && entries[child].date < entries[least].date {
                least = child
            }
            if least == parent { return first }
            entries.swapAt(least, parent)
            parent = least
        }
    }
}
