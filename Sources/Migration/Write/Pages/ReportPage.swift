// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// `report.md`: what a plan comes to, for people.
struct ReportPage {
    private let report: MigrationReport
    private var lines: [String] = []

    init(_ report: MigrationReport) {
        self.report = report
        lines.append("# \(ReportPage.plain(report.title))")
        let moment =
            report.at.map { "States are as of \($0)." }
            ?? "No moment is known, so nothing is taken as expired: give it with `--at`."
        lines += ["", moment, ""]
        if let part = report.part {
            let says = ReportPage.plain(part.says)
            lines += ["This plan is for \(part.customers.grouped) customers \(says).", ""]
        }
        addStakes()
        addCounts()
        addFindings()
        addWritten()
        lines += report.requiredLines(ReportPage.plain)
        addTimes()
        addNotes("What to ask for", report.support)
        addNotes("Going back", report.rollback)
        addLasting()
    }

    /// The page.
    var text: String { lines.joined(separator: "\n") + "\n" }

    private mutating func addStakes() {
        let customers = report.counts.customers
        lines += [
            "\(customers.read.grouped) customers, \(customers.withAccess.grouped) with access today. "
                + "Of these \(report.stakes.customers.says()).", "",
        ]
        addShares("entitlement", report.stakes.entitlements)
        addShares("store", report.stakes.stores)
    }

    /// A table of those who have access by an entitlement or a store, the most first.
    private mutating func addShares(_ title: String, _ shares: [String: Stakes.Share]) {
        guard !shares.isEmpty else { return }
        lines += [
            "| \(title) | with access | kept | by the app | by decision | lost | last paid for what is "
                + "not kept |", "|---|---:|---:|---:|---:|---:|---|",
        ]
        let order = shares.sorted {
            ($1.value.customers.all, $0.key) < ($0.value.customers.all, $1.key)
        }
        for (name, share) in order {
            var cells = [name.isEmpty ? "unknown" : name, share.customers.all.grouped]
            for outcome in AccessOutcome.allCases {
                cells.append(share.customers[outcome].grouped)
            }
            cells.append(Stakes.says(share.paidForLosses))
            lines.append("| " + cells.map(ReportPage.plain).joined(separator: " | ") + " |")
        }
        lines.append("")
    }

    private mutating func addCounts() {
        lines.append(
            "| | read | " + Disposition.allCases.map(\.rawValue).joined(separator: " | ") + " |")
        lines.append("|---|" + String(repeating: "---:|", count: Disposition.allCases.count + 1))
        for (name, counts) in [
            ("IDs", report.counts.ids), ("purchases", report.counts.purchases),
            ("grants", report.counts.grants),
        ] {
            let numbers = [counts.read] + Disposition.allCases.map { counts[$0] }
            let row = numbers.map(String.init).joined(separator: " | ")
            lines.append("| \(name) | \(row) |")
        }
        lines.append("")
        lines.append("\(report.counts.customers.read) customers.")
        let records = report.counts.records.sorted { $0.key < $1.key }
        if !records.isEmpty {
            let words = records.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
            lines.append("Records: \(words).")
        }
        lines.append("")
    }

    private mutating func addFindings() {
        guard !report.findings.isEmpty else { return }
        lines += [
            "## Findings", "", "| severity | code | count | what | for example | rule |",
            "|---|---|---:|---|---|---|",
        ]
        for finding in report.findings {
            let cells = [
                finding.severity.rawValue, finding.code.rawValue, "\(finding.count)",
                finding.message, finding.subjects.joined(separator: ", "), finding.rule,
            ]
            lines.append("| " + cells.map(ReportPage.plain).joined(separator: " | ") + " |")
        }
        lines.append("")
        if report.findings.contains(where: { $0.code.rawValue.hasPrefix("behaviour-") }) {
            lines += [
                "For all other differences between the two rulebooks, each with the shortest history that "
                    + "leads there: `allonym diverge \(report.from) \(report.to)`.", "",
            ]
        }
    }

    private mutating func addWritten() {
        lines += ["## Files", ""]
        if report.written.isEmpty { lines.append("Nothing is written for the target.") }
        for written in report.written {
            lines.append(
                "- `\(written.file)`: \(written.rows) \u{00d7} \(ReportPage.plain(written.title)) "
                    + "(\(written.writer), \(written.route))")
        }
        lines.append("")
    }

    private mutating func addTimes() {
        guard !report.times.isEmpty else { return }
        lines += ["## Time", ""]
        for time in report.times {
            let calls = time.reading ? "at least \(time.calls) calls" : "\(time.calls) calls"
            let duration = time.seconds.map { "at least \(Duration.words($0))" }
            lines.append(
                "- \(time.reading ? "Reading from" : "Writing to") \(time.provider): \(calls), "
                    + "\(duration ?? "for which no rate is documented"). "
                    + "\(ReportPage.plain(time.says)) (\(time.limit))")
        }
        lines.append("")
    }

    private mutating func addNotes(_ title: String, _ notes: [MigrationReport.Note]) {
        guard !notes.isEmpty else { return }
        lines += ["## \(title)", ""]
        lines += notes.map { "- \(ReportPage.plain($0.says)) (\($0.id))" }
        lines.append("")
    }

    private mutating func addLasting() {
        guard report.reversible > 0 || !report.lasting.isEmpty else { return }
        lines += ["## What cannot be undone", ""]
        lines.append("`undo.jsonl` has \(report.reversible) calls, which undo others.")
        for lasting in report.lasting {
            lines.append(
                "- \(lasting.calls) calls of \(lasting.writer): \(ReportPage.plain(lasting.reason))"
            )
        }
        lines.append("")
    }

    /// A text that Markdown shows as it is, on one line.
    private static func plain(_ text: String) -> String {
        var plain = ""
        for character in text {
            switch character {
            case "|", "\\", "`", "*", "_", "<", ">", "[", "]", "#": plain += "\\\(character)"
            case _ where character.isNewline: plain += " "
            default: plain.append(character)
            }
        }
        return plain
    }

    /// Lengths of time in words.
    enum Duration {
        /// In the largest unit that says enough.
        static func words(_ seconds: Int) -> String {
            func words(_ count: Int, _ unit: String) -> String {
                "\(count) \(unit)\(count == 1 ? "" : "s")"
            }
            if seconds < 120 { return words(seconds, "second") }
            if seconds < 7_200 { return words((seconds + 59) / 60, "minute") }
            if seconds < 172_800 { return words((seconds + 3_599) / 3_600, "hour") }
            return words((seconds + 86_399) / 86_400, "day")
        }
    }
}
