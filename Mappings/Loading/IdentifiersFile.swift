// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore

/// Reads `identifiers.json`.
struct IdentifiersFile {
    let anonymous: AnonymousForm
    let rules: [IdentifierRule]
    private let entries: [MappingEntry]

    init(_ file: MappingFile) throws(MappingsError) {
        let root = file.root
        try root.allow([
            "provider", "source", "checked", "version", "sources", "anonymous", "rules",
        ])
        let sources = try root.lists("sources")
        anonymous = try IdentifiersFile.form(try root.entry("anonymous"), sources)
        entries = try root.entries("rules", kind: "rule")
        var rules: [IdentifierRule] = []
        for entry in entries {
            let id = try entry.text("id")
            guard !rules.contains(where: { $0.id == id }) else {
                throw entry.error("the id occurs twice")
            }
            rules.append(
                IdentifierRule(
                    id: id, kind: try IdentifiersFile.kind(entry),
                    settings: try entry.lists("under"),
                    replacement: try IdentifiersFile.replacement(entry),
                    citation: try entry.citation(sources)))
        }
        self.rules = rules
    }

    /// Settings are declared in the rulebook; a rule may name no other.
    func check(against settings: [Setting]) throws(MappingsError) {
        for (rule, entry) in zip(rules, entries) {
            for (name, values) in rule.settings.sorted(by: { $0.key < $1.key }) {
                guard let setting = settings.first(where: { $0.name == name }) else {
                    throw entry.error("the rulebook has no setting \"\(name)\"")
                }
                for value in values where !setting.values.contains(value) {
                    throw entry.error("the setting \"\(name)\" has no value \"\(value)\"")
                }
            }
        }
    }

    private static func form(
        _ entry: MappingEntry, _ sources: [String: [String]]
    ) throws(MappingsError) -> AnonymousForm {
        try entry.allow([
            "form", "case", "namespace", "recognised", "recognised-at", "suspect", "says",
            "authority", "source", "checked", "note",
        ])
        let isAnyCase = try entry.choice("case", "exact", or: "any")
        let isAtEnd = try entry.choice("recognised-at", "whole", or: "end")
        var recognised: Pattern?
        if let text = try entry.optionalText("recognised") {
            recognised = try entry.pattern(text)
        }
        let namespace = try entry.text("namespace")
        guard ["own", "shared"].contains(namespace) else {
            throw entry.error("\"namespace\" is \"own\" or \"shared\": with the custom IDs")
        }
        let isApart = namespace == "own"
        guard
            let form = AnonymousForm(
                template: try entry.text("form"), recognised: recognised,
                isRecognisedAtEnd: isAtEnd, suspect: try entry.optionalText("suspect"),
                isApart: isApart, isAnyCase: isAnyCase, citation: try entry.citation(sources))
        else {
            throw entry.error(
                "\"form\" has to end in {hex32}, {uuid} or {UUID}, and what is recognised at the end "
                    + "needs a fixed length")
        }
        return form
    }

    private static func kind(_ entry: MappingEntry) throws(MappingsError) -> IdentifierRule.Kind {
        let common = ["id", "under", "says", "authority", "source", "checked", "note"]
        if let ends = try entry.optionalText("trim") {
            try entry.allow(common + ["trim"])
            guard ends == "both-ends" else {
                throw entry.error("\"trim\" can only be \"both-ends\"")
            }
            return .trim
        }
        if let advice = try entry.optionalText("advise") {
            try entry.allow(common + ["advise", "shorter-than"])
            let word = try entry.word("advise", advice, of: Advice.self)
            guard word != .blockedElsewhere, word != .notPortable else {
                throw entry.error("\"\(advice)\" is worked out for every provider, and no rule")
            }
            let least = word == .guessable ? try entry.number("shorter-than", from: 1) : 0
            return .advise(word, shorterThan: least)
        }
        let refusing = common + ["refuse", "instead"]
        switch try entry.word("refuse", try entry.text("refuse"), of: Reason.self) {
        case .empty:
            try entry.allow(refusing + ["blank"])
            return .refuseEmpty(blank: try entry.boolean("blank"))
        case .blockedValue:
            try entry.allow(refusing + ["values"])
            return .refuseValues(try entry.texts("values"))
        case .forbiddenCharacter:
            try entry.allow(refusing + ["characters"])
            var scalars: [Unicode.Scalar] = []
            for text in try entry.texts("characters") {
                guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else {
                    throw entry.error("each of \"characters\" has to be one character")
                }
                scalars.append(scalar)
            }
            return .refuseCharacters(scalars)
        case .tooLong:
            try entry.allow(refusing + ["longest"])
            return .refuseLongerThan(try entry.number("longest", from: 1))
        case .wrongFormat:
            try entry.allow(refusing + ["formats"])
            var formats: [IdentifierFormat] = []
            for (name, texts) in try entry.lists("formats").sorted(by: { $0.key < $1.key }) {
                for text in texts {
                    formats.append(IdentifierFormat(name: name, pattern: try entry.pattern(text)))
                }
            }
            return .refuseAllBut(formats)
        }
    }

    private static func replacement(_ entry: MappingEntry) throws(MappingsError) -> Replacement? {
        guard let word = try entry.optionalText("instead") else { return nil }
        return try entry.word("instead", word, of: Replacement.self)
    }
}

extension MappingEntry {
    /// Whether a member has the second of two values; the first is what it has when it is missing.
    fileprivate func choice(
        _ name: String, _ usual: String, or other: String
    ) throws(MappingsError) -> Bool {
        guard let value = try optionalText(name) else { return false }
        guard [usual, other].contains(value) else {
            throw error("\"\(name)\" is \"\(usual)\" or \"\(other)\", not \"\(value)\"")
        }
        return value == other
    }
}
