// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
package import AllonymMappings

/// What a sample says of one thing: neutral fields and what stands in them.
package struct SampleRecord {
    /// What stands in a field.
    package enum Value {
        case text(String)
        /// The index of a word among the field's own.
        case word(Int)
        case list([String])
        /// Milliseconds since 1970, of whole seconds.
        case instant(Int64)
        case flag(Bool)
        case number(Int)
    }

    let kind: RecordKind
    /// Of an event: what has happened.
    package var event: NeutralEvent?
    /// By the indices of the fields; words, moments, flags and numbers are all numbers.
    private var numbers: [Int64]
    /// By the indices of the fields among those that hold texts, or lists; empty is nothing.
    private var texts: [String]
    private var lists: [[String]]

    private static let nothing = Int64.min
    private static let contents = NeutralField.allCases.map(\.content)
    private static let indices = NeutralField.allCases.map { field in
        contents[..<field.number].filter { $0 == field.content }.count
    }
    private static let noNumbers = contents.map { _ in nothing }
    private static let noTexts = contents.filter { $0 == .text }.map { _ in "" }
    private static let noLists = contents.filter { $0 == .list }.map { _ in [String]() }

    /// Where a field stands in every record.
    struct Slot {
        fileprivate let number: Int
        fileprivate let index: Int

        init(_ field: NeutralField) {
            number = field.number
            index = SampleRecord.indices[number]
        }
    }

    /// What a field of texts has; empty where there is nothing.
    func text(_ slot: Slot) -> String { texts[slot.index] }

    /// What a field of lists has.
    func list(_ slot: Slot) -> [String] { lists[slot.index] }

    /// What a field of words, moments, flags or numbers has.
    func number(_ slot: Slot) -> Int64? {
        let number = numbers[slot.number]
        return number == SampleRecord.nothing ? nil : number
    }

    package init(_ kind: RecordKind, event: NeutralEvent? = nil) {
        (self.kind, self.event) = (kind, event)
        numbers = SampleRecord.noNumbers
        texts = SampleRecord.noTexts
        lists = SampleRecord.noLists
    }

    /// The same about something else.
    package init(_ kind: RecordKind, of other: SampleRecord, event: NeutralEvent? = nil) {
        (self.kind, self.event) = (kind, event)
        (numbers, texts, lists) = (other.numbers, other.texts, other.lists)
    }

    package subscript(field: NeutralField) -> Value? {
        get {
            let number = field.number
            switch SampleRecord.contents[number] {
            case .text:
                let text = texts[SampleRecord.indices[number]]
                return text.isEmpty ? nil : .text(text)
            case .list:
                let list = lists[SampleRecord.indices[number]]
                return list.isEmpty ? nil : .list(list)
            case .instant: return self.number(field).map { .instant($0) }
            case .flag: return self.number(field).map { .flag($0 == 1) }
            case .integer: return self.number(field).map { .number(Int($0)) }
            case .word: return self.number(field).map { .word(Int($0)) }
            }
        }
        set {
            switch newValue {
            case .text(let text)?: texts[SampleRecord.indices[field.number]] = text
            case .list(let texts)?: lists[SampleRecord.indices[field.number]] = texts
            case .instant(let instant)?: numbers[field.number] = instant
            case .flag(let flag)?: numbers[field.number] = flag ? 1 : 0
            case .number(let number)?: numbers[field.number] = Int64(number)
            case .word(let word)?: numbers[field.number] = Int64(word)
            case nil: empty(field)
            }
        }
    }

    private mutating func empty(_ field: NeutralField) {
        let index = SampleRecord.indices[field.number]
        switch SampleRecord.contents[field.number] {
        case .text: texts[index] = ""
        case .list: lists[index] = []
        default: numbers[field.number] = SampleRecord.nothing
        }
    }

    private func number(_ field: NeutralField) -> Int64? {
        let number = numbers[field.number]
        return number == SampleRecord.nothing ? nil : number
    }

    /// Says a word of a closed list.
    package mutating func say<Word: NeutralWord>(_ word: Word, _ field: NeutralField) {
        self[field] = SampleRecord.words[field.number][word.rawValue].map { .word($0) }
    }

    /// A text, or nil where there is none.
    package func text(_ field: NeutralField) -> String? {
        if case .text(let text) = self[field] { text } else { nil }
    }

    /// The indices of the words of every field.
    private static let words = NeutralField.allCases.map { field in
        Dictionary(uniqueKeysWithValues: field.words.enumerated().map { ($1, $0) })
    }
    private static let subscription = words[NeutralField.kind.number][
        NeutralKind.subscription.rawValue]

    /// The neutral word of a word, or of a flag; nil where there is neither.
    package func word(_ field: NeutralField) -> String? {
        switch self[field] {
        case .word(let index): field.words[index]
        case .flag(let flag): flag ? "true" : "false"
        default: nil
        }
    }

    /// The texts of a list, or the one that stands instead.
    func texts(_ field: NeutralField) -> [String] {
        switch self[field] {
        case .list(let texts): texts
        case .text(let text): [text]
        default: []
        }
    }

    /// Whether it is of a subscription.
    var isSubscription: Bool { number(.kind) == SampleRecord.subscription.map { Int64($0) } }

    /// Whether a field says anything.
    func says(_ field: NeutralField) -> Bool { self[field] != nil }

    /// Everything that decides which rule of a file writes it.
    var traits: UInt64 {
        var traits = SampleRecord.kinds[kind] ?? 0
        traits = traits << 8 | (event.flatMap { SampleRecord.events[$0] } ?? 255)
        for field in SampleRecord.deciding {
            traits = traits << 5 | UInt64(number(field).map { $0 + 1 } ?? 0)
        }
        return traits
    }

    private static let deciding: [NeutralField] = [
        .store, .kind, .state, .periodType, .givesAccess, .environment, .familyShared, .renews,
    ]

    private static let kinds = numbered(RecordKind.self)
    private static let events = numbered(NeutralEvent.self)

    private static func numbered<Word: NeutralWord>(_ words: Word.Type) -> [Word: UInt64] {
        Dictionary(uniqueKeysWithValues: words.allCases.enumerated().map { ($1, UInt64($0)) })
    }
}
