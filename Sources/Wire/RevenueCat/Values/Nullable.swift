// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A member that is always written: null where there is no value.
///
/// Missing, it is read as null.
@propertyWrapper
package struct Nullable<Value: Hashable & Codable & Sendable>: Hashable, Sendable {
    package var wrappedValue: Value?

    package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }
}

extension Nullable: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue {
            try container.encode(wrappedValue)
        } else {
            try container.encodeNil()
        }
    }
}

extension KeyedDecodingContainer {
    /// What the compiler's reading of a ``Nullable`` member calls: it may be missing.
    func decode<Value>(_ type: Nullable<Value>.Type, forKey key: Key) throws -> Nullable<Value> {
        try decodeIfPresent(type, forKey: key) ?? Nullable(wrappedValue: nil)
    }
}

extension KeyedEncodingContainer {
    /// What the compiler's writing of a ``Nullable`` member calls.
    mutating func encode<Value>(_ member: Nullable<Value>, forKey key: Key) throws {
        if let value = member.wrappedValue {
            try encode(value, forKey: key)
        } else {
            try encodeNil(forKey: key)
        }
    }
}
