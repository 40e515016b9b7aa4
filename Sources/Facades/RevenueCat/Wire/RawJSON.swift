// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// JSON of any shape, kept for the SDK's `rawData`.
enum RawJSON: Hashable, Sendable, Decodable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([RawJSON])
    case object([String: RawJSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([RawJSON].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: RawJSON].self))
        }
    }

    /// As `JSONSerialization` would give it.
    var value: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .integer(let value): value
        case .number(let value): value
        case .text(let value): value
        case .list(let values): values.map(\.value)
        case .object(let values): values.mapValues(\.value)
        }
    }

    /// What stands under a key.
    subscript(key: String) -> RawJSON? {
        guard case .object(let values) = self else { return nil }
        return values[key]
    }

    /// The dictionary that this is; else an empty one.
    var dictionary: [String: Any] { value as? [String: Any] ?? [:] }
}
