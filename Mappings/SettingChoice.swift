// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import AllonymCore

/// One setting of one provider with a value, checked against the mappings.
public struct SettingChoice: Hashable, Sendable {
    /// The provider's key.
    public let provider: String
    /// The setting's name without the provider.
    public let setting: String
    /// Its value.
    public let value: String
}

extension SettingChoice {
    /// Reads `provider.setting` and a value.
    ///
    /// - Throws: `SettingError` with what there is instead.
    public init(
        _ name: String, _ value: String, _ mappings: Mappings
    ) throws(SettingError) {
        try self.init(name, value, mappings, offering: mappings.providers)
    }

    /// Reads `provider.setting` and a value; in place of an unknown setting those of some providers
    /// are offered.
    ///
    /// - Throws: `SettingError` with what there is instead.
    package init(
        _ name: String, _ value: String, _ mappings: Mappings, offering providers: [Provider]
    ) throws(SettingError) {
        let words = name.split(separator: ".", maxSplits: 1).map(String.init)
        guard words.count == 2, let provider = mappings.provider(words[0]) else {
            throw SettingError(
                setting: name, value: nil,
                known: providers.flatMap { provider in
                    provider.rulebook.settings.map { "\(provider.key).\($0.name)" }
                })
        }
        _ = try provider.rules([words[1]: value])
        self.init(provider: provider.key, setting: words[1], value: value)
    }
}
