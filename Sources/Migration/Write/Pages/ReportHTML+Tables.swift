// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymPages

/// What the page says below the findings.
extension ReportHTML {
    mutating func addSettings() {
        guard !report.settings.isEmpty else { return }
        let assumed = report.settings.count { !$0.given }
        heading("Settings", id: "settings")
        if assumed > 0 {
            let all = report.settings.count
            let which =
                assumed == all
                ? "None was given, so \(all == 1 ? "it is" : "all \(all) are") assumed."
                : "\(assumed) of \(all) \(assumed == 1 ? "was" : "were") not given, and "
                    + "\(assumed == 1 ? "is" : "are") assumed."
            markup.raw(
                "<p>\(which) Check \(assumed == 1 ? "it" : "them") against your dashboards; give what "
                    + "differs with "
                    + "<code>--set NAME=VALUE</code> and plan again.</p>\n")
        }
        markup.open("ul", ["class": "settings"])
        for setting in report.settings {
            markup.open("li", ["class": setting.given ? nil : "assumed"], newline: false)
            markup.element("code", "\(setting.name)=\(setting.value)")
            markup.element("i", setting.given ? "given" : "assumed")
            markup.element("span", setting.says)
            markup.close("li")
        }
        markup.close("ul")
    }

    mutating func addShares() {
        let stakes = report.stakes
        guard !stakes.entitlements.isEmpty || !stakes.stores.isEmpty else { return }
        heading("By entitlement and by store", id: "shares")
        for (name, shares) in [("Entitlement", stakes.entitlements), ("Store", stakes.stores)] {
            addShares(name, shares)
        }
        addMoney()
    }

    private mutating func addShares(_ title: String, _ shares: [String: Stakes.Share]) {
        guard !shares.isEmpty else { return }
        let most = ReportPage.mostNames
        let more = shares.count - min(shares.count, most)
        let heads = ["With access"] + AccessOutcome.allCases.map(\.label.capitalizedFirst)
        table(
            "Customers by \(title.lowercased())"
                + (more > 0 ? "; \(more.grouped) more in report.json" : ""),
            [title], heads + ["Last paid for what is not kept"]
        ) { markup in
            for (name, share) in shares.inOrder.prefix(most) {
                let counts =
                    [share.customers.all] + AccessOutcome.allCases.map { share.customers[$0] }
                ReportHTML.row(
                    [name.isEmpty ? "unknown" : name],
                    counts.map(\.grouped) + [ReportHTML.money(share.paidForLosses, most: 1)],
                    &markup)
            }
        }
    }

    /// What was paid last, by currency.
    private mutating func addMoney() {
        var sums: [String: Stakes.Outcomes] = [:]
        for share in report.stakes.stores.values {
            for (currency, amounts) in share.paid {
                sums[currency, default: Stakes.Outcomes()].add(amounts)
            }
        }
        guard !sums.isEmpty else { return }
        let order = sums.sorted { ($1.value.all, $0.key) < ($0.value.all, $1.key) }
        table(
            "The latest price of each purchase that gives access, by currency", ["Currency"],
            ["All"] + AccessOutcome.allCases.map(\.label.capitalizedFirst)
        ) { markup in
            for (currency, amounts) in order.prefix(ReportPage.mostNames) {
                let numbers = [amounts.all] + AccessOutcome.allCases.map { amounts[$0] }
                ReportHTML.row([currency], numbers.map { Stakes.amount($0, in: currency) }, &markup)
            }
        }
    }

    mutating func addFiles() {
        heading("Files", id: "files")
        if !report.written.isEmpty {
            let written = report.written
            table("For \(report.names.to)", ["File", "What it has", "Route"], ["Rows"]) { markup in
                for written in written {
                    markup.open("tr", newline: false)
                    markup.open("th", ["scope": "row"], newline: false)
                    markup.element("a", ["href": written.file], written.file)
                    markup.close("th")
                    markup.element("td", written.title)
                    markup.element("td", written.route)
                    markup.element("td", ["class": "n"], written.rows.grouped)
                    markup.close("tr")
                }
            }
        } else {
            markup.element("p", "Nothing is written for \(report.names.to).")
        }
        markup.open("ul", ["class": "files"])
        for entry in files.entries {
            markup.open("li", newline: false)
            markup.element("a", ["href": entry.name], entry.name)
            markup.element("span", entry.says)
            markup.close("li")
        }
        markup.close("ul")
    }

    mutating func addTimes() {
        guard !report.times.isEmpty else { return }
        heading("Limits and time", id: "times")
        markup.open("ul")
        for time in report.times {
            markup.raw(
                "<li>\(time.reading ? "Reading again from" : "Writing to") \(escaped(time.provider)): "
                    + "<b>\(time.callCount), \(escaped(time.duration))</b>. \(escaped(time.says)) "
                    + "<code>\(escaped(time.limit))</code></li>\n")
        }
        markup.close("ul")
    }

    mutating func addQuestions() {
        guard !report.support.isEmpty else { return }
        heading("What to ask, and whom", id: "questions")
        for (key, name) in [(report.from, report.names.from), (report.to, report.names.to)] {
            let notes = report.support.filter { $0.id.hasPrefix("\(key).") }
            if notes.isEmpty { continue }
            markup.element("h3", name)
            addNotes(notes)
        }
    }

    mutating func addGoingBack() {
        heading("What cannot be taken back", id: "back")
        var lines = report.lasting.map {
            "<b>\($0.calls.grouped) \($0.calls == 1 ? "call" : "calls")</b> of "
                + "<code>\(escaped($0.writer))</code>: \(escaped($0.reason))"
        }
        if report.reversible > 0 || !lines.isEmpty {
            let count = report.reversible
            lines.append(
                "\(count.grouped) \(count == 1 ? "call" : "calls") of "
                    + "<a href=\"undo.jsonl\">undo.jsonl</a> \(count == 1 ? "undoes" : "undo") the "
                    + "rest.")
        }
        markup.open("ul")
        for line in lines { markup.raw("<li>\(line)</li>\n") }
        if lines.isEmpty { markup.element("li", "No call is made, so none has to be taken back.") }
        markup.close("ul")
        guard !report.rollback.isEmpty else { return }
        markup.element("h3", "What is documented about going back")
        addNotes(report.rollback)
    }

    private mutating func addNotes(_ notes: [MigrationReport.Note]) {
        markup.open("ul")
        for note in notes {
            markup.raw("<li>\(escaped(note.says)) <code>\(escaped(note.id))</code></li>\n")
        }
        markup.close("ul")
    }

    mutating func addCounts() {
        heading("Everything that was read", id: "counts")
        let dispositions = report.dispositions
        table(
            "What becomes of it", ["What"],
            ["read"] + Disposition.allCases.map(\.rawValue)
        ) { markup in
            for (name, counts) in dispositions {
                let numbers = [counts.read] + Disposition.allCases.map { counts[$0] }
                ReportHTML.row([name], numbers.map(\.grouped), &markup)
            }
        }
        let records = report.counts.records.sorted { $0.key < $1.key }
        if !records.isEmpty {
            let words = records.map { "\($0.key) \($0.value.grouped)" }.joined(separator: ", ")
            markup.element("p", ["class": "soft"], "Records: \(words).")
        }
    }
}

extension String {
    /// With a capital in front.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
