// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymMappings

/// What a row or a call can be filled with: a neutral field, or something that only a plan knows.
package struct PlanField: Hashable, Sendable {
    /// What only a plan knows.
    package enum Own: UInt8, CaseIterable, Sendable {
        /// The plan's instant.
        case at
        /// One further ID of a customer, beside its user ID.
        case alias
        /// One of a customer's IDs.
        case id
        /// Whether that is anonymous or custom.
        case idKind
        /// Whether that is the original one.
        case idOriginal
        /// An ID at the source.
        case sourceID
        /// Whose a purchase is at the source: of a copy the first holder's ID.
        case ownerID
        /// What becomes of it at the target.
        case targetID
        /// The name of the target's format that it has.
        case form
        /// What becomes of an ID: one of the five words of a plan.
        case change
        /// The rule behind that.
        case rule
        /// Whether a purchase or a grant of the customer goes over.
        case hasPurchases

        fileprivate static let names = [
            "at", "alias", "id", "id-kind", "id-original", "source-id", "owner-id",
            "target-id", "form",
            "change", "rule", "has-purchases",
        ]
    }

    /// Its place among all fields: the neutral ones first.
    package let number: Int

    /// A neutral field.
    package init(_ field: NeutralField) { number = field.number }

    /// Something that only a plan knows.
    package init(_ own: Own) { number = PlanField.neutralCount + Int(own.rawValue) }

    /// The field of a name, as data files write it.
    package init?(name: String) {
        if let field = NeutralField(name: name) {
            self.init(field)
        } else if let number = Own.names.firstIndex(of: name) {
            self.init(number: PlanField.neutralCount + number)
        } else {
            return nil
        }
    }

    /// The field of a name that was checked when the formats were loaded.
    init(known name: String) {
        guard let field = PlanField(name: name) else {
            preconditionFailure("Formats are checked when they are loaded: «\(name)» is a field.")
        }
        self = field
    }

    /// How many fields there are.
    package static let count = neutralCount + Own.names.count
    private static let neutralCount = NeutralField.allCases.count

    /// The neutral field; nil where only a plan knows it.
    package var neutral: NeutralField? {
        NeutralField(rawValue: UInt8(number))
    }

    /// What only a plan knows; nil for a neutral field.
    package var own: Own? {
        number < PlanField.neutralCount
            ? nil : Own(rawValue: UInt8(number - PlanField.neutralCount))
    }

    /// Its name in data files.
    package var name: String { neutral?.name ?? Own.names[number - PlanField.neutralCount] }
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
    /// The field at a place among all fields.
    init(number: Int) { self.number = number }
}
