// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// When the store will do something by itself, the soonest first.
///
/// A binary heap. What is out of date stays in it until its time comes and is then skipped: an
/// entry counts only while its purchase is still due at that very time.
struct DueList: Sendable {
    private var entries: [(date: Date, purchase: Int)] = []

    mutating func add(_ purchase: Int, at date: Date) {
        entries.append((date: date, purchase: purchase))
        var child = entries.count - 1
        while child > 0, entries[child].date < entries[(child - 1) / 2].date {
            entries.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// The soonest, if its time has come.
    mutating func next(by now: Date) -> (date: Date, purchase: Int)? {
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
