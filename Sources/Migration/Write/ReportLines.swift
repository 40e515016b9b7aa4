// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// The lines of a plan that matter most: for the terminal.
struct ReportLines {
    private let report: MigrationReport

    init(_ report: MigrationReport) { self.report = report }

    /// At most ten of them.
    private static let most = 10

    /// What was counted, then the heaviest findings, then the longest time.
    var lines: [String] {
        let customers = report.counts.customers
        var lines = [
            "\(report.title), \(report.at.map { "at \($0)" } ?? "at no known moment"): "
                + "\(customers.read.grouped) \(customers.read == 1 ? "customer" : "customers")"
                + (report.part.map { " (\($0.says))" } ?? "") + ", "
                + "\(customers.withAccess.grouped) with access today.",
            "Of these \(report.stakes.customers.says()).",
        ]
        for loss in report.losses {
            lines.append("Last paid for what is lost \(loss.until): \(loss.paid).")
        }
        let time = report.times.max { $0.seconds ?? 0 < $1.seconds ?? 0 }
        let last = time.flatMap { time in
            time.seconds.map {
                "\(time.reading ? "Reading" : "Writing") takes at least "
                    + "\(TimeText.words($0)): \(time.says)"
            }
        }
        let room = ReportLines.most - lines.count - (last == nil ? 1 : 2)
        // The rarest of one weight are not the least: the count decides.
        let order = Finding.Severity.allCases
        let different = report.mergedFindings.map(\.finding)
        let heaviest = different.enumerated().sorted { one, other in
            let weights = [one, other].map { order.firstIndex(of: $0.element.severity) ?? 0 }
            return (weights[0], -one.element.count, one.offset)
                < (weights[1], -other.element.count, other.offset)
        }
        for finding in heaviest.map(\.element).prefix(room) {
            lines.append(
                "\(finding.severity.rawValue), \(finding.count.grouped) \u{00d7} \(finding.code.rawValue): "
                    + finding.message
            )
        }
        let more = different.count - min(room, different.count)
        if more > 0 { lines.append("\(more) more findings are in report.html.") }
        if let last { lines.append(last) }
        return lines
    }
}
