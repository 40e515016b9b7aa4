// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymPages

extension Page {
    /// A setting, with the scenarios in which its values change something: to the better, or
    /// otherwise.
    private struct Choice {
        /// A value that changes something.
        struct Value {
            let text: String
            var scenarios: [(number: Int, remedy: SettingRemedy)] = []
        }

        let provider: Provider
        let setting: Setting
        let improves: Bool
        var values: [Value] = []

        mutating func add(_ remedy: SettingRemedy, in number: Int) {
            let index = values.firstIndex { $0.text == remedy.value } ?? values.count
            if index == values.count { values.append(Value(text: remedy.value)) }
            values[index].scenarios.append((number: number, remedy: remedy))
        }
    }

    /// What the app can do, with the scenarios in which it does something.
    private struct Call {
        let text: String
        var numbers: [Int] = []
    }

    /// The end of the page: what the app or a setting can do about what parts; empty where nothing
    /// parts.
    ///
    /// All of it was tried: a setting is here because a scenario has another answer under it.
    func remedies() -> String {
        var choices: [Choice] = []
        var calls: [Call] = []
        var isParted = false
        for (index, entry) in entries.enumerated() {
            let storylines = entry.compared.storylines
            isParted = isParted || !entry.compared.divergingSteps(storylines).isEmpty
            for remedy in entry.compared.settingRemedies(storylines) {
                let place =
                    choices.firstIndex {
                        $0.provider.key == remedy.provider.key
                            && $0.setting.name == remedy.setting.name
                            && $0.improves == remedy.improves
                    } ?? choices.count
                if place == choices.count {
                    choices.append(
                        Choice(
                            provider: remedy.provider, setting: remedy.setting,
                            improves: remedy.improves))
                }
                choices[place].add(remedy, in: index + 1)
            }
            guard let text = entry.remedy else { continue }
            let place = calls.firstIndex { $0.text == text } ?? calls.count
            if place == calls.count { calls.append(Call(text: text)) }
            calls[place].numbers.append(index + 1)
        }
        return isParted ? section(calls, choices) : ""
    }

    private func section(_ calls: [Call], _ choices: [Choice]) -> String {
        var markup = Markup()
        markup.open("section", ["class": "remedies", "aria-labelledby": "remedies"])
        markup.element("h2", ["id": "remedies"], "What you can do about it")
        if !calls.isEmpty {
            list("In the app", &markup) { markup in
                for call in calls {
                    markup.raw("<li>\(escaped(call.text)) This gives access back in ")
                    markup.raw("\(links(call.numbers)).</li>\n")
                }
            }
        }
        for (title, improves) in [
            ("Settings that give access back or make the providers agree", true),
            ("Settings that lead to another outcome", false),
        ] {
            let own = choices.filter { $0.improves == improves }
            guard !own.isEmpty else { continue }
            list(title, &markup) { markup in
                // What can be chosen comes first.
                for choice in own where choice.setting.place != nil { item(choice, &markup) }
                for choice in own where choice.setting.place == nil { item(choice, &markup) }
            }
        }
        if calls.isEmpty, choices.isEmpty {
            markup.element("p", "No setting of these providers changes a step at which they part.")
        }
        markup.close("section")
        return markup.text
    }

    private func list(
        _ title: String, _ markup: inout Markup, _ items: (inout Markup) -> Void
    ) {
        markup.element("h3", title)
        markup.open("ul")
        items(&markup)
        markup.close("ul")
    }

    private func item(_ choice: Choice, _ markup: inout Markup) {
        let (setting, citation) = (choice.setting, choice.setting.citation)
        markup.raw("<li><p><b>\(escaped(choice.provider.name)), ")
        markup.raw("<span class=\"code\">\(escaped(setting.name))</span></b>: ")
        markup.raw(escaped(citation.says))
        markup.raw(
            setting.place.map { " It is chosen in \(escaped($0))." }
                ?? " No document names a place to choose it.")
        if let note = citation.note { markup.raw(" " + escaped(note)) }
        markup.raw("</p>\n")
        for value in choice.values {
            let text = "--set \(choice.provider.key).\(setting.name)=\(value.text)"
            markup.raw(
                "<p>With <span class=\"code\">\(escaped(text))</span> \(changes(value))</p>\n")
        }
        markup.open("p", ["class": "source"], newline: false)
        markup.raw("<b>\(citation.authority.rawValue)</b>, \(escaped(citation.checked)): ")
        markup.raw(escaped(citation.source) + ", " + linked(citation.address))
        markup.raw("</p></li>\n")
    }

    /// What a value changes: of one or two scenarios the answers, of more which they are.
    private func changes(_ value: Choice.Value) -> String {
        let agreeing = value.scenarios.filter(\.remedy.isAgreement).map(\.number)
        var text = "something else happens in \(links(value.scenarios.map(\.number)))"
        if value.scenarios.count <= 2 {
            text = value.scenarios.map { number, remedy in
                "in \(links([number])) "
                    + remedy.changes.map(words).joined(separator: ", ")
            }.joined(separator: "; ")
        }
        guard !agreeing.isEmpty else { return text + "." }
        return text + ". Devices then see the same at every step in \(links(agreeing))."
    }

    private func words(_ change: SettingRemedy.Change) -> String {
        func cell(_ text: String) -> String {
            "<span class=\"code\">\(escaped(shortened(text, to: 80)))</span>"
        }
        return "step \(change.step + 1) is \(cell(change.then)) instead of \(cell(change.now))"
    }

    /// Links to scenarios by their numbers, at most a dozen.
    private func links(_ numbers: [Int]) -> String {
        if entries.count == 1 { return "<a href=\"#s1\">the scenario above</a>" }
        let shown = numbers.prefix(12).map { "<a href=\"#s\($0)\">\($0)</a>" }
        let rest = numbers.count - shown.count
        return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}
