// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings

/// A user ID: its index among all, in the order of their first appearance.
package struct IDNumber: RawRepresentable, Hashable, Comparable, BitwiseCopyable, Sendable {
    /// Its index, from 0; -1 for none.
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package init(_ index: Int) { rawValue = Int32(index) }

    /// No ID.
    package static let none = IDNumber(rawValue: -1)

    /// Its index, from 0.
    package var index: Int { Int(rawValue) }
    /// Whether it is one.
    package var isPresent: Bool { rawValue >= 0 }

    package static func < (one: IDNumber, other: IDNumber) -> Bool {
        one.rawValue < other.rawValue
    }
}

/// A customer: the index among all, in the order of the first appearance of the first ID.
package struct CustomerNumber: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
    /// The index, from 0; -1 for none.
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package init(_ index: Int) { rawValue = Int32(index) }

    /// No customer.
    package static let none = CustomerNumber(rawValue: -1)

    /// The index, from 0.
    package var index: Int { Int(rawValue) }
    /// Whether it is one.
    package var isPresent: Bool { rawValue >= 0 }
}

/// A purchase or a grant: its index among all, in the order of their first appearance.
///
/// Not every number is in use: what turned out to be part of another, or superseded, has none.
package struct PurchaseNumber: RawRepresentable, Hashable, BitwiseCopyable, Sendable {
    /// Its index, from 0.
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package init(_ index: Int) { rawValue = Int32(index) }

    /// Its index, from 0.
    package var index: Int { Int(rawValue) }
}

/// Where a record stands.
package struct RecordLocation: Hashable, BitwiseCopyable, Sendable {
    /// Which input, from 0.
    package var input: Int32
    /// As many bytes of the input are before it.
    package var offset: Int64
    /// As many bytes it has.
    package var length: Int32

    package init(input: Int32, offset: Int64, length: Int32) {
        (self.input, self.offset, self.length) = (input, offset, length)
    }
}

extension Instant: BitwiseCopyable {
    /// This moment, or another one if this is none.
    @inline(__always)
    func or(_ other: @autoclosure () -> Instant) -> Instant { isPresent ? self : other() }
}

extension Record {
    /// The code of a field's word; 0 when it is not said.
    @inline(__always)
    func code(_ field: NeutralField) -> UInt8 {
        UInt8(truncatingIfNeeded: word(field).map { $0 &+ 1 } ?? 0)
    }
}

extension NeutralWord {
    /// The word of a code; nil for 0.
    init?(code: UInt8) {
        guard code != 0 else { return nil }
        self = Self.allCases[Int(code) - 1]
    }

    /// Its number among the words of its list, from 1.
    var code: UInt8 { UInt8((Self.allCases.firstIndex(of: self) ?? 0) + 1) }
}
