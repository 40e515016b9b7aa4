// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// What a body of REST v4 says of a member that can be null.
package enum Given<Value: Hashable & Codable & Sendable>: Hashable, Sendable {
    case missing, null
    case value(Value)

    /// The value; nil where there is none.
    package var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// What a member is after a change: the former value where nothing is said, none after null.
    package func over(_ former: Value?) -> Value? { self == .missing ? former : value }
}

extension Given: Codable {
    /// Reads null or a value; for a member that is missing, a container answers.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .value(try container.decode(Value.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .missing, .null: try container.encodeNil()
        case .value(let value): try container.encode(value)
        }
    }
}

extension KeyedDecodingContainer {
    /// What the compiler's reading of a ``Given`` calls: it may be missing.
    func decode<Value>(_ type: Given<Value>.Type, forKey key: Key) throws -> Given<Value> {
        guard contains(key) else { return .missing }
        return try decodeNil(forKey: key) ? .null : .value(decode(Value.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    /// What the compiler's writing of a ``Given`` calls: what is missing is left out.
    mutating func encode<Value>(_ given: Given<Value>, forKey key: Key) throws {
        switch given {
        case .missing: break
        case .null: try encodeNil(forKey: key)
        case .value(let value): try encode(value, forKey: key)
        }
    }
}
