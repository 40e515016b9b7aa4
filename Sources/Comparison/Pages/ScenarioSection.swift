// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymPages

/// A scenario on a page: its text, a picture for each provider, and on demand tables and rules.
struct ScenarioSection {
    private let compared: ComparedScenario
    private let id: String
    private let storylines: [Storyline]
    private let names: [IDNames]
    private let stage: Stage

    init(_ compared: ComparedScenario, id: String) {
        self.compared = compared
        self.id = id
        storylines = compared.storylines
        names = storylines.map(IDNames.init)
        stage = Stage(compared, storylines)
    }

    /// The section.
    ///
    /// - Parameters:
    ///   - level: That of its heading; without one the page's title is its heading.
    ///   - paragraphs: What is said before the scenario's own text.
    /// - Returns: Its markup.
    func text(level: Int?, paragraphs: [String]) -> String {
        var markup = Markup()
        let heading = level == nil ? "title" : "\(id)-h"
        markup.open("section", ["class": "scenario", "id": id, "aria-labelledby": heading])
        if let level {
            markup.element(
                "h\(level)", ["id": heading], shortened(compared.scenario.title, to: 400))
        }
        let prose = Prose(compared)
        for paragraph in paragraphs { markup.raw("<p class=\"lead\">\(linked(paragraph))</p>\n") }
        for paragraph in prose.paragraphs { markup.raw("<p>\(linked(paragraph))</p>\n") }
        for item in prose.declarations {
            markup.raw("<p class=\"declared code\">\(escaped(item))</p>\n")
        }
        parting(&markup)
        failures(&markup)
        pictures(below: level ?? 1, &markup)
        details(prose, &markup)
        markup.close("section")
        return markup.text
    }

    // MARK: - Sentences

    /// In which steps the providers part, in a sentence.
    private func parting(_ markup: inout Markup) {
        guard compared.columns.count > 1 else { return }
        guard let first = stage.divergingSteps.first else {
            return markup.raw(
                "<p class=\"parting\">The devices see the same at every step.</p>\n")
        }
        let step = compared.scenario.steps[first.step]
        let rest = stage.divergingSteps.dropFirst().map { "\($0.step + 1)" }
        var again = rest.isEmpty ? "" : ", and again at \(rest.count > 1 ? "steps" : "step") "
        again += rest.prefix(8).joined(separator: ", ")
        if rest.count > 8 { again += " and \(rest.count - 8) more" }
        markup.raw(
            "<p class=\"parting\"><span class=\"on\">≠</span> The providers part at step \(first.step + 1), "
                + "<bdi>\(escaped(shortened(step.device.text, to: 40))): "
                + "\(escaped(shortened(step.text, to: 80)))</bdi>\(again).</p>\n")
    }

    private func failures(_ markup: inout Markup) {
        let failed = compared.asserted - compared.held
        guard failed > 0 else { return }
        markup.open("p", ["class": "no", "role": "note"], newline: false)
        markup.raw("✗ \(failed) of \(compared.asserted) expected answers ")
        markup.raw("\(failed == 1 ? "does" : "do") not hold; see the table.</p>\n")
    }

    // MARK: - Pictures

    /// The pictures, two of them side by side where there is room.
    private func pictures(below level: Int, _ markup: inout Markup) {
        markup.open(
            "div",
            [
                "class": storylines.count > 1 ? "pictures two" : "pictures", "tabindex": "0",
                "role": "region",
                "aria-label": "Pictures: \(shortened(compared.scenario.title, to: 80))",
            ])
        aim(&markup)
        for (column, storyline) in storylines.enumerated() {
            let rules = compared.columns[column]
            markup.open(
                "figure",
                [
                    "class": "provider", "data-provider": rules.provider.key,
                    "data-column": "\(column)",
                ])
            caption(column, below: level, &markup)
            markup.open("div", ["class": "row"])
            markup.raw(Picture.names(on: stage))
            var picture = Picture(storyline, on: stage, names[column])
            markup.raw(
                picture.draw(
                    id: "\(id)-\(column)",
                    title: "\(compared.columnNames[column]): what each device sees, step by step"))
            markup.close("div")
            told(storyline, names[column], &markup)
            markup.close("figure")
        }
        markup.close("div")
    }

    /// What a picture that is wider than the window is scrolled to at first: the first step at which
    /// the providers part.
    private func aim(_ markup: inout Markup) {
        guard let first = stage.divergingSteps.first else { return }
        let before = px(stage.namesWidth + stage.x(first.step))
        markup.open("div", ["class": "aim", "aria-hidden": "true"])
        markup.raw("<svg width=\"\(before)\" height=\"1\"></svg>")
        markup.raw("<svg class=\"at\" width=\"\(px(stage.columnWidth))\" height=\"1\"></svg>\n")
        markup.close("div")
    }

    /// What happens at each step, in sentences under a picture; where providers part and nothing
    /// happens, what the devices see.
    private func told(_ storyline: Storyline, _ names: IDNames, _ markup: inout Markup) {
        let parted = Set(stage.divergingSteps.map(\.step))
        var told = storyline.views.indices.map { storyline.events(at: $0, names) }
        for diverging in stage.divergingSteps where told[diverging.step].isEmpty {
            told[diverging.step] = storyline.stillness(
                at: diverging.step, of: diverging.devices)
        }
        guard told.contains(where: { !$0.isEmpty }) else { return }
        markup.open("ul", ["class": "told"])
        for (step, events) in told.enumerated() where !events.isEmpty {
            let isParted = parted.contains(step)
            markup.open("li", ["data-step": "\(step + 1)"], newline: false)
            markup.raw(
                "<b\(isParted ? " class=\"on\"" : "")>Step \(step + 1)\(isParted ? " ≠" : "")</b> ")
            markup.raw("<bdi>\(escaped(events))</bdi>")
            markup.close("li")
        }
        markup.close("ul")
    }

    private func caption(_ column: Int, below level: Int, _ markup: inout Markup) {
        markup.open("figcaption", newline: false)
        markup.element("h\(level + 1)", compared.columns[column].provider.name)
        let settings = compared.settings(of: column)
        if !settings.isEmpty {
            markup.element("span", ["class": "code"], settings.joined(separator: ", "))
        }
        let failed = compared.answers.count { $0[column].holds == false }
        if failed > 0 {
            let noun = failed == 1 ? "answer does" : "answers do"
            markup.element("span", ["class": "no"], "✗ \(failed) \(noun) not hold")
        }
        markup.element("a", ["href": "#\(id)-\(column)-table"], "as a table")
        markup.close("figcaption")
    }

    // MARK: - On demand

    private func details(_ prose: Prose, _ markup: inout Markup) {
        let tables = AnswerTables(
            compared: compared, storylines: storylines, names: names, stage: stage)
        let fails = compared.held < compared.asserted
        detail("The answers as a table", isOpen: fails, tables.answers(), &markup)
        detail(
            "Every device at every step, as tables",
            storylines.indices.map { tables.views(of: $0, id: "\(id)-\($0)-table") }.joined(),
            &markup)
        var sources = RuleList(compared: compared, stage: stage).text()
        for source in prose.sources { sources += "<p class=\"source\">\(linked(source))</p>\n" }
        detail("Rules and sources", sources, &markup)
        if let ids = tables.ids() { detail("IDs in full", ids, &markup) }
    }

    private func detail(
        _ summary: String, isOpen: Bool = false, _ content: String, _ markup: inout Markup
    ) {
        markup.open("details", ["open": isOpen ? "" : nil])
        markup.element("summary", summary)
        markup.raw(content)
        markup.close("details")
    }
}
