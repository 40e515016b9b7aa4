// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymComparison
import AllonymCore
package import AllonymMappings

/// Everything that the article "How the four differ" is made of: each pair of providers with its
/// default settings, and each setting of each provider against its default.
///
/// What takes a moment is in full; a deeper search adds a line for each further difference.
package struct DifferenceSurvey: Sendable {
    /// Two providers, or one under two settings.
    package struct Part: Sendable {
        /// What was found in the first actions.
        package let shallow: SearchResult
        /// What was found by the search that takes long, if there was one.
        package let deep: SearchResult?

        /// The differences that only the deep search found.
        var further: [SearchFinding] {
            deep.map { Array($0.findings.dropFirst(shallow.findings.count)) } ?? []
        }
    }

    /// A setting of a provider, with one of its values that is not the default.
    package struct Choice: Sendable {
        /// The provider's name.
        package let provider: String
        /// As the tool is told: `revenuecat.restore=keep`.
        package let setting: String
        /// The default against it.
        package let part: Part
    }

    /// The number of actions up to which pairs are shown in full.
    package static let pairDepth = 5
    /// The same for settings.
    package static let settingDepth = 4

    /// What the rules are from.
    let mappings: Mappings
    /// All pairs, in the order of the providers.
    package let pairs: [Part]
    /// All settings, in the order of the providers and their rulebooks.
    package let choices: [Choice]

    /// Searches.
    ///
    /// - Parameters:
    ///   - mappings: The providers.
    ///   - pairDepths: For each pair how far the deep search goes; empty for none.
    ///   - settingDepth: How far it goes for settings; nil for none.
    ///   - threads: How many threads work.
    /// - Throws: Nothing, unless the program is wrong.
    package init(
        _ mappings: Mappings, pairDepths: [Int] = [], settingDepth: Int? = nil, threads: Int = 2
    ) throws {
        self.mappings = mappings
        let providers = mappings.providers
        var pairs: [Part] = []
        for (number, first) in providers.enumerated() {
            for second in providers.dropFirst(number + 1) {
                let deep = pairs.count < pairDepths.count ? pairDepths[pairs.count] : nil
                pairs.append(
                    try DifferenceSurvey.part(
                        try first.rules(), try second.rules(), .subscription, mappings,
                        depths: (shallow: DifferenceSurvey.pairDepth, deep: deep), threads))
            }
        }
        self.pairs = pairs
        var choices: [Choice] = []
        for provider in providers {
            for setting in provider.rulebook.settings {
                for value in setting.values.dropFirst() {
                    let part = try DifferenceSurvey.part(
                        try provider.rules(), try provider.rules([setting.name: value]),
                        provider.rulebook.kind(for: setting.name), mappings,
                        depths: (shallow: DifferenceSurvey.settingDepth, deep: settingDepth),
                        threads)
                    choices.append(
                        Choice(
                            provider: provider.name,
                            setting: "\(provider.key).\(setting.name)=\(value)", part: part))
                }
            }
        }
        self.choices = choices
    }

    /// Two providers take no two IDs that a small world has.
    private struct NoSharedIDs: Error, CustomStringConvertible {
        let description = "The survey needs two IDs that all providers take."
    }

    private static func part(
        _ first: Rules, _ second: Rules, _ kind: ProductKind, _ mappings: Mappings,
        depths: (shallow: Int, deep: Int?), _ threads: Int
    ) throws -> Part {
        guard let world = SmallWorld(devices: 2, ids: 2, kinds: [kind], for: [first, second])
        else { throw NoSharedIDs() }
        let search = Search(
            for: .differences(first, second, DifferenceKind.allCases), in: world, mappings)
        return Part(
            shallow: try search.run(depth: depths.shallow, threads: threads),
            deep: try depths.deep.map { try search.run(depth: $0, threads: threads) })
    }
}

extension Rulebook {
    /// The kind of product that a setting is about: a subscription, unless its rows ask for others.
    fileprivate func kind(for setting: String) -> ProductKind {
        let rows = rows.filter { $0.settings[setting] != nil }
        let kinds = ProductKind.allCases.filter { kind in
            rows.contains { $0.conditions[.kind]?.contains { $0.word == kind.rawValue } ?? true }
        }
        return kinds.first ?? .subscription
    }
}
