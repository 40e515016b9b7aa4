// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// What is said of a record that no rule takes.
extension RecordMaker {
    /// Why no rule takes a record: where the format names all of its members, the value that is
    /// missing or that no rule allows.
    func unmatched(_ group: Int, _ frame: Int) -> Refusal {
        let rules = compiled.groups[group]
        let records = compiled.reader.records
        // Where rules are for several locations, their conditions do not stand beside each other.
        if compiled.reader.isComplete, rules.count == records.count {
            for (number, record) in records.enumerated() {
                let conditions = rules[number].conditions
                for (place, condition) in record.conditions.enumerated() {
                    let reason = fault(conditions[place], at: condition.path.description, frame)
                    if let reason { return Refusal(.unmatched, reason) }
                }
            }
        }
        return Refusal(.unmatched, "\(compiled.reader.title) has no rule for such a record")
    }

    /// What is wrong with a value that rules ask for; nil where one of them allows it.
    private func fault(
        _ condition: CompiledCondition, at path: String, _ frame: Int
    ) -> String? {
        let values = compiled.reader.records.flatMap(\.conditions)
            .filter { $0.path.description == path }.flatMap(\.values)
        let known = Set(values.compactMap { $0 }).sorted()
        guard condition.slot >= 0, !known.isEmpty, !values.contains(nil) else { return nil }
        let capture = captures[outer(frame, condition.climb) &+ condition.slot]
        let expected = "expected \(UnknownName.alternatives(known))"
        guard capture.isPresent else { return "\"\(path)\" is missing; \(expected)" }
        let text = text(of: capture)
        let value = batch.string(text) ?? ""
        if known.contains(value) { return nil }
        guard capture.isText else {
            let shown = capture.kind == .number ? value : capture.kind.name
            return "\"\(path)\" is \(shown), which is not supported; \(expected)"
        }
        let advice = UnknownName(path, value, known: known).advice
        return "\"\(path)\" does not allow \(batch.quoted(text)); \(advice)"
    }
}
