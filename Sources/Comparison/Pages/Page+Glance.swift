// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymPages

extension Page {
    /// The questions at a glance: a table in which each question leads to its scenario on the page.
    func section(of glance: Glance) -> String {
        var markup = Markup()
        markup.open("section", ["class": "glance", "aria-labelledby": "glance"])
        markup.element("h2", ["id": "glance"], glance.title)
        if let usualGlance { settings(of: glance, usualGlance, &markup) }
        markup.open(
            "div",
            [
                "class": "scroll", "tabindex": "0", "role": "region",
                "aria-label": glance.title,
            ])
        markup.open("table")
        markup.caption("Each question leads to the scenario that answers it.")
        markup.open("tr", newline: false)
        for head in ["Question"] + glance.columns { markup.element("th", ["scope": "col"], head) }
        markup.close("tr")
        for row in glance.rows { add(row, of: glance, &markup) }
        markup.close("table")
        markup.close("div")
        for sentence in glance.explanations { markup.element("p", sentence) }
        markup.close("section")
        return markup.text
    }

    /// The settings that were chosen, and what they change.
    private func settings(of glance: Glance, _ usual: Glance, _ markup: inout Markup) {
        for setting in glance.settings {
            markup.raw("<p>set: <span class=\"code\">\(escaped(setting))</span></p>\n")
        }
        markup.open("ul", ["class": "changes"])
        for change in glance.changes(from: usual) { markup.element("li", change) }
        markup.close("ul")
    }

    private func add(_ row: Glance.Row, of glance: Glance, _ markup: inout Markup) {
        markup.open("tr", ["class": row.differs ? "differs" : nil], newline: false)
        markup.open("th", ["scope": "row"], newline: false)
        if row.differs { markup.raw("<span class=\"on\">≠</span> ") }
        let index = entries.firstIndex {
            $0.compared.file.name == glance.file && $0.compared.scenario.title == row.question
        }
        // A page that has no room for all scenarios may lack this one.
        if let index {
            markup.element("a", ["href": "#s\(index + 1)"], row.question)
        } else {
            markup.raw(escaped(row.question))
        }
        markup.close("th")
        for answer in row.answers { markup.element("td", answer?.marked ?? "") }
        markup.close("tr")
    }

    /// The style of the table, which is narrow enough for a phone.
    static let glanceStyle = """
        .glance { margin: 0 0 1.5rem; }
        .glance p, .glance .changes { color: var(--soft); font-size: 0.85rem; margin: 0 0 0.25rem; }
        .glance th, .glance td { padding-right: 1.5rem; }
        .glance tr > :first-child { white-space: normal; padding-left: 2rem; }
        .glance .on { margin-left: -1.75rem; display: inline-block; width: 1.5rem; text-align: center; }
        .glance a { font-weight: 400; }
        @media (max-width: 40rem) {
          .glance table { font-size: min(0.7rem, 2.8vw); width: 100%; }
          .glance th, .glance td { padding: 0.4rem 0.3rem 0.4rem 0; }
          .glance tr > :first-child { padding-left: 1.4rem; }
          .glance tr > :last-child { padding-right: 0; }
          .glance .on { margin-left: -1.4rem; width: 1.1rem; padding: 0; }
        }
        @media print { .glance { break-inside: avoid; } }

        """
}
