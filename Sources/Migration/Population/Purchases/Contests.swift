// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// One of several customers whom events name as the holder of one purchase, by what is said of them
/// alone.
struct Contender {
    /// The ID that events name.
    let user: IDNumber
    /// When one did so last.
    var latest: SpokenTime
    /// When they bought it first.
    var bought: Instant
    /// Until when it runs; none where no event says so.
    var ends: Instant
    /// When that was said.
    var endTold: SpokenTime
    /// When it was last said to be over or given back, and when it was last said not to be.
    var overTold = SpokenTime.none
    var runsTold = SpokenTime.none

    /// Whether it was over, or given back, by the latest word on that.
    var isOver: Bool { overTold > runsTold }

    /// Takes what else is said of the same customer; in any order it comes to the same.
    mutating func take(_ other: Contender) {
        latest = max(latest, other.latest)
        overTold = max(overTold, other.overTold)
        runsTold = max(runsTold, other.runsTold)
        if other.bought.isPresent, !(bought.isPresent && bought < other.bought) {
            bought = other.bought
        }
        guard other.ends.isPresent else { return }
        if !ends.isPresent || other.endTold > endTold {
            (ends, endTold) = (other.ends, other.endTold)
        } else if other.endTold == endTold {
            ends = max(ends, other.ends)
        }
    }
}

/// Purchases of which events name several customers as the holder, and those that events move.
///
/// What is kept of each customer is the same in any order of the events: who holds the purchase is
/// decided when all are there.
struct Contests {
    /// That an event moves a purchase.
    struct Move {
        let time: SpokenTime
        /// Who gets it; none where that is not said.
        let to: IDNumber
    }

    /// Who is named, by the index of the purchase's row.
    private(set) var contenders: [Int: [Contender]] = [:]
    /// How the purchase moved, by the index of its row.
    private(set) var moves: [Int: [Move]] = [:]

    /// Whether events name several customers as the holder of a purchase.
    @inline(__always)
    func isContested(_ row: Int) -> Bool { !contenders.isEmpty && contenders[row] != nil }

    /// Takes what an event says of the customer whom it names.
    mutating func take(_ contender: Contender, of row: Int) {
        var all = contenders[row] ?? []
        if let known = all.firstIndex(where: { $0.user == contender.user }) {
            all[known].take(contender)
        } else {
            all.append(contender)
        }
        contenders[row] = all
    }

    /// Takes down that an event moves a purchase.
    mutating func take(_ move: Move, of row: Int) { moves[row, default: []].append(move) }
}
