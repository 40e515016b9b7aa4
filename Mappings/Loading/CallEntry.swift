// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A call of a writer.
struct CallEntry {
    private let entry: MappingEntry
    private let sources: [String: [String]]

    init(
        _ entry: MappingEntry, _ writer: MappingEntry, _ sources: [String: [String]]
    ) throws(MappingsError) {
        self.sources = sources
        self.entry = MappingEntry(file: entry.file, label: writer.label, members: entry.members)
        try self.entry.allow(.call)
    }

    func call() throws(MappingsError) -> FormatCall {
        let undo = try undo()
        guard (undo == nil) == (entry.members["no-undo"] != nil) else {
            throw entry.error("a call has either \"undo\" or \"no-undo\", which says why")
        }
        guard let oncePer = try oncePer(entry) else { throw entry.error("\"once-per\" is missing") }
        let (idempotency, isRepeatable) = (
            try entry.textOrNull("idempotency"), try entry.boolean("repeatable")
        )
        guard !isRepeatable || idempotency != nil else {
            throw entry.error(
                "a call that is \"repeatable\" has an \"idempotency\", which says why")
        }
        return FormatCall(
            host: try entry.text("host"), method: try entry.text("method"),
            path: try path(entry), headers: try headers(entry), body: try body(entry),
            after: try entry.textsOrNone("after"), oncePer: oncePer,
            idempotency: idempotency, isRepeatable: isRepeatable,
            replaces: try entry.boolean("replaces"), read: try read(),
            limit: try entry.textOrNull("limit"), undo: undo,
            noUndo: try entry.optionalText("no-undo"))
    }

    private func read() throws(MappingsError) -> FormatCall.Read? {
        switch entry.members["read"] {
        case nil, .null: return nil
        default: break
        }
        let own = try entry.entry("read")
        let part = MappingEntry(file: own.file, label: entry.label, members: own.members)
        try part.allow(.read)
        let list = try part.optionalText("list")
        guard (list == nil) == (part.members["where"] == nil) else {
            throw part.error("\"list\" and \"where\", which tells its element, go together")
        }
        let (equal, notBefore) = (
            try part.compared("equal"), try part.compared("not-before")
        )
        guard equal != nil || notBefore != nil else {
            throw part.error("\"equal\" and \"not-before\" are missing; give one of them")
        }
        return FormatCall.Read(
            path: try path(part), headers: try headers(part), list: list,
            matching: try part.compared("where"), equal: equal, notBefore: notBefore,
            changed: try changed(part), limit: try part.optionalText("limit"),
            citation: try part.citation(sources))
    }

    /// Where an answer says when what is there has changed.
    private func changed(
        _ part: MappingEntry
    ) throws(MappingsError) -> [(place: String, form: FieldRule.Form)] {
        var changed: [(place: String, form: FieldRule.Form)] = []
        for (place, words) in try part.lists("changed").sorted(by: { $0.key < $1.key }) {
            guard let word = words.first, words.count == 1,
                let form = FieldRule.Form(rawValue: word),
                [.seconds, .milliseconds, .iso].contains(form)
            else { throw part.error("\"changed\" has to hold seconds, milliseconds or iso") }
            changed.append((place, form))
        }
        return changed
    }

    private func undo() throws(MappingsError) -> FormatCall.Undo? {
        switch entry.members["undo"] {
        case nil, .null: return nil
        default: break
        }
        let own = try entry.entry("undo")
        let part = MappingEntry(file: own.file, label: entry.label, members: own.members)
        try part.allow(.undo)
        return FormatCall.Undo(
            method: try part.text("method"), path: try path(part), headers: try headers(part),
            body: try body(part), oncePer: try oncePer(part), limit: try part.textOrNull("limit"),
            isOfMade: try part.boolean("only-made"), says: try part.text("says"),
            unless: try part.parts("unless").mapEntries(others))
    }

    private func others(_ part: MappingEntry) throws(MappingsError) -> FormatCall.Others {
        try part.allow(.others)
        return FormatCall.Others(
            path: try path(part), headers: try headers(part), list: try part.text("list"),
            matching: try part.compared("where"),
            own: try part.parts("but").mapEntries { own throws(MappingsError) in
                guard
                    case .object(let members) = try ValueEntry(own).value(.object(own.members)),
                    !members.isEmpty
                else { throw own.error("it has to be an object that is not empty") }
                return .object(members)
            },
            isWithoutPurchases: try part.boolean("without-purchases"),
            limit: try part.optionalText("limit"), citation: try part.citation(sources))
    }

    private func path(_ part: MappingEntry) throws(MappingsError) -> FormatTemplate {
        let path = try part.text("path")
        guard path.hasPrefix("/") else { throw part.error("\"path\" has to begin with a slash") }
        return try part.template("path", path)
    }

    private func headers(_ part: MappingEntry) throws(MappingsError) -> [String: String] {
        var headers: [String: String] = [:]
        for (name, values) in try part.lists("headers") {
            guard let value = values.first, values.count == 1 else {
                throw part.error("\"headers\" has to hold single texts")
            }
            headers[name] = value
        }
        return headers
    }

    private func body(_ part: MappingEntry) throws(MappingsError) -> FormatValue? {
        switch part.members["body"] {
        case nil, .null: return nil
        case .some(let body): return try ValueEntry(part).value(body)
        }
    }

    private func oncePer(
        _ part: MappingEntry
    ) throws(MappingsError) -> FormatWriter.Subject? {
        guard let word = try part.optionalText("once-per") else { return nil }
        return try part.word("once-per", word, of: FormatWriter.Subject.self)
    }
}

extension MappingEntry {
    /// An object whose members are compared with those of an answer; nil where it is left out.
    func compared(_ member: String) throws(MappingsError) -> FormatValue? {
        guard let value = members[member] else { return nil }
        guard case .object(let members) = try ValueEntry(self).value(value), !members.isEmpty else {
            throw error("\"\(member)\" has to be an object that is not empty")
        }
        return .object(members)
    }
}
