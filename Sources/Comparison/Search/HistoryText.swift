// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Writes a history of a small world as a scenario, with open answers.
struct HistoryText {
    let world: SmallWorld
    let title: String
    /// What is said under the title; may be empty.
    let says: String
    let actions: [SearchAction]
    /// The devices that are looked at when all is done.
    let onlookers: [Int]

    /// The scenario for columns whose providers are all different.
    func text(for columns: [Rules], suffix: String = "") -> String {
        var lines = ["# \(title)\(suffix)", ""]
        if !says.isEmpty { lines += [says, ""] }
        let declarations = declarations(for: columns)
        if !declarations.isEmpty { lines += declarations + [""] }
        var rows = [["Device", "Action"] + columns.map(\.provider.name)]
        var steps = actions.map { [SmallWorld.device($0.device).text, $0.text] }
        steps += onlookers.map { [SmallWorld.device($0).text, Action.check.word] }
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
