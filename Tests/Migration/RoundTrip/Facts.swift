// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

import AllonymMigration
import AllonymSamples

/// What is known of a purchase or a grant, without whose it is.
typealias Facts = [NeutralField: SampleRecord.Value]

extension SampleRecord.Value {
    /// As it is compared: of numbers their value, of lists their elements in any order.
    var compared: String {
        switch self {
        case .text(let text): Double(text).map { "\($0)" } ?? text
        case .word(let index): "word \(index)"
        case .list(let texts): texts.sorted().joined(separator: ", ")
        case .instant(let instant): "\(instant)"
        case .flag(let flag): "\(flag)"
        case .number(let number): "\(number)"
        }
    }

    /// The index of a word among those of its field.
    var word: Int? {
        if case .word(let index) = self { index } else { nil }
    }

    /// A text, or nil where there is none.
    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// Milliseconds since 1970, or nil where it is no moment.
    var instant: Int64? {
        if case .instant(let instant) = self { instant } else { nil }
    }
}

extension FieldValues {
    /// All neutral fields that have a value, but for the IDs of customers.
    var facts: Facts {
        var facts: Facts = [:]
        for field in NeutralField.allCases where has(PlanField(field)) {
            if [.userID, .originalID, .anonymousID].contains(field) { continue }
            facts[field] = value(of: field)
        }
        return facts
    }

    private func value(of neutral: NeutralField) -> SampleRecord.Value {
        let field = PlanField(neutral)
        return switch neutral.content {
        case .text: .text(string(field) ?? "")
        case .list: .list(strings(field))
        case .instant: .instant(number(field))
        case .flag: .flag(number(field) != 0)
        case .integer: .number(Int(number(field)))
        case .word: .word(Int(number(field)))
        }
    }
}

extension SampleRecord {
    /// A record that says these facts.
    init(_ kind: RecordKind, _ facts: Facts) {
        self.init(kind)
        for (field, value) in facts { self[field] = value }
    }
}

extension Facts {
    /// How a purchase stands.
    var state: NeutralState? { self[.state]?.word.map { NeutralState.allCases[$0] } }

    /// Says a word, whatever was said before.
    mutating func say<Word: NeutralWord>(_ word: Word, _ field: NeutralField) {
        self[field] = Word.allCases.firstIndex(of: word).map { .word($0) }
    }
}
