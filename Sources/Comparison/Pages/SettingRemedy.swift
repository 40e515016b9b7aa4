// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Another value of a provider's setting, which changes the answer to a step at which a scenario's
/// providers part.
struct SettingRemedy {
    /// A step that has another answer under it.
    struct Change: Hashable {
        /// The step, counted from 0.
        let step: Int
        /// The answer as a cell has it.
        let now: String
        /// The answer under the other value.
        let then: String
    }

    let provider: Provider
    let setting: Setting
    let value: String
    /// All that it changes, in the order of the steps.
    let changes: [Change]
    /// Whether two providers that part let devices see the same at every step under it.
    let isAgreement: Bool
    /// Whether a device sees more after a step than it does now, and none less after any.
    let givesAccess: Bool

    /// Whether it is an improvement, and not only another outcome.
    var improves: Bool { isAgreement || givesAccess }
}

extension ComparedScenario {
    /// Every value of a setting that changes an answer where the providers part, tried by running the
    /// scenario under it.
    ///
    /// Of one provider in two columns the settings in which these differ are left out.
    func settingRemedies(_ storylines: [Storyline]) -> [SettingRemedy] {
        let parted = divergingSteps(storylines).map(\.step)
        guard !parted.isEmpty else { return [] }
        return columns.indices.flatMap { column in
            let rules = columns[column]
            let tables = tablesAsked(column)
            return rules.provider.rulebook.settings.flatMap { setting -> [SettingRemedy] in
                let isTheDifference = columns.contains {
                    $0.provider.key == rules.provider.key
                        && $0.settings[setting.name] != rules.settings[setting.name]
                }
                guard !isTheDifference, matters(setting, rules.provider.rulebook, tables) else {
                    return []
                }
                return setting.values.filter { $0 != rules.settings[setting.name] }
                    .compactMap { remedy(setting, $0, column, at: parted) }
            }
        }
    }

    /// The tables whose rows decided something in a column.
    private func tablesAsked(_ column: Int) -> Set<Table> {
        let ids = Set(answers.flatMap { $0[column].rules + $0[column].accessRules })
        return Set(
            columns[column].provider.rulebook.rows.filter { ids.contains($0.id) }.map(\.table))
    }

    /// Whether a row of one of these tables asks for the setting, or for the one that it overrides.
    ///
    /// A setting for which no row asks is about which IDs are taken: whether those of a scenario are
    /// says nothing about where its providers part.
    private func matters(_ setting: Setting, _ rulebook: Rulebook, _ tables: Set<Table>) -> Bool {
        let names = [setting.name] + [setting.override?.setting].compactMap(\.self)
        return rulebook.rows.contains { row in
            tables.contains(row.table) && names.contains { row.settings[$0] != nil }
        }
    }

    private func remedy(
        _ setting: Setting, _ value: String, _ column: Int, at parted: [Int]
    ) -> SettingRemedy? {
        let rules = columns[column]
        let settings = rules.settings.merging([setting.name: value]) { _, new in new }
        guard let other = try? rules.provider.rules(settings) else { return nil }
        let played = Runner.play(scenario, nil, other, nil)
        let changes = answers.indices.compactMap { step -> SettingRemedy.Change? in
            let (now, then) = (answers[step][column].brief, played[step].brief)
            return now == then ? nil : SettingRemedy.Change(step: step, now: now, then: then)
        }
        guard changes.contains(where: { parted.contains($0.step) }) else { return nil }
        let replaced = replacing(column, by: other, played)
        return SettingRemedy(
            provider: rules.provider, setting: setting, value: value, changes: changes,
            isAgreement: columns.count == 2 && isApart
                && !replaced.isApart,
            givesAccess: gives(
                Storyline(replaced, column: column), over: Storyline(self, column: column)))
    }

    /// Whether some device sees more than before after a step, and no device less after any.
    private func gives(_ then: Storyline, over now: Storyline) -> Bool {
        let pairs = scenario.steps.indices.flatMap { step in
            devices.map { device in
                (
                    now: Set(now.access(on: device, after: step)),
                    then: Set(then.access(on: device, after: step))
                )
            }
        }
        return pairs.allSatisfy { $0.then.isSuperset(of: $0.now) }
            && pairs.contains { $0.then != $0.now }
    }

    /// Whether a device sees something else at one provider than at another, or only some refuse.
    private var isApart: Bool {
        let storylines = storylines
        return scenario.steps.indices.contains { step in
            differs(at: step)
                || devices.contains { device in
                    let first = storylines.first?.access(on: device, after: step)
                    return storylines.contains { $0.access(on: device, after: step) != first }
                }
        }
    }

    private func replacing(_ column: Int, by rules: Rules, _ played: [Answer]) -> ComparedScenario {
        var (columns, answers) = (columns, answers)
        columns[column] = rules
        for step in answers.indices { answers[step][column] = played[step] }
        return ComparedScenario(file: file, scenario: scenario, columns: columns, answers: answers)
    }
}
