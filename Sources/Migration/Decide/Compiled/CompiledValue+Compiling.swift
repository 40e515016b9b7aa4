// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

extension CompiledValue {
    /// Compiles a value.
    init(_ value: FormatValue) {
        switch value {
        case .null: self = .null
        case .boolean(let flag): self = .literal(flag ? "true" : "false")
        case .number(let number): self = .literal(String(number))
        case .text(let text): self = .text(CompiledValue.pieces(text))
        case .field(let fields, let form, let words, let otherwise):
            self = .field(
                Filling(
                    fields.map { PlanField($0) }, form: CompiledValue.form(form),
                    words: words.compactMapValues { $0 },
                    otherwise: otherwise))
        case .cases(let cases, let otherwise):
            self = .cases(
                cases.map {
                    Case(
                        conditions: WriterCondition.list($0.conditions),
                        value: CompiledValue($0.value))
                }, otherwise: CompiledValue(otherwise))
        case .needing(let fields, let value, let otherwise):
            self = .present(
                fields.map { PlanField($0) }, then: CompiledValue(value),
                otherwise: CompiledValue(otherwise))
        case .eachID(let value): self = .each(CompiledValue(value))
        case .list(let values): self = .list(values.map { CompiledValue($0) })
        case .object(let members):
            self = .object(members.map { Member(name: $0.name, value: CompiledValue($0.value)) })
        }
    }

    /// How a form of reading is written.
    private static func form(_ form: FieldRule.Form) -> Form {
        switch form {
        case .text, .presence, .cents: .text
        case .list, .jsonList, .keys: .list
        case .json: .json
        case .integer, .microseconds: .integer
        case .decimal: .decimal
        case .boolean: .boolean
        case .utc, .iso: .iso
        case .seconds, .unix: .seconds
        case .milliseconds: .milliseconds
        case .word: .word
        }
    }

    /// The pieces of a text.
    static func pieces(_ template: FormatTemplate) -> [Piece] {
        template.pieces.map { piece in
            switch piece {
            case .verbatim(let text): .verbatim(text)
            case .field(let field): .field(PlanField(field))
            }
        }
    }
}

extension WriterCondition {
    /// Conditions, sorted by the names of their fields.
    static func list(_ conditions: [FormatField: [String]]) -> [WriterCondition] {
        conditions.sorted { $0.key.name < $1.key.name }
            .map { WriterCondition(field: PlanField($0.key), words: $0.value) }
    }
}
