// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// One reader of `formats.json`.
struct ReaderEntry {
    let entry: MappingEntry
    /// Whose records, events, clock and order these are, if they are another reader's; its own records
    /// come on top.
    private let model: MappingEntry
    /// The paths of that reader that lie elsewhere in this one.
    private let moved: [String: String]
    let sources: [String: [String]]
    /// Which names the events.
    private let vocabulary: Vocabulary?
    let isCSV: Bool
    private var isLike: Bool { entry.members["like"] != nil }

    init(
        _ entry: MappingEntry, all: [MappingEntry], _ sources: [String: [String]],
        _ vocabulary: Vocabulary?
    ) throws(MappingsError) {
        self.entry = entry
        self.sources = sources
        self.vocabulary = vocabulary
        try entry.allow(.reader)
        isCSV = try entry.text("container") == "csv"
        guard entry.members["like"] != nil else {
            (model, moved) = (entry, [:])
            return
        }
        let like = try entry.entry("like")
        try like.allow(.like)
        let id = try like.text("reader")
        guard let other = all.first(where: { $0.label == id }), other.members["like"] == nil else {
            throw entry.error(
                "\"like\" has to name a reader that has its own records, not \"\(id)\"")
        }
        for member in [
            "events", "clock", "order", "same-by", "ends", "entitlements",
        ]
        where entry.members[member] != nil {
            throw entry.error("\"\(member)\" comes from \"\(id)\"; leave it out")
        }
        model = other
        moved = try like.lists("at").compactMapValues(\.first)
    }

    func reader() throws(MappingsError) -> FormatReader {
        let container = try container()
        var records: [RecordRule] = []
        for part in try model.parts("records") { records.append(try record(part)) }
        if isLike, entry.members["records"] != nil {
            for part in try entry.parts("records") { records.append(try record(part)) }
        }
        guard !records.isEmpty else { throw entry.error("\"records\" is missing, or empty") }
        let order = try model.text("order")
        let ends = try model.optionalText("ends")
        guard ends == nil || ends == "by-event" else {
            throw entry.error("\"ends\" can only be \"by-event\"")
        }
        let entitlements = try model.optionalText("entitlements") ?? "some"
        let reader = FormatReader(
            id: try entry.text("id"), title: try entry.text("title"), container: container,
            columns: try entry.textsOrNone("columns"), lacking: try lacking(),
            knownBy: try paths("known-by", entry), notBy: try paths("not-by", entry),
            knownValues: try conditions(try entry.conditions("known-when")),
            pageOf: try pageOf(),
            lastPage: try conditions(try entry.conditions("last-page")),
            clock: try paths("clock", model),
            order: try entry.word("order", order, of: FormatReader.Order.self),
            sameBy: try model.textsOrNone("same-by").mapFields(entry, "same-by"),
            endsByEvent: ends != nil, isComplete: try entry.boolean("complete"),
            errorValues: try conditions(try entry.conditions("error-when")),
            entitlements: try entry.word(
                "entitlements", entitlements, of: FormatReader.Entitlements.self),
            records: records, events: try events(),
            citation: try entry.citation(sources, saying: try entry.text("title")))
        try check(reader)
        return reader
    }

    private func pageOf() throws(MappingsError) -> FormatPath? {
        let isPage = entry.members["page-of"] != nil
        guard isPage == (entry.members["last-page"] != nil) else {
            throw entry.error("\"page-of\" and \"last-page\" go together")
        }
        guard isPage else { return nil }
        guard !isCSV else { throw entry.error("\"page-of\" belongs to JSON") }
        return try path(try entry.text("page-of"), entry)
    }

    private func container() throws(MappingsError) -> FormatReader.Container {
        switch try entry.text("container") {
        case "json":
            guard entry.members["delimiter"] == nil else {
                throw entry.error("\"delimiter\" belongs to CSV")
            }
            return .json
        case "csv":
            let delimiter = Array(try entry.text("delimiter").utf8)
            guard delimiter.count == 1, delimiter[0] < 128, ![34, 10, 13].contains(delimiter[0])
            else { throw entry.error("\"delimiter\" has to be one character, such as \",\"") }
            return .csv(delimiter: delimiter[0])
        case let other: throw entry.error("\"container\" is \"csv\" or \"json\", not \"\(other)\"")
        }
    }

