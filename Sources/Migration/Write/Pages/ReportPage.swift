// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// `report.md`: what a plan comes to, in words.
struct ReportPage {
    private let report: MigrationReport
    private let files: ReportFiles
    private var lines: [String] = []

    init(_ files: ReportFiles) {
        self.files = files
        report = files.report
        lines = [
            "# \(MarkdownText.plain(report.title))", "", MarkdownText.plain(report.moment), "",
        ]
        if let part = report.partInWords { lines += [MarkdownText.plain(part), ""] }
        for warning in report.warnings {
            lines += ["**\(MarkdownText.plain(warning))**", ""]
        }
        addStakes()
        addFindings()
        addRequired()
        addSettings()
        addFiles()
        addTimes()
        addNotes("What to ask for", report.support)
        addLasting()
        addCounts()
    }

    /// The page.
    var text: String { lines.joined(separator: "\n") + "\n" }

    /// As many names of entitlements are shown.
    static let mostNames = 40

    // MARK: - Who keeps access

    private mutating func addStakes() {
        let customers = report.counts.customers
        lines += [
            "**Of \(customers.withAccess.of("customer")) with access today "
                + "\(report.stakes.customers.says()).** "
                + (report.stakes.testersInWords.map { "\($0) " } ?? "")
                + "\(customers.read.of("customer")) "
                + "\(customers.read == 1 ? "was" : "were") read.",
            "",
        ]
        for loss in report.losses {
            lines += [
                "Last paid for what is lost \(loss.until): \(MarkdownText.plain(loss.paid)).", "",
            ]
        }
        if let warning = report.rules.warning {
            lines += ["**Warning: \(MarkdownText.plain(warning)).**", ""]
        }
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
        for (name, share) in shares.inOrder.prefix(ReportPage.mostNames) {
            var cells = [
                name.isEmpty ? "unknown" : ReportPage.brief(name), share.customers.all.grouped,
            ]
            for outcome in AccessOutcome.allCases { cells.append(share.customers[outcome].grouped) }
            cells.append(Stakes.says(share.paidForLosses))
            lines.append("| " + cells.map(MarkdownText.plain).joined(separator: " | ") + " |")
        }
        let more = shares.count - min(shares.count, ReportPage.mostNames)
        if more > 0 {
            lines += ["", "\(more.grouped) more \(more == 1 ? "is" : "are") in `report.json`."]
        }
        lines.append("")
    }

    /// A name of any length, cut where it is very long.
    static func brief(_ name: String) -> String {
        name.utf8.count <= 200 ? name : "\(name.prefix(80))\u{2026}"
    }

    // MARK: - Findings

    private mutating func addFindings() {
        let findings = report.findingsByCost
        guard !findings.isEmpty else { return }
        let decisions = report.decisions(findings)
        if !decisions.isEmpty {
            lines += ["## What to decide, in this order", ""]
            for (number, decision) in decisions.enumerated() {
                lines.append("\(number + 1). \(item(of: decision))")
            }
            lines.append("")
        }
        let others = findings.filter { finding in
            !decisions.contains { $0.finding == finding.finding }
        }
        if !others.isEmpty {
            lines += ["## Other findings, by what they cost", ""]
            lines += others.map { "- \(item(of: $0))" }
            lines.append("")
        }
        lines += [
            "To list everybody whom a finding concerns: `allonym migrate list --plan PLAN "
                + "--code CODE`; PLAN is the folder "
                + "of this file. What a code or a rule means: `allonym explain NAME`.", "",
        ]
        if report.findings.contains(where: { $0.code.rawValue.hasPrefix("behaviour-") }) {
            lines += [
                "For all other differences between the two rulebooks, each with the shortest history that "
                    + "leads there: `allonym diverge \(report.from) \(report.to)`.", "",
            ]
        }
    }

    /// A finding on one line: its count and cost, what it says, and what to do.
    private func item(of reported: ReportedFinding) -> String {
        let finding = reported.finding
        var text = "**\(finding.count.grouped) \u{00d7} \(finding.code.rawValue)**"
        text += " (\(finding.severity.rawValue), \(MarkdownText.plain(reported.rule))"
        if let costs = reported.costs { text += "; \(costs)" }
        if let paid = reported.paid { text += ", last paid \(MarkdownText.plain(paid))" }
        text += "): \(MarkdownText.plain(finding.message))"
        if ReportPage.isWorthDoing(finding.action) {
            text += " \u{2192} \(MarkdownText.line(finding.action))"
        }
        if reported.costs != nil, let subject = finding.subjects.first {
            text += " For example: \(MarkdownText.plain(ReportPage.brief(subject)))"
        }
        return text
    }

