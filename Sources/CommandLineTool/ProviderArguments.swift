// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

#if Tools
    import AllonymComparison
    import AllonymCore
    import AllonymMappings
    import ArgumentParser
    import Foundation

    /// Arguments that name providers and their settings.
    extension Mappings {
        /// The keys of the providers in a list such as `nami,RevenueCat`.
        func keys(named list: String) throws -> [String] {
            try list.split(separator: ",", omittingEmptySubsequences: false).map { name in
                let name = name.trimmingCharacters(in: .whitespaces)
                guard let provider = provider(name) else {
                    throw UnknownName("provider", name, known: providers.map(\.key))
                }
                return provider.key
            }
        }

        /// Settings such as `revenuecat.restore=keep`.
        ///
        /// - Parameters:
        ///   - settings: As they are given.
        ///   - names: The providers whose settings are offered in place of an unknown one; nil for
        ///     all.
        /// - Returns: Each with its provider.
        /// - Throws: `SettingError` for an unknown setting or value, an error of usage without a
        ///   value.
        func choices(
            _ settings: [String], offering names: [String]? = nil
        ) throws -> [SettingChoice] {
            let offered = names.map { $0.compactMap { provider($0) } } ?? providers
            return try settings.map { text in
                guard let equals = text.firstIndex(of: "=") else {
                    throw ValidationError(
                        "setting \"\(text)\": it has no value; expected provider.setting=value")
                }
                let value = String(text[text.index(after: equals)...])
                return try SettingChoice(
                    String(text[..<equals]), value, self, offering: offered)
            }
        }
    }
#endif
