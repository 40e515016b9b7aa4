// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Writes what a writer's format describes, filled with what is known of one thing.
struct RowRenderer {
    /// What is known.
    let values: FieldValues
    /// Where it is written.
    let bytes: RowBytes
    /// With several entitlements: the one that a call is for.
    var entitlement: Int?
    /// Within a list of all IDs: the one.
    private var id: FieldValues.ID?

    init(_ values: FieldValues, into bytes: RowBytes, entitlement: Int? = nil) {
        self.values = values
        self.bytes = bytes
        self.entitlement = entitlement
    }

    private static let entitlements = PlanField(.entitlement)
    /// The words of each field.
    private static let words = NeutralField.allCases.map(\.words)

    /// Whether a field has a value.
    func has(_ field: PlanField) -> Bool {
        switch field.own {
        case .id, .idKind, .idOriginal: id != nil
        default: values.has(field)
        }
    }

    // MARK: - As text

    /// Writes a field as plain text; it has to be there.
    func append(text field: PlanField) {
        guard let neutral = field.neutral else { return append(own: field) }
        switch neutral.content {
        case .text: bytes.append(values.text(field))
        case .list:
            if field == RowRenderer.entitlements, let entitlement {
                return bytes.append(values.element(field, entitlement))
            }
            for number in 0..<values.count(field) {
                if number > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes.append(values.element(field, number))
            }
        case .instant: bytes.append(instant: values.number(field))
        case .flag: bytes.append(values.number(field) == 0 ? "false" : "true")
        case .integer: bytes.append(number: values.number(field))
        case .word: bytes.append(RowRenderer.words[neutral.number][Int(values.number(field))])
        }
    }

    private func append(own field: PlanField) {
        switch field.own {
        case .at: bytes.append(instant: values.number(field))
        case .hasPurchases: bytes.append(values.number(field) == 0 ? "false" : "true")
        case .id: if let id { bytes.append(values.text(id)) }
        case .idKind: bytes.append(id?.isAnonymous == true ? "anonymous" : "custom")
        case .idOriginal: bytes.append(id?.isOriginal == true ? "true" : "false")
        case .alias, .sourceID, .targetID, .form, .change, .rule: bytes.append(values.text(field))
        case nil: break
        }
    }

    /// Writes the pieces of a text, fields of a path percent-encoded; false, and nothing, where one
    /// is missing.
    func append(_ pieces: [CompiledValue.Piece], isPath: Bool = false) -> Bool {
        let start = bytes.count
        for piece in pieces {
            switch piece {
            case .verbatim(let text): bytes.append(text)
            case .field(let field):
                guard has(field) else {
                    bytes.cut(to: start)
                    return false
                }
                let start = bytes.count
                append(text: field)
                if isPath { bytes.percentEncode(from: start) }
            }
        }
        return true
    }

    /// Writes a cell of a table; nothing where the value is absent.
    func append(cell value: CompiledValue, delimiter: UInt8) {
        let start = bytes.count
        switch value {
        case .text(let pieces): _ = append(pieces)
        case .field(let filling):
            _ = append(filling) { field in
                switch filling.form {
                case .seconds: bytes.append(number: RowRenderer.seconds(values.number(field)))
                case .milliseconds: bytes.append(number: values.number(field))
                default: append(text: field)
                }
            } word: {
                bytes.append($0)
            }
        case .cases, .present, .each, .object, .list, .literal, .null:
            preconditionFailure("A column has a constant or a field.")
        }
        bytes.quote(from: start, delimiter: delimiter)
    }

    /// Seconds of milliseconds, towards the past.
    private static func seconds(_ milliseconds: Int64) -> Int64 {
        (milliseconds - (milliseconds % 1000 + 1000) % 1000) / 1000
    }

    /// Writes the first field that is there, or the target's word for it; false where there is none.
    private func append(
        _ filling: CompiledValue.Filling, field write: (PlanField) -> Void,
        word writeWord: (String) -> Void
    ) -> Bool {
        let field = filling.fields.first(where: has)
        guard filling.form == .word else {
            if let field { write(field) }
            return field != nil
        }
        let written = field.flatMap { filling.words[word($0)] } ?? filling.otherwise
        if let written { writeWord(written) }
        return written != nil
    }

