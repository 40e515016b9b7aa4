// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What a body says of a member that can be removed.
package enum Change<Value: Hashable & Codable & Sendable>: Hashable, Sendable {
    /// Nothing: it stays.
    case keep
    /// Null: it is removed.
    case remove
    /// A value: it is set.
    case set(Value)
}

extension Change: Codable {
    /// Reads null or a value; for a member that is missing, a container answers.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .remove : .set(try container.decode(Value.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .keep, .remove: try container.encodeNil()
        case .set(let value): try container.encode(value)
        }
    }
}

extension KeyedDecodingContainer {
    /// What the compiler's reading of a ``Change`` calls: it may be missing.
    func decode<Value>(_ type: Change<Value>.Type, forKey key: Key) throws -> Change<Value> {
        guard contains(key) else { return .keep }
        return try decodeNil(forKey: key) ? .remove : .set(decode(Value.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    /// What the compiler's writing of a ``Change`` calls: what stays is left out.
    mutating func encode<Value>(_ change: Change<Value>, forKey key: Key) throws {
        switch change {
        case .keep: break
        case .remove: try encodeNil(forKey: key)
        case .set(let value): try encode(value, forKey: key)
        }
    }
}
