// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
public import AllonymMappings

/// What each provider calls an action, an error, an event, a store, a state or a field.
public struct WordList {
    private let mappings: Mappings

    /// The lists that providers have names for, in the order shown.
    private static let lists = [
        "actions", "refusals", "kinds", "stores", "states", "events", "fields",
    ]

    /// A word list.
    public init(_ mappings: Mappings) { self.mappings = mappings }

    /// Every neutral word with every provider's names.
    public func all() -> Sheet {
        var sheet = Sheet()
        for list in WordList.lists {
            sheet.add(
                list, ["Word"] + mappings.providers.map(\.name),
                mappings.neutral.words(of: list).map { word in
                    [word.word]
                        + mappings.providers.map { provider in
                            entries(of: provider).filter {
                                $0.list == list && $0.word == word.word
                            }.map(name).joined(separator: ", ")
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
        for word in mappings.neutral.words where isCalled(word, wanted) {
            let rows = mappings.providers.flatMap { provider in
                entries(of: provider).filter { $0.list == word.list && $0.word == word.word }
                    .map { entry in
                        [
                            provider.name, name(entry), entry.note ?? "",
                            "\(entry.authority): \(entry.source), \(entry.address)",
                        ]
                    }
            }
            sheet.add(
                "\(word.word) (\(word.list)): \(word.means)", ["Provider", "Name", "Note", "From"],
                rows.isEmpty ? [["–", "no provider has a name for it", "", ""]] : rows)
        }
        guard !sheet.sections.isEmpty else {
            throw UnknownSubject(
                description: "No neutral word and no provider's name is \"\(wanted)\"; "
                    + "\"allonym dictionary\" lists them all.")
        }
        return sheet
    }

    private func isCalled(_ word: NeutralVocabulary.Word, _ wanted: String) -> Bool {
        let wanted = wanted.lowercased()
        if word.word.lowercased() == wanted { return true }
        return mappings.providers.contains { provider in
            entries(of: provider).contains { entry in
                entry.list == word.list && entry.word == word.word
                    && [entry.name, entry.call?.name, entry.code].contains {
                        $0?.lowercased() == wanted
                    }
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
