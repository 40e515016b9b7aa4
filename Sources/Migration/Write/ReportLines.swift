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

    /// What was counted, then the findings that cost most, then the longest time of the import.
    var lines: [String] {
        let customers = report.counts.customers
        var lines = [
            "\(report.title), \(report.at.map { "at \($0)" } ?? "at no known moment"): "
                + "\(customers.read.grouped) \(customers.read == 1 ? "customer" : "customers")"
                + (report.part.map { " (\($0.says))" } ?? "") + ", "
                + "\(customers.withAccess.grouped) with access today."
        ]
        lines += report.warnings
        let these = report.rejections == nil ? "Of these" : "Of those with access,"
        lines.append(
            "\(these) \(report.stakes.customers.says())."
                + (report.stakes.testersInWords.map { " \($0)" } ?? ""))
        for loss in report.losses {
            lines.append("Last paid for what is lost \(loss.until): \(loss.paid).")
        }
        // What is read has been read by now.
        let time = report.times.filter { !$0.reading }.max { $0.seconds ?? 0 < $1.seconds ?? 0 }
        let last = time.flatMap { time in
            time.seconds.map {
                "Writing takes at least \(TimeText.words($0)): \(time.says)"
            }
        }
        let room = ReportLines.most - lines.count - (last == nil ? 1 : 2)
        let findings = report.findingsByCost
        for reported in findings.prefix(room) {
            let finding = reported.finding
            lines.append(
                "\(finding.severity.rawValue), \(finding.count.grouped) \u{00d7} \(finding.code.rawValue)"
                    + (reported.costs.map { " (\($0))" } ?? "") + ": \(finding.message)")
        }
        let more = findings.count - min(room, findings.count)
        if more > 0 {
            lines.append(
                "\(more) more \(more == 1 ? "finding is" : "findings are") in report.html.")
        }
        if let last { lines.append(last) }
        return lines
    }
}
