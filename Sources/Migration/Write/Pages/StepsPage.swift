// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// `steps.md`: what to do with a plan, in order: before the import, the import, the release of the
/// app, afterwards, and the way back.
///
/// It names no folder but the plan's own, as PLAN: the same plan has the same bytes anywhere.
struct StepsPage {
    private let report: MigrationReport
    private let target: String
    private var lines: [String] = []

    init(_ report: MigrationReport) {
        self.report = report
        target = MarkdownText.plain(report.names.to)
        lines = [
            "# \(MarkdownText.plain(report.title)), step by step", "",
            "In the commands `$PLAN` is the folder of this file: begin with `PLAN=path/to/the/plan`.",
            "",
        ]
        if let part = report.partInWords { lines += [MarkdownText.plain(part), ""] }
        addBefore()
        addImport()
        addRelease()
        addAfter()
        addRollback()
    }

    /// The page.
    var text: String { lines.joined(separator: "\n") + "\n" }

    // MARK: - Before

    private mutating func addBefore() {
        begin("Before the import")
        for warning in report.warnings { step(MarkdownText.plain(warning)) }
        let customers = report.counts.customers
        step(
            "Read `report.html`: of \(customers.withAccess.of("customer")) with access today "
                + "\(report.stakes.customers.says())."
                + (report.stakes.testersInWords.map { " \($0)" } ?? ""))
        let findings = report.findingsByCost
        let wanted = report.decisions(findings) + report.losses(findings)
        for reported in wanted {
            let finding = reported.finding
            var text = "\(finding.count.grouped) \u{00d7} `\(finding.code.rawValue)`"
            if let costs = reported.costs { text += " (\(costs))" }
            let action = finding.action.replacing("--plan PLAN", with: "--plan \"$PLAN\"")
                .replacing("--for TARGET", with: "--for \(report.to)")
                .replacing("--from PROVIDER", with: "--from \(report.from)")
            text += ": \(MarkdownText.line(action))"
            step(
                text, check: "allonym migrate list --plan \"$PLAN\" --code \(finding.code.rawValue)"
            )
        }
        if !wanted.isEmpty {
            step(
                "Plan again into a folder of its own until you accept what is left, and go on with that "
                    + "plan.")
        }
        for group in report.requiredByKind {
            let more = group.more > 0 ? ", and \(group.more.grouped) more in `report.json`" : ""
            let names = MarkdownText.plain(group.names.map(\.name).joined(separator: ", "))
            step("Make sure that \(target) has these. \(group.title): \(names)\(more).")
        }
        for note in report.support {
            let name = note.id.hasPrefix("\(report.to).") ? report.names.to : report.names.from
            step("\(MarkdownText.plain("\(name): \(note.says)")) (\(note.id))")
        }
        step(
            "Check the plan: nothing may be unexplained.",
            check: "allonym migrate verify --plan \"$PLAN\"")
        if report.canBeRehearsed {
            step(
                "Try it on a simulated target, where nobody can be harmed.",
                check: "allonym migrate rehearse --plan \"$PLAN\"")
        }
    }

    // MARK: - The import

    private mutating func addImport() {
        begin("The import")
        let calls = report.written.filter { $0.route == "api" }
        let files = report.written.filter { $0.route == "bulk-import" }
        if calls.isEmpty, files.isEmpty {
            step("Nothing: no file of this plan is handed over, and no call made.")
        }
        for file in files {
            step(
                "Hand `\(file.file)` over to \(target): \(rows(file)), "
                    + "\(MarkdownText.plain(file.title)).")
        }
        if let needs = report.needs { addCalls(calls, needs.calls) }
        for time in report.times where !time.reading {
            step(
                "Allow for \(time.callCount), \(time.duration): \(MarkdownText.plain(time.says)) "
                    + "(\(time.limit))")
        }
        addUnlimited(calls)
        if !calls.isEmpty || !files.isEmpty {
            step(
                "Check what arrived, with \(report.showsEventsAlone ? "a log" : "an export") of "
                    + "\(shown):",
                check: "allonym migrate verify --plan \"$PLAN\" --export FILE")
        }
        step("Keep `ids.csv`: without it nobody can tell whose a hashed or minted ID is.")
    }

    /// The calls that no step has allowed time for, since they fall under no documented limit.
    private mutating func addUnlimited(_ calls: [MigrationReport.Written]) {
        let limited = report.times.reduce(0) { $1.reading ? $0 : $0 + $1.calls }
        let rest = calls.reduce(0) { $0 + $1.rows } - limited
        guard limited > 0, rest > 0 else { return }
        step(
            "Allow for \(rest.grouped) more \(rest == 1 ? "call" : "calls"), for which no rate is "
                + "documented.")
    }

