// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What one provider does, as data: settings and decision tables.
///
/// Rows are matched from the top; the first whose condition holds decides.
public struct Rulebook: Sendable {
    /// The provider's name as it writes it.
    public let provider: String
    /// The choices, in the order of the file.
    public let settings: [Setting]
    /// All rows of all tables, in the order of the file.
    public let rows: [Row]
    /// The events that no action can cause.
    public let untold: [Untold]

    /// An event that the provider sends, and that no action here can cause.
    public struct Untold: Hashable, Sendable {
        /// The provider's name for it.
        public let event: String
        /// Why, in one plain sentence.
        public let why: String

        package init(event: String, why: String) {
            self.event = event
            self.why = why
        }
    }

    package init(
        provider: String, settings: [Setting], rows: [Row], untold: [Untold] = []
    ) {
        self.provider = provider
        self.settings = settings
        self.rows = rows
        self.untold = untold
    }

    /// The default of each setting.
    public var defaults: [String: String] {
        var defaults: [String: String] = [:]
        for setting in settings { defaults[setting.name] = setting.values.first }
        return defaults
    }

    /// Chosen settings as the rows ask for them: one that overrides another has done so.
    func inForce(_ chosen: [String: String]) -> [String: String] {
        var inForce = chosen
        for setting in settings {
            guard let override = setting.override, let value = chosen[setting.name],
                value != setting.values.first,
                override.conditions.allSatisfy({ name, values in
                    chosen[name].map(values.contains) ?? false
                })
            else { continue }
            inForce[override.setting] = value
        }
        return inForce
    }

    /// The rows of one table.
    public func rows(of table: Table) -> [Row] { rows.filter { $0.table == table } }
}

/// A provider: its identifiers and its rulebook, ready to be used under settings.
public struct Provider: Sendable {
    /// The name in lower case, which is that of its folder, and the first part of rule IDs.
    public let key: String
    /// Its rulebook.
    public let rulebook: Rulebook
    /// What its anonymous IDs look like.
    public let anonymous: AnonymousForm
    /// Its rules about user IDs, under all settings.
    public let identifierRules: [IdentifierRule]

    /// Proves the rulebook first: a provider that exists has total tables.
    ///
    /// - Throws: The first fault of the rulebook.
    package init(
        key: String, rulebook: Rulebook, anonymous: AnonymousForm,
        identifierRules: [IdentifierRule]
    ) throws(RulebookFault) {
        if let fault = rulebook.faults(key: key).first { throw fault }
        self.key = key
        self.rulebook = rulebook
        self.anonymous = anonymous
        self.identifierRules = identifierRules
    }

    /// The provider's name as it writes it.
    public var name: String { rulebook.provider }

    /// Its rules under the settings chosen, and the defaults for the others.
    ///
    /// - Throws: ``SettingError`` for a setting or a value that there is not.
    public func rules(_ chosen: [String: String] = [:]) throws(SettingError) -> Rules {
        var settings = rulebook.defaults
        for (name, value) in chosen {
            guard let setting = rulebook.settings.first(where: { $0.name == name }) else {
                throw SettingError(
                    setting: "\(key).\(name)", value: nil,
                    known: rulebook.settings.map { "\(key).\($0.name)" })
            }
            guard setting.values.contains(value) else {
                throw SettingError(setting: "\(key).\(name)", value: value, known: setting.values)
            }
            settings[name] = value
        }
        return Rules(self, settings: settings)
    }
}

extension Provider: CustomStringConvertible {
    /// The name, not the whole rulebook.
    public var description: String { name }
}

/// A setting, or a value of one, that there is not.
public struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The setting, with its provider.
    public let setting: String
    /// The value, where the setting is known.
    public let value: String?
    /// What there is instead.
    public let known: [String]

    package init(setting: String, value: String?, known: [String]) {
        self.setting = setting
        self.value = value
        self.known = known
    }

    /// What is unknown, and what to write instead.
    public var description: String {
        if value == nil, let question = UnknownName.question(namesakes) {
            return "setting \"\(setting)\": unknown; \(question)"
        }
        return UnknownName(
            value == nil ? "setting" : "value of \(setting)", value ?? setting, known: known
        ).description
    }

    /// The settings that are spelt most like one whose provider was left out.
    private var namesakes: [String] {
        if setting.contains(".") { return [] }
        func bare(_ name: String) -> String { String(name.drop { $0 != "." }.dropFirst()) }
        let near = NearestNames(setting, among: known.map(bare)).names
        return known.filter { near.contains(bare($0)) }
    }
}
