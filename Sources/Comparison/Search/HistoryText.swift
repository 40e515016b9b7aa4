// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Writes a history of a small world as a scenario, with open answers.
struct HistoryText {
    let world: SmallWorld
    let title: String
    /// A sentence for people.
    let says: String
    let actions: [SearchAction]
    /// A device that is looked at when all is done.
    let onlooker: Int?

    /// The scenario for columns whose providers are all different.
    func text(for columns: [Rules], suffix: String = "") -> String {
        var lines = ["# \(title)\(suffix)", "", says, ""]
        let declarations = declarations(for: columns)
        if !declarations.isEmpty { lines += declarations + [""] }
        var rows = [["Device", "Action"] + columns.map(\.provider.name)]
        var steps = actions.map { [SmallWorld.device($0.device).text, $0.text] }
        if let onlooker {
            steps.append([SmallWorld.device(onlooker).text, Action.check.word])
        }
        rows += steps.map { $0 + columns.map { _ in "" } }
        return lines.joined(separator: "\n") + "\n" + MarkdownReport.aligned(rows)
    }

    private func declarations(for columns: [Rules]) -> [String] {
        var declarations: [String] = []
        let kinds = world.products.filter { $0.kind != .subscription }
            .map { "\($0.id) = \($0.kind.rawValue)" }
        if !kinds.isEmpty { declarations.append("- catalogue: " + kinds.joined(separator: ", ")) }
        let used = world.ids.indices.filter { id in actions.contains { $0.id == id } }
            .map { "\(SmallWorld.label($0)) = \(world.ids[$0])" }
        if !used.isEmpty { declarations.append("- ids: " + used.joined(separator: ", ")) }
        let settings = columns.flatMap(\.chosenSettings)
        if !settings.isEmpty { declarations.append("- set: " + settings.joined(separator: ", ")) }
        return declarations
    }
}

extension Rules {
    /// The settings that are not the default, as `revenuecat.restore = keep`.
    var chosenSettings: [String] {
        provider.rulebook.settings.compactMap { setting in
            guard let value = settings[setting.name], value != setting.values.first else {
                return nil
            }
            return "\(provider.key).\(setting.name) = \(value)"
        }
    }
}
