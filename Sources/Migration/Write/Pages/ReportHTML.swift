// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymPages

/// `report.html`: what a plan comes to, for whoever decides about it.
///
/// It needs no network and no script, and is well-formed XML too.
struct ReportHTML {
    let report: MigrationReport
    let files: ReportFiles
    /// The findings, in the order in which they stand on the page.
    let findings: [ReportedFinding]
    var markup = Markup()

    init(_ files: ReportFiles) {
        self.files = files
        report = files.report
        findings = files.report.findingsByCost
        markup.raw(
            PageStyle.head(title: report.title, style: PageStyle.common + ReportHTML.style))
        markup.element("a", ["class": "skip", "href": "#findings"], "Skip to the findings")
        markup.open("main", ["class": "report"])
        addHead()
        addChart()
        addDecisions()
        addFindings()
        addRequired()
        addSettings()
        addShares()
        addFiles()
        addTimes()
        addQuestions()
        addGoingBack()
        addCounts()
        markup.raw("</main>\n</body>\n</html>\n")
    }

    /// The page.
    var text: String { markup.text }

    // MARK: - Who keeps access

    private mutating func addHead() {
        let customers = report.counts.customers
        markup.element("h1", report.title)
        markup.element("p", ["class": "soft"], report.moment)
        if let warning = report.rules.warning { markup.element("p", "Warning: \(warning).") }
        if let part = report.partInWords {
            markup.element("p", ["class": "soft"], ShownText.escaped(part))
        }
        for warning in report.warnings {
            markup.element("p", ["class": "lead"], warning)
        }
        let people = customers.withAccess == 1 ? "customer has" : "customers have"
        markup.element(
            "p", ["class": "lead"],
            "\(customers.withAccess.grouped) \(people) access today, of \(customers.read.grouped) that "
                + "\(customers.read == 1 ? "was" : "were") read."
                + (report.stakes.testersInWords.map { " \($0)" } ?? ""))
        guard customers.withAccess > 0 else { return }
        markup.open("ul", ["class": "tiles"])
        for outcome in AccessOutcome.allCases {
            let count = report.stakes.customers[outcome]
            let isNone = count == 0
            markup.open("li", ["class": isNone ? "none" : outcome.word], newline: false)
            markup.element("b", count.grouped)
            markup.element("span", outcome.says(of: count))
            let paid = report.stakes.lastPaid(outcome)
            if outcome != .kept, !paid.isEmpty {
                markup.element("small", "last paid " + ReportHTML.money(paid))
            }
            markup.close("li")
        }
        markup.close("ul")
    }

    private mutating func addChart() {
        let flow = AccessFlow(report.stakes)
        guard flow.total > 0 else { return }
        markup.open("figure", ["class": "chart"])
        markup.element("figcaption", "What becomes of their access, and why")
        markup.raw(FlowChart(flow: flow).markup)
        markup.close("figure")
        markup.open("details")
        markup.element("summary", "The same as a table")
        table(
            "Customers with access today, by outcome and by reason", ["Outcome", "Reason"],
            ["Customers", "Last paid"]
        ) {
            markup in
            for group in flow.groups {
                for row in group.rows {
                    let reason = row.says.isEmpty ? "none: the import gives it" : row.says
                    ReportHTML.row(
                        [group.outcome.label, reason], [row.count.grouped, row.paid ?? ""], &markup)
                }
            }
        }
        markup.close("details")
    }

    // MARK: - Pieces

    /// A heading that begins a part of the page.
    mutating func heading(_ title: String, id: String) {
        markup.element("h2", ["id": id], title)
    }

    /// A table that scrolls by itself where it is too wide.
    ///
    /// - Parameters:
    ///   - caption: What it shows.
    ///   - heads: The heads of columns of text; the first names the row.
    ///   - numbers: The heads of columns of numbers, which follow.
    ///   - rows: Appends the rows.
    mutating func table(
        _ caption: String, _ heads: [String], _ numbers: [String] = [],
        _ rows: (inout Markup) -> Void
    ) {
        markup.open(
            "div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": caption])
        markup.open("table")
        markup.caption(caption)
        markup.open("tr", newline: false)
        for head in heads { markup.element("th", ["scope": "col"], head) }
        for head in numbers {
            markup.element(
                "th", ["scope": "col", "class": head.hasPrefix("Last paid") ? "n paid" : "n"], head)
        }
        markup.close("tr")
        rows(&markup)
        markup.close("table")
        markup.close("div")
    }

    /// A row of a table.
    static func row(_ cells: [String], _ numbers: [String] = [], _ markup: inout Markup) {
        markup.open("tr", newline: false)
        for (number, cell) in cells.enumerated() {
            let attributes: KeyValuePairs<String, String?> =
                number == 0 ? ["scope": "row"] : [:]
            markup.element(number == 0 ? "th" : "td", attributes, shownWhole(cell))
        }
        for number in numbers {
            let isPaid = number.contains { $0.isLetter }
            markup.element("td", ["class": isPaid ? "n paid" : "n"], number)
        }
        markup.close("tr")
    }

    /// A name of any length, cut where it is very long.
    static func shownWhole(_ name: String) -> String {
        ShownText.escaped(shortened(name, to: 200))
    }

    /// Amounts, the largest ones; none is parted from its currency at the end of a line.
    static func money(
        _ amounts: [(currency: String, millionths: Int)], most: Int = 3
    ) -> String {
        Stakes.says(amounts, most: most, between: "\u{a0}")
    }

    /// Whole sentences in which backquotes mark names.
    static func sentences(_ text: String) -> String {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map {
            let piece = escaped(ShownText.escaped(String($0.element)))
            return $0.offset % 2 == 0 ? piece : "<code>\(piece)</code>"
        }.joined()
    }
}

extension AccessOutcome {
    /// What it is called in a table.
    var label: String {
        switch self {
        case .kept: "kept"
        case .byApp: "by the app"
        case .byDecision: "by decision"
        case .lost: "lost"
        }
    }
}
