// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// What is said of a value that cannot be read, or is not used.
extension RecordMaker {
    func name(_ field: FieldPointer) -> String {
        "\"\(compiled.rules[field.pointee.rule].path.description)\""
    }

    func remark(_ kind: Remark.Kind, _ field: FieldPointer, _ text: Text) {
        batch.add(
            Remark(kind: kind, record: batch.count, field: field.pointee.field, text: text))
    }

    /// What is spelt like a known word is no secret, and is shown whole.
    func unknownWord(_ field: FieldPointer, _ text: Text, at offset: Int) -> Refusal {
        let known = compiled.rules[field.pointee.rule].words.keys.sorted()
        let word = batch.string(text) ?? ""
        let near = NearestNames(word, among: known).names
        let line = String(word.map { $0.isNewline ? " " : $0 })
        let shown = near.isEmpty ? batch.quoted(text) : "\"\(line)\""
        let advice =
            UnknownName.question(near) ?? "it allows: \(known.joined(separator: ", "))"
        return Refusal(.word, "\(name(field)) does not allow \(shown); \(advice)", at: offset)
    }

    /// An event that no rule takes; where its name is spelt almost like known ones, with these.
    func unknownEvent(_ name: Text) -> Refusal {
        let word = batch.string(name) ?? ""
        let known = Set(compiled.reader.events.map(\.name)).subtracting([word])
        let question = UnknownName.question(NearestNames(word, among: known.sorted()).names)
        return Refusal(
            .event,
            "\(compiled.reader.title) does not know the event type \(batch.quoted(name))"
                + (question.map { "; \($0)" } ?? ""), at: name.start)
    }

    func kind(_ field: FieldPointer, _ capture: Capture, _ expected: String) -> Refusal {
        Refusal(
            .kind, "\(name(field)) holds \(capture.kind.name); expected \(expected)",
            at: Int(capture.start))
    }

    func number(
        _ field: FieldPointer, _ capture: Capture, _ text: Text, _ expected: String
    ) -> Refusal {
        guard capture.isText || capture.kind == .number else {
            return kind(field, capture, expected)
        }
        return Refusal(
            .number, "\(name(field)) holds \(batch.quoted(text)); expected \(expected)",
            at: Int(capture.start))
    }

    /// A number in scientific notation stands for many transactions.
    func rounded(_ field: FieldPointer, _ text: Text, at offset: Int) -> Refusal {
        Refusal(
            .number,
            "\(name(field)) holds \"\(batch.string(text) ?? "")\", which a spreadsheet has rounded; "
                + "export again, and do not save the file with a spreadsheet", at: offset)
    }

    func date(_ field: FieldPointer, _ text: Text) -> Refusal {
        let form = compiled.rules[field.pointee.rule].form
        return Refusal(
            .date,
            "\(name(field)) holds \(batch.quoted(text)); expected \(form.example), and a day and "
                + "a time that exist", at: text.start)
    }
}

extension FieldRule.Form {
    /// What a date of the form looks like.
    fileprivate var example: String {
        switch self {
        case .utc: "a date such as 2026-11-21 08:00:00"
        case .iso: "a date such as 2026-11-21T08:00:00Z"
        case .seconds, .unix: "seconds since 1970"
        default: "milliseconds since 1970"
        }
    }
}
