// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What a plan has counted so far: all of it, or the share of one thread.
struct PlanTally {
    /// What there is to say.
    var findings = FindingList()
    /// What has become of IDs, purchases and grants.
    var ids = DispositionCounts()
    var purchases = DispositionCounts()
    var grants = DispositionCounts()
    /// For each of the target's writers as many things as it was given.
    var taken: [Int]
    /// In which situations customers are.
    var traits = Traits()
    /// Which products there are.
    var products = ProductTally()

    /// Nothing is counted.
    init(writerCount: Int) {
        taken = [Int](repeating: 0, count: writerCount)
    }

    /// Takes over what was counted of other customers.
    mutating func add(_ other: PlanTally) {
        findings.add(other.findings)
        ids.add(other.ids)
        purchases.add(other.purchases)
        grants.add(other.grants)
        for (writer, count) in other.taken.enumerated() { taken[writer] += count }
        traits.add(other.traits)
        products.add(other.products)
    }
}
