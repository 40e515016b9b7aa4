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
    /// What is at the target what it was.
    public private(set) var kept = 0
    /// What is written with changes.
    public private(set) var changed = 0
    /// What does not go over.
    public private(set) var dropped = 0
    /// What could be one of several things.
    public private(set) var ambiguous = 0
    /// What somebody has to decide about.
    public private(set) var needsDecision = 0

    /// As many as were read.
    public var read: Int { kept + changed + dropped + ambiguous + needsDecision }

    /// How many have a disposition.
    public subscript(disposition: Disposition) -> Int {
        switch disposition {
        case .kept: kept
        case .changed: changed
        case .dropped: dropped
        case .ambiguous: ambiguous
        case .needsDecision: needsDecision
        }
    }

    mutating func count(_ disposition: Disposition) {
        switch disposition {
        case .kept: kept += 1
        case .changed: changed += 1
        case .dropped: dropped += 1
        case .ambiguous: ambiguous += 1
        case .needsDecision: needsDecision += 1
        }
    }

    /// Takes over the dispositions of others.
    mutating func add(_ other: DispositionCounts) {
        kept += other.kept
        changed += other.changed
        dropped += other.dropped
        ambiguous += other.ambiguous
        needsDecision += other.needsDecision
    }
}
