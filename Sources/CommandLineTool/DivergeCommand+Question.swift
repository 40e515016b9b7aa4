// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymComparison
    import AllonymCore
    import AllonymInput
    import AllonymMappings
    import ArgumentParser
    import Foundation

    /// What the arguments ask for: two sides or one, their settings, and the world.
    extension DivergeCommand {
        func question(_ mappings: Mappings) throws -> Search.Question {
            if let safety {
                return .hazards(try rules(safety, setA, mappings), Hazard.allCases)
            }
            let chosen = try differences.flatMap {
                $0.split(separator: ",", omittingEmptySubsequences: false)
            }.map { name in
                guard let kind = DifferenceKind(rawValue: String(name)) else {
                    throw UnknownName(
                        "kind of difference", String(name),
                        known: DifferenceKind.allCases.map(\.rawValue))
                }
                return kind
            }
            let kinds = DifferenceKind.allCases.filter { chosen.isEmpty || chosen.contains($0) }
            return .differences(
                try rules(providers[0], setA, mappings),
                try rules(providers[1], setB, mappings), kinds)
        }

        /// A provider's rules under those of the settings that are its own; the provider's name may
        /// be left out.
        private func rules(
            _ name: String, _ settings: [String], _ mappings: Mappings
        ) throws -> Rules {
            let keys = try mappings.keys(named: name)
            guard keys.count == 1, let provider = mappings.provider(keys[0]) else {
                throw ValidationError(
                    "provider \"\(name)\": it names several; name one for each side")
            }
            var chosen: [String: String] = [:]
            for choice in try choices(settings, of: provider.key, mappings)
            where choice.provider == provider.key {
                chosen[choice.setting] = choice.value
            }
            return try provider.rules(chosen)
        }

        /// What is chosen for a side; a setting of a provider on no side it can be for is an error.
        private func choices(
            _ own: [String], of key: String, _ mappings: Mappings
        ) throws -> [SettingChoice] {
            let asked = try (safety.map { [$0] } ?? providers).flatMap {
                try mappings.keys(named: $0)
            }
            func has(_ key: String, _ setting: Substring) -> Bool {
                mappings.provider(key)?.rulebook.settings.contains { $0.name == setting } == true
            }
            func read(_ settings: [String], areShared: Bool) throws -> [SettingChoice] {
                try mappings.choices(
                    settings.compactMap { setting in
                        let name = setting.prefix { $0 != "=" }
                        if name.contains(".") { return setting }
                        // What only the other side has is for that side alone.
                        let isOther =
                            areShared && !has(key, name) && asked.contains { has($0, name) }
                        return isOther ? nil : "\(key).\(setting)"
                    })
            }
            let shared = try read(settings, areShared: true)
            let own = try read(own, areShared: false)
            for choice in shared where !asked.contains(choice.provider) {
                throw ValidationError(
                    "--set \(choice.provider).\(choice.setting): \(choice.provider) is on neither "
                        + "side; choose settings of \(UnknownName.alternatives(asked))")
            }
            for choice in own where choice.provider != key {
                throw ValidationError(
                    setting: "\(choice.provider).\(choice.setting)", isNotOf: key)
            }
            return shared + own
        }

        private func furtherActions() throws -> Set<FurtherAction> {
            guard let actions else { return [] }
            if actions == "all" { return Set(FurtherAction.allCases) }
            let names = actions.split(separator: ",", omittingEmptySubsequences: false)
            return Set(
                try names.map { name in
                    let word = name.trimmingCharacters(in: .whitespaces)
                    guard let action = FurtherAction(rawValue: word) else {
                        throw UnknownName(
                            "further action", word,
                            known: FurtherAction.allCases.map(\.rawValue) + ["all"])
                    }
                    return action
                })
        }

        func world(for question: Search.Question) throws -> SmallWorld {
            let named = try
                (kinds.map { $0.split(separator: ",", omittingEmptySubsequences: false) } ?? []).map
            { name in
                guard let kind = ProductKind(rawValue: String(name)) else {
                    throw UnknownName(
                        "product kind", String(name), known: ProductKind.allCases.map(\.rawValue))
                }
                return kind
            }
            if let products, !named.isEmpty, named.count != products {
                throw ValidationError(
                    "--kinds: it names \(named.count.of("product")), and --products is \(products); "
                        + "give as many kinds as products")
            }
            let kinds =
                named.isEmpty
                ? [ProductKind](repeating: .subscription, count: products ?? 1) : named
            let rules =
                switch question {
                case .differences(let first, let second, _): [first, second]
                case .hazards(let rules, _): [rules]
                }
            guard
                let world = SmallWorld(
                    devices: devices, ids: ids, kinds: kinds, further: try furtherActions(),
                    for: rules)
            else {
                throw ValidationError(
                    "--kinds: it names \(kinds.count.of("product")); name up to "
                        + "\(SmallWorld.limits.products)")
            }
            return world
        }
    }
#endif
