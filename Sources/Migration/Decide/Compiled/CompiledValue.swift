// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// A ``FormatValue`` whose fields are numbers and whose texts are in pieces: what stands at one place
/// of a row or a call.
///
/// A member of an object, and an element of a list, whose value is absent is left out.
package indirect enum CompiledValue: Hashable, Sendable {
    /// Text with fields in it; absent where one of them is.
    case text([Piece])
    /// A field, or the first of several that is there.
    case field(Filling)
    /// The first case that holds, or else another value.
    case cases([Case], otherwise: CompiledValue)
    /// One value if all of these fields are there, else another.
    case present([PlanField], then: CompiledValue, otherwise: CompiledValue)
    /// A list with one element for each ID of the customer.
    case each(CompiledValue)
    /// An object, its members sorted by name.
    case object([Member])
    /// A list.
    case list([CompiledValue])
    /// A number, true or false as JSON writes it.
    case literal(String)
    /// A null that is written.
    case null

    /// A part of a text.
    package enum Piece: Hashable, Sendable {
        /// As it stands.
        case verbatim(String)
        /// The text of a field.
        case field(PlanField)
    }

    /// A field and how it is written.
    package struct Filling: Hashable, Sendable {
        /// The first of these that is there.
        package var fields: [PlanField]
        /// How it is written.
        package var form: Form
        /// With ``Form/word``: for each neutral word what is written.
        package var words: [String: String]
        /// With ``Form/word``: what is written for any other, and for none.
        package var otherwise: String?

        /// A field as it is.
        package init(
            _ fields: [PlanField], form: Form = .text, words: [String: String] = [:],
            otherwise: String? = nil
        ) {
            self.fields = fields
            self.form = form
            self.words = words
            self.otherwise = otherwise
        }

        /// The words that are not written, or written as an earlier one is.
        fileprivate func lostWords(among all: [String]) -> Set<String> {
            var written: Set<String> = []
            return Set(all.filter { words[$0].map { !written.insert($0).inserted } ?? true })
        }
    }

    /// How a field is written.
    package enum Form: String, CaseIterable, Sendable {
        /// A text; of a list its elements with commas between.
        case text
        /// A list of texts.
        case list
        /// JSON as it was read.
        case json
        /// A whole number.
        case integer
        /// A decimal number, as it was read.
        case decimal
        /// True or false.
        case boolean
        /// `2026-11-20T08:27:06.000Z`.
        case iso
        /// Seconds since 1970.
        case seconds
        /// Milliseconds since 1970.
        case milliseconds
        /// The target's word for the neutral one.
        case word
    }

    /// A value under a condition.
    package struct Case: Hashable, Sendable {
        /// All of these have to hold.
        package var conditions: [WriterCondition]
        /// The value.
        package var value: CompiledValue
    }

    /// A member of an object.
    package struct Member: Hashable, Sendable {
        /// Its name.
        let name: String
        /// Its value.
        package let value: CompiledValue
        /// It is absent if none of these is known; nil where that does not tell.
        let fields: PlanFieldSet?

        /// A member.
        package init(name: String, value: CompiledValue) {
            self.name = name
            self.value = value
            fields = value.sources
        }
    }

    /// The fields of which one has to be known, where that is all it takes.
    private var sources: PlanFieldSet? {
        let fields: [PlanField]
        switch self {
        case .field(let filling) where filling.form != .word: fields = filling.fields
        case .text(let pieces):
            guard case .field(let field)? = pieces.first, pieces.count == 1 else { return nil }
            fields = [field]
        default: return nil
        }
        // Those of one ID in a list of them are not among the values.
        let ofList: PlanFieldSet = [PlanField(.id), PlanField(.idKind), PlanField(.idOriginal)]
        let set = PlanFieldSet(fields)
        return set.intersects(ofList) ? nil : set
    }
}

/// A field that has to have one of some words.
package struct WriterCondition: Hashable, Sendable {
    /// The field.
    package var field: PlanField
    /// The words; one that ends in `*` is the beginning of a text.
    package var words: [String]
}

extension CompiledValue {
    /// Every field that it can need.
    package var fields: PlanFieldSet {
        var set = PlanFieldSet()
        collect(into: &set)
        return set
    }

    private func collect(into set: inout PlanFieldSet) {
        switch self {
        case .text(let pieces):
            for case .field(let field) in pieces { set.insert(field) }
        case .field(let filling):
            for field in filling.fields { set.insert(field) }
        case .cases(let cases, let otherwise):
            for each in cases {
                for condition in each.conditions { set.insert(condition.field) }
                each.value.collect(into: &set)
            }
            otherwise.collect(into: &set)
        case .present(let fields, let then, let otherwise):
            for field in fields { set.insert(field) }
            then.collect(into: &set)
            otherwise.collect(into: &set)
        case .each(let value): value.collect(into: &set)
        case .object(let members):
            for member in members { member.value.collect(into: &set) }
        case .list(let values):
            for value in values { value.collect(into: &set) }
        case .literal, .null: break
        }
    }

    /// Whether it names every ID of a customer.
    package var namesEveryID: Bool {
        switch self {
        case .each: true
        case .object(let members): members.contains { $0.value.namesEveryID }
        case .list(let values): values.contains(where: \.namesEveryID)
        case .cases, .present, .text, .field, .literal, .null: false
        }
    }

    /// The neutral words of a field that it writes as something else than a word of their own; nil
    /// where it does not write the field.
    package func lostWords(of field: NeutralField) -> Set<String>? {
        switch self {
        case .text(let pieces): pieces.contains(.field(PlanField(field))) ? [] : nil
        case .field(let filling):
            filling.fields.contains(PlanField(field))
                ? filling.form == .word ? filling.lostWords(among: field.words) : []
                : nil
        case .cases(let cases, let otherwise):
            CompiledValue.joined(cases.map(\.value) + [otherwise], field)
        case .present(_, let then, let otherwise): CompiledValue.joined([then, otherwise], field)
        case .object(let members): CompiledValue.joined(members.map(\.value), field)
        case .list(let values): CompiledValue.joined(values, field)
        case .each, .literal, .null: nil
        }
    }

    private static func joined(_ values: [CompiledValue], _ field: NeutralField) -> Set<String>? {
        let lost = values.compactMap { $0.lostWords(of: field) }
        return lost.isEmpty ? nil : lost.reduce(into: []) { $0.formUnion($1) }
    }
}
