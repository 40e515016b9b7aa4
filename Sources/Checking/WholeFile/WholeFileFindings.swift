// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What only shows when all IDs are looked at together.
///
/// None of the counts depends on the order of the IDs.
public struct WholeFileFindings: Sendable {
    /// Two positions where the same ID stands, or two spellings of one ID.
    public struct Pair: Hashable, Sendable {
        /// The earlier of them.
        public let first: CheckExample
        /// The later one.
        public let second: CheckExample
    }

    /// How often something was found, and where first.
    public struct Count: Hashable, Sendable {
        /// How often.
        public internal(set) var count = 0
        /// The first of them, in the order of the later position; as many as
        /// ``FileCheck/mostListed`` says.
        public internal(set) var pairs: [Pair] = []
    }

    /// How many different IDs there are.
    public internal(set) var distinct = 0
    /// IDs that occur more than once, each with its first two positions.
    public internal(set) var repeated = Count()
    /// Lines that repeat an ID: what would be left out if each stood once.
    public internal(set) var repetitions = 0
    /// Duplicates removed by ignoring one kind of difference.
    ///
    /// Ann, ann and ANN are three IDs that differ only by case, and would be two fewer. What differs
    /// in several ways at once, and is joined by no chain of spellings of which each differs from the
    /// next in one way, is counted under ``SpellingDifference/several`` alone. A pair is the earliest
    /// spelling and another.
    public internal(set) var spellings: [SpellingDifference: Count] = [:]
    /// The most frequent ID and how often it occurs; nil when none stands out.
    public internal(set) var dominating: (example: CheckExample, count: Int)?
    /// Empty IDs, which are compared with nothing.
    public internal(set) var empty = 0
    /// IDs too long to be compared with others.
    public internal(set) var tooLong = 0
    /// What the comparison remembers, in bytes for each different ID.
    public internal(set) var bytesEach = 0.0
    /// How probable it is that two different IDs were taken for one somewhere, at most.
    public internal(set) var mistakeChance = 0.0

    /// An ID dominates when it is one in so many, and occurs at least ``leastDominating`` times.
    public static let dominatingShare = 100
    /// See ``dominatingShare``.
    public static let leastDominating = 3
}

extension WholeFileFindings {
    init(_ found: SpellingFindings, _ texts: ExampleTexts) {
        distinct = found.distinct
        repetitions = found.repetitions
        empty = found.empty
        tooLong = found.tooLong
        func count(_ list: PairList) -> Count {
            Count(
                count: list.count,
                pairs: list.pairs.map {
                    Pair(first: texts.example($0.first), second: texts.example($0.second))
                })
        }
        repeated = count(found.repeated)
        spellings = found.groups.found.mapValues(count)
        let (_, position, most) = found.most
        if found.dominates { dominating = (texts.example(position), most) }
        bytesEach = Double(found.bytes) / Double(max(1, distinct))
        let all = Double(distinct)
        mistakeChance = min(1, all * all * 0x1p-65 + found.groups.mistakes)
    }
}

extension SpellingFindings {
    /// Whether the most frequent ID stands out.
    var dominates: Bool {
        most.count >= WholeFileFindings.leastDominating
            && most.count * WholeFileFindings.dominatingShare >= seen
    }
}
