// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Reads `formats.json`.
struct FormatsFile {
    let formats: ProviderFormats

    /// Reads a file all of whose ids begin with a key.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - key: The key.
    ///   - vocabulary: Which names the events that readers know; nil where none does.
    /// - Throws: ``MappingsError``, with the entry and the reason.
    init(
        _ file: MappingFile, _ key: String, _ vocabulary: Vocabulary?
    ) throws(MappingsError) {
        let root = file.root
        try root.allow(.file)
        let sources = try root.lists("sources")
        let readers = try root.entries("readers", kind: "reader")
        let writers = try root.entries("writers", kind: "writer")
        let limits = try root.entries("limits", kind: "limit")
        let answers =
            root.members["answers"] == nil ? [] : try root.entries("answers", kind: "answer")
        let support = try root.entries("support")
        let rollback = try root.entries("rollback")
        let export =
            root.members["export"] == nil ? nil : try ExportEntry(root.entry("export"), sources)
        var columns: [MappingEntry] = []
        for reader in readers { columns += try reader.parts("lacking") }
        let listed = readers + columns + writers + limits + answers + support + rollback
        try FormatsFile.checkIDs(listed + (export?.entries ?? []), key)
        let identity = try FormatsFile.identity(try root.entry("identity"), sources, key)
        formats = ProviderFormats(
            provider: try root.text("provider"), source: try root.text("source"),
            version: try root.number("version"), checked: try root.text("checked"),
            identity: identity,
            limits: try limits.mapEntries { entry throws(MappingsError) in
                try FormatsFile.limit(entry, sources)
            },
            readers: try readers.mapEntries { entry throws(MappingsError) in
                try ReaderEntry(entry, all: readers, sources, vocabulary).reader()
            },
            writers: try writers.mapEntries { entry throws(MappingsError) in
                try WriterEntry(entry, sources).writer()
            },
            answers: try answers.mapEntries { entry throws(MappingsError) in
                try FormatsFile.answer(entry, sources)
            },
            support: try support.mapEntries { entry throws(MappingsError) in
                try FormatsFile.note(entry, sources, hasCondition: true)
            },
            rollback: try rollback.mapEntries { entry throws(MappingsError) in
                try FormatsFile.note(entry, sources, hasCondition: false)
            },
            export: try export?.export(limits: Set(limits.compactMap(\.label))))
        try FormatsFile.checkReferences(formats, writers, limits)
        try FormatsFile.check(formats, answers)
        if let vocabulary {
            let telling = readers.filter { $0.members["events"] != nil }.compactMap(\.label)
            try ReaderEvents.check(vocabulary, against: Set(telling))
        }
    }

    private static func checkIDs(
        _ entries: [MappingEntry], _ key: String
    ) throws(MappingsError) {
        var ids: Set<String> = []
        for entry in entries {
            let id = try entry.text("id")
            guard id.hasPrefix("\(key).") else {
                throw entry.error("the id has to begin with \"\(key).\"")
            }
            guard ids.insert(id).inserted else { throw entry.error("the id occurs twice") }
        }
    }

    private static func identity(
        _ entry: MappingEntry, _ sources: [String: [String]], _ key: String
    ) throws(MappingsError) -> ProviderFormats.Identity {
        try entry.allow(.identity)
        let custom = try entry.entry("custom-ids")
        try custom.allow(.customIDs)
        let anonymous = try entry.entry("anonymous-ids")
        try anonymous.allow(.anonymousIDs)
        let letterCase = try entry.entry("letter-case")
        try letterCase.allow(.letterCase)
        for part in [custom, anonymous, letterCase] {
            let rule = try part.text("rule")
            guard rule.hasPrefix("\(key).") else {
                throw part.error("\"rule\" has to begin with \"\(key).\", not \"\(rule)\"")
            }
        }
        return ProviderFormats.Identity(
            mostCustomIDs: try custom.numberOrNull("most"), customRule: try custom.text("rule"),
            custom: try custom.citation(sources),
            takesAnonymousIDs: try anonymous.boolean("import"),
            minted: try anonymous.textOrNull("mint"), anonymousRule: try anonymous.text("rule"),
            anonymous: try anonymous.citation(sources),
            isCaseExact: try letterCase.boolean("exact"), caseRule: try letterCase.text("rule"),
            letterCase: try letterCase.citation(sources))
    }

    private static func limit(
        _ entry: MappingEntry, _ sources: [String: [String]]
    ) throws(MappingsError) -> ProviderFormats.Limit {
        try entry.allow(.limit)
        let what = try entry.text("what")
        return ProviderFormats.Limit(
            id: try entry.text("id"),
            subject: try entry.word("what", what, of: ProviderFormats.Limit.Subject.self),
            name: try entry.text("name"), count: try entry.numberOrNull("count"),
            seconds: try entry.numberOrNull("seconds"),
            formats: try entry.textsOrNone("for"), citation: try entry.citation(sources))
    }

