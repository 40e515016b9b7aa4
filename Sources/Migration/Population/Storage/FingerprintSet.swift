// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Which of any number of fingerprints have been there: 16 bytes each, in one table.
final class FingerprintSet {
    @exclusivity(unchecked) private var slots: [Fingerprint]
    @exclusivity(unchecked) private(set) var count = 0
    /// Stands for an empty slot; should it be asked for itself, the flag holds it.
    private static let empty = Fingerprint(high: 0, low: 0)
    @exclusivity(unchecked) private var hasEmpty = false

    init() { slots = [Fingerprint](repeating: FingerprintSet.empty, count: 64) }

    var allocatedBytes: Int { slots.capacity * MemoryLayout<Fingerprint>.stride }

    /// Adds a fingerprint; false when it has been there before.
    func insert(_ fingerprint: Fingerprint) -> Bool {
        if fingerprint == FingerprintSet.empty {
            defer { hasEmpty = true }
            return !hasEmpty
        }
        if (count + 1) * 4 > slots.count * 3 { grow() }
        let slot = slot(for: fingerprint)
        if slots[slot] == fingerprint { return false }
        slots[slot] = fingerprint
        count += 1
        return true
    }

    private func slot(for fingerprint: Fingerprint) -> Int {
        var slot = Int(truncatingIfNeeded: fingerprint.low) & (slots.count - 1)
        while slots[slot] != FingerprintSet.empty, slots[slot] != fingerprint {
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    private func grow() {
        let old = slots
        slots = [Fingerprint](repeating: FingerprintSet.empty, count: old.count * 2)
        for fingerprint in old where fingerprint != FingerprintSet.empty {
            slots[slot(for: fingerprint)] = fingerprint
        }
    }
}
