// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// What a plan asks of a value before it fills any.
extension FormatValue {
    /// Every field that it can need.
    package var fields: PlanFieldSet {
        switch self {
        case .null, .boolean, .number: PlanFieldSet()
        case .text(let template): PlanFieldSet(template.fields)
        case .field(let fields, _, _, _): PlanFieldSet(fields.map { PlanField($0) })
        case .cases(let cases, let otherwise):
            cases.reduce(into: otherwise.fields) { all, each in
                for field in each.conditions.keys { all.insert(PlanField(field)) }
                all.formUnion(each.value.fields)
            }
        case .needing(let needed, let value, let otherwise):
            PlanFieldSet(needed.map { PlanField($0) }).union(value.fields).union(otherwise.fields)
        case .eachID(let value): value.fields
        case .list(let values): values.reduce(into: PlanFieldSet()) { $0.formUnion($1.fields) }
        case .object(let members):
            members.reduce(into: PlanFieldSet()) { $0.formUnion($1.value.fields) }
        }
    }

    /// Whether it names every ID of a customer.
    var namesEveryID: Bool {
        switch self {
        case .eachID: true
        case .object(let members): members.contains { $0.value.namesEveryID }
        case .list(let values): values.contains(where: \.namesEveryID)
        case .cases, .needing, .text, .field, .boolean, .number, .null: false
        }
    }

    /// Every value that is the text of a field and nothing else: the fields of which the first that
    /// is there stands there.
    var plainFields: [[PlanField]] {
        switch self {
        case .text(let template): template.onlyField.map { [[$0]] } ?? []
        case .field(let fields, _, _, _): [fields.map { PlanField($0) }]
        case .cases(let cases, let otherwise):
            cases.flatMap(\.value.plainFields) + otherwise.plainFields
        case .needing(_, let value, let otherwise): value.plainFields + otherwise.plainFields
        case .object(let members): members.flatMap(\.value.plainFields)
        case .list(let values): values.flatMap(\.plainFields)
        case .eachID, .boolean, .number, .null: []
        }
    }

    /// The neutral words of a field that it writes as something else than a word of their own; nil
    /// where it does not write the field.
    func lostWords(of field: NeutralField) -> Set<String>? {
        let values: [FormatValue]
        switch self {
        case .text(let template):
            return template.pieces.contains(.field(.neutral(field))) ? [] : nil
        case .field(let fields, let form, let words, _):
            guard fields.contains(.neutral(field)) else { return nil }
            guard form == .word else { return [] }
            // Those that are not written, or written as an earlier one is.
            var written: Set<String> = []
            return Set(
                field.words.filter { word in
                    guard case let text?? = words[word] else { return true }
                    return !written.insert(text).inserted
                })
        case .cases(let cases, let otherwise): values = cases.map(\.value) + [otherwise]
        case .needing(_, let value, let otherwise): values = [value, otherwise]
        case .object(let members): values = members.map(\.value)
        case .list(let elements): values = elements
        case .eachID, .boolean, .number, .null: return nil
        }
        let lost = values.compactMap { $0.lostWords(of: field) }
        return lost.isEmpty ? nil : lost.reduce(into: []) { $0.formUnion($1) }
    }
}

extension FormatCall {
    /// Every field that the call or its reverse can need.
    package var fields: PlanFieldSet {
        let paths = PlanFieldSet(path.fields + (undo?.path.fields ?? []))
        return [body, undo?.body].reduce(paths) { all, value in
            value.map { all.union($0.fields) } ?? all
        }
    }
}

extension FormatTemplate {
    /// The fields in it.
    package var fields: [PlanField] {
        pieces.compactMap { if case .field(let field) = $0 { PlanField(field) } else { nil } }
    }

    /// The field that is all of it; nil where there is more or less.
    package var onlyField: PlanField? {
        guard case .field(let field)? = pieces.first, pieces.count == 1 else { return nil }
        return PlanField(field)
    }

    /// All of it where it has no fields; nil for others.
    package var constant: String? {
        var text = ""
        for piece in pieces {
            guard case .verbatim(let part) = piece else { return nil }
            text += part
        }
        return text
    }
}
