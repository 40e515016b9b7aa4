// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// Tells what was found: each cause by itself, and together all that happens at the end of one
/// history.
struct FoundHistories {
    let world: SmallWorld
    let rules: [Rules]
    let names: [String]
    let mappings: Mappings

    /// What was found at the end of one history.
    private struct Group {
        let consequence: Consequence
        var findings: [SearchFinding] = []
        var onlookers: [Int] = []

        /// The findings, the worst first; what costs the same stays in its order.
        var ranked: [SearchFinding] {
            Loss.allCases.flatMap { loss in findings.filter { $0.loss == loss } }
        }

        var worst: SearchFinding { ranked[0] }
    }

    /// Tells causes, each with the numbers of the actions that lead to it.
    ///
    /// - Returns: A finding for each, in their order; and the histories, what costs most first.
    /// - Throws: Nothing, unless the program is wrong: what it writes is read back.
    func tell(
        _ found: [(cause: Cause, way: [Int])]
    ) throws -> (findings: [SearchFinding], histories: [SearchHistory]) {
        let actions = world.actions
        var findings: [SearchFinding] = []
        var groups: [Group] = []
        var indices: [[Int]: Int] = [:]
        for (cause, way) in found {
            let index = indices[way] ?? groups.count
            if index == groups.count {
                groups.append(
                    Group(
                        consequence: Consequence(
                            world, way.map { actions[$0] }, rules, names: names)))
                indices[way] = index
            }
            let consequence = groups[index].consequence
            let onlookers = consequence.onlooker(for: cause.kind).map { [$0] } ?? []
            findings.append(try finding(cause, consequence, onlookers))
            groups[index].findings.append(findings[findings.count - 1])
            groups[index].onlookers += onlookers.filter { !groups[index].onlookers.contains($0) }
        }
        let titles = groups.map { $0.worst.sentence }
        let histories = try zip(groups, titles).map { group, title in
            try history(group, isAlone: titles.count { $0 == title } == 1)
        }
        // Of two that weigh the same the one that was found first comes first.
        let order = histories.indices.sorted { first, second in
            if histories[first].precedes(histories[second]) { return true }
            return !histories[second].precedes(histories[first]) && first < second
        }
        return (findings: findings, histories: order.map { histories[$0] })
    }

    private func finding(
        _ cause: Cause, _ consequence: Consequence, _ onlookers: [Int]
    ) throws -> SearchFinding {
        let telling = consequence.telling(of: cause.kind)
        let reason = consequence.reason
        let isLoss = !consequence.goesBeyondTheFirst
        let played = try play(
            consequence.actions, title: consequence.place + telling.text, says: reason,
            onlookers: onlookers)
        return SearchFinding(
            kind: cause.kind.word,
            rows: zip(rules, [cause.first, cause.second]).map { rules, row in
                row.map { rules[$0] }
            },
            consequence: ([consequence.moved + telling.text + "."] + reason).joined(separator: " "),
            scenario: played.scenario, compared: played.compared,
            follows: consequence.refusedOnce, sentence: telling.text,
            reason: reason.first, loss: isLoss ? telling.loss : .nothing,
            remedy: isLoss ? remedy(telling.recovery) : nil)
    }

    /// All that was found in a history; one whose worst is that of another too is told with its
    /// actions.
    private func history(_ group: Group, isAlone: Bool) throws -> SearchHistory {
        let (findings, consequence) = (group.ranked, group.consequence)
        let line = consequence.actions.map { "\(SmallWorld.device($0.device)): \($0.text)" }
        let title =
            consequence.place + findings[0].sentence
            + (isAlone ? "" : " (\(line.joined(separator: "; ")))")
        let further =
            findings.dropFirst().map { consequence.also + $0.sentence + "." } + consequence.reason
        let played = try play(
            consequence.actions, title: title, says: further, onlookers: group.onlookers)
        return SearchHistory(
            findings: findings, title: title, further: further, scenario: played.scenario,
            compared: played.compared)
    }

    /// What gives access back, in a sentence with the provider's own calls; nil where nothing does.
    private func remedy(_ actions: [Action]) -> String? {
        guard !actions.isEmpty, let side = rules.last else { return nil }
        let calls = mappings.vocabularies[side.provider.key]?.entries ?? []
        let parts = actions.map { action in
            let name = calls.first {
                $0.list == "actions" && $0.word == action.word && $0.call != nil
            }
            return action.deed + (name.map { " with \($0.name)" } ?? "")
        }
        return "At \(side.provider.name), let the app \(parts.joined(separator: " and then "))."
    }

    /// The history as scenarios with their answers: one, or one for each side of one provider.
    private func play(
        _ actions: [SearchAction], title: String, says: [String], onlookers: [Int]
    ) throws -> (scenario: String, compared: ComparedScenario) {
        let history = HistoryText(
            world: world, title: title, says: says.joined(separator: " "), actions: actions,
            onlookers: onlookers)
        let isOne = Set(rules.map(\.provider.key)).count == rules.count
        let text =
            isOne
            ? history.text(for: rules)
            : zip(rules, names).map { history.text(for: [$0], suffix: " (answers of \($1))") }
                .joined(separator: "\n")
        let file = try ScenarioFile(name: "found", bytes: Array(text.utf8), mappings: mappings)
        let runner = Runner(mappings)
        let compared = try file.scenarios.map { try runner.run($0, of: file) }
        return (
            scenario: MarkdownReport.text(of: file, compared),
            compared: ComparedScenario(
                joining: compared, title: title, partingAt: actions.count - 1)
        )
    }
}

extension Action {
    /// What an app does that takes a user's action, after "Let the app".
    fileprivate var deed: String {
        switch self {
        case .open: "be opened again"
        case .logIn: "log the user in"
        case .logOut: "log the user out"
        default: word
        }
    }
}