    private static func answer(
        _ entry: MappingEntry, _ sources: [String: [String]]
    ) throws(MappingsError) -> ProviderFormats.Answer {
        try entry.allow(.answer)
        let (place, code) = (try entry.optionalText("at"), try entry.optionalText("code"))
        guard (place == nil) == (code == nil) else {
            throw entry.error("\"at\" and \"code\", which stands there, go together")
        }
        let status = try entry.numberOrNull("status")
        guard status != nil || code != nil else {
            throw entry.error("an answer is known by \"status\" or by \"at\" and \"code\"")
        }
        if let status, !(100...599).contains(status) {
            throw entry.error("\"status\" is no HTTP status: \(status)")
        }
        let meaning = try entry.text("means")
        let answer = ProviderFormats.Answer(
            id: try entry.text("id"), writers: try entry.textsOrNone("for"), status: status,
            place: place, code: code,
            meaning: try entry.word(
                "means", meaning, of: ProviderFormats.Answer.Meaning.self),
            wait: try entry.optionalText("wait"), compared: try compared(entry),
            citation: try entry.citation(sources))
        guard answer.wait == nil || [.later, .unknown].contains(answer.meaning) else {
            throw entry.error(
                "\"wait\" belongs to an answer that means \"later\" or \"unknown\"")
        }
        guard answer.compared == nil || answer.meaning == .compare else {
            throw entry.error("\"compared\" belongs to an answer that means \"compare\"")
        }
        return answer
    }

    private static func compared(
        _ entry: MappingEntry
    ) throws(MappingsError) -> ProviderFormats.Answer.Compared? {
        guard entry.members["compared"] != nil else { return nil }
        let own = try entry.entry("compared")
        let part = MappingEntry(file: own.file, label: entry.label, members: own.members)
        try part.allow(.compared)
        guard let notBefore = try part.compared("not-before") else {
            throw part.error("\"not-before\" is missing")
        }
        return ProviderFormats.Answer.Compared(
            place: try part.text("in"),
            member: try part.template("member", try part.text("member")), notBefore: notBefore)
    }

    /// Answers name writers of calls; one that compares needs to know with what.
    private static func check(
        _ formats: ProviderFormats, _ answers: [MappingEntry]
    ) throws(MappingsError) {
        for (answer, entry) in zip(formats.answers, answers) {
            for id in answer.writers {
                let writer = formats.writers.first { $0.id == id }
                guard case .calls(let call)? = writer?.container else {
                    throw entry.error("there is no writer of calls \"\(id)\"")
                }
                guard answer.meaning != .compare || answer.compared != nil || call.read != nil
                else {
                    throw entry.error(
                        "\"compare\" needs \"compared\", or a \"read\" of \"\(id)\"")
                }
            }
            guard answer.meaning != .compare || !answer.writers.isEmpty else {
                throw entry.error("\"compare\" needs writers in \"for\"")
            }
        }
    }

    private static func note(
        _ entry: MappingEntry, _ sources: [String: [String]], hasCondition: Bool
    ) throws(MappingsError) -> ProviderFormats.Note {
        try entry.allow(hasCondition ? .supportNote : .rollbackNote)
        let when = hasCondition ? try entry.texts("when") : []
        let known = FormatWriter.Route.allCases.map(\.rawValue) + ["export"]
        for word in when where !known.contains(word) {
            throw entry.error(
                "\"when\" does not allow \"\(word)\"; it allows: \(known.joined(separator: ", "))")
        }
        return ProviderFormats.Note(
            id: try entry.text("id"), when: when, citation: try entry.citation(sources))
    }

    /// Writers name limits and each other; limits name readers and writers.
    private static func checkReferences(
        _ formats: ProviderFormats, _ writers: [MappingEntry], _ limits: [MappingEntry]
    ) throws(MappingsError) {
        let writerIDs = Set(formats.writers.map(\.id))
        let limitIDs = Set(formats.limits.map(\.id))
        let formatIDs = writerIDs.union(formats.readers.map(\.id))
        for (limit, entry) in zip(formats.limits, limits) {
            for id in limit.formats where !formatIDs.contains(id) {
                throw entry.error("there is no reader or writer \"\(id)\"")
            }
        }
        for (writer, entry) in zip(formats.writers, writers) {
            guard case .calls(let call) = writer.container else { continue }
            for id in call.after where !writerIDs.contains(id) {
                throw entry.error("\"after\" names no writer: \"\(id)\"")
            }
            for id in [call.limit, call.undo?.limit, call.read?.limit].compactMap({ $0 })
            where !limitIDs.contains(id) {
                throw entry.error("there is no limit \"\(id)\"")
            }
        }
    }
}

extension ProviderFormats {
    /// Reads formats that stand in no folder of mappings.
    ///
    /// - Parameters:
    ///   - bytes: What `formats.json` holds.
    ///   - name: What the file is called in errors.
    ///   - key: What all ids begin with.
    ///   - vocabulary: Which names the events that readers know; nil where none does.
    /// - Throws: ``MappingsError``, with the entry and the reason.
    package init(
        _ bytes: [UInt8], name: String, key: String, vocabulary: Vocabulary? = nil
    ) throws(MappingsError) {
        self = try FormatsFile(MappingFile(name, bytes), key, vocabulary).formats
    }
}
