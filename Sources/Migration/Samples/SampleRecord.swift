// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// What a sample says of one thing: neutral fields and what stands in them.
struct SampleRecord {
    /// What stands in a field.
    enum Value {
        case text(String)
        /// The place of a word among the field's own.
        case word(Int)
        case list([String])
        /// Milliseconds since 1970, of whole seconds.
        case instant(Int64)
        case flag(Bool)
        case number(Int)
    }

    let kind: RecordKind
    /// Of an event: what has happened.
    var event: NeutralEvent?
    private var values: [Value?]

    init(_ kind: RecordKind, event: NeutralEvent? = nil) {
        (self.kind, self.event) = (kind, event)
        values = Array(repeating: nil, count: NeutralField.allCases.count)
    }

    /// The same about something else.
    init(_ kind: RecordKind, of other: SampleRecord, event: NeutralEvent? = nil) {
        (self.kind, self.event, values) = (kind, event, other.values)
    }

    subscript(field: NeutralField) -> Value? {
        get { values[field.number] }
        set { values[field.number] = newValue }
    }

    /// Says a word of a closed list.
    mutating func say<Word: NeutralWord>(_ word: Word, _ field: NeutralField) {
        self[field] = Word.allCases.firstIndex(of: word).map { .word($0) }
    }

    /// A text, or nil where there is none.
    func text(_ field: NeutralField) -> String? {
        if case .text(let text) = self[field] { text } else { nil }
    }

    /// The neutral word of a word, or of a flag; nil where there is neither.
    func word(_ field: NeutralField) -> String? {
        switch self[field] {
        case .word(let place): field.words[place]
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
    var isSubscription: Bool { word(.kind) == NeutralKind.subscription.rawValue }

    /// Whether a field says anything.
    func says(_ field: NeutralField) -> Bool {
        switch self[field] {
        case nil: false
        case .list(let texts)?: !texts.isEmpty
        default: true
        }
    }

    /// Everything that decides which rule of a file writes it.
    var traits: UInt64 {
        var traits = UInt64(place(kind)) << 8 | UInt64(event.map { place($0) + 1 } ?? 0)
        for field in SampleRecord.deciding {
            let said: UInt64 =
                switch self[field] {
                case .word(let place): UInt64(place) + 1
                case .flag(let flag): flag ? 2 : 1
                default: 0
                }
            traits = traits << 5 | said
        }
        return traits
    }

    private static let deciding: [NeutralField] = [
        .store, .kind, .state, .periodType, .givesAccess, .environment, .familyShared, .renews,
    ]

    private func place<Word: NeutralWord>(_ word: Word) -> Int {
        Word.allCases.firstIndex(of: word) ?? 0
    }
}
