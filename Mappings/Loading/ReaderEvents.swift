// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The events of a reader, which the vocabulary names.
struct ReaderEvents {
    private let vocabulary: Vocabulary
    private let reader: String
    /// What the reader takes, in the order in which it is asked.
    let entries: [Vocabulary.Entry]

    /// The events of a reader, by its ID.
    init(of reader: String, in vocabulary: Vocabulary) throws(MappingsError) {
        self.vocabulary = vocabulary
        self.reader = reader
        let own = vocabulary.entries.filter { $0.formats.contains(reader) }
        entries = own.filter { !$0.isAside }.sorted {
            ($0.turn, $0.conditions.isEmpty ? 1 : 0, $0.id)
                < ($1.turn, $1.conditions.isEmpty ? 1 : 0, $1.id)
        }
        try checkOrder()
        for entry in own where entry.isAside {
            guard entries.contains(where: { $0.name == entry.name }) else {
                throw vocabulary.error(
                    entry, "\"also\" needs an entry of this name that \"\(reader)\" takes")
            }
        }
    }

    /// Of one name every entry can be reached, and the order is said.
    private func checkOrder() throws(MappingsError) {
        var earlier: [String: Vocabulary.Entry] = [:]
        for entry in entries {
            if let before = earlier[entry.name] {
                if before.conditions.isEmpty {
                    throw vocabulary.error(
                        entry,
                        "\"\(reader)\" never asks it: \"\(before.id)\" of the same name has no \"when\""
                    )
                }
                if !entry.conditions.isEmpty, entry.turn == before.turn {
                    throw vocabulary.error(
                        entry,
                        "it and \"\(before.id)\" both have a \"when\"; give each a \"priority\"")
                }
            }
            earlier[entry.name] = entry
        }
    }

    /// What each name means, in the order in which entries are asked.
    func rules(
        _ path: (String) throws(MappingsError) -> FormatPath?
    ) throws(MappingsError) -> [EventRule] {
        var rules: [EventRule] = []
        for entry in entries {
            guard let event = NeutralEvent(rawValue: entry.word) else {
                throw vocabulary.error(entry, "no reader knows the event \"\(entry.word)\"")
            }
            var conditions: [FormatCondition] = []
            for condition in entry.conditions {
                guard let path = try path(condition.path) else {
                    throw vocabulary.error(entry, "this is not a path: \"\(condition.path)\"")
                }
                conditions.append(FormatCondition(path: path, values: condition.values))
            }
            rules.append(
                EventRule(
                    name: entry.name, conditions: conditions, event: event,
                    effectiveFrom: try from(entry), note: entry.note))
        }
        return rules
    }

    private func from(_ entry: Vocabulary.Entry) throws(MappingsError) -> NeutralField? {
        guard let name = entry.effectiveFrom else { return nil }
        guard let field = NeutralField(name: name), field.content == .instant else {
            throw vocabulary.error(entry, "\"from\" is not a field with a moment: \"\(name)\"")
        }
        return field
    }

    /// Refuses entries that name what is no reader of events.
    static func check(
        _ vocabulary: Vocabulary, against readers: Set<String>
    ) throws(MappingsError) {
        for entry in vocabulary.entries {
            for id in entry.formats where !readers.contains(id) {
                throw vocabulary.error(
                    entry,
                    "\"formats\" names no reader with events of its own: \"\(id)\"; there are: "
                        + (readers.isEmpty ? "none" : readers.sorted().joined(separator: ", ")))
            }
        }
    }
}

extension Vocabulary.Entry {
    /// When it is asked; entries without a priority come last.
    fileprivate var turn: Int { priority ?? .max }
}
