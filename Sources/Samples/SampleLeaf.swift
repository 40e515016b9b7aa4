// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// What is written at one path, whatever record it is of.
final class SampleLeaf {
    /// By the rule of the record.
    private var sources: [[SampleSource]] = []
    /// What conditions ask for: of records by their rule, of events by theirs, and of the file.
    private var constants: [Int: SampleText] = [:]
    private var eventConstants: [Int: SampleText] = [:]
    private var known: SampleText?
    private var isInEveryFile = false
    /// The names of events, by their rule, where it holds these.
    private var eventNames: [String] = []

    /// A field of a rule.
    func add(_ source: SampleSource, of rule: Int, eventNames: [String]) {
        if source.rule.field == .eventName { self.eventNames = eventNames }
        while sources.count <= rule { sources.append([]) }
        // A part says less than the whole, and the earlier of two rules less than the later one.
        if source.rule.part == nil {
            sources[rule].insert(source, at: 0)
        } else {
            sources[rule].append(source)
        }
    }

    func require(_ condition: FormatCondition, ofRule rule: Int) {
        constants[rule] = SampleLeaf.constant(condition)
    }

    func require(_ condition: FormatCondition, ofEvent event: Int) {
        eventConstants[event] = SampleLeaf.constant(condition)
    }

    /// Says that every file has something here, and of what kind if that is known.
    func requireInFile(_ condition: FormatCondition?) {
        isInEveryFile = true
        if let condition { known = SampleLeaf.constant(condition) }
    }

    private static func constant(_ condition: FormatCondition) -> SampleText? {
        condition.values.compactMap { $0 }.first.map { SampleText(word: $0.filter { $0 != "*" }) }
    }

    /// Whether records of a rule have anything here.
    func isWritten(by rule: Int) -> Bool {
        rule < sources.count && !sources[rule].isEmpty || constants[rule] != nil
            || !eventConstants.isEmpty
    }

    /// The only field that stands here, in records of a rule; nil where there are others.
    func onlySource(of rule: Int) -> SampleSource? {
        guard constants[rule] == nil, eventConstants.isEmpty, eventNames.isEmpty,
            rule < sources.count, sources[rule].count == 1
        else { return nil }
        return sources[rule][0]
    }

    /// What an entry has here, or what one like it would have.
    func text(of entry: SampleEntry, item: Int?) -> SampleText? {
        if entry.rule < sources.count, let text = text(sources[entry.rule], entry, item) {
            return text
        }
        if constants.isEmpty, eventConstants.isEmpty { return nil }
        return entry.event.flatMap { eventConstants[$0] } ?? constants[entry.rule]
    }

    /// What stands here whatever the entries are; nil where nothing has to.
    func textOfFile(_ entries: ArraySlice<SampleEntry>) -> SampleText? {
        guard isInEveryFile else { return nil }
        if let known { return known }
        guard let entry = entries.first else { return nil }
        for sources in sources {
            if let text = text(sources, entry, nil) { return text }
        }
        // What a file has to have and nobody reads is how many there are.
        return sources.isEmpty ? .number(Int64(entries.count)) : .raw("null")
    }

    private func text(
        _ sources: [SampleSource], _ entry: SampleEntry, _ item: Int?
    ) -> SampleText? {
        if sources.isEmpty { return nil }
        if !eventNames.isEmpty {
            return entry.event.map { .text(eventNames[$0]) }
        }
        if sources.count == 1 { return sources[0].text(of: entry.record, item: item) }
        if sources.contains(where: { $0.rule.form == .word }) {
            return word(sources.filter { $0.rule.form == .word }, entry.record)
        }
        for source in sources {
            if let text = source.text(of: entry.record, item: item) { return text }
        }
        return nil
    }

    /// The word that says most of what several fields read from it, and nothing else.
    private func word(_ sources: [SampleSource], _ record: SampleRecord) -> SampleText? {
        if sources.count == 1 { return sources[0].text(of: record, item: nil) }
        var best: (word: String, agreement: Int)?
        for word in Set(sources.flatMap(\.rule.words.keys)).sorted() {
            var sum = 0
            for source in sources {
                guard let agreement = source.agreement(of: word, with: record) else {
                    sum = -1
                    break
                }
                sum += agreement
            }
            if sum > best?.agreement ?? -1 { best = (word, sum) }
        }
        return best.map { SampleText(word: $0.word) }
    }
}
