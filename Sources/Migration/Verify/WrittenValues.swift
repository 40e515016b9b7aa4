// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

extension CompiledWriter {
    /// Whether a line can be one that this writer has written.
    func mayHaveWritten(_ json: JSONView) -> Bool {
        switch container {
        case .csv: false
        case .lines(let value): value.mayHaveWritten(json)
        case .calls: json["writer"]?.text == id
        }
    }

    /// Reads a line that this writer has written: an object of its form, or a described call.
    package func read(_ json: JSONView, into values: FieldValues) {
        switch container {
        case .csv: break
        case .lines(let value): value.read(json, into: values)
        case .calls(let call):
            let path = json["path"]?.text ?? ""
            call.path.read(path, isPath: true, into: values)
            if let body = json["body"] { call.body?.read(body, into: values) }
        }
    }

    /// Reads the cells of a row that this writer has written.
    package func read(_ cells: [String], into values: FieldValues) {
        guard case .csv(_, let columns) = container else { return }
        for (column, cell) in zip(columns, cells) where !cell.isEmpty {
            column.value.read(.text(cell), into: values)
        }
    }
}

/// A value that a writer has written: the text of a cell, or JSON.
package enum WrittenValue {
    case text(String)
    case json(JSONView)

    /// The text; nil for what is none.
    var text: String? {
        switch self {
        case .text(let text): text
        case .json(let json): json.text
        }
    }

    /// The text, or the digits of a number.
    var spelling: String? {
        switch self {
        case .text(let text): text
        case .json(let json): json.spelling
        }
    }

    /// True or false; nil for anything else.
    var flag: Bool? { json?.flag }

    /// The elements of a list.
    var elements: [WrittenValue] { json?.elements.map(WrittenValue.json) ?? [] }

    /// The member of an object.
    func member(_ name: String) -> WrittenValue? { json?.member(name).map(WrittenValue.json) }

    private var json: JSONView? {
        if case .json(let json) = self { json } else { nil }
    }
}

/// What a writer has written, read back to the fields that it was filled with.
extension FormatValue {
    /// Reads JSON that was written by this value; what is of another shape says nothing.
    package func read(_ json: JSONView, into values: FieldValues) {
        read(.json(json), into: values)
    }

    /// Reads what was written by this value; what is of another shape says nothing.
    package func read(_ written: WrittenValue, into values: FieldValues) {
        switch self {
        case .boolean, .number, .null: break
        case .text(let template):
            if let text = written.text { template.read(text, into: values) }
        case .field(let fields, let form, let words, _):
            guard let first = fields.first else { break }
            written.read(WrittenForm(form), words, as: PlanField(first), into: values)
        case .cases(let cases, let otherwise):
            for each in cases { each.value.read(written, into: values) }
            otherwise.read(written, into: values)
        case .needing(_, let then, let otherwise):
            then.read(written, into: values)
            otherwise.read(written, into: values)
        case .eachID(let value):
            for element in written.elements { value.read(id: element, into: values) }
        case .object(let members):
            for member in members {
                guard let written = written.member(member.name) else { continue }
                member.value.read(written, into: values)
            }
        case .list(let elements):
            for (element, written) in zip(elements, written.elements) {
                element.read(written, into: values)
            }
        }
    }

    private func read(id written: WrittenValue, into values: FieldValues) {
        for own in [WriterField.id, .idKind, .idOriginal] { values.remove(PlanField(own)) }
        read(written, into: values)
        guard let id = values.string(PlanField(.id)) else { return }
        let isAnonymous = values.string(PlanField(.idKind)) == "anonymous"
        id.withSpan { values.append(id: $0, isAnonymous: isAnonymous, isOriginal: false) }
    }

    /// Whether JSON has every text that this value writes whatever it is filled with.
    func mayHaveWritten(_ json: JSONView) -> Bool {
        guard case .object(let members) = self, json.isObject else { return true }
        return members.allSatisfy { member in
            guard case .text(let template) = member.value, let text = template.constant
            else { return true }
            return json.member(member.name)?.text == text
        }
    }

}

extension FormatTemplate {
    /// Reads a text of several pieces; one in which the verbatim ones are not found says nothing.
    package func read(_ text: String, isPath: Bool = false, into values: FieldValues) {
        var rest = Array(text.utf8)[...]
        var found: [(FormatField, ArraySlice<UInt8>)] = []
        var open: FormatField?
        for piece in pieces {
            switch piece {
            case .field(let field): open = field
            case .verbatim(let verbatim):
                guard let field = open else {
                    guard rest.starts(with: verbatim.utf8) else { return }
                    rest = rest.dropFirst(verbatim.utf8.count)
                    continue
                }
                guard let offset = FormatTemplate.first(verbatim, in: rest) else { return }
                found.append((field, rest[..<offset]))
                rest = rest[(offset + verbatim.utf8.count)...]
                open = nil
            }
        }
        if let open { found.append((open, rest)) } else if !rest.isEmpty { return }
        for (field, text) in found {
            let text =
                isPath ? PercentText.decoded(text) : String(decoding: text, as: UTF8.self)
            values.read(PlanField(field), text)
        }
    }

    /// Where a text begins in others; nil where it is not there.
    private static func first(_ text: String, in rest: ArraySlice<UInt8>) -> Int? {
        let lead = text.utf8.first
        return rest.indices.first { rest[$0] == lead && rest[$0...].starts(with: text.utf8) }
    }
}

extension WrittenValue {
    /// Reads it as a field: the first of those of which one was written, whichever that was.
    fileprivate func read(
        _ form: WrittenForm, _ words: [String: String?], as field: PlanField,
        into values: FieldValues
    ) {
        switch form {
        case .boolean:
            if let flag { values.set(field, flag: flag) }
        case .seconds, .milliseconds:
            let number = spelling.flatMap { Int64($0) }
            let moment = number?.multipliedReportingOverflow(by: form == .seconds ? 1_000 : 1)
            if let moment, !moment.overflow { values.set(field, number: moment.partialValue) }
        case .list:
            for case let text? in elements.map(\.text) { values.read(field, text) }
        case .word:
            guard let text else { return }
            let neutral = field.neutral.map { $0.content == .flag ? ["false", "true"] : $0.words }
            if let word = neutral?.first(where: { words[$0] == text }) { values.read(field, word) }
        case .text, .json, .integer, .decimal, .iso:
            if let spelling { values.read(field, spelling) }
        }
    }
}

extension FieldValues {
    /// Sets a field by the text that it was written as.
    fileprivate func read(_ field: PlanField, _ text: String) {
        guard let neutral = field.neutral else { return set(field, text) }
        switch neutral.content {
        case .text: set(field, text)
        case .list: text.withSpan { append(field, $0) }
        case .flag: set(field, flag: text == "true")
        case .integer: if let number = Int64(text) { set(field, number: number) }
        case .word:
            if let number = neutral.words.firstIndex(of: text) { set(field, number: Int64(number)) }
        case .instant:
            if let instant = DateText.iso(text) { set(field, number: instant.milliseconds) }
        }
    }
}
