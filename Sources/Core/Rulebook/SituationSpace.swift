// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Everything that a table can be asked: its facts, and the settings that its rows name, each with
/// its values.
struct SituationSpace {
    private let facts: [Fact]
    private let settings: [Setting]

    init(_ table: Table, rows: [Row], settings: [Setting]) {
        let named = Set(rows.flatMap(\.settings.keys))
        facts = table.facts
        self.settings = settings.filter { named.contains($0.name) }
            .sorted { $0.name < $1.name }
    }

    /// All of it.
    var whole: SituationBox {
        SituationBox(
            choices: facts.map { SituationSpace.all($0.values.count) }
                + settings.map { SituationSpace.all($0.values.count) })
    }

    /// What a row matches.
    func box(of row: Row) -> SituationBox {
        let facts = facts.map { fact in
            SituationSpace.mask(fact.values) { row.conditions[fact]?.contains($0) ?? true }
        }
        let settings = settings.map { setting in
            SituationSpace.mask(setting.values) { row.settings[setting.name]?.contains($0) ?? true }
        }
        return SituationBox(choices: facts + settings)
    }

    /// Whether a fact has no other value anywhere in a box.
    func isWithin(_ box: SituationBox, _ value: FactValue) -> Bool {
        guard let index = facts.firstIndex(of: value.fact) else { return false }
        return box.choices[index] == SituationSpace.mask(value.fact.values) { $0 == value }
    }

    /// One situation of a box in words.
    func example(of box: SituationBox) -> String {
        let facts = zip(facts, box.choices).map { fact, choices in
            let value = fact.values[choices.trailingZeroBitCount]
            return "\(fact.rawValue) \(value.word)"
        }
        let settings = zip(settings, box.choices.dropFirst(facts.count)).map { setting, choices in
            "\(setting.name) = \(setting.values[choices.trailingZeroBitCount])"
        }
        return (facts + settings).joined(separator: ", ")
    }

    private static func all(_ count: Int) -> UInt64 { (1 << UInt64(count)) - 1 }

    private static func mask<Value>(_ values: [Value], _ isIn: (Value) -> Bool) -> UInt64 {
        values.enumerated().reduce(0) { isIn($1.element) ? $0 | 1 << UInt64($1.offset) : $0 }
    }
}

/// Situations that form a box: of each fact and each setting some values, in any combination.
struct SituationBox {
    /// For each fact and each setting a bit for each value that it may have; never none.
    let choices: [UInt64]

    /// What is in both; nil for nothing.
    func intersection(_ other: SituationBox) -> SituationBox? {
        let both = zip(choices, other.choices).map { $0 & $1 }
        return both.contains(0) ? nil : SituationBox(choices: both)
    }

    /// What is in this one alone, as boxes that have nothing in common.
    func subtracting(_ other: SituationBox) -> [SituationBox] {
        guard intersection(other) != nil else { return [self] }
        var left: [SituationBox] = []
        var rest = choices
        for index in choices.indices {
            let outside = rest[index] & ~other.choices[index]
            if outside != 0 {
                var box = rest
                box[index] = outside
                left.append(SituationBox(choices: box))
            }
            rest[index] &= other.choices[index]
        }
        return left
    }
}
