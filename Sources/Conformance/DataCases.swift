// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// What a provider's data must be.
extension ConformanceCase {
    static let dataCases = [
        ConformanceCase("Every table is total and no row is dead") { provider in
            provider.rulebook.faults(key: provider.key).map { "\($0.subject): \($0.reason)" }
        },
        ConformanceCase("Every rule says what it is, since when and where from") { provider in
            provider.citations.flatMap { id, citation -> [String] in
                var faults: [String] = []
                if !citation.says.hasSuffix(".") { faults.append("\(id) says no sentence") }
                if !citation.address.hasPrefix("https://") { faults.append("\(id) has no address") }
                if citation.checked.split(separator: "-").map(\.count) != [4, 2, 2] {
                    faults.append("\(id) has no date")
                }
                return faults
            }
        },
        ConformanceCase("Every value of every setting gives rules, and nothing else does") {
            provider in
            var faults: [String] = []
            for setting in provider.rulebook.settings {
                for value in setting.values
                where (try? provider.rules([setting.name: value]))?.settings[setting.name] != value
                {
                    faults.append("\(setting.name) = \(value) gives none")
                }
                if (try? provider.rules([setting.name: "\u{0}"])) != nil {
                    faults.append("\(setting.name) takes any value")
                }
            }
            if (try? provider.rules(["\u{0}": ""])) != nil { faults.append("any setting is taken") }
            return faults
        },
    ]
}

extension Provider {
    /// Every citation, with the ID of what it stands at.
    fileprivate var citations: [(id: String, citation: Citation)] {
        rulebook.rows.map { (id: $0.id, citation: $0.citation) }
            + rulebook.settings.map { (id: $0.name, citation: $0.citation) }
            + identifierRules.map { (id: $0.id, citation: $0.citation) }
            + [(id: "the anonymous form", citation: anonymous.citation)]
    }
}
