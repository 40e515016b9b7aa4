// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymPages

/// What the page says of findings, and of what to do about them.
extension ReportHTML {
    mutating func addFindings() {
        guard !findings.isEmpty else { return }
        heading("Findings, by what they cost", id: "findings")
        markup.raw(
            "<p class=\"soft\">In commands, <code>PLAN</code> is the folder of this page. "
                + "<code>allonym migrate list --plan PLAN --code CODE</code> lists everybody a finding "
                + "is about, <code>allonym explain CODE</code> says what it means.</p>\n"
        )
        let costly = findings.count { $0.costs != nil }
        if costly > 0 { addList(findings.prefix(costly), from: 0) }
        let free = costly + findings.dropFirst(costly).count { $0.isUncounted }
        if costly < free {
            markup.element("h3", "These may cost access that is not counted")
            addBrief(findings[costly..<free], from: costly)
        }
        if free < findings.count {
            if free > 0 { markup.element("h3", "These cost nobody access by themselves") }
            addBrief(findings.dropFirst(free), from: free)
        }
        if findings.contains(where: { $0.finding.about == .behaviour }) {
            markup.raw(
                "<p class=\"soft\">All other differences between the two rulebooks, each with the "
                    + "shortest history that leads there: <code>allonym diverge "
                    + "\(escaped(report.from)) \(escaped(report.to))</code></p>\n")
        }
    }

    private mutating func addList(_ findings: ArraySlice<ReportedFinding>, from first: Int) {
        markup.open("ol", ["class": "findings", "start": "\(first + 1)"])
        for (offset, reported) in findings.enumerated() {
            add(reported, number: first + offset + 1)
        }
        markup.close("ol")
    }

    /// Findings without a known cost: what is counted, what it says, and what to do.
    private mutating func addBrief(_ findings: ArraySlice<ReportedFinding>, from first: Int) {
        markup.open("ol", ["class": "findings brief", "start": "\(first + 1)"])
        for (offset, reported) in findings.enumerated() {
            let finding = reported.finding
            let number = first + offset + 1
            markup.open(
                "li", ["id": "f\(number)", "data-code": finding.code.rawValue], newline: false)
            markup.element("b", ["class": "cost"], finding.count.grouped)
            markup.open("div", newline: false)
            markup.element("code", finding.code.rawValue)
            markup.element(
                "span", ["class": "soft"],
                "\(finding.severity.rawValue), \(ReportHTML.shownWhole(reported.rule))")
            markup.raw("<p>\(ReportHTML.sentences(finding.message))")
            if ReportPage.isWorthDoing(finding.action) {
                markup.raw(" <span class=\"do\">\(ReportHTML.sentences(finding.action))</span>")
            }
            markup.raw("</p>\n")
            markup.close("div")
            markup.close("li")
        }
        markup.close("ol")
    }

    private mutating func add(_ reported: ReportedFinding, number: Int) {
        let finding = reported.finding
        let worst = AccessOutcome.allCases.last { finding.cost.customers[$0] > 0 }
        markup.open(
            "li", ["id": "f\(number)", "class": worst?.word, "data-code": finding.code.rawValue])
        markup.open("div", ["class": "cost"], newline: false)
        if let costs = reported.costs, let space = costs.firstIndex(of: " ") {
            markup.element("b", String(costs[..<space]))
            markup.element("span", String(costs[costs.index(after: space)...]))
        }
        let paid = finding.cost.paidForLosses
        if !paid.isEmpty { markup.element("small", "last paid \(ReportHTML.money(paid))") }
        markup.close("div")
        markup.open("div")
        markup.open("h3", newline: false)
        markup.element("code", finding.code.rawValue)
        markup.element(
            "span", ["class": "soft"],
            "\(finding.count.grouped) \u{00d7}, \(finding.severity.rawValue), "
                + ReportHTML.shownWhole(reported.rule))
        markup.close("h3")
        markup.raw("<p>\(ReportHTML.sentences(finding.message))</p>\n")
        if ReportPage.isWorthDoing(finding.action) {
            markup.raw("<p class=\"do\">\(ReportHTML.sentences(finding.action))</p>\n")
        }
        if !finding.subjects.isEmpty {
            let subjects = finding.subjects.prefix(3).map(ReportHTML.shownWhole)
                .joined(separator: ", ")
            markup.element("p", ["class": "soft"], "For example: \(subjects)")
        }
        let command =
            finding.hasRows
            ? "allonym migrate list --plan PLAN --code \(finding.code.rawValue)"
            : "allonym explain \(finding.code.rawValue)"
        markup.element("p", ["class": "command"], command)
        markup.close("div")
        markup.close("li")
    }

    mutating func addDecisions() {
        let decisions = report.decisions(findings)
        guard !decisions.isEmpty else { return }
        heading("What must be decided first", id: "decisions")
        markup.element(
            "p", ["class": "soft"],
            "In this order: what is decided about an ID can settle its purchases as well.")
        markup.open("ol", ["class": "decisions"])
        for decision in decisions {
            let number = findings.firstIndex { $0.finding == decision.finding } ?? 0
            let finding = decision.finding
            markup.open("li", newline: false)
            markup.element("a", ["href": "#f\(number + 1)"], finding.code.rawValue)
            markup.raw(
                " <span class=\"soft\">\(finding.count.grouped) \u{00d7}</span> "
                    + ReportHTML.sentences(finding.action))
            markup.close("li")
        }
        markup.close("ol")
    }

    mutating func addRequired() {
        guard !report.required.isEmpty else { return }
        heading("Must exist at \(report.names.to) before the import", id: "required")
        markup.element(
            "p", ["class": "soft"], "The numbers are of rows and calls that name it.")
        markup.open("ul")
        for group in report.requiredByKind {
            let names = group.names.map {
                "<b>\(escaped(ShownText.escaped($0.name)))</b> "
                    + "<span class=\"soft\">\($0.count.grouped)</span>"
            }
            let more = group.more > 0 ? ", and \(group.more.grouped) more in report.json" : ""
            markup.raw("<li>\(group.title): \(names.joined(separator: ", "))\(more)</li>\n")
        }
        markup.close("ul")
    }
}
