// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Two positions where the same ID stands, or two spellings of it.
struct PositionPair {
    /// What the ID is.
    let key: UInt64
    let first: Int
    let second: Int

    static func precedes(_ left: PositionPair, _ right: PositionPair) -> Bool {
        (left.second, left.first) < (right.second, right.first)
    }
}

/// Counts pairs of positions, and keeps the first of them in the order of the second position.
struct PairList {
    /// As many as are kept.
    let most: Int
    private(set) var count = 0
    private var kept: [PositionPair] = []
    private var limit = Int.max

    init(most: Int) { self.most = most }

    mutating func add(_ key: UInt64, _ first: Int, _ second: Int) {
        count += 1
        guard second <= limit else { return }
        kept.append(PositionPair(key: key, first: first, second: second))
        if kept.count >= 2 * most + 16 { cut() }
    }

    private mutating func cut() {
        kept.sort(by: PositionPair.precedes)
        kept.removeLast(max(0, kept.count - most))
        if kept.count == most { limit = kept.last?.second ?? .max }
    }

    /// The kept pairs, in order.
    var pairs: [PositionPair] {
        var copy = self
        copy.cut()
        return copy.kept
    }
}

/// What a table of spellings has found.
struct SpellingFindings {
    var seen = 0
    var distinct = 0
    var repetitions = 0
    var repeated: PairList
    var groups: SpellingGroups
    /// The most frequent one.
    var most: (key: UInt64, position: Int, count: Int) = (0, 0, 1)
    var empty = 0
    var tooLong = 0
    /// What the table takes.
    var bytes = 0

    init(repeated: PairList) {
        self.repeated = repeated
        groups = SpellingGroups(most: repeated.most)
    }
}
