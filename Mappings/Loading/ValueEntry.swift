// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What a column, a body or a line holds.
struct ValueEntry {
    private let entry: MappingEntry

    init(_ entry: MappingEntry) { self.entry = entry }

    func value(_ value: JSONValue) throws(MappingsError) -> FormatValue {
        switch value {
        case .null: return .null
        case .boolean(let value): return .boolean(value)
        case .number(let number):
            guard let whole = Int(exactly: number) else {
                throw entry.error("only whole numbers can be written")
            }
            return .number(whole)
        case .string(let text):
            return .text(try entry.template("body", text))
        case .array(let elements):
            var values: [FormatValue] = []
            for element in elements { values.append(try self.value(element)) }
            return .list(values)
        case .object(let members):
            return try object(MappingEntry(file: entry.file, label: entry.label, members: members))
        }
    }

    private func object(_ part: MappingEntry) throws(MappingsError) -> FormatValue {
        if case .string? = part.members["field"] {
            try part.allow(.fieldValue)
            return try field(part)
        }
        if part.members["cases"] != nil { return try cases(part) }
        if part.members["if"] != nil, let then = part.members["then"] {
            try part.allow(.conditionalValue)
            return .needing(
                try part.writerFields("if", try part.texts("if")), try value(then),
                otherwise: try value(part.members["else"] ?? .null))
        }
        if part.members["each"] != nil, let each = part.members["value"] {
            try part.allow(.eachValue)
            guard try part.text("each") == "id" else {
                throw part.error("\"each\" can only be \"id\"")
            }
            return .eachID(try value(each))
        }
        var members: [(name: String, value: FormatValue)] = []
        for (name, member) in part.members.sorted(by: { $0.key < $1.key }) {
            members.append((name, try value(member)))
        }
        return .object(members)
    }

    private func cases(_ part: MappingEntry) throws(MappingsError) -> FormatValue {
        try part.allow(.casesValue)
        var cases: [(conditions: [FormatField: [String]], value: FormatValue)] = []
        for own in try part.parts("cases") {
            try own.allow(.caseOfValue)
            let conditions = try own.writerConditions("when")
            guard let value = own.members["value"] else { throw own.error("\"value\" is missing") }
            cases.append((conditions, try self.value(value)))
        }
        return .cases(cases, otherwise: try value(part.members["else"] ?? .null))
    }

    /// The first of some fields that is there, in a form.
    func field(_ part: MappingEntry) throws(MappingsError) -> FormatValue {
        let names = [try part.text("field")] + (try part.textsOrNone("or"))
        let fields = try part.writerFields("field", names)
        let form = try part.word(
            "form", try part.optionalText("form") ?? "text", of: FieldRule.Form.self)
        var words: [String: String?] = [:]
        if let value = part.members["words"] {
            guard case .object(let members) = value else {
                throw part.error("\"words\" has to be an object, not \(value.kind)")
            }
            for (word, value) in members {
                switch value {
                case .null: words[word] = .some(nil)
                case .string(let text): words[word] = text
                default: throw part.error("\"words\" has to hold texts or null")
                }
            }
        }
        guard (form == .word) == !words.isEmpty else {
            throw part.error("\"words\" belongs to the form \"word\"")
        }
        return .field(fields, form: form, words: words, otherwise: try part.optionalText("else"))
    }
}
