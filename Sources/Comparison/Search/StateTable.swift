// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Looks at each step of a search.
protocol Lookout: Sendable {
    /// Whether a step has to be looked at even when it leads to a state that is known with the same
    /// things to be remembered: not where all that is of interest lies in the state.
    func isOfInterest(_ step: SearchStep, mark: UInt8) -> Bool

    /// Looks at a step.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - mark: What earlier steps on the way left to be remembered.
    ///   - found: Takes what is worth telling; of equal ones only the first is kept.
    /// - Returns: What is to be remembered after it; nil when nothing after it is of interest.
    func look(at step: SearchStep, mark: UInt8, _ found: (Cause) -> Void) -> UInt8?
}

/// What a step is worth telling for: in which way things part or go wrong there, and by which row
/// on each side.
struct Cause: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case difference(DifferenceKind)
        case hazard(Hazard)
    }

    let kind: Kind
    let first: RowNumber?
    let second: RowNumber?
}

/// Where in a search something was found.
struct Index: Hashable, Sendable {
    let cause: Cause
    /// The state before, and the number of the action.
    let state: UInt32
    let action: UInt16
}

/// One action, decided by each side.
///
/// Pointers, because a side is too large to be handed about a million times a second.
struct SearchStep {
    let before: UnsafePointer<SearchedSide>
    let after: UnsafeMutablePointer<SearchedSide>
    /// How many sides there are.
    let count: Int
    let decisions: UnsafeMutablePointer<Decision>
    /// The number of the action.
    var action = 0

    /// Whether the app is on the same devices on all sides.
    var isWhole: Bool {
        let installed = after.pointee.ledger.installations.count
        var side = 1
        while side < count {
            if (after + side).pointee.ledger.installations.count != installed { return false }
            side += 1
        }
        return true
    }
}

/// Which states there are, and on which way each was come upon first.
///
/// A state is its fingerprint, the state before it and the action between: the ledgers themselves
/// are made again by doing the actions again.
struct StateTable {
    private(set) var fingerprints: [Fingerprint] = []
    private(set) var parents: [UInt32] = []
    /// The action between, and what is to be remembered, in four bits.
    private var steps: [UInt16] = []
    /// Index + 1 of the state that hashes here; 0 is empty.
    private var slots = [UInt32](repeating: 0, count: 1 << 12)

    var count: Int { fingerprints.count }

    /// Whether no more states have a number.
    var isFull: Bool { count > 1 << 31 }

    /// A state takes no more bytes than this, even while the tables grow, when they are there twice.
    static let mostBytesPerState = 80

    /// Bytes in these tables for each state, room for growth left out.
    var bytesPerState: Double {
        let state = MemoryLayout<Fingerprint>.size + 4 + 2
        return Double(state) + Double(slots.count * 4) / Double(max(1, count))
    }

    func action(to state: Int) -> Int { Int(steps[state] >> 4) }

    func mark(of state: Int) -> UInt8 { UInt8(steps[state] & 15) }

    func contains(_ fingerprint: Fingerprint) -> Bool { slots[slot(for: fingerprint)] != 0 }

    /// Adds a state; false when it is there already.
    mutating func insert(
        _ fingerprint: Fingerprint, parent: UInt32, action: UInt16, mark: UInt8
    ) -> Bool {
        let slot = slot(for: fingerprint)
        guard slots[slot] == 0 else { return false }
        fingerprints.append(fingerprint)
        parents.append(parent)
        steps.append(action << 4 | UInt16(mark & 15))
        slots[slot] = UInt32(count)
        if count * 8 > slots.count * 7 { grow() }
        return true
    }

    private func slot(for fingerprint: Fingerprint) -> Int {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: fingerprint.low) & mask
        while slots[slot] != 0 {
            let other = fingerprints[Int(slots[slot]) - 1]
            if other.low == fingerprint.low, other.high == fingerprint.high { break }
            slot = (slot + 1) & mask
        }
        return slot
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for index in fingerprints.indices {
            slots[slot(for: fingerprints[index])] = UInt32(index + 1)
        }
    }
}
