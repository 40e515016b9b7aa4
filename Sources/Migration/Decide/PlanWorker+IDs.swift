// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

extension PlanWorker {
    func planIDs(of customer: Int, _ take: PlanStep.Taking) throws {
        for id in people.ids(of: customer) {
            let kind = ids.verdicts.kind(of: id)
            let disposition = kinds[kind].disposition
            counted.ids.count(disposition)
            if people.isAnonymous(id) { shape.anonymousIDs += 1 } else { shape.customIDs += 1 }
            let number = finding(ofKind: kind)
            findings.beginThing()
            if number >= 0 {
                let name = findings.list.namesNext(number) ? people.name(of: id) : ""
                findings.count(number) { name }
            }
            values.clear()
            people.withText(of: id) { values.set(PlanField(.sourceID), $0) }
            if disposition != .dropped {
                targets.withTarget(of: id, people) { text in
                    if let text { values.set(PlanField(.targetID), text) }
                }
            }
            let hasTarget = values.has(PlanField(.targetID))
            let rule = rules[kind]
            values.set(PlanField(.rule), rule.span)
            let obstacle = kinds[kind].obstacle(hasTarget: hasTarget)
            try take(.id(PlannedID(disposition: disposition, obstacle: obstacle)), values)
            try tell(take)
            // Of an ambiguous ID nobody knows yet whom it stands for.
            if choice.has(.map), hasTarget, disposition != .ambiguous { try planMap(kind, take) }
        }
    }

    private func planMap(_ kind: Int, _ take: PlanStep.Taking) throws {
        // By their numbers: nothing of the list is copied, which would count references.
        let format = values.withText(PlanField(.targetID)) { text in
            formats.indices.first { formats[$0].pattern.matches(bytes: text) }
        }
        if let format { values.set(PlanField(.form), formats[format].name) }
        values.set(PlanField(.change), kinds[kind].disposition.rawValue)
        try write(.map, take)
    }

    private func finding(ofKind kind: Int) -> Int {
        while idFindings.count <= kind {
            let verdict = kinds[idFindings.count]
            guard let code = verdict.code else {
                idFindings.append(-1)
                continue
            }
            let sentences = sentences
            let isNote = code == .anonymousOfIdentified || verdict.disposition == .kept
            idFindings.append(
                findings.number(
                    code, isNote ? .note : verdict.disposition.severity, rule: verdict.rule
                ) { sentences.id(code) })
        }
        return idFindings[kind]
    }

    /// Whether another customer goes over under an ID that is settled.
    func goesOver(_ customer: Int) -> Bool {
        if let id = ids.chosen(for: customer) {
            return kinds[ids.verdicts.kind(of: id)].disposition != .ambiguous
        }
        return people.ids(of: customer).allSatisfy(people.isAnonymous)
            && people.ids(of: customer).contains { ids.verdicts.hasOwnTarget($0) }
    }

    /// Under which ID what the customer holds goes over.
    func owner(_ customer: Int) -> PurchaseJudge.Owner {
        if let id = ids.chosen(for: customer) {
            let verdict = kinds[ids.verdicts.kind(of: id)]
            if verdict.disposition == .ambiguous { return .ambiguous }
            guard verdict.form == .minted else { return .settled }
            // An anonymous one stands for the customer only where no custom one goes over.
            return shape.customIDs > 0 ? .remintedMeanwhile : .reminted
        }
        if shape.customIDs > 0 { return .undecided }
        let anonymous = people.ids(of: customer).first { ids.verdicts.hasOwnTarget($0) }
        guard let anonymous else { return .unknown }
        return ids.verdicts.form(of: anonymous) == .minted ? .reminted : .settled
    }
}
