// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// What `report.json` says; the page and the terminal say the same in words.
package struct PlanReport: Encodable, Sendable {
    /// How many of each disposition.
    struct Counts: Encodable {
        var customers: [String: Int]
        var grants: [String: Int]
        var ids: [String: Int]
        var purchases: [String: Int]
        /// What the readers counted: records, rejected, repeated and late ones.
        var records: [String: Int]
    }

    /// A ``Finding``.
    struct Found: Encodable {
        var code, severity, subject, message, rule, source: String
        var count: Int

        init(_ finding: Finding) {
            code = finding.code.rawValue
            severity = finding.severity.rawValue
            subject = finding.subject
            message = finding.message
            rule = finding.rule
            source = finding.source
            count = finding.count
        }
    }

    /// One of the target's writers that has written something.
    struct Written: Encodable {
        var writer, title, file, route, source: String
        var rows: Int
    }

    /// As long as calls take.
    struct Time: Encodable {
        var limit, name, provider, says: String
        var calls: Int
        /// At the least; nil where no rate is documented.
        var seconds: Int?
        var reading: Bool
    }

    /// Calls that nothing takes back.
    struct Lasting: Encodable {
        var writer, reason: String
        var calls: Int
    }

    /// Something to ask for, or to know.
    struct Note: Encodable {
        var id, says, source: String

        init(_ note: ProviderFormats.Note) {
            id = note.id
            says = note.citation.says
            source = note.citation.place
        }
    }

    var from, to: String
    /// The moment at which states were looked at; nil where none is known.
    var at: String?
    var counts: Counts
    var findings: [Found]
    var written: [Written]
    var times: [Time]
    var support: [Note]
    var rollback: [Note]
    /// Calls that have a documented reverse.
    var reversible: Int
    var lasting: [Lasting]

    /// The weight of the heaviest finding.
    package private(set) var worst: Finding.Severity?
    private let names: (from: String, to: String)
    /// The names of both providers as they write them.
    var title: String { "From \(names.from) to \(names.to)" }
    /// The target's name as it writes it.
    var targetName: String { names.to }

    private enum CodingKeys: String, CodingKey {
        case from, to, at, counts, findings, written, times, support, rollback, reversible, lasting
    }

    /// What a plan has come to: what the planner has counted, for each of the target's writers as
    /// many rows or calls as were written, and what came of reading.
    package init(
        _ result: PlanResult, written rows: [Int], from source: MigrationEndpoint,
        to target: MigrationEndpoint, _ reading: PlanReading, at instant: Int64?
    ) {
        let load = PlanLoad(
            from: source, readers: reading.readers, customers: result.customers, to: target,
            written: rows)
        let all = (result.findings + reading.findings + load.findings).sorted {
            $0.order < $1.order
        }
        (from, to) = (source.key, target.key)
        names = (source.name, target.name)
        at = instant.map(RowBytes.text(ofInstant:))
        counts = Counts(
            customers: ["read": result.customers], grants: PlanReport.words(result.grants),
            ids: PlanReport.words(result.ids), purchases: PlanReport.words(result.purchases),
            records: reading.counts)
        findings = all.map(Found.init)
        worst = all.first?.severity
        let writers = zip(target.writers, rows).filter { $0.1 > 0 }
        written = writers.map { writer, rows in
            Written(
                writer: writer.id, title: writer.title, file: writer.file,
                route: writer.route.rawValue, source: target.source(of: writer.id), rows: rows)
        }
        times = load.times.map {
            Time(
                limit: $0.limit.id, name: $0.limit.name, provider: $0.provider,
                says: $0.limit.citation.says, calls: $0.calls, seconds: $0.seconds,
                reading: $0.isReading)
        }
        let routes = Set(writers.map(\.0.route.rawValue))
        support =
            source.formats.support.filter { $0.when.contains("export") }.map(Note.init)
            + target.formats.support.filter { !routes.isDisjoint(with: $0.when) }.map(Note.init)
        rollback = target.formats.rollback.map(Note.init)
        let calls = writers.compactMap { writer, rows in writer.call.map { (writer, $0, rows) } }
        reversible = calls.reduce(0) { $1.1.undo == nil ? $0 : $0 + $1.2 }
        lasting = calls.filter { $0.1.undo == nil }.map { writer, call, rows in
            Lasting(writer: writer.id, reason: call.noUndo ?? "", calls: rows)
        }
    }

    private static func words(_ counts: DispositionCounts) -> [String: Int] {
        var words = ["read": counts.read]
        for disposition in Disposition.allCases {
            words[disposition.rawValue] = counts[disposition]
        }
        return words
    }

    /// As JSON, keys sorted.
    var encoded: [UInt8] { JSONDocument.bytes(of: self) }
}

/// What came of reading, before anything was planned.
public struct PlanReading: Sendable {
    /// What was read.
    package var inputs: [Manifest.File]
    /// The IDs of the readers that were used.
    public var readers: [String]
    /// How many records there were, and what became of them.
    public var counts: [String: Int]
    /// What was found.
    public var findings: [Finding]

    /// What came of reading.
    package init(
        inputs: [Manifest.File], readers: [String], counts: [String: Int], findings: [Finding]
    ) {
        self.inputs = inputs
        self.readers = readers
        self.counts = counts
        self.findings = findings
    }
}
