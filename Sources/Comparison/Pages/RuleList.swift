// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymPages

/// The rules that decided in a scenario, with what each says, where from, and at which steps.
struct RuleList {
    let compared: ComparedScenario
    let stage: Stage

    /// A table for each provider.
    func text() -> String {
        var markup = Markup()
        for (column, name) in compared.columnNames.enumerated() {
            let label = "Rules of \(name)"
            markup.open(
                "div",
                ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": label])
            markup.open("table", ["class": "rules"])
            markup.caption(label)
            markup.raw(
                "<tr><th scope=\"col\">Steps</th>"
                    + "<th scope=\"col\">Rule, what it says, and where that is from</th></tr>\n")
            for (id, steps) in rules(of: column) {
                add(id, steps, compared.columns[column], &markup)
            }
            markup.close("table")
            markup.close("div")
        }
        return markup.text
    }

    /// The IDs of the rules in the order in which they first decide, each with its steps.
    private func rules(of column: Int) -> [(id: String, steps: [Int])] {
        var rules: [(id: String, steps: [Int])] = []
        for (step, answers) in compared.answers.enumerated() {
            let answer = answers[column]
            let seen = answer.accessRules.filter(compared.columns[column].isSpecial)
            for id in answer.rules + seen {
                guard let index = rules.firstIndex(where: { $0.id == id }) else {
                    rules.append((id: id, steps: [step]))
                    continue
                }
                if rules[index].steps.last != step { rules[index].steps.append(step) }
            }
        }
        return rules
    }

    private func add(_ id: String, _ steps: [Int], _ rules: Rules, _ markup: inout Markup) {
        guard let citation = rules.citation(of: id) else { return }
        let parted = Set(stage.divergingSteps.map(\.step))
        let isParted = steps.contains(where: parted.contains)
        markup.open("tr", ["class": isParted ? "on" : nil], newline: false)
        markup.element(
            "th", ["scope": "row"],
            steps.map { parted.contains($0) ? "\($0 + 1) ≠" : "\($0 + 1)" }
                .joined(separator: ", "))
        markup.raw("<td><b class=\"code\">\(escaped(id))</b><br/>")
        markup.raw(escaped(citation.says))
        if let note = citation.note { markup.raw(" " + escaped(note)) }
        markup.open("p", ["class": "source"], newline: false)
        markup.raw("<b>\(citation.authority.rawValue)</b>, \(escaped(citation.checked)): ")
        markup.raw(escaped(citation.source) + ", " + linked(citation.address))
        markup.raw("</p></td>")
        markup.close("tr")
    }
}
