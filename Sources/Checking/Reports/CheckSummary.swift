// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore

/// What a check of whole inputs found, counted.
public struct CheckSummary: Sendable {
    /// How often something was said, and the IDs of which it was.
    public struct Count: Hashable, Sendable {
        /// An ID, and how often it occurs.
        public struct Value: Hashable, Sendable {
            /// Where it occurs first.
            public let example: CheckExample
            /// How often.
            public let count: Int
        }

        /// How many IDs.
        public internal(set) var count = 0
        /// How many different ones; nil for more than a thousand.
        public internal(set) var different: Int?
        /// The first different ones, in order.
        public internal(set) var examples: [CheckExample] = []
        /// Those that occur most often; none where there are more than a thousand.
        public internal(set) var mostFrequent: [Value] = []

        init(_ count: Int, _ ids: DifferentIDs) {
            (self.count, different, examples) = (count, ids.count, ids.first)
            mostFrequent = ids.mostFrequent.map { Value(example: $0, count: $1) }
        }
    }

    /// What one provider says.
    public struct Provider: Sendable {
        /// Its key.
        public let key: String
        /// How many IDs it takes.
        public internal(set) var accepted = 0
        /// How many it refuses.
        public internal(set) var refused = 0
        /// Every reason that was given.
        public internal(set) var reasons: [Reason: Count] = [:]
        /// All advice that was given.
        public internal(set) var advice: [Advice: Count] = [:]
        /// For each provider that refuses some of the IDs that this one takes, how many.
        public internal(set) var notPortable: [String: Int] = [:]
    }

    /// How many IDs are of a provider's anonymous form.
    public struct Anonymous: Hashable, Sendable {
        /// The provider's key.
        public let provider: String
        /// How many.
        public internal(set) var count = 0
    }

    /// How many IDs were read.
    public private(set) var ids = 0
    /// How many at least one asked provider refuses.
    public private(set) var refused = 0
    /// The asked providers, in order.
    public private(set) var providers: [Provider]
    /// For every provider, asked or not, how many IDs are of its anonymous form.
    ///
    /// An ID counts for each whose form it has. Counted with whole-file findings only.
    public private(set) var anonymous: [Anonymous]
    /// What only shows when all IDs are looked at; nil when that was not asked for.
    public internal(set) var wholeFile: WholeFileFindings?
    /// Why not everything was read; nil when it was.
    public internal(set) var fault: InputError?

    init(_ list: ConditionList, _ tallies: [(Tally, [Profile])]) {
        providers = list.rows.filter(\.isAsked).map { Provider(key: $0.key) }
        anonymous = list.forms.map { Anonymous(provider: $0.key) }
        var said: [[Word: (count: Int, ids: DifferentIDs)]] = providers.map { _ in [:] }
        for (tally, profiles) in tallies {
            for (number, count) in tally.counts.enumerated() where count > 0 {
                add(profiles[number], count, list)
                for (index, marks) in profiles[number].marks.enumerated() {
                    let words = marks.reasons.map(Word.reason) + marks.advice.map(Word.advice)
                    for word in words {
                        said[index][word, default: (0, DifferentIDs())].count += count
                        said[index][word]?.ids.add(tally.values[number])
                    }
                }
            }
        }
        for (index, said) in said.enumerated() {
            for (word, found) in said {
                let count = Count(found.count, found.ids)
                switch word {
                case .reason(let reason): providers[index].reasons[reason] = count
                case .advice(let advice): providers[index].advice[advice] = count
                }
            }
        }
    }

    /// What a provider says of IDs.
    private enum Word: Hashable {
        case reason(Reason)
        case advice(Advice)
    }

    private mutating func add(_ profile: Profile, _ count: Int, _ list: ConditionList) {
        ids += count
        if profile.isRefused { refused += count }
        for (index, marks) in profile.marks.enumerated() {
            if marks.isAccepted {
                providers[index].accepted += count
                for key in profile.refusing {
                    providers[index].notPortable[key, default: 0] += count
                }
            } else {
                providers[index].refused += count
            }
        }
        for (index, form) in list.forms.enumerated() where profile.facts & form.bits != 0 {
            anonymous[index].count += count
        }
    }
}
