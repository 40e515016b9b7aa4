// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
public import AllonymMappings

/// What each provider calls an action, an error, an event, a store, a state or a field.
public struct WordList {
    private let mappings: Mappings
    /// The neutral words by all that they are called, in lower case.
    private let words: [String: Set<NeutralVocabulary.Word>]

    /// The lists that providers have names for, in the order shown.
    private static let lists = [
        "actions", "refusals", "kinds", "stores", "states", "events", "fields",
    ]

    /// A word list.
    public init(_ mappings: Mappings) {
        self.mappings = mappings
        var words: [String: Set<NeutralVocabulary.Word>] = [:]
        for word in mappings.neutral.words {
            words[word.word.lowercased(), default: []].insert(word)
        }
        let known = Dictionary(grouping: mappings.neutral.words) { [$0.list, $0.word] }
        for entry in mappings.vocabularies.values.flatMap(\.entries) {
            for name in [entry.name, entry.call?.name, entry.code].compactMap(\.self) {
                words[name.lowercased(), default: []].formUnion(
                    known[[entry.list, entry.word]] ?? [])
            }
        }
        self.words = words
    }

    /// Every neutral word with every provider's names.
    public func all() -> Sheet {
        var sheet = Sheet()
        for list in WordList.lists {
            sheet.add(
                list, ["Word"] + mappings.providers.map(\.name),
                mappings.neutral.words(of: list).map { word in
                    [word.word]
                        + mappings.providers.map { provider in
                            let names = entries(of: provider).filter {
                                $0.list == list && $0.word == word.word
                            }.map(name)
                            return names.isEmpty
                                ? "no page names it" : names.joined(separator: ", ")
                        }
                })
        }
        return sheet
    }

    /// A neutral word, or whatever a provider calls by this name or code, without regard to case.
    ///
    /// - Throws: ``UnknownSubject`` when nothing is called so.
    public func word(_ wanted: String) throws(UnknownSubject) -> Sheet {
        var sheet = Sheet()
        for word in words(called: wanted) {
            sheet.add(
                "\(word.word) (\(word.list)): \(word.means)", WordList.heads, answers(to: word))
        }
        let near = near(wanted)
        sheet.add(
            sheet.sections.isEmpty
                ? "Nothing is called \"\(wanted)\". Words that speak of it:"
                : "Words that speak of it, or are called similarly:",
            ["Word", "List", "Means", "Names"], near)
        guard !sheet.sections.isEmpty else {
            let known =
                mappings.neutral.words.map(\.word)
                + mappings.providers.flatMap {
                    entries(of: $0).map(\.name)
                }
            throw UnknownSubject(
                description: UnknownName(
                    "word", wanted, known: Set(known).sorted(), listedBy: "allonym dictionary"
                ).description)
        }
        return sheet
    }

    /// The words whose meaning, or one of whose names, has this text in it, but those called so.
    private func near(_ wanted: String) -> [[String]] {
        let wanted = wanted.lowercased()
        guard wanted.count > 2 else { return [] }
        let called = words[wanted] ?? []
        return mappings.neutral.words.compactMap { word in
            guard !called.contains(word), WordList.lists.contains(word.list) else { return nil }
            let names = mappings.providers.flatMap { provider in
                entries(of: provider).filter {
                    $0.list == word.list && $0.word == word.word
                        && $0.name.lowercased().contains(wanted)
                }.map { "\(provider.name): \(name($0))" }
            }
            let isNamed = word.word.lowercased().contains(wanted)
            guard isNamed || !names.isEmpty || word.means.lowercased().contains(wanted) else {
                return nil
            }
            return [word.word, word.list, word.means, names.joined(separator: "\n")]
        }
    }

    /// The heads of ``rows(of:)``.
    static let heads = ["Provider", "Name", "Note", "From"]

    /// The neutral words of this name, and those that a provider calls so.
    func words(called wanted: String) -> [NeutralVocabulary.Word] {
        let called = words[wanted.lowercased()] ?? []
        return mappings.neutral.words.filter(called.contains)
    }

    /// Each provider's names for a word, or that none of its pages names it; of a list that is only
    /// Allonym's own, one answer for all.
    private func answers(to word: NeutralVocabulary.Word) -> [[String]] {
        guard WordList.lists.contains(word.list) else {
            let rows = rows(of: word)
            return rows.isEmpty ? [["–", "no provider has a name for it", "", ""]] : rows
        }
        return mappings.providers.flatMap { provider in
            let rows = rows(of: word).filter { $0[0] == provider.name }
            return rows.isEmpty
                ? [[provider.name, "–", "no page of \(provider.name) names this", ""]] : rows
        }
    }

    /// Each provider's names for a word.
    func rows(of word: NeutralVocabulary.Word) -> [[String]] { rows(of: word.list, word.word) }

    /// Each provider's names for a word of a list.
    func rows(of list: String, _ word: String) -> [[String]] {
        mappings.providers.flatMap { provider in
            entries(of: provider).filter { $0.list == list && $0.word == word }
                .map { entry in
                    [
                        provider.name, name(entry), entry.note ?? "",
                        "\(entry.authority): \(entry.source), \(entry.address)",
                    ]
                }
        }
    }

    private func entries(of provider: Provider) -> [Vocabulary.Entry] {
        mappings.vocabularies[provider.key]?.entries ?? []
    }

    private func name(_ entry: Vocabulary.Entry) -> String {
        entry.code.map { "\(entry.name) (\($0))" } ?? entry.name
    }
}
