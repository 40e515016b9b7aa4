// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// One writer of `formats.json`.
struct WriterEntry {
    private let entry: MappingEntry
    private let sources: [String: [String]]

    init(_ entry: MappingEntry, _ sources: [String: [String]]) throws(MappingsError) {
        try entry.allow(.writer)
        (self.entry, self.sources) = (entry, sources)
    }

    func writer() throws(MappingsError) -> FormatWriter {
        let (subject, route) = (try entry.text("for"), try entry.text("route"))
        return FormatWriter(
            id: try entry.text("id"), title: try entry.text("title"),
            file: try file(), container: try container(),
            subject: try entry.word("for", subject, of: FormatWriter.Subject.self),
            route: try entry.word("route", route, of: FormatWriter.Route.self),
            priority: try entry.number("priority"), takes: try takes(), needs: try needs(),
            future: try moments("future"),
            without: try fields("without"), matches: try matches(),
            isDistinct: try entry.boolean("distinct"),
            mostPerCustomer: try entry.numberOrNull("most"),
            mostRows: try entry.numberOrNull("most-rows"), batch: try entry.numberOrNull("batch"),
            citation: try entry.citation(sources))
    }

    /// The name of a file in the plan's folder, which no name of another file can be.
    private func file() throws(MappingsError) -> String {
        let (file, key) = (try entry.text("file"), try entry.text("id").prefix { $0 != "." })
        let isPlain = file.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isPlain, file.hasPrefix(key) else {
            throw entry.error(
                "\"file\" has to begin with \"\(key)\" and to have only letters, digits, \".\", "
                    + "\"-\" and \"_\": it is a file in the folder of the plan")
        }
        return file
    }

    private func container() throws(MappingsError) -> FormatWriter.Container {
        let members = ["csv": ["delimiter", "columns"], "calls": ["call"], "lines": ["line"]]
        let name = try entry.text("container")
        guard let own = members[name] else {
            throw entry.error("\"container\" is \"csv\", \"calls\" or \"lines\", not \"\(name)\"")
        }
        for member in members.values.joined().sorted()
        where !own.contains(member) && entry.members[member] != nil {
            throw entry.error("\"\(member)\" does not belong to \"\(name)\"")
        }
        switch name {
        case "csv":
            let delimiter = Array(try entry.text("delimiter").utf8)
            guard delimiter.count == 1, delimiter[0] < 128, ![34, 10, 13].contains(delimiter[0])
            else { throw entry.error("\"delimiter\" has to be one character, such as \",\"") }
            return .csv(delimiter: delimiter[0], columns: try columns())
        case "calls": return .calls(try CallEntry(try entry.entry("call"), entry, sources).call())
        default:
            guard let line = entry.members["line"] else { throw entry.error("\"line\" is missing") }
            return .lines(try ValueEntry(entry).value(line))
        }
    }

    private func columns() throws(MappingsError) -> [FormatColumn] {
        var columns: [FormatColumn] = []
        for part in try entry.parts("columns") {
            let value: FormatValue
            if let constant = try part.optionalText("constant") {
                try part.allow(.constantColumn)
                value = .text(FormatTemplate(pieces: [.verbatim(constant)]))
            } else if part.members["if"] != nil {
                try part.allow(.conditionalColumn)
                value = .needing(
                    try part.writerFields("if", try part.texts("if")),
                    .text(try part.template("then", try part.text("then"))),
                    otherwise: .text(try part.template("else", try part.text("else"))))
            } else {
                try part.allow(.column)
                value = try ValueEntry(part).field(part)
            }
            let name = try part.text("name")
            guard !columns.contains(where: { $0.name == name }) else {
                throw part.error("the column occurs twice: \"\(name)\"")
            }
            columns.append(FormatColumn(name: name, value: value))
        }
        guard !columns.isEmpty else { throw entry.error("\"columns\" is missing, or empty") }
        return columns
    }

    // MARK: - What it takes

    private func takes() throws(MappingsError) -> [FormatField: [String]] {
        let takes = try entry.writerConditions("takes")
        for case (.neutral(let field), let words) in takes where field.content != .text {
            for word in words { try entry.checkWord(word, of: field) }
        }
        return takes
    }

    private func needs() throws(MappingsError) -> [[FormatField]] {
        guard case .array(let elements)? = entry.members["needs"] else {
            throw entry.error("\"needs\" has to be a list")
        }
        var needs: [[FormatField]] = []
        for element in elements {
            needs.append(try entry.writerFields("needs", try entry.texts(element, "needs")))
        }
        return needs
    }

    private func fields(_ member: String) throws(MappingsError) -> [FormatField] {
        try entry.writerFields(member, try entry.textsOrNone(member))
    }

    private func moments(_ member: String) throws(MappingsError) -> [NeutralField] {
        var moments: [NeutralField] = []
        for field in try fields(member) {
            guard case .neutral(let moment) = field, moment.content == .instant else {
                throw entry.error("\"\(member)\" names no moment: \"\(field.name)\"")
            }
            moments.append(moment)
        }
        return moments
    }

    private func matches() throws(MappingsError) -> [(field: FormatField, pattern: Pattern)] {
        var matches: [(field: FormatField, pattern: Pattern)] = []
        for (name, patterns) in try entry.lists("matches").sorted(by: { $0.key < $1.key }) {
            let field = try entry.writerField("matches", name)
            for pattern in patterns { matches.append((field, try entry.pattern(pattern))) }
        }
        return matches
    }
}

extension MappingEntry {
    /// A field that writers know.
    func writerField(_ member: String, _ name: String) throws(MappingsError) -> FormatField {
        guard let field = FormatField(name: name) else {
            throw error("\"\(member)\" does not allow the field \"\(name)\"")
        }
        return field
    }

    /// The same for several.
    func writerFields(_ member: String, _ names: [String]) throws(MappingsError) -> [FormatField] {
        var fields: [FormatField] = []
        for name in names { fields.append(try writerField(member, name)) }
        return fields
    }

    /// A member of words by field.
    func writerConditions(_ member: String) throws(MappingsError) -> [FormatField: [String]] {
        var conditions: [FormatField: [String]] = [:]
        for (name, words) in try lists(member) {
            conditions[try writerField(member, name)] = words
        }
        return conditions
    }

    /// A text with fields in braces.
    func template(_ member: String, _ text: String) throws(MappingsError) -> FormatTemplate {
        var pieces: [FormatTemplate.Piece] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else {
                throw error("\"\(member)\" has a brace that is not closed: \"\(text)\"")
            }
            if open > rest.startIndex { pieces.append(.verbatim(String(rest[..<open]))) }
            let name = String(rest[open..<close].dropFirst())
            pieces.append(.field(try writerField(member, name)))
            rest = rest[close...].dropFirst()
        }
        if !rest.isEmpty || pieces.isEmpty { pieces.append(.verbatim(String(rest))) }
        return FormatTemplate(pieces: pieces)
    }
}