    /// Whether there is anything to do.
    static func isWorthDoing(_ action: String) -> Bool { !action.isEmpty && action != "Nothing." }

    // MARK: - The rest

    private mutating func addRequired() {
        guard !report.required.isEmpty else { return }
        lines += ["## Must exist at \(MarkdownText.plain(report.names.to)) before the import", ""]
        for group in report.requiredByKind {
            let more = group.more > 0 ? ", and \(group.more.grouped) more in `report.json`" : ""
            let names = group.names.map { "\($0.name) (\($0.count.grouped))" }
            lines.append(
                "- \(group.title): \(MarkdownText.plain(names.joined(separator: ", ")))\(more)")
        }
        lines += ["", "The numbers are of rows and calls that name it.", ""]
    }

    private mutating func addSettings() {
        let assumed = report.settings.filter { !$0.given }.map { "`\($0.name)=\($0.value)`" }
        let given = report.settings.filter(\.given).map { "`\($0.name)=\($0.value)`" }
        guard !report.settings.isEmpty else { return }
        lines += ["## Settings", ""]
        if !given.isEmpty { lines += ["Given: \(given.joined(separator: ", ")).", ""] }
        if !assumed.isEmpty {
            lines += [
                "Assumed; check them, and give what differs with `--set`: "
                    + "\(assumed.joined(separator: ", ")).", "",
            ]
        }
    }

    private mutating func addFiles() {
        lines += ["## Files", ""]
        if report.written.isEmpty { lines += ["Nothing is written for the target.", ""] }
        for written in report.written {
            lines.append(
                "- `\(written.file)`: \(written.rows.grouped) \u{00d7} "
                    + "\(MarkdownText.plain(written.title)) (\(written.writer), \(written.route))")
        }
        let others = files.entries.map { "`\($0.name)`" }.joined(separator: ", ")
        lines += ["- for you: \(others)", ""]
    }

    private mutating func addTimes() {
        guard !report.times.isEmpty else { return }
        lines += ["## Time", ""]
        for time in report.times {
            lines.append(
                "- \(time.reading ? "Reading again from" : "Writing to") \(time.provider): \(time.callCount), "
                    + "\(time.duration). \(MarkdownText.plain(time.says)) (\(time.limit))")
        }
        lines.append("")
    }

    private mutating func addNotes(_ title: String, _ notes: [MigrationReport.Note]) {
        guard !notes.isEmpty else { return }
        lines += ["## \(title)", ""]
        lines += notes.map { "- \(MarkdownText.plain($0.says)) (\($0.id))" }
        lines.append("")
    }

    private mutating func addLasting() {
        lines += ["## Going back, and what cannot be undone", ""]
        if report.reversible > 0 || !report.lasting.isEmpty {
            lines.append(
                "- `undo.jsonl` has \(report.reversible.grouped) "
                    + "\(report.reversible == 1 ? "call that undoes" : "calls that undo") those of the "
                    + "import.")
        }
        for lasting in report.lasting {
            lines.append(
                "- \(lasting.calls.of("call")) of \(lasting.writer) cannot be undone: "
                    + MarkdownText.plain(lasting.reason))
        }
        lines += report.rollback.map { "- \(MarkdownText.plain($0.says)) (\($0.id))" }
        if lines.last == "" { lines.append("Nothing is documented.") }
        lines.append("")
    }

    private mutating func addCounts() {
        lines += [
            "## Everything that was read", "",
            "| | read | " + Disposition.allCases.map(\.rawValue).joined(separator: " | ") + " |",
            "|---|" + String(repeating: "---:|", count: Disposition.allCases.count + 1),
        ]
        for (name, counts) in report.dispositions {
            let numbers = [counts.read] + Disposition.allCases.map { counts[$0] }
            lines.append("| \(name) | \(numbers.map(\.grouped).joined(separator: " | ")) |")
        }
        let records = report.counts.records.sorted { $0.key < $1.key }
        if !records.isEmpty {
            let words = records.map { "\($0.key) \($0.value.grouped)" }.joined(separator: ", ")
            lines += ["", "Records: \(words)."]
        }
    }
}

extension MigrationReport {
    /// What was read, by kind, and what becomes of it.
    var dispositions: [(name: String, counts: DispositionCounts)] {
        [("IDs", counts.ids), ("purchases", counts.purchases), ("grants", counts.grants)]
    }
}
