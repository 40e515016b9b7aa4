// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Numbered things of which some are one: each set goes by its lowest number.
struct DisjointSets {
    private var parents: [Int]

    /// Things that are each by itself.
    init(count: Int = 0) { parents = Array(0..<count) }

    /// How many things there are.
    var count: Int { parents.count }

    /// Adds a thing that is by itself.
    mutating func add() { parents.append(parents.count) }

    /// The lowest of the things that are one with a thing.
    mutating func root(_ thing: Int) -> Int {
        var thing = thing
        while parents[thing] != thing {
            parents[thing] = parents[parents[thing]]
            thing = parents[thing]
        }
        return thing
    }

    /// Makes two things one.
    mutating func join(_ one: Int, _ other: Int) {
        let (one, other) = (root(one), root(other))
        parents[max(one, other)] = min(one, other)
    }
}
