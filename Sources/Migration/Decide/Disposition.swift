// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What becomes of something that was read.
public enum Disposition: String, CaseIterable, Sendable {
    /// It is at the target what it was.
    case kept
    /// It is written, and something about it is another.
    case changed
    /// It does not go over, and nobody has to do anything.
    case dropped
    /// It could be one of several things, so nothing is written.
    case ambiguous
    /// Somebody has to decide.
    case needsDecision = "needs-decision"
}

/// How much of what was read has each disposition.
///
/// The sum is always the number of those that were read.
public struct DispositionCounts: Hashable, Sendable {
    private var counts = [Int](repeating: 0, count: Disposition.allCases.count)

    /// Nothing was read.
    public init() {}

    /// How many have a disposition.
    public subscript(disposition: Disposition) -> Int { counts[disposition.number] }

    /// As many as were read.
    public var read: Int { counts.reduce(0, +) }

    mutating func count(_ disposition: Disposition) { counts[disposition.number] += 1 }

    /// Takes over the dispositions of others.
    mutating func add(_ other: DispositionCounts) {
        for (number, count) in other.counts.enumerated() { counts[number] += count }
    }
}

extension Disposition {
    /// Its place in the order of the words.
    var number: Int {
        switch self {
        case .kept: 0
        case .changed: 1
        case .dropped: 2
        case .ambiguous: 3
        case .needsDecision: 4
        }
    }
}
