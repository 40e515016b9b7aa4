// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymPages

/// The tables under the pictures of a scenario: what they show, and more, in words.
struct AnswerTables {
    let compared: ComparedScenario
    let storylines: [Storyline]
    let names: [IDNames]
    let stage: Stage

    /// Longer texts are cut here; the whole of them is a cell's title.
    private static let longest = 120

    /// The providers' answers side by side.
    func answers() -> String {
        var markup = Markup()
        scroller("The answers as a table", &markup) { markup in
            markup.caption("The answers: what the step's device sees, and the outcome")
            head(["Step", "Device", "Action"] + compared.columnNames, &markup)
            let parted = Set(stage.divergingSteps.map(\.step))
            for (number, step) in compared.scenario.steps.enumerated() {
                row(number, parted, &markup) { markup in
                    for text in [step.device.text, step.text] { cell(text, &markup) }
                    for answer in compared.answers[number] { cell(of: answer, &markup) }
                }
            }
        }
        return markup.text
    }

    private func cell(of answer: Answer, _ markup: inout Markup) {
        guard let expected = answer.expected, answer.holds == false else {
            return cell(answer.text, &markup)
        }
        markup.open("td", ["class": "no"], newline: false)
        markup.raw("✗ expected \(escaped(shortened(expected.text, to: Self.longest))),<br/>got ")
        markup.raw(escaped(shortened(answer.text, to: Self.longest)) + "</td>\n")
    }

    private func cell(_ text: String, _ markup: inout Markup) {
        let brief = shortened(text, to: Self.longest)
        let whole = brief == text ? nil : shortened(text, to: 4_000)
        markup.element("td", ["title": whole], brief)
    }

    /// What happens at one provider, and what every device has after each step.
    func views(of column: Int, id: String) -> String {
        let storyline = storylines[column]
        let devices = compared.devices
        let name = compared.columnNames[column]
        var markup = Markup()
        scroller("\(name) as a table", id: id, &markup) { markup in
            markup.caption("\(name): the ID in use on each device, and what it sees")
            head(
                ["Step", "What happens"] + devices.map { shortened($0.text, to: 60) }, &markup)
            let parted = Set(stage.divergingSteps.map(\.step))
            for step in storyline.views.indices {
                row(step, parted, &markup) { markup in
                    markup.element("td", event(at: step, storyline, names[column]))
                    for device in devices {
                        markup.element(
                            "td", sight(storyline.views[step][device], names[column]))
                    }
                }
            }
        }
        return markup.text
    }

    private func event(at step: Int, _ storyline: Storyline, _ names: IDNames) -> String {
        let done = compared.scenario.steps[step]
        let answer = storyline.answer(to: step)
        var text =
            "\(shortened(done.device.text, to: 60)): \(shortened(done.text, to: 120))"
            + " [\(answer.outcome.word)]"
        if let refusal = answer.refusal { text += ": \(refusal.rawValue)" }
        return ([text] + storyline.changes(at: step, names)).joined(separator: ". ")
    }

    private func sight(_ view: DeviceView?, _ names: IDNames) -> String {
        guard let view else { return "–" }
        let seen = view.access.map { shortened($0.text, to: 60) }.joined(separator: ", ")
        return "\(names.brief(view.userID)): \(seen.isEmpty ? "nothing" : seen)"
    }

    /// The IDs behind the names that pictures and tables use.
    func ids() -> String? {
        var rows = compared.scenario.labels.sorted { $0.value < $1.value }.map {
            [$0.value, "all", $0.key.text]
        }
        for (column, names) in names.enumerated() {
            rows += names.explained.map { [$0.name, compared.columnNames[column], $0.id.text] }
        }
        guard !rows.isEmpty else { return nil }
        var markup = Markup()
        scroller("IDs in full", &markup) { markup in
            markup.caption("The IDs behind the names")
            head(["Name", "Provider", "ID"], &markup)
            for row in rows {
                markup.open("tr", newline: false)
                markup.element("th", ["scope": "row"], shortened(row[0], to: Self.longest))
                markup.element("td", row[1])
                markup.element("td", ["class": "code"], row[2])
                markup.close("tr")
            }
        }
        return markup.text
    }

    // MARK: - Pieces

    private func scroller(
        _ label: String, id: String? = nil, _ markup: inout Markup, _ rows: (inout Markup) -> Void
    ) {
        markup.open(
            "div",
            ["class": "scroll", "id": id, "tabindex": "0", "role": "region", "aria-label": label])
        markup.open("table")
        rows(&markup)
        markup.close("table")
        markup.close("div")
    }

    private func head(_ heads: [String], _ markup: inout Markup) {
        markup.open("tr", newline: false)
        for head in heads { markup.element("th", ["scope": "col"], head) }
        markup.close("tr")
    }

    private func row(
        _ step: Int, _ parted: Set<Int>, _ markup: inout Markup, _ cells: (inout Markup) -> Void
    ) {
        let isParted = parted.contains(step)
        markup.open("tr", ["class": isParted ? "on" : nil], newline: false)
        markup.element(
            "th", ["scope": "row"], isParted ? "\(step + 1) ≠" : "\(step + 1)")
        cells(&markup)
        markup.close("tr")
    }
}
