// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// The neutral words: what each list holds and what each word means.
public struct NeutralVocabulary: Sendable {
    /// One word of one list.
    public struct Word: Hashable, Sendable {
        /// Such as `actions`.
        public let list: String
        /// The word.
        public let word: String
        /// One plain sentence.
        public let means: String
    }

    /// All words, sorted by list and word.
    public let words: [Word]
    /// The day on which they were last looked at.
    package let checked: String

    /// The words of a list.
    public func words(of list: String) -> [Word] { words.filter { $0.list == list } }

    init(_ file: MappingFile) throws(MappingsError) {
        try file.root.allow(["source", "checked", "version", "words"])
        checked = try file.root.text("checked")
        var words: [Word] = []
        for entry in try file.root.entries("words", label: "word", kind: "word") {
            try entry.allow(["list", "word", "means"])
            let word = Word(
                list: try entry.text("list"), word: try entry.text("word"),
                means: try entry.text("means"))
            guard !words.contains(where: { $0.list == word.list && $0.word == word.word }) else {
                throw entry.error("the word occurs twice in \"\(word.list)\"")
            }
            guard word.list != "reasons" else {
                throw entry.error("the meanings of \"reasons\" stand in Swift")
            }
            words.append(word)
        }
        words += Reason.allCases.map { reason in
            Word(
                list: "reasons", word: reason.rawValue, means: reason.message(by: "the provider"))
        }
        self.words = words.sorted { ($0.list, $0.word) < ($1.list, $1.word) }
        for (list, known) in NeutralVocabulary.known {
            let named = Set(self.words(of: list).map(\.word))
            guard let other = named.symmetricDifference(known).min() else { continue }
            throw MappingsError(
                file: file.name, entry: other,
                reason: named.contains(other)
                    ? "nothing is called so in \"\(list)\"" : "the word is missing in \"\(list)\"")
        }
    }

    /// The lists that the core and the mappings know, with all their words; what other modules print is
    /// compared in their tests.
    private static let known: [(list: String, words: [String])] = [
        ("advice", Advice.allCases.map(\.rawValue)),
        ("authorities", Authority.allCases.map(\.rawValue)),
        ("effects", Effect.allCases.map(\.rawValue)),
        ("environments", NeutralEnvironment.allCases.map(\.rawValue)),
        ("events", NeutralEvent.allCases.map(\.rawValue)),
        ("facts", Fact.allCases.map(\.rawValue)),
        ("finding-subjects", FindingGuide.Entry.Subject.allCases.map(\.rawValue)),
        ("further-states", further(NeutralState.self, PurchaseState.allCases.map(\.word))),
        ("further-stores", further(NeutralStore.self, Store.allCases.map(\.rawValue))),
        ("kinds", ProductKind.allCases.map(\.rawValue)),
        ("operation-keys", Operations.Key.allCases.map(\.rawValue)),
        ("operation-support", Operations.Support.allCases.map(\.words)),
        ("outcomes", Outcome.allCases.map(\.word)),
        ("periods", NeutralPeriod.allCases.map(\.rawValue)),
        ("refusals", Refusal.allCases.map(\.rawValue)),
        ("routes", ImportRoute.allCases.map(\.rawValue)),
        ("rules", [IdentifierCheck.textRule]),
        ("severities", FindingSeverity.allCases.map(\.rawValue)),
        ("states", PurchaseState.allCases.map(\.word)),
        ("stores", Store.allCases.map(\.rawValue)),
        ("tables", Table.allCases.map(\.rawValue)),
    ]

    /// The words of exports that no scenario has.
    private static func further<Term: NeutralWord>(
        _ terms: Term.Type, _ known: [String]
    ) -> [String] {
        terms.allCases.map(\.rawValue).filter { !known.contains($0) }
    }
}

/// A provider's own names for the neutral words.
public struct Vocabulary: Sendable {
    /// A value of an event that has to be one of some.
    public struct Condition: Hashable, Sendable {
        /// Where the value is, as a reader of `formats.json` names it.
        public let path: String
        /// As they stand in the event; nil is a value that is missing, or null.
        public let values: [String?]
    }

    /// How an action is written as a call.
    public struct Call: Hashable, Sendable {
        /// The function's name.
        public let name: String
        /// What its argument is: `id`, `product`, `entitlement`, or `none`.
        public let takes: String
        /// The argument's label, where it carries one.
        public let label: String?
    }

    /// One name for one word.
    public struct Entry: Hashable, Sendable {
        /// A stable ID, such as `revenuecat.events.renewed.1`.
        public let id: String
        /// The neutral word's list.
        public let list: String
        /// The neutral word.
        public let word: String
        /// The provider's name for it, spelt as the provider spells it.
        public let name: String
        /// The number or text that goes with the name, for errors and enumerations.
        public let code: String?
        /// How the action is written as a call.
        public let call: Call?
        /// Of a webhook event: the readers of `formats.json` that know the name.
        ///
        /// Every other entry has none.
        public let formats: [String]
        /// Of a webhook event: all of these have to hold for the name to have this meaning.
        public let conditions: [Condition]
        /// Of a webhook event: whether it means this besides, and readers take it for something else.
        public let isAside: Bool
        /// Of a webhook event: entries with a lower number are asked first, those without one last.
        package let priority: Int?
        /// Of a webhook event: the field that says from when; nil where it happened at its time.
        package let effectiveFrom: String?
        /// `documented`, `observed` or `inferred`.
        public let authority: String
        /// The document, and the section.
        public let source: String
        /// The document's address.
        public let address: String
        /// Where the name is used, when it has this meaning, or what else is to be known.
        public let note: String?
    }

