// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore

/// What one worker counts: for each profile how many IDs, and the first of them.
struct Tally {
    private(set) var counts: [Int] = []
    private(set) var examples: [[CheckExample]] = []

    /// Counts an ID.
    @inline(__always)
    mutating func add(_ profile: Int, _ bytes: Span<UInt8>, input: Int, line: Int) {
        if profile < counts.count, counts[profile] >= CheckExample.most {
            counts[profile] &+= 1
        } else {
            addExample(profile, CheckExample(bytes, input: input, line: line))
        }
    }

    @inline(never)
    mutating func addExample(_ profile: Int, _ example: CheckExample) {
        while counts.count <= profile {
            counts.append(0)
            examples.append([])
        }
        counts[profile] += 1
        if examples[profile].count < CheckExample.most { examples[profile].append(example) }
    }
}

/// What a check of whole inputs found, counted.
public struct CheckSummary: Sendable {
    /// How often something was said, and the first IDs of which it was.
    public struct Count: Hashable, Sendable {
        /// How many IDs.
        public internal(set) var count = 0
        /// The first of them, in order.
        public internal(set) var examples: [CheckExample] = []

        mutating func add(_ count: Int, _ examples: [CheckExample]) {
            self.count += count
            self.examples = (self.examples + examples).sorted(by: CheckExample.precedes)
            self.examples.removeLast(max(0, self.examples.count - CheckExample.most))
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
        for (tally, profiles) in tallies {
            for (number, count) in tally.counts.enumerated() where count > 0 {
                add(profiles[number], count, tally.examples[number], list)
            }
        }
    }

    private mutating func add(
        _ profile: Profile, _ count: Int, _ examples: [CheckExample], _ list: ConditionList
    ) {
        ids += count
        if profile.isRefused { refused += count }
        for (index, marks) in profile.marks.enumerated() {
            if marks.isAccepted {
                providers[index].accepted += count
            } else {
                providers[index].refused += count
            }
            if marks.isAccepted {
                for key in profile.refusing {
                    providers[index].notPortable[key, default: 0] += count
                }
            }
            for reason in marks.reasons {
                providers[index].reasons[reason, default: Count()].add(count, examples)
            }
            for advice in marks.advice {
                providers[index].advice[advice, default: Count()].add(count, examples)
            }
        }
        for (index, form) in list.forms.enumerated() where profile.facts & form.bits != 0 {
            anonymous[index].count += count
        }
    }
}
