// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Takes down what a value writes of itself.
///
/// Coding paths are not kept: nothing here reads them.
final class BodyEncoder: Encoder {
    var text = BodyText()

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        text.form = .object
        return KeyedEncodingContainer(BodyMembers(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        text.form = .array
        return BodyElements(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        text.form = .single
        return BodyElements(encoder: self)
    }

    /// Adds a member, or an element, whose key is empty.
    func add(_ value: some Encodable, _ key: String = "") throws {
        if let scalar = value as? any BodyScalar { return try text.add(scalar, key) }
        let encoder = BodyEncoder()
        try value.encode(to: encoder)
        text.add(encoder.text, key)
    }

    /// Adds what writes itself later.
    func nest(_ key: String = "") -> BodyEncoder {
        let nested = BodyEncoder()
        text.add(nested, key)
        return nested
    }
}

/// The members of an object.
struct BodyMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: BodyEncoder

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { encoder.text.addNull(key.stringValue) }

    func encode(_ value: some Encodable, forKey key: Key) throws {
        try encoder.add(value, key.stringValue)
    }

    // The most common ones, which need not be asked what they are.
    func encode(_ value: String, forKey key: Key) throws {
        try encoder.text.add(value, key.stringValue)
    }

    func encode(_ value: Int, forKey key: Key) throws {
        try encoder.text.add(value, key.stringValue)
    }

    func encode(_ value: Int64, forKey key: Key) throws {
        try encoder.text.add(value, key.stringValue)
    }

    func encode(_ value: Bool, forKey key: Key) throws {
        try encoder.text.add(value, key.stringValue)
    }

    func encode(_ value: Double, forKey key: Key) throws {
        try encoder.text.add(value, key.stringValue)
    }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        encoder.nest(key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.nest(key.stringValue).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.nest("super") }

    func superEncoder(forKey key: Key) -> any Encoder { encoder.nest(key.stringValue) }
}

/// The elements of an array, or a value that is one.
struct BodyElements: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    let encoder: BodyEncoder

    var codingPath: [any CodingKey] { [] }
    var count: Int { encoder.text.count }

    func encodeNil() { encoder.text.addNull("") }

    func encode(_ value: some Encodable) throws { try encoder.add(value) }

    func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        encoder.nest().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        encoder.nest().unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.nest() }
}
