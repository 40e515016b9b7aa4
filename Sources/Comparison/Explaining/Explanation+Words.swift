// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymInput
import AllonymMappings

/// What belongs to no provider, or to several: findings, the tool's own rules, words, block-lists.
extension Explanation {
    /// Everything that is called so, whosever it is.
    func add(_ name: String, to sheet: inout Sheet) {
        addFindings(name, to: &sheet)
        if name == "schemas" {
            sheet.add(
                "JSON Schemas, in the folder \(mappings.directory)", ["File", "Title", "Says"],
                ((try? mappings.schemas()) ?? []).map { [$0.file, $0.title, $0.says] })
        }
        addWords(name, to: &sheet)
        addValues(name, to: &sheet)
        addAnswers(name, to: &sheet)
        sheet.add(
            "Other systems: what they refuse as a user ID", Explanation.heads,
            mappings.blocklists.entries.filter { $0.id == name }.map { ExplainedRule($0).cells })
        for side in sides {
            add(side.selection(name), of: side, to: &sheet)
        }
    }

    // MARK: - Findings

    private func addFindings(_ name: String, to sheet: inout Sheet) {
        let guide = mappings.findings
        if name == "findings" {
            return addFindings(guide.entries, as: nil, "Findings of migration plans", to: &sheet)
        }
        let entries = guide.entries(of: name).filter { isKnown(name, of: $0.code) }
        addFindings(entries, as: name, "\(name): a finding of migration plans", to: &sheet)
        addRules(leadingTo: name, to: &sheet)
        if let rule = guide.rule(name), isKnown(name, of: rule.id) {
            addFindings(
                guide.entries.filter { rule.codes.contains($0.code) }, as: nil,
                "\(name): a rule of Allonym's own, which leads to findings", to: &sheet)
        }
        let cited = guide.rules.filter { $0.id == name || $0.codes.contains(name) }
        sheet.add(
            "\(name): the number of days that it goes by", Explanation.heads,
            cited.compactMap { rule in
                guard let days = rule.days, let citation = rule.citation else { return nil }
                return ExplainedRule(rule.id, when: "", then: days.of("day"), citation).cells
            })
    }

    private func addFindings(
        _ entries: [FindingGuide.Entry], as name: String?, _ title: String,
        to sheet: inout Sheet
    ) {
        sheet.add(
            title, ["Code", "Severity", "About", "Says", "Action", "From"],
            entries.map { entry in
                [
                    name ?? entry.code, entry.severity.rawValue, entry.subject.rawValue,
                    entry.meaning, entry.action, "Allonym, \(mappings.findings.checked)",
                ]
            })
    }

    /// Whether a pattern that ends in `*` stands for a name.
    private func isKnown(_ name: String, of pattern: String) -> Bool {
        name == pattern || names(of: pattern).contains(name)
    }

    /// What a pattern stands for: it ends in the name of a state, or else of a field.
    private func names(of pattern: String) -> [String] {
        guard pattern.last == "*" else { return [pattern] }
        let states = mappings.neutral.words(of: "states").map(\.word)
        let fields = NeutralField.allCases.map(\.name) + WriterField.allCases.map(\.name)
        return (pattern.hasSuffix("state-*") ? states : fields).map { pattern.dropLast() + $0 }
    }

    /// The rules that refuse with this word, or advise with it.
    private func addRules(leadingTo word: String, to sheet: inout Sheet) {
        var lines: [ExplainedRule] = []
        for provider in mappings.providers {
            lines += provider.identifierRules.filter { rule in
                switch rule.kind.meaning(provider.anonymous) {
                case .refused(let reason, _)?: reason.rawValue == word
                case .advised(let advice, _)?: advice.rawValue == word
                case nil: false
                }
            }.map { ExplainedRule($0, provider.anonymous, provider.key) }
            lines += provider.rulebook.rows.filter { $0.refusal?.rawValue == word }
                .map { ExplainedRule($0, provider.key) }
        }
        sheet.add("\(word): the rules that say so", Explanation.heads, lines.map(\.cells))
    }

    // MARK: - Words

    private func addWords(_ name: String, to sheet: inout Sheet) {
        let found = words.words(called: name)
        addWords(found, "\(name): in neutral words", to: &sheet)
        addWords(mappings.neutral.words(of: name), "\(name): a list of words", to: &sheet)
        for word in found {
            sheet.add(
                "\(word.word) (\(word.list)): what providers call it", WordList.heads,
                words.rows(of: word))
        }
    }

    private func addWords(
        _ words: [NeutralVocabulary.Word], _ title: String, to sheet: inout Sheet
    ) {
        sheet.add(
            title, ["Word", "List", "Says", "From"],
            words.map { [$0.word, $0.list, $0.means, "Allonym, \(mappings.neutral.checked)"] })
    }

    /// What the words of the answers at a glance mean.
    private func addAnswers(_ name: String, to sheet: inout Sheet) {
        let guide = mappings.questions
        let wordings = guide.wordings.filter { $0.says.lowercased() == name }
        sheet.add(
            "\(name): an answer at a glance (allonym compare)", ["Questions", "Says", "From"],
            wordings.compactMap { wording in
                let asked = guide.questions.filter { $0.asks == wording.asks }.map(\.title)
                return asked.isEmpty
                    ? nil
                    : [
                        asked.joined(separator: "\n"), wording.means,
                        "Allonym, \(guide.checked)",
                    ]
            })
    }

    // MARK: - Names

    /// Every name that can be asked for, but those that providers have for the neutral words.
    package var names: [String] {
        var all: Set<String> = ["findings", "schemas"]
        all.formUnion(valueNames)
        for side in sides {
            all.formUnion([side.key, "\(side.key).identifiers"])
            all.formUnion(side.operationNames)
            for part in ExplainedSide.parts where !side.lines(part).isEmpty {
                all.formUnion([part, "\(side.key).\(part)"])
                all.formUnion(side.lines(part).map(\.id))
            }
        }
        let guide = mappings.findings
        all.formUnion(
            (guide.entries.map(\.code) + guide.rules.map(\.id)).flatMap(names(of:)))
        for word in mappings.neutral.words { all.formUnion([word.word, word.list]) }
        all.formUnion(mappings.questions.wordings.map(\.says))
        all.formUnion(mappings.blocklists.entries.map(\.id))
        return all.sorted()
    }
}