    private func check(_ reader: FormatReader) throws(MappingsError) {
        guard !reader.isComplete || !isCSV else {
            throw entry.error("\"complete\" belongs to JSON; of CSV \"columns\" says it")
        }
        guard reader.errorValues.isEmpty || !isCSV else {
            throw entry.error("\"error-when\" belongs to JSON")
        }
        guard !reader.knownBy.isEmpty else {
            throw entry.error("\"known-by\" has to name what such a file has")
        }
        guard isCSV || !reader.knownBy.contains(where: \.isMany) else {
            throw entry.error("\"known-by\" has to name single paths")
        }
        for name in reader.clock {
            let isMoment = reader.records.contains { record in
                record.fields.contains {
                    $0.field.content == .instant && name.means($0.path, ofRecordAt: record.location)
                }
            }
            guard isMoment else {
                throw entry.error("\"clock\" names no field that is a moment: \"\(name)\"")
            }
        }
        try checkColumns(reader)
        let makesEvents = reader.records.contains { $0.kind == .event }
        guard makesEvents == (reader.order == .events), makesEvents == !reader.events.isEmpty else {
            throw entry.error(
                "records that make events, \"events\" and the order \"events\" go together")
        }
        for record in reader.records where record.kind == .event {
            guard record.fields.contains(where: { $0.field == .eventName && $0.isRequired }) else {
                throw entry.error("a record that makes an event needs \"event-name\"")
            }
        }
    }

    // MARK: - Parts

    func path(_ text: String, _ part: MappingEntry) throws(MappingsError) -> FormatPath {
        if isCSV { return FormatPath(column: text) }
        guard let path = FormatPath(text) else {
            throw part.error("this is not a path: \"\(text)\"")
        }
        return path
    }

    private func paths(
        _ name: String, _ part: MappingEntry
    ) throws(MappingsError) -> [FormatPath] {
        var paths: [FormatPath] = []
        for text in try part.textsOrNone(name) { paths.append(try path(text, part)) }
        return paths
    }

    private func conditions(
        _ conditions: [(name: String, values: [String?])]
    ) throws(MappingsError) -> [FormatCondition] {
        var read: [FormatCondition] = []
        for (name, values) in conditions {
            read.append(FormatCondition(path: try path(name, entry), values: values))
        }
        return read
    }

    private func record(_ part: MappingEntry) throws(MappingsError) -> RecordRule {
        try part.allow(.record)
        let at = try part.text("at")
        guard let location = FormatPath(moved[at] ?? at), !isCSV || at == "$",
            !location.steps.contains(where: { if case .matching = $0 { true } else { false } })
        else { throw part.error("\"at\" is not a path of records: \"\(at)\"") }
        let kind = try part.text("makes")
        var constants: [NeutralField: String] = [:]
        for (name, values) in try part.lists("constants") {
            let field = try part.field("constants", name)
            guard let value = values.first, values.count == 1 else {
                throw part.error("\"constants\" has to hold single texts")
            }
            try part.checkWord(value, of: field)
            constants[field] = value
        }
        var fields: [FieldRule] = []
        for entry in try part.parts("fields") {
            fields.append(try FieldEntry(entry, isCSV: isCSV, location: location).rule())
        }
        return RecordRule(
            location: location, kind: try part.word("makes", kind, of: RecordKind.self),
            conditions: try conditions(try part.conditions("when")),
            exceptions: try conditions(try part.conditions("unless")), constants: constants,
            fields: fields)
    }

    private func events() throws(MappingsError) -> [EventRule] {
        guard let value = model.members["events"] else { return [] }
        guard case .string("vocabulary") = value else {
            throw model.error(
                "\"events\" can only be \"vocabulary\": entries of vocabulary.json name the reader "
                    + "under \"formats\"")
        }
        let id = try model.text("id")
        guard let vocabulary, vocabulary.entries.contains(where: { $0.formats.contains(id) })
        else { throw model.error("no entry of vocabulary.json names it under \"formats\"") }
        return try ReaderEvents(of: id, in: vocabulary).rules { text in
            isCSV ? FormatPath(column: text) : FormatPath(text)
        }
    }
}

extension [String] {
    /// The fields of these names.
    fileprivate func mapFields(
        _ entry: MappingEntry, _ member: String
    ) throws(MappingsError) -> [NeutralField] {
        var fields: [NeutralField] = []
        for name in self { fields.append(try entry.field(member, name)) }
        return fields
    }
}

extension MappingEntry {
    /// Refuses a word that a field cannot have.
    func checkWord(_ word: String, of field: NeutralField) throws(MappingsError) {
        switch field.content {
        case .text: return
        case .word where field.words.contains(word): return
        case .flag where ["true", "false"].contains(word): return
        default: throw error("\"\(field.name)\" cannot be \"\(word)\"")
        }
    }
}
