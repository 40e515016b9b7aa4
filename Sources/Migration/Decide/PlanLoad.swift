// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// How much a plan asks of the two providers: calls and rows against their limits.
struct PlanLoad {
    /// The time that calls under one limit take.
    struct Time {
        /// The limit.
        var limit: ProviderFormats.Limit
        /// The provider's name.
        var provider: String
        /// How many calls there are.
        var calls: Int
        /// Whether the calls read from the source, and there may be more of them.
        var isReading: Bool

        /// Minimum duration; nil if no figure is documented.
        var seconds: Int? {
            guard let count = limit.count, let seconds = limit.seconds, count > 0 else {
                return nil
            }
            return (calls * seconds + count - 1) / count
        }
    }

    /// The times, reading first.
    private(set) var times: [Time] = []
    /// What there is to say about rows.
    private(set) var findings: [Finding] = []

    /// The load of a plan.
    ///
    /// - Parameters:
    ///   - source: The provider that is read from.
    ///   - readers: The readers that were used.
    ///   - customers: How many customers there are.
    ///   - target: The provider that is written for.
    ///   - written: For each of the target's writers as many rows or calls as were written.
    init(
        from source: MigrationEndpoint, readers: [String], customers: Int,
        to target: MigrationEndpoint,
        written: [Int]
    ) {
        for limit in source.formats.limits
        where limit.subject == .calls && limit.formats.contains(where: readers.contains) {
            times.append(
                Time(
                    limit: limit, provider: source.name,
                    calls: customers * PlanLoad.callsPerCustomer(of: source, under: limit),
                    isReading: true))
        }
        let writers = target.writers
        for limit in target.formats.limits where limit.subject == .calls {
            // Those that a person looks at one by one take a time of their own.
            let calls = zip(writers, written).reduce(0) { sum, pair in
                pair.0.call?.limit == limit.id && pair.0.route == .api ? sum + pair.1 : sum
            }
            if calls > 0 {
                times.append(
                    Time(limit: limit, provider: target.name, calls: calls, isReading: false))
            }
        }
        for limit in target.formats.limits where limit.subject == .rows {
            guard let most = limit.count else { continue }
            for (writer, rows) in zip(writers, written)
            where limit.formats.contains(writer.id) && rows >= most {
                let source = target.source(of: limit.id)
                findings.append(
                    PlanLoad.finding(writer, rows, limit.id, source, limit.citation.says))
            }
        }
        for (writer, rows) in zip(writers, written) {
            guard let batch = writer.batch, rows > batch else { continue }
            let says = "At most \(batch) rows go into one file of this kind."
            findings.append(
                PlanLoad.finding(writer, rows, writer.id, target.source(of: writer.id), says))
        }
    }

    /// The calls under a limit with which an export reads one customer; 1 if none is described.
    private static func callsPerCustomer(
        of source: MigrationEndpoint, under limit: ProviderFormats.Limit
    ) -> Int {
        let calls = source.formats.export?.calls ?? []
        return max(1, calls.count { $0.subject == .customer && $0.limit == limit.id })
    }

    private static func finding(
        _ writer: CompiledWriter, _ rows: Int, _ rule: String, _ source: String, _ says: String
    ) -> Finding {
        Finding(
            code: .tooManyRows, severity: .note, subjects: [writer.file],
            message: "\(says) There are \(rows) of \(writer.title).", rule: rule, source: source,
            count: 1)
    }
}
