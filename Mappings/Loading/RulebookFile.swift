// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Reads `rulebook.json`.
struct RulebookFile {
    let rulebook: Rulebook

    init(_ file: MappingFile, _ key: String) throws(MappingsError) {
        let root = file.root
        try root.allow([
            "provider", "source", "checked", "version", "sources", "settings", "tables", "untold",
        ])
        let sources = try root.lists("sources")
        var settings: [Setting] = []
        for entry in try root.entries("settings", label: "name", kind: "setting") {
            try entry.allow([
                "name", "values", "overrides", "when", "place", "says", "authority", "source",
                "checked", "note",
            ])
            let values = try entry.texts("values")
            guard values.count > 1, Set(values).count == values.count else {
                throw entry.error("a setting has at least two different values")
            }
            settings.append(
                Setting(
                    name: try entry.text("name"), values: values,
                    override: try RulebookFile.override(entry),
                    place: try entry.optionalText("place"),
                    citation: try entry.citation(sources)))
        }
        let tables = try root.entry("tables")
        try tables.allow(Table.allCases.map(\.rawValue))
        var rows: [Row] = []
        for table in Table.allCases where tables.members[table.rawValue] != nil {
            for entry in try tables.entries(table.rawValue, kind: "row") {
                rows.append(try RulebookFile.row(entry, table, key, sources))
            }
        }
        var untold: [Rulebook.Untold] = []
        if root.members["untold"] != nil {
            for entry in try root.entries("untold", label: "event", kind: "event") {
                try entry.allow(["event", "why"])
                untold.append(
                    Rulebook.Untold(event: try entry.text("event"), why: try entry.text("why")))
            }
        }
        rulebook = Rulebook(
            provider: try root.text("provider"), settings: settings, rows: rows, untold: untold)
    }

    private static func override(
        _ entry: MappingEntry
    ) throws(MappingsError) -> Setting.Override? {
        guard let setting = try entry.optionalText("overrides") else {
            guard entry.members["when"] == nil else {
                throw entry.error("\"when\" belongs to a setting that \"overrides\" another")
            }
            return nil
        }
        return Setting.Override(of: setting, under: try entry.lists("when"))
    }

    private static func row(
        _ entry: MappingEntry, _ table: Table, _ key: String, _ sources: [String: [String]]
    ) throws(MappingsError) -> Row {
        try entry.allow([
            "id", "when", "under", "outcome", "refusal", "original", "answer", "gives", "events",
            "says", "authority", "source", "checked", "note",
        ])
        let id = try entry.text("id")
        let prefix = "\(key).\(table.rawValue)."
        guard id.hasPrefix(prefix), Int(id.dropFirst(prefix.count)) != nil else {
            throw entry.error("the id has to be \"\(prefix)\" and a number")
        }
        var conditions: [Fact: [FactValue]] = [:]
        for (name, words) in try entry.lists("when").sorted(by: { $0.key < $1.key }) {
            let fact = try entry.word("when", name, of: Fact.self)
            conditions[fact] = try values(of: fact, words, entry)
        }
        let outcome = try entry.text("outcome")
        let refusal = try entry.optionalText("refusal")
        let original = try entry.optionalText("original")
        let gives = try entry.optionalText("gives")
        guard gives == nil || gives == "owner" else {
            throw entry.error("\"gives\" can only be \"owner\"")
        }
        let answer = try entry.optionalText("answer")
        let effect = try entry.word("outcome", outcome, of: Effect.self)
        guard (effect == .alias) == (original != nil) else {
            throw entry.error("\"original\" belongs to the outcome \"alias\", and only to it")
        }
        return Row(
            id: id, table: table, conditions: conditions, settings: try entry.lists("under"),
            effect: effect,
            refusal: try refusal.map { text throws(MappingsError) in
                try entry.word("refusal", text, of: Refusal.self)
            },
            original: try original.map { text throws(MappingsError) in
                try entry.word("original", text, of: OriginalRule.self)
            } ?? .oldest,
            givesToOwner: gives != nil,
            answering: try answer.map { text throws(MappingsError) in
                try entry.word("answer", text, of: Answering.self)
            } ?? .some,
            notices: try notices(entry), citation: try entry.citation(sources))
    }

    /// The events of a row of the table `tell`.
    private static func notices(_ row: MappingEntry) throws(MappingsError) -> [Notice] {
        guard row.members["events"] != nil else { return [] }
        var notices: [Notice] = []
        for event in try row.entries("events", label: "event", kind: "event") {
            let entry = MappingEntry(
                file: row.file, label: "\(row.label ?? ""), \(event.label ?? "")",
                members: event.members)
            try entry.allow([
                "event", "to", "from", "once", "all", "id", "trial", "conversion", "ahead",
            ])
            let from = try entry.optionalText("from")
            let ahead = try entry.optionalText("ahead")
            let id = try entry.optionalText("id")
            guard id == nil || id == "minted" else {
                throw entry.error("\"id\" can only be \"minted\"")
            }
            notices.append(
                Notice(
                    event: try entry.text("event"),
                    to: try entry.word("to", try entry.text("to"), of: Notice.Side.self),
                    from: try from.map { text throws(MappingsError) in
                        try entry.word("from", text, of: Notice.Side.self)
                    },
                    isOnce: try entry.boolean("once"), namesAll: try entry.boolean("all"),
                    namesMinted: id != nil, trial: try names("trial", entry),
                    conversion: try names("conversion", entry),
                    ahead: try ahead.map { text throws(MappingsError) in
                        try entry.word("ahead", text, of: Notice.Ahead.self)
                    }))
        }
        return notices
    }

    /// What is sent in an event's place; nil where nothing is said of it.
    private static func names(
        _ member: String, _ entry: MappingEntry
    ) throws(MappingsError) -> [String]? {
        try entry.members[member].map { value throws(MappingsError) in
            try entry.texts(value, member)
        }
    }

    private static func values(
        of fact: Fact, _ words: [String], _ entry: MappingEntry
    ) throws(MappingsError) -> [FactValue] {
        var values: [FactValue] = []
        for word in words {
            guard let value = fact.values.first(where: { $0.word == word }) else {
                let known = fact.values.map(\.word).joined(separator: ", ")
                throw entry.error(
                    "\"\(fact.rawValue)\" does not allow \"\(word)\"; it allows: \(known)")
            }
            values.append(value)
        }
        return values
    }
}