    /// The calls in their order, by file, and the command that sends them.
    private mutating func addCalls(_ calls: [MigrationReport.Written], _ needs: CallNeeds) {
        var names: [String] = []
        for call in calls where !names.contains(call.file) { names.append(call.file) }
        let command = "allonym migrate apply --plan \"$PLAN\" \(needs.options)"
        for file in names {
            let parts = calls.filter { $0.file == file }.map {
                "\($0.rows.grouped) \u{00d7} \(MarkdownText.plain($0.title)) (\($0.writer))"
            }
            step(
                "Look at the first calls of `\(file)`, which has \(parts.joined(separator: "; ")).",
                check: "head -n 3 \"$PLAN\"/\(file)")
        }
        step(
            "Put your keys into environment variables, and send the calls of a few customers.",
            check: command + " --canary 10")
        step(
            "Look up at \(target) the customers that its report names; then send the rest. A "
                + "client of your own sends each file from the top, with the headers of "
                + "`calls.json`.",
            check: command)
    }

    // MARK: - The app

    private mutating func addRelease() {
        begin("The release of the app")
        for file in report.written where file.route == "client" {
            step(
                "Let the app do what `\(file.file)` lists: \(rows(file)), "
                    + "\(MarkdownText.plain("\(file.title). \(file.says)"))")
        }
        let byApp = report.counts.customers.byApp
        step(
            byApp == 0
                ? "Nobody waits for this: all access that is kept comes with the import."
                : "\(byApp.grouped) \(byApp == 1 ? "customer gets" : "customers get") access back when it "
                    + "first starts, and not before: release it close to the import.")
        for finding in report.mergedFindings where finding.finding.about == .behaviour {
            step(
                "Test in the app: \(MarkdownText.plain(finding.finding.message)) "
                    + "(\(finding.finding.code.rawValue))")
        }
    }

    // MARK: - Afterwards

    private mutating func addAfter() {
        begin("After the release")
        for file in report.written where file.route == "manual" {
            step(
                "Review `\(file.file)` with \(target): \(rows(file)), "
                    + "\(MarkdownText.plain(file.title)) (\(file.writer)).")
        }
        step(
            "Compare again, with a newer \(report.showsEventsAlone ? "log" : "export") of "
                + "\(shown):",
            check: "allonym migrate verify --plan \"$PLAN\" --export FILE")
        step(
            "Look up a customer who asks, by any ID or transaction:",
            check: "allonym migrate explain --plan \"$PLAN\" --id ID")
    }

    private mutating func addRollback() {
        begin("Rollback")
        if report.reversible > 0, let needs = report.needs {
            step(
                "Make the \(report.reversible.grouped) \(report.reversible == 1 ? "call" : "calls") of "
                    + "`undo.jsonl`, which undo those of the import; `calls.json` says what else that "
                    + "does.\(unsure)",
                check: "allonym migrate undo --plan \"$PLAN\" \(needs.undo.options)")
        }
        for lasting in report.lasting {
            lines.append(
                "- \(lasting.calls.of("call")) of \(lasting.writer) cannot be undone: "
                    + MarkdownText.plain(lasting.reason))
        }
        if !report.refusedAgain.isEmpty {
            lines.append(
                "- Customers who were undone cannot be applied again there: \(target) refuses a "
                    + "second call of \(report.refusedAgain.joined(separator: " and ")).")
        }
        for note in report.rollback {
            lines.append("- \(MarkdownText.plain(note.says)) (\(note.id))")
        }
        if lines.last == "" { lines.append("Nothing is documented.") }
    }

    /// The end of the step that takes back calls, if some are left alone unless that is asked for.
    private var unsure: String {
        let unsure = report.unsureUndo
        if unsure.writers.isEmpty { return "" }
        let which = unsure.areAll ? "All" : "Those of \(unsure.writers.joined(separator: " and "))"
        return " \(which) are made only with `--also-unsure`: \(target) does not say whether what "
            + "they remove was there before the import."
    }

    // MARK: - Lines

    /// What shows what has arrived: who exports nothing sends events.
    private var shown: String {
        report.showsEventsAlone
            ? "the webhook events that \(target) has sent since the import; who has none in it counts "
                + "as missing"
            : target
    }

    private func rows(_ file: MigrationReport.Written) -> String {
        let isCall = file.route == "api"
        let unit = isCall ? (file.rows == 1 ? "call" : "calls") : (file.rows == 1 ? "row" : "rows")
        return "\(file.rows.grouped) \(unit)"
    }

    private mutating func begin(_ title: String) {
        if lines.last != "" { lines.append("") }
        lines += ["## \(title)", ""]
    }

    /// A step that can be ticked off.
    ///
    /// - Parameters:
    ///   - text: What to do, in Markdown.
    ///   - check: The command that shows whether it is done, or whom it is about.
    private mutating func step(_ text: String, check: String? = nil) {
        lines.append("- [ ] \(text)" + (check.map { " `\($0)`" } ?? ""))
    }
}
