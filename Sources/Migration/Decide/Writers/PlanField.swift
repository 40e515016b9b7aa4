// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// A ``FormatField`` as a number.
package struct PlanField: Hashable, Sendable {
    /// Its index among all fields: the neutral ones first.
    package let number: Int

    /// A neutral field.
    package init(_ field: NeutralField) { number = field.number }

    /// Something that only a plan knows.
    package init(_ own: WriterField) { number = PlanField.neutralCount + Int(own.rawValue) }

    /// A field that a writer names.
    package init(_ field: FormatField) {
        switch field {
        case .neutral(let field): self.init(field)
        case .own(let own): self.init(own)
        }
    }

    /// How many fields there are.
    package static let count = neutralCount + WriterField.allCases.count
    private static let neutralCount = NeutralField.allCases.count

    /// The neutral field; nil where only a plan knows it.
    package var neutral: NeutralField? {
        NeutralField(rawValue: UInt8(number))
    }

    /// What only a plan knows; nil for a neutral field.
    package var own: WriterField? {
        number < PlanField.neutralCount
            ? nil : WriterField(rawValue: UInt8(number - PlanField.neutralCount))
    }

    /// Its name in data files.
    package var name: String { neutral?.name ?? own?.name ?? "" }
}

/// A set of fields, one bit for each: there are more than 64 and at most 128.
package struct PlanFieldSet: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The bits of the first 64 fields, and of the others.
    private var bits = SIMD2<UInt64>.zero

    /// No field.
    package init() {}

    /// These fields.
    package init(arrayLiteral fields: PlanField...) {
        for field in fields { insert(field) }
    }

    /// These fields.
    package init(_ fields: [PlanField]) {
        for field in fields { insert(field) }
    }

    @inline(__always)
    private static func bit(_ field: PlanField) -> SIMD2<UInt64> {
        let bit: UInt64 = 1 &<< UInt64(field.number & 63)
        return field.number < 64 ? SIMD2(bit, 0) : SIMD2(0, bit)
    }

    /// Adds a field.
    package mutating func insert(_ field: PlanField) { bits |= PlanFieldSet.bit(field) }

    /// Takes a field away.
    package mutating func remove(_ field: PlanField) { bits &= ~PlanFieldSet.bit(field) }

    /// Adds all fields of another set.
    package mutating func formUnion(_ other: PlanFieldSet) { bits |= other.bits }

    /// Its fields and those of another set.
    func union(_ other: PlanFieldSet) -> PlanFieldSet {
        var both = self
        both.formUnion(other)
        return both
    }

    /// Whether a field is in it.
    package func contains(_ field: PlanField) -> Bool { bits & PlanFieldSet.bit(field) != .zero }

    /// Its fields that are in another set.
    package func intersection(_ other: PlanFieldSet) -> PlanFieldSet {
        var both = PlanFieldSet()
        both.bits = bits & other.bits
        return both
    }

    /// Whether all of them are in another set.
    package func isSubset(of other: PlanFieldSet) -> Bool { bits & ~other.bits == .zero }

    /// Whether any of them is in another set.
    package func intersects(_ other: PlanFieldSet) -> Bool { bits & other.bits != .zero }

    /// Whether it has none.
    package var isEmpty: Bool { bits == .zero }

    /// The first of its fields; nil where it has none.
    package var first: PlanField? {
        if bits == .zero { return nil }
        return PlanField(
            number: bits.x != 0 ? bits.x.trailingZeroBitCount : 64 + bits.y.trailingZeroBitCount)
    }

    /// Its fields, in order.
    package var fields: [PlanField] {
        (0..<PlanField.count).map(PlanField.init(number:)).filter(contains)
    }
}

extension PlanField {
    /// The field at an index among all fields.
    package init(number: Int) { self.number = number }
}
