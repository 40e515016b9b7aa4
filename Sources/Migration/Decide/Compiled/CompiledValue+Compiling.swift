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
        case .field(let names, let form, let words, let otherwise):
            self = .field(
                Filling(
                    names.map(PlanField.init(known:)),
                    form: CompiledValue.form(form), words: words.compactMapValues { $0 },
                    otherwise: otherwise))
        case .cases(let cases, let otherwise):
            self = .cases(
                cases.map {
                    Case(
                        conditions: WriterCondition.list($0.conditions),
                        value: CompiledValue($0.value))
                }, otherwise: CompiledValue(otherwise))
        case .needing(let names, let value, let otherwise):
            self = .present(
                names.map(PlanField.init(known:)), then: CompiledValue(value),
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

    /// The pieces of a text with fields in braces.
    static func pieces(_ text: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { pieces.append(.verbatim(String(rest[..<open]))) }
            pieces.append(.field(PlanField(known: String(rest[open..<close].dropFirst()))))
            rest = rest[close...].dropFirst()
        }
        if !rest.isEmpty || pieces.isEmpty { pieces.append(.verbatim(String(rest))) }
        return pieces
    }
}

extension WriterCondition {
    /// Conditions, sorted by the names of their fields.
    static func list(_ conditions: [String: [String]]) -> [WriterCondition] {
        conditions.sorted { $0.key < $1.key }
            .map { WriterCondition(field: PlanField(known: $0.key), words: $0.value) }
    }
}
