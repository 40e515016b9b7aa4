// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// What a rule can ask for or choose: values of settings and facts, formats of user IDs.
extension Explanation {
    /// Adds the settings, the facts and the ID rules that know a value by this name.
    func addValues(_ name: String, to sheet: inout Sheet) {
        sheet.add(
            "\(name): a value of these settings", Explanation.heads,
            settings.filter { hasName(name, among: $0.setting.values) }
                .map { ExplainedRule($0.setting, $0.key).cells })
        sheet.add(
            "\(name): a value of these facts", ["Fact", "Says", "From"],
            mappings.neutral.words(of: "facts").compactMap { fact in
                let values = Fact(rawValue: fact.word)?.values.map(\.word) ?? []
                guard hasName(name, among: values) else { return nil }
                return [fact.word, fact.means, "Allonym, \(mappings.neutral.checked)"]
            })
        sheet.add(
            "\(name): a format of user IDs, by these rules", Explanation.heads,
            mappings.providers.flatMap { provider in
                provider.identifierRules.filter { hasName(name, among: $0.formatNames) }
                    .map { ExplainedRule($0, provider.anonymous, provider.key).cells }
            })
    }

    /// The names of all these values.
    var valueNames: [String] {
        settings.flatMap(\.setting.values) + FactValue.allCases.map(\.word)
            + mappings.providers.flatMap(\.identifierRules).flatMap(\.formatNames)
    }

    private var settings: [(setting: Setting, key: String)] {
        mappings.providers.flatMap { provider in
            provider.rulebook.settings.map { (setting: $0, key: provider.key) }
        }
    }

    private func hasName(_ name: String, among values: [String]) -> Bool {
        values.contains { $0.lowercased() == name }
    }
}

extension IdentifierRule {
    /// The names of the formats that it takes; none where it asks for something else.
    fileprivate var formatNames: [String] {
        guard case .refuseAllBut(let formats) = kind else { return [] }
        return formats.map(\.name)
    }
}
