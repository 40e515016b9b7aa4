// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

extension PlanWorker {
    func planIDs(of customer: Int, _ sink: some PlanSink) throws {
        for id in source.ids(of: customer) {
            let kind = ids.verdicts.kind(of: id)
            let disposition = kinds[kind].disposition
            counted.ids.count(disposition)
            if source.isAnonymous(id) { shape.anonymousIDs += 1 } else { shape.customIDs += 1 }
            let number = finding(ofKind: kind)
            if number >= 0 {
                let name = findings.list.namesNext(number) ? source.name(of: id) : ""
                findings.count(number) { name }
            }
            values.clear()
            source.withText(of: id) { values.set(PlanField(.sourceID), $0) }
            if disposition != .dropped {
                targets.withTarget(of: id, source) { text in
                    if let text { values.set(PlanField(.targetID), text) }
                }
            }
            let hasTarget = values.has(PlanField(.targetID))
            try sink.take(
                PlannedID(
                    text: UnsafeRawBufferPointer(values.text(PlanField(.sourceID))),
                    target: hasTarget
                        ? UnsafeRawBufferPointer(values.text(PlanField(.targetID))) : nil,
                    disposition: disposition, rule: rules[kind],
                    obstacle: kinds[kind].obstacle(hasTarget: hasTarget)))
            // Of an ambiguous ID nobody knows yet whom it stands for.
            if choice.has(.map), hasTarget, disposition != .ambiguous { try planMap(kind, sink) }
        }
    }

    private func planMap(_ kind: Int, _ sink: some PlanSink) throws {
        let text = values.text(PlanField(.targetID))
        // By their numbers: nothing of the list is copied, which would count references.
        let format = formats.indices.first { formats[$0].pattern.matches(bytes: text) }
        if let format { values.set(PlanField(.form), formats[format].name) }
        values.set(PlanField(.change), kinds[kind].disposition.rawValue)
        values.set(PlanField(.rule), UnsafeRawBufferPointer(rules[kind]))
        try write(.map, sink)
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
        return source.ids(of: customer).allSatisfy(source.isAnonymous)
            && source.ids(of: customer).contains { ids.verdicts.hasOwnTarget($0) }
    }

    /// Under which ID what the customer holds goes over.
    func owner(_ customer: Int) -> PurchaseJudge.Owner {
        if let id = ids.chosen(for: customer) {
            let verdict = kinds[ids.verdicts.kind(of: id)]
            if verdict.disposition == .ambiguous { return .ambiguous }
            return verdict.form == .minted ? .reminted : .settled
        }
        if shape.customIDs > 0 { return .undecided }
        let anonymous = source.ids(of: customer).first { ids.verdicts.hasOwnTarget($0) }
        guard let anonymous else { return .unknown }
        return ids.verdicts.form(of: anonymous) == .minted ? .reminted : .settled
    }
}