    /// The provider's name as it writes it.
    public let provider: String
    /// The day on which the documents were read.
    public let checked: String
    /// All entries, sorted by ID.
    public let entries: [Entry]
    private let file: String

    /// The vocabulary of a provider that has no names for anything.
    package init(without provider: String) {
        self.provider = provider
        checked = ""
        entries = []
        file = ""
    }

    /// Whether this is the name of a webhook event.
    public func isWebhookEvent(_ name: String) -> Bool {
        entries.contains { $0.name == name && !$0.formats.isEmpty }
    }

    /// An error of one entry.
    func error(_ entry: Entry, _ reason: String) -> MappingsError {
        MappingsError(file: file, entry: entry.id, reason: reason)
    }

    init(_ file: MappingFile, _ neutral: NeutralVocabulary) throws(MappingsError) {
        let root = file.root
        try root.allow(["provider", "source", "checked", "version", "sources", "entries"])
        self.file = file.name
        provider = try root.text("provider")
        checked = try root.text("checked")
        let sources = try root.lists("sources")
        let known = Set(neutral.words.map { [$0.list, $0.word] })
        var entries: [Entry] = []
        for entry in try root.entries("entries") {
            let read = try Vocabulary.entry(entry, sources)
            guard known.contains([read.list, read.word]) else {
                throw entry.error("there is no neutral word \"\(read.word)\" in \"\(read.list)\"")
            }
            if let last = entries.last, last.id >= read.id {
                throw entry.error("ids are sorted and stand once; this one follows \"\(last.id)\"")
            }
            entries.append(read)
        }
        self.entries = entries
    }

    private static func entry(
        _ entry: MappingEntry, _ sources: [String: [String]]
    ) throws(MappingsError) -> Entry {
        try entry.allow([
            "id", "list", "word", "name", "code", "call", "formats", "when", "priority", "from",
            "also", "authority", "source", "note",
        ])
        let source = try entry.text("source")
        let key = String(source.prefix { $0 != "," })
        guard let address = sources[key]?.first else {
            throw entry.error("\"source\" begins with a key of \"sources\", not \"\(key)\"")
        }
        let authority = try entry.text("authority")
        guard Authority(rawValue: authority) != nil else {
            throw entry.error("\"authority\" does not allow \"\(authority)\"")
        }
        let formats = try entry.textsOrNone("formats")
        try checkEvent(entry, formats)
        let conditions = try entry.conditions("when").map { Condition(path: $0, values: $1) }
        let notes = conditions.map(\.description) + [try entry.optionalText("note")]
        let note = notes.compactMap(\.self).joined(separator: "; ")
        return Entry(
            id: try entry.text("id"), list: try entry.text("list"), word: try entry.text("word"),
            name: try entry.text("name"), code: try entry.optionalText("code"),
            call: try call(entry), formats: formats, conditions: conditions,
            isAside: try entry.boolean("also"), priority: try entry.numberOrNull("priority"),
            effectiveFrom: try entry.optionalText("from"), authority: authority, source: source,
            address: address, note: note.isEmpty ? nil : note)
    }

    /// Some members belong to webhook events, and some of these to those that a reader takes.
    private static func checkEvent(
        _ entry: MappingEntry, _ formats: [String]
    ) throws(MappingsError) {
        if !formats.isEmpty, try entry.text("list") != "events" {
            throw entry.error("\"formats\" belongs to the list \"events\"")
        }
        let isAside = try entry.boolean("also")
        for name in ["when", "priority", "from", "also"] where entry.members[name] != nil {
            guard !formats.isEmpty else { throw entry.error("\"\(name)\" needs \"formats\"") }
            guard name == "also" || !isAside else {
                throw entry.error("no reader asks an entry with \"also\" for \"\(name)\"")
            }
        }
    }

    private static func call(_ entry: MappingEntry) throws(MappingsError) -> Call? {
        guard entry.members["call"] != nil else { return nil }
        let call = try entry.entry("call")
        try call.allow(["name", "takes", "label"])
        let takes = try call.text("takes")
        guard ["id", "product", "entitlement", "none"].contains(takes) else {
            throw entry.error("a call takes an id, a product, an entitlement or none")
        }
        return Call(
            name: try call.text("name"), takes: takes, label: try call.optionalText("label"))
    }
}

extension Vocabulary.Condition {
    /// In words.
    fileprivate var description: String {
        "when \(path) is " + values.map { $0 ?? "missing" }.joined(separator: " or ")
    }
}

extension Vocabulary {
    /// Reads a vocabulary that stands in no folder of mappings.
    ///
    /// - Parameters:
    ///   - bytes: What `vocabulary.json` holds.
    ///   - name: What the file is called in errors.
    ///   - neutral: The words that names may be given for.
    /// - Throws: ``MappingsError``, with the entry and the reason.
    package init(
        _ bytes: [UInt8], name: String, neutral: NeutralVocabulary
    ) throws(MappingsError) {
        self = try Vocabulary(MappingFile(name, bytes), neutral)
    }
}
