// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// A JSON value of which nothing is assumed.
package enum JSONValue: Decodable, Hashable, Sendable {
    case string(String)
    case object([String: JSONValue])
    case array([JSONValue])
    case boolean(Bool)
    case number(Double)
    case null

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let members = try? container.decode([String: JSONValue].self) {
            self = .object(members)
        } else if let elements = try? container.decode([JSONValue].self) {
            self = .array(elements)
        } else if let boolean = try? container.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if container.decodeNil() {
            self = .null
        } else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "This is no JSON value.")
        }
    }

    /// What it is, for a message.
    var kind: String {
        switch self {
        case .string: "a text"
        case .object: "an object"
        case .array: "a list"
        case .boolean: "true or false"
        case .number: "a number"
        case .null: "null"
        }
    }
}
