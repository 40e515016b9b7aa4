// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Server
    import AllonymInput
    import AllonymMappings

    /// How many calls an export makes, and when.
    package enum ExportPace: Hashable, Sendable {
        /// As many as are documented.
        case documented
        /// At most so many in any so many seconds.
        case most(Int, seconds: Int)
        /// Without a limit.
        case unlimited
    }

    /// The turns of an export's calls, by their limits.
    @available(macOS 14, *)
    struct ExportTurns: Sendable {
        private let turns: [String: Turns]
        /// Of calls whose limit is not known.
        private let others: Turns

        init(_ pace: ExportPace, _ limits: [ProviderFormats.Limit]) {
            switch pace {
            case .documented:
                others = Turns(nil)
                turns = Dictionary(
                    limits.filter { $0.subject == .calls }.map { limit in
                        let pace = ExportTurns.pace(limit)
                        return (limit.id, Turns(pace.map { Pace($0.count, seconds: $0.seconds) }))
                    }
                ) { first, _ in first }
            case .most(let count, let seconds):
                (others, turns) = (Turns(Pace(count, seconds: seconds)), [:])
            case .unlimited: (others, turns) = (Turns(nil), [:])
            }
        }

        /// The turns that a call takes.
        func turns(of call: ProviderExport.Call) -> Turns {
            call.limit.flatMap { turns[$0] } ?? others
        }

        fileprivate static func pace(
            _ limit: ProviderFormats.Limit
        ) -> (count: Int, seconds: Int)? {
            guard let count = limit.count, let seconds = limit.seconds else { return nil }
            return (count: count, seconds: seconds)
        }
    }

    /// How long an export takes at least.
    @available(macOS 14, *)
    package struct ExportEstimate: Sendable {
        /// How many calls there are for a customer, if every list of its fits on a page.
        package let calls: Int
        /// How many seconds they take; nil where the pace is not known.
        package let seconds: Double?
        /// The number of calls and the seconds that this follows from.
        package let pace: (count: Int, seconds: Int)?

        /// The least time of reading one customer of a source.
        package init(_ source: ExportSource, _ pace: ExportPace) {
            let calls = source.calls(for: .customer)
            self.calls = calls.count
            let limited: (count: Int, seconds: Int)?
            switch pace {
            case .most(let count, let seconds): limited = (count: count, seconds: seconds)
            case .unlimited: limited = nil
            case .documented:
                let ids = Set(calls.compactMap(\.limit))
                limited =
                    source.limits.filter { ids.contains($0.id) }
                    .compactMap(ExportTurns.pace).first
            }
            self.pace = limited
            seconds = limited.map { Double(calls.count) * Double($0.seconds) / Double($0.count) }
        }

        /// A number of customers, and how long they take: `100,000 customers take 17 hours`.
        package func words(_ customers: Int) -> String? {
            seconds.map { one in
                "\(customers.of("customer")) \(customers == 1 ? "takes" : "take") "
                    + ExportEstimate.words(of: Double(customers) * one)
            }
        }

        private static func words(of seconds: Double) -> String {
            switch seconds {
            case ..<120: Int(seconds.rounded(.up)).of("second")
            case ..<7_200: "\(Int((seconds / 60).rounded(.up))) minutes"
            case ..<172_800: "\(Int((seconds / 3_600).rounded())) hours"
            default: "\(Int((seconds / 86_400).rounded())) days"
            }
        }
    }
#endif
