// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Says in what the spellings of one ID differ, group after group.
///
/// For each folding alone (case, white space, normalization, the spelling of UUIDs) it counts how
/// many IDs fewer there were if nothing else were folded. The order of the IDs plays no part. What
/// only comes together when several things are folded at once, and by no chain of IDs of which each
/// differs from the next in one thing, is counted apart.
struct SpellingGroups {
    private(set) var found: [SpellingDifference: PairList] = [:]
    /// How probable it is that two spellings were taken for one, at most.
    private(set) var mistakes = 0.0
    private let most: Int

    init(most: Int) { self.most = most }

    private struct Member {
        let record: SpellingRecord
        /// Which members are joined with it: a position nearer to the root of a tree.
        var parent: Int
        /// What is left of its spelling when one thing is folded.
        var rest: UInt64 = 0
    }

    /// Takes all spellings of one ID; their order changes.
    mutating func add(_ group: inout [SpellingRecord]) {
        group.sort { $0.position < $1.position }
        addMistakes(group)
        // Marks are compared to as many bits as all have.
        let bits = group.reduce(64) { min($0, $1.bitsOfMark) }
        var members = group.enumerated().map { Member(record: $1, parent: $0) }
        let all = group.reduce(0) { $0 | $1.foldings }
        for folding in SpellingDifference.foldings where all & folding.bit != 0 {
            join(&members, folding, bits)
        }
        let root = SpellingGroups.root(of: 0, &members)
        for number in members.indices where members[number].parent == number && number != root {
            let (first, other) = (members[root].record, members[number].record)
            found[.several, default: PairList(most: most)]
                .add(first.key, first.position, other.position)
        }
    }

    /// Finds those that are equal once one thing is folded.
    private mutating func join(
        _ members: inout [Member], _ folding: SpellingDifference, _ bits: UInt64
    ) {
        for number in members.indices {
            let record = members[number].record
            var rest = UInt64(record.foldings & ~folding.bit)
            for other in SpellingDifference.foldings where other != folding {
                rest = (rest ^ record.mark(other, bits: bits)) &* 0x9E37_79B9_7F4A_7C15
                rest ^= rest >> 29
            }
            members[number].rest = rest
        }
        let sorted = members.indices.sorted {
            (members[$0].rest, $0) < (members[$1].rest, $1)
        }
        var first = sorted[0]
        for number in sorted.dropFirst() {
            guard members[number].rest == members[first].rest else {
                first = number
                continue
            }
            let (one, other) = (members[first].record, members[number].record)
            found[folding, default: PairList(most: most)].add(one.key, one.position, other.position)
            let roots = [first, number].map { SpellingGroups.root(of: $0, &members) }
            // The earliest is the root.
            members[max(roots[0], roots[1])].parent = min(roots[0], roots[1])
        }
    }

    private static func root(of number: Int, _ members: inout [Member]) -> Int {
        var number = number
        while members[number].parent != number {
            members[number].parent = members[members[number].parent].parent
            number = members[number].parent
        }
        return number
    }

    private mutating func addMistakes(_ group: [SpellingRecord]) {
        func pairs(_ bits: UInt64) -> Double {
            let count = Double(group.count { $0.bitsOfMark == bits })
            return count * (count - 1) / 2
        }
        // Six bits more tell apart what differs in several things.
        mistakes += pairs(64) * 0x1p-64 + pairs(32) * 0x1p-38 + pairs(21) * 0x1p-27
    }
}