    /// The neutral word that a field has.
    private func word(_ field: PlanField) -> String {
        guard let neutral = field.neutral else { return "" }
        switch neutral.content {
        case .word: return RowRenderer.words[neutral.number][Int(values.number(field))]
        case .flag: return values.number(field) == 0 ? "false" : "true"
        case .text: return values.string(field) ?? ""
        case .list, .instant, .integer: return ""
        }
    }

    /// Whether a field has one of a condition's words.
    private func holds(_ condition: WriterCondition) -> Bool {
        has(condition.field) && condition.words.contains(word(condition.field))
    }
}

// MARK: - As JSON

extension RowRenderer {
    /// Writes a value as JSON; false, and nothing, where it is absent.
    func append(json value: CompiledValue) -> Bool {
        switch value {
        case .literal(let text): bytes.append(text)
        case .null: bytes.append("null")
        case .text(let pieces): return append(json: pieces)
        case .field(let filling):
            return append(filling) {
                append(json: $0, filling.form)
            } word: {
                bytes.append(json: $0)
            }
        case .cases(let cases, let otherwise):
            let first = cases.first { $0.conditions.allSatisfy(holds) }
            return append(json: first?.value ?? otherwise)
        case .present(let fields, let then, let otherwise):
            return append(json: fields.allSatisfy(has) ? then : otherwise)
        case .each(let value):
            var renderer = self
            appendList(values.ids) { id in
                renderer.id = id
                return renderer.append(json: value)
            }
        case .list(let elements): appendList(elements) { append(json: $0) }
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            let first = bytes.count
            for member in members {
                if let fields = member.fields, !values.present.intersects(fields) { continue }
                let start = bytes.count
                if start > first { bytes.append(UInt8(ascii: ",")) }
                bytes.append(member.key)
                if !append(json: member.value) { bytes.cut(to: start) }
            }
            bytes.append(UInt8(ascii: "}"))
        }
        return true
    }

    private func appendList<Element>(_ elements: [Element], _ write: (Element) -> Bool) {
        bytes.append(UInt8(ascii: "["))
        let first = bytes.count
        for element in elements {
            let start = bytes.count
            if start > first { bytes.append(UInt8(ascii: ",")) }
            if !write(element) { bytes.cut(to: start) }
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private func append(json pieces: [CompiledValue.Piece]) -> Bool {
        if case .field(let field)? = pieces.first, pieces.count == 1 {
            guard has(field) else { return false }
            append(jsonText: field)
            return true
        }
        let start = bytes.count
        guard append(pieces) else { return false }
        escape(from: start)
        return true
    }

    /// Makes a JSON text of the bytes from a place on.
    private func escape(from start: Int) {
        let text = Array(bytes.all[start...])
        bytes.cut(to: start)
        text.withUnsafeBufferPointer { bytes.append(json: $0) }
    }

    private func append(jsonText field: PlanField) {
        switch field.neutral?.content {
        case .text: bytes.append(json: values.text(field))
        case .instant, .flag, .integer, .word:
            // Nothing in these has to be escaped.
            bytes.append(UInt8(ascii: "\""))
            append(text: field)
            bytes.append(UInt8(ascii: "\""))
        case .list, nil:
            let start = bytes.count
            append(text: field)
            escape(from: start)
        }
    }

    private func append(json field: PlanField, _ form: CompiledValue.Form) {
        switch form {
        case .text, .iso, .word: append(jsonText: field)
        case .boolean, .integer: append(text: field)
        case .json: bytes.append(jsonValue: values.text(field))
        case .decimal:
            // What is no number is a text, so that the line stays JSON.
            let isNumber = values.text(field).allSatisfy {
                (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0)
            }
            if isNumber { append(text: field) } else { append(jsonText: field) }
        case .seconds: bytes.append(number: RowRenderer.seconds(values.number(field)))
        case .milliseconds: bytes.append(number: values.number(field))
        case .list:
            bytes.append(UInt8(ascii: "["))
            for number in 0..<values.count(field) {
                if number > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes.append(json: values.element(field, number))
            }
            bytes.append(UInt8(ascii: "]"))
        }
    }
}
