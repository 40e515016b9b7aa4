// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Looks at each step of a search.
protocol Watch: Sendable {
    /// What is worth telling; of equal ones only the first is kept.
    associatedtype Finding: Hashable, Sendable

    /// Looks at a step.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - mark: What earlier steps on the way left to be remembered.
    ///   - found: Takes what is worth telling.
    /// - Returns: What is to be remembered after it; nil when nothing after it is of interest.
    func look(at step: borrowing SearchStep, mark: UInt8, _ found: (Finding) -> Void) -> UInt8?
}

/// One action, decided by each side.
struct SearchStep {
    let before: [Side]
    var after: [Side]
    var decisions: [Decision]
}

/// Which states there are, and on which way each was come upon first.
///
/// A state is its fingerprint, the state before it and the action between: the ledgers themselves
/// are made again by doing the actions again.
struct StateTable {
    private(set) var fingerprints: [Fingerprint] = []
    private(set) var parents: [UInt32] = []
    private(set) var actions: [UInt16] = []
    private(set) var marks: [UInt8] = []
    /// Place + 1 of the state that hashes here; 0 is empty.
    private var slots = [UInt32](repeating: 0, count: 1 << 12)

    var count: Int { fingerprints.count }

    func contains(_ fingerprint: Fingerprint) -> Bool { slots[slot(for: fingerprint)] != 0 }

    /// Adds a state; false when it is there already.
    mutating func insert(
        _ fingerprint: Fingerprint, parent: UInt32, action: UInt16, mark: UInt8
    ) -> Bool {
        let slot = slot(for: fingerprint)
        guard slots[slot] == 0 else { return false }
        fingerprints.append(fingerprint)
        parents.append(parent)
        actions.append(action)
        marks.append(mark)
        slots[slot] = UInt32(count)
        if count * 4 > slots.count * 3 { grow() }
        return true
    }

    private func slot(for fingerprint: Fingerprint) -> Int {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: fingerprint.low) & mask
        while slots[slot] != 0, fingerprints[Int(slots[slot]) - 1] != fingerprint {
            slot = (slot + 1) & mask
        }
        return slot
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for place in fingerprints.indices {
            slots[slot(for: fingerprints[place])] = UInt32(place + 1)
        }
    }
}
