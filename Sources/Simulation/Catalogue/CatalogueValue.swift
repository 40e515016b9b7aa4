// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// JSON of any shape, which can be written as a literal: what a dashboard says to an app.
public enum CatalogueValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// Text.
    case text(String)
    /// A list.
    case list([CatalogueValue])
    /// Values by their keys.
    case object([String: CatalogueValue])
}

extension CatalogueValue {
    /// As `JSONSerialization` would give it.
    package var value: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .integer(let value): Int(value)
        case .number(let value): value
        case .text(let value): value
        case .list(let values): values.map(\.value)
        case .object(let values): values.mapValues(\.value)
        }
    }

    /// What stands under a key.
    package subscript(key: String) -> CatalogueValue? {
        guard case .object(let values) = self else { return nil }
        return values[key]
    }

    /// The dictionary that this is; else an empty one.
    package var dictionary: [String: Any] { value as? [String: Any] ?? [:] }
}

extension CatalogueValue: Codable {
    /// Reads any JSON.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Texts and objects first: there are most of them, and each failed try costs.
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([String: CatalogueValue].self) {
            self = .object(value)
        } else if let value = try? container.decode([CatalogueValue].self) {
            self = .list(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }

    /// Writes it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let values): try container.encode(values)
        case .object(let values): try container.encode(values)
        }
    }
}

// MARK: Literals

extension CatalogueValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `nil`.
    public init(nilLiteral: ()) { self = .null }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// `3`.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// `0.5`.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// `"text"`.
    public init(stringLiteral value: String) { self = .text(value) }
    /// `["a", 1]`.
    public init(arrayLiteral values: CatalogueValue...) { self = .list(values) }
    /// `["key": 1]`; of two values under one key the last stays.
    public init(dictionaryLiteral values: (String, CatalogueValue)...) {
        self = .object(Dictionary(values) { _, last in last })
    }
}
