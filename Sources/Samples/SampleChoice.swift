// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// Finds the rule of a reader that reads a record as what it is.
package struct SampleChoice {
    private let reader: FormatReader
    /// By the rule: its fields by their paths.
    private let fields: [[FormatPath: [SampleSource]]]
    private let traits: [RuleTraits]
    /// What has been found, by what decides it.
    private var found: [UInt64: (rule: Int, event: Int?)?] = [:]

    package init(_ reader: FormatReader) {
        let reader = reader.withAllColumns
        self.reader = reader
        fields = reader.records.map { rule in
            Dictionary(grouping: rule.fields.map { SampleSource($0) }) { $0.rule.path }
        }
        traits = reader.records.map { RuleTraits($0) }
    }

    /// The entries of a record: none where such files have no place for it, several where they
    /// have one for each text of a list.
    package mutating func entries(for record: SampleRecord) -> [SampleEntry] {
        guard let entry = entry(for: record) else { return [] }
        for field in traits[entry.rule].single {
            let texts = record.texts(field)
            if texts.count < 2 { continue }
            return texts.map { text in
                var part = entry.record
                part[field] = .list([text])
                return SampleEntry(record: part, rule: entry.rule, event: entry.event)
            }
        }
        return [entry]
    }

    private mutating func entry(for record: SampleRecord) -> SampleEntry? {
        let key = record.traits
        let choice: (rule: Int, event: Int?)?
        if let known = found[key] {
            choice = known
        } else {
            choice = choose(record)
            found[key] = .some(choice)
        }
        guard let choice, traits[choice.rule].required.allSatisfy({ record.says($0) }) else {
            return nil
        }
        var named = record
        if let naming = traits[choice.rule].naming,
            let part = record.texts(naming.from).first.map({ naming.before + $0 + naming.after })
        {
            named[naming.field] = .text(part)
        }
        return SampleEntry(record: named, rule: choice.rule, event: choice.event)
    }

    // MARK: - Choosing

    private func choose(_ record: SampleRecord) -> (rule: Int, event: Int?)? {
        for (number, rule) in reader.records.enumerated() where rule.kind == record.kind {
            // A list names its customer beside it; an alias that stands alone names none.
            let isLost =
                rule.kind == .alias && rule.location.steps.isEmpty
                && rule.fields.contains { $0.path.origin == .document }
            guard !isLost, !isContradicted(rule, record) else { continue }
            guard record.kind == .event else {
                if holds(rule, number, record, event: nil) { return (number, nil) }
                continue
            }
            for event in events(for: record)
            where holds(rule, number, record, event: reader.events[event]) {
                return (number, event)
            }
        }
        return nil
    }

    private func isContradicted(_ rule: RecordRule, _ record: SampleRecord) -> Bool {
        rule.constants.contains { field, value in
            record.word(field).map { $0 != value } ?? false
        }
    }

    /// The names that an event may have, the best first.
    private func events(for record: SampleRecord) -> [Int] {
        let isSubscription = record.isSubscription
        let isGrant = record.event == .granted || record.event == .revoked
        var meant = [record.event]
        // Where all purchases are called subscriptions, what is bought once only gives access.
        if record.event == .purchased, !isSubscription { meant.append(.accessStarted) }
        var events: [Int] = []
        for event in meant {
            let named = reader.events.indices.filter { number in
                reader.events[number].event == event
                    && (isSubscription || isGrant || !has("subscription", number))
            }
            let isTrial = record.word(.periodType) == NeutralPeriod.trial.rawValue
            let fitting = named.filter { has("trial", $0) == isTrial }
            events += fitting + named.filter { !fitting.contains($0) }
        }
        return record.word(.state) == NeutralState.billingRetry.rawValue
            ? events.reversed() : events
    }

    private func has(_ word: String, _ event: Int) -> Bool {
        reader.events[event].name.lowercased().contains(word)
    }

    private func holds(
        _ rule: RecordRule, _ number: Int, _ record: SampleRecord, event: EventRule?
    ) -> Bool {
        // What is said of the product has a path, and the name does not say something else.
        if let event {
            if record.event != .granted, !rule.reads(.product) { return false }
            for field in rule.fields where field.form == .word && isNamed(field.path, rule) {
                if SampleSource(field).agreement(of: event.name, with: record) == nil {
                    return false
                }
            }
        }
        let conditions = rule.conditions + (event?.conditions ?? [])
        return conditions.allSatisfy { condition in
            text(at: condition.path, number, record, event).map { condition.values.contains($0) }
                ?? true
        }
            && !rule.exceptions.contains { exception in
                exception.values.contains(text(at: exception.path, number, record, event))
            }
    }

    private func isNamed(_ path: FormatPath, _ rule: RecordRule) -> Bool {
        rule.fields.contains { $0.field == .eventName && $0.path == path }
    }

    private func text(
        at path: FormatPath, _ rule: Int, _ record: SampleRecord, _ event: EventRule?
    ) -> String? {
        for source in fields[rule][path] ?? [] {
            if source.rule.field == .eventName { return event?.name }
            if let text = source.text(of: record, item: nil)?.compared { return text }
        }
        return nil
    }
}

/// What a rule asks of records.
private struct RuleTraits {
    /// The fields without which a record is refused.
    let required: [NeutralField]
    /// The lists of which it takes one text.
    let single: [NeutralField]
    /// The field that has something of another one in its name; nil where there is none.
    private(set) var naming:
        (field: NeutralField, before: String, from: NeutralField, after: String)?

    init(_ rule: RecordRule) {
        required = rule.fields.filter { $0.isRequired && $0.field != .eventName }.map(\.field)
        single = rule.fields.filter(\.isSingle).map(\.field)
        for field in rule.fields {
            guard case .key(let key) = field.path.origin, let part = field.part else { continue }
            naming = (key, part.after, field.field, part.endings.last ?? "")
        }
    }
}
