// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What only shows when all IDs are looked at together.
public struct WholeFileFindings: Sendable {
    /// How often something was found, and where first.
    public struct Count: Hashable, Sendable {
        /// How often.
        public internal(set) var count = 0
        /// The first places, in order.
        public internal(set) var examples: [CheckExample] = []

        mutating func add(_ example: @autoclosure () -> CheckExample) {
            count += 1
            if examples.count < CheckExample.most { examples.append(example()) }
        }
    }

    /// How many different IDs there are.
    public internal(set) var distinct = 0
    /// IDs that occur more than once; the examples are second occurrences.
    public internal(set) var repeated = Count()
    /// Lines that repeat an ID: what would be left out if each stood once.
    public internal(set) var repetitions = 0
    /// Different spellings of an ID that is there already, by what they differ in.
    ///
    /// The examples are the later spellings. One that differs in two ways is counted for both.
    public internal(set) var spellings: [SpellingDifference: Count] = [:]
    /// The most frequent ID and how often it occurs; nil when none stands out.
    public internal(set) var dominating: (example: CheckExample, count: Int)?
    /// IDs too long to be compared with others.
    public internal(set) var tooLong = 0
    /// What the comparison remembers, in bytes for each different ID.
    public internal(set) var bytesEach = 0.0

    /// An ID dominates when it is one in so many, and occurs at least ``leastDominating`` times.
    public static let dominatingShare = 100
    /// See ``dominatingShare``.
    public static let leastDominating = 3
}
