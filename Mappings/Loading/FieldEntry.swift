// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// One field of a reader of `formats.json`.
struct FieldEntry {
    private let entry: MappingEntry
    private let isCSV: Bool
    private let location: FormatPath

    init(_ entry: MappingEntry, isCSV: Bool, location: FormatPath) throws(MappingsError) {
        try entry.allow(.field)
        (self.entry, self.isCSV, self.location) = (entry, isCSV, location)
    }

    func rule() throws(MappingsError) -> FieldRule {
        let path = try path(try entry.text("name"))
        let name = try entry.text("field")
        let field = try entry.field("field", name)
        let form = try entry.word(
            "form", try entry.optionalText("form") ?? "text", of: FieldRule.Form.self)
        try check(form, field)
        let isWord = form == .word
        guard isWord == (entry.members["words"] != nil), isWord || entry.members["else"] == nil
        else { throw entry.error("\"words\" and \"else\" belong to the form \"word\"") }
        let unknown = try entry.optionalText("else") ?? "finding"
        return FieldRule(
            path: path, field: field, form: form, words: try words(field),
            unknown: try entry.word("else", unknown, of: FieldRule.Unknown.self),
            isRequired: try entry.boolean("required"),
            zeroIsNone: try entry.boolean("zero-is-none"), onlyOne: try entry.boolean("only-one"),
            besideOne: try besideOne(path), part: try part(), filters: try filters(path, form),
            takesNumbers: try entry.boolean("numbers"), without: try without())
    }

    private func without() throws(MappingsError) -> FormatPath? {
        guard let text = try entry.optionalText("without") else { return nil }
        guard isCSV else { throw entry.error("\"without\" belongs to CSV") }
        return try path(text)
    }

    /// Asked for only where a value may occur several times, which is not read as quickly.
    private func besideOne(_ own: FormatPath) throws(MappingsError) -> FormatPath? {
        guard let text = try entry.optionalText("beside-one") else { return nil }
        guard own.isMany else {
            throw entry.error("\"beside-one\" goes with a \"name\" of several values")
        }
        return try path(text)
    }

    private func path(_ text: String) throws(MappingsError) -> FormatPath {
        if isCSV { return FormatPath(column: text) }
        guard let path = FormatPath(text) else {
            throw entry.error("this is not a path: \"\(text)\"")
        }
        if case .key(let field) = path.origin { try checkKey(field) }
        return path
    }

    private func checkKey(_ field: NeutralField) throws(MappingsError) {
        guard location.steps.contains(.every(field)) else {
            throw entry.error("\"at\" has no key \"{\(field.name)}\"")
        }
    }

    /// Which forms a field can have.
    private func check(_ form: FieldRule.Form, _ field: NeutralField) throws(MappingsError) {
        let forms: [FieldRule.Form] =
            switch field.content {
            case .instant: [.utc, .iso, .seconds, .milliseconds, .unix]
            case .list: [.text, .list, .texts, .jsonList, .keys]
            case .flag: [.boolean, .presence, .word]
            case .integer: field == .timeFraction ? [.microseconds] : [.integer]
            case .word: [.word]
            case .text: field == .price ? [.decimal, .cents] : [.text, .json]
            }
        guard forms.contains(form) else {
            let known = forms.map(\.rawValue).joined(separator: ", ")
            throw entry.error(
                "\"\(field.name)\" takes the forms \(known), not \"\(form.rawValue)\"")
        }
    }

    private func words(_ field: NeutralField) throws(MappingsError) -> [String: String?] {
        guard let value = entry.members["words"] else { return [:] }
        guard case .object(let members) = value, !members.isEmpty else {
            throw entry.error("\"words\" has to be an object that is not empty")
        }
        var words: [String: String?] = [:]
        for (word, value) in members {
            switch value {
            case .null: words[word] = .some(nil)
            case .string(let neutral):
                try entry.checkWord(neutral, of: field)
                words[word] = neutral
            default: throw entry.error("\"words\" has to hold texts or null, not \(value.kind)")
            }
        }
        return words
    }

    private func part() throws(MappingsError) -> FieldRule.Part? {
        guard entry.members["part"] != nil else { return nil }
        let part = try entry.entry("part")
        try part.allow(.part)
        return FieldRule.Part(
            after: try part.optionalText("after") ?? "",
            until: try part.optionalText("until") ?? "",
            endings: try part.textsOrNone("drop-end"),
            isPercentEncoded: try part.boolean("percent"))
    }

    /// What elements of the path's last list have to have.
    private func filters(
        _ path: FormatPath, _ form: FieldRule.Form
    ) throws(MappingsError) -> [FieldRule.Filter] {
        var filters: [FieldRule.Filter] = []
        for (name, texts) in try entry.conditions("where") {
            guard let inner = FormatPath(name), path.isMany || form == .keys, !isCSV else {
                throw entry.error("\"where\" needs a path with \"*\", or the form \"keys\"")
            }
            var values: [FieldRule.Filter.Value] = []
            for text in texts {
                guard let text, case .key(let field)? = FormatPath(text)?.origin else {
                    values.append(.text(text))
                    continue
                }
                try checkKey(field)
                values.append(.key(field))
            }
            filters.append(FieldRule.Filter(path: inner, values: values))
        }
        return filters
    }
}
