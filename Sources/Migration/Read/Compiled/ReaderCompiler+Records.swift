// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// Records, fields and events.
extension ReaderCompiler {
    mutating func compile(_ rule: RecordRule, at location: Location) -> CompiledRule {
        var (single, lists, required) = ([CompiledField](), [CompiledField](), [NeutralField]())
        for field in rule.fields + keyFields(location) where isRead(field) {
            let isClock = reader.clock.contains { $0.means(field.path, ofRecordAt: rule.location) }
            let read = compile(field, at: location, isClock: isClock)
            if read.content == .list { lists.append(read) } else { single.append(read) }
            if field.isRequired, !required.contains(field.field) { required.append(field.field) }
        }
        // Those of one field behind each other, else in their order.
        let order = lists.map(\.field)
        lists = NeutralField.allCases.filter(order.contains).flatMap { field in
            lists.filter { $0.field == field }
        }
        let constants = rule.constants.sorted { $0.key.number < $1.key.number }
        let (texts, words) = (
            constants.filter { $0.key.content == .text },
            constants.filter { $0.key.content != .text }
        )
        return CompiledRule(
            kind: rule.kind,
            conditions: FixedList(rule.conditions.map { condition($0, location) }),
            exceptions: FixedList(rule.exceptions.map { condition($0, location) }),
            single: FixedList(single), lists: FixedList(lists),
            constants: FixedList(
                words.map { ($0.key.number, ReaderCompiler.bits($0.value, $0.key)) }),
            constantTexts: FixedList(texts.map { ($0.key.number, Array($0.value.utf8)) }),
            required: FixedList(required))
    }

    /// Whether a field is read of the file: some are only where it lacks a column.
    private func isRead(_ field: FieldRule) -> Bool {
        guard let without = field.without, let columns else { return true }
        return !columns.contains(without.description)
    }

    /// The keys on the way, which are fields by themselves.
    private func keyFields(_ location: Location) -> [FieldRule] {
        location.steps.compactMap(\.key).map { field in
            FieldRule(
                path: FormatPath(key: field), field: field,
                form: field.content == .list ? .list : .text)
        }
    }

    private mutating func compile(
        _ rule: FieldRule, at location: Location, isClock: Bool
    ) -> CompiledField {
        let path = path(
            rule.path, from: location, filters: rule.filters, endsInKey: rule.form == .keys)
        let words = rule.words.sorted { $0.key < $1.key }
        let known = words.enumerated().map { (Array($1.key.utf8), $0) }
        // A spelling that the format itself names means what it says there.
        let spelt = words.enumerated().flatMap { number, word in
            FlagText.spellings(of: word.key).filter { !rule.words.keys.contains($0) }
                .map { (Array($0.utf8), number) }
        }
        let table = ByteTable(known + spelt)
        tables.append(table)
        let bits = UnsafeMutablePointer<UInt64>.allocate(capacity: max(1, words.count))
        bits.initialize(repeating: 0, count: max(1, words.count))
        for (number, word) in words.enumerated() {
            if let value = word.value { bits[number] = ReaderCompiler.bits(value, rule.field) }
        }
        wordBits.append(bits)
        rules.append(rule)
        paths.append(path)
        let number = paths.count - 1
        if let other = rule.besideOne { paths.append(self.path(other, from: location)) }
        return CompiledField(
            rule: rules.count - 1, path: number,
            slot: path.levels.isEmpty ? path.slot : -1,
            climb: path.climb, field: rule.field, content: rule.field.content, form: rule.form,
            isClock: rule.field.content == .instant && isClock,
            zeroIsNone: rule.zeroIsNone, onlyOne: rule.onlyOne,
            besideOne: rule.besideOne == nil ? -1 : number + 1, takesNumbers: rule.takesNumbers,
            hasPart: rule.part != nil, words: table, wordBits: bits)
    }

    /// What a slot holds for a word, or for yes and no.
    private static func bits(_ word: String, _ field: NeutralField) -> UInt64 {
        if field.content == .flag { return word == "true" ? 2 : 1 }
        return UInt64((field.words.firstIndex(of: word) ?? -1) + 1)
    }

    mutating func condition(_ condition: FormatCondition, _ location: Location) -> CompiledCondition
    {
        let path = path(condition.path, from: location)
        let table = ByteTable(condition.values.compactMap { $0 }.map { (Array($0.utf8), 0) })
        tables.append(table)
        paths.append(path)
        return CompiledCondition(
            path: paths.count - 1, slot: path.levels.isEmpty ? path.slot : -1, climb: path.climb,
            values: table, takesNone: condition.values.contains(nil))
    }

    /// The rules of each event name; their conditions are asked at the location that makes events.
    mutating func compileEvents() {
        guard let record = reader.records.first(where: { $0.kind == .event }) else { return }
        let location = location(of: record.location)
        var names: [String] = []
        for (number, rule) in reader.events.enumerated() {
            let event = CompiledEvent(
                rule: number, conditions: rule.conditions.map { condition($0, location) })
            if let known = names.firstIndex(of: rule.name) {
                events[known].append(event)
            } else {
                names.append(rule.name)
                events.append([event])
            }
        }
        eventNames = ByteTable(names.enumerated().map { (Array($1.utf8), $0) })
        tables.append(eventNames)
    }
}
