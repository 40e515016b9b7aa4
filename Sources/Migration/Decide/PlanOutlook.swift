// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// What will be another for these very customers once they are at the target: what both rulebooks
/// answer in their situations, and what the target does when its customers log in.
struct PlanOutlook {
    private let source: MigrationEndpoint
    private let target: MigrationEndpoint

    init(_ source: MigrationEndpoint, _ target: MigrationEndpoint) {
        self.source = source
        self.target = target
    }

    /// All findings, those of the outlook among them.
    func findings(_ list: FindingList, _ traits: Traits) -> [Finding] {
        var list = list
        addMerges(&list, traits)
        guard let before = source.rules, let after = target.rules else { return list.findings }
        for behaviour in Behaviour.allCases {
            let count = traits[behaviour]
            guard count > 0 else { continue }
            let (one, other) = (behaviour.answer(under: before), behaviour.answer(under: after))
            guard one.differs(from: other) else { continue }
            let number = list.number(
                FindingCode(rawValue: "behaviour-\(behaviour.word)"), .note, rule: other.rule,
                source: target.source(of: other.rule),
                message:
                    """
                    \(behaviour.says). At \(source.name) \(one.says); at \(target.name) \(other.says).
                    """)
            list.count(number, times: count, subject: behaviour.word)
        }
        addStates(&list, traits, before, after)
        return list.findings
    }

    /// Whether a device's purchases come along when it logs in to an ID that was imported.
    private func addMerges(_ list: inout FindingList, _ traits: Traits) {
        let count = traits[Behaviour.firstLogIn]
        guard let rules = target.rules, count > 0 else { return }
        let answer = Behaviour.secondDevice.answer(under: rules)
        let isMerged = answer.outcome == .aliased || answer.moves > 0
        let number = list.number(
            isMerged ? "behaviour-merge-on-log-in" : "behaviour-no-merge-on-log-in", .note,
            rule: answer.rule,
            source: target.source(of: answer.rule),
            message: isMerged
                ? """
                When an anonymous device with purchases logs in to a known ID, \(target.name) moves \
                them to that ID: \(answer.says).
                """
                : """
                When an anonymous device with purchases logs in to a known ID, \(target.name) does not \
                move them to that ID: \(answer.says).
                """)
        list.count(number, times: count, subject: "anonymous customers with purchases")
    }

    /// States in which one of the two gives access and the other does not.
    private func addStates(
        _ list: inout FindingList, _ traits: Traits, _ before: Rules, _ after: Rules
    ) {
        for state in PurchaseState.allCases {
            let count = NeutralState(rawValue: state.word).map { traits[$0] } ?? 0
            guard count > 0, before.givesAccess(state) != after.givesAccess(state) else {
                continue
            }
            let row = after[after.activeRow(state)].id
            let number = list.number(
                .behaviour(inState: state.word), .changed, rule: row,
                source: target.source(of: row),
                message:
                    """
                    A purchase in the state \(state.word) gives \(before.givesAccess(state) ? "access" : "no access") \
                    at \(source.name) and \(after.givesAccess(state) ? "access" : "none") at \
                    \(target.name).
                    """)
            list.count(number, times: count, subject: state.word)
        }
    }
}
