// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A JSON value of which nothing is assumed.
package enum JSONValue: Hashable, Sendable {
    case string(String)
    case object([String: JSONValue])
    case array([JSONValue])
    case boolean(Bool)
    case number(Double)
    case null

    /// What it is, for a message.
    package var kind: String {
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

/// Bytes that are no JSON.
package struct JSONSyntaxFault: Error, CustomStringConvertible {
    /// The line on which the fault is, or one behind it, from 1; 0 where that is not known.
    package let line: Int
    private let details: String

    /// What is wrong, with the line where it is known.
    package var description: String {
        if line > 0 { return "no valid JSON at or before line \(line)" }
        return details.isEmpty ? "no valid JSON" : "no valid JSON. \(details)"
    }

    /// A fault at an offset; an empty text has no line.
    init(at offset: Int, in bytes: [UInt8]) {
        line = bytes.isEmpty ? 0 : bytes.prefix(offset).count { $0 == 0x0A } + 1
        details = ""
    }

    /// Looks for the fault in well-formed JSON that the decoder does not take.
    ///
    /// The decoder does not say where on every system; the older parser does, in its description.
    fileprivate init(in data: Data) {
        var details = ""
        do {
            _ = try JSONSerialization.jsonObject(with: data, options: [.fragmentsAllowed])
        } catch {
            details = (error as NSError).userInfo["NSDebugDescription"] as? String ?? ""
        }
        self.details = details
        guard let range = details.range(of: "around character "),
            let offset = Int(details[range.upperBound...].prefix(while: \.isNumber))
        else {
            line = 0
            return
        }
        line = data.prefix(offset).count { $0 == 0x0A } + 1
    }
}

extension JSONValue {
    /// Reads a value.
    ///
    /// - Throws: ``JSONSyntaxFault`` for what is no JSON.
    package init(parsing bytes: [UInt8]) throws(JSONSyntaxFault) {
        try JSONSyntax.check(bytes)
        var reader = JSONReader(wellFormed: bytes)
        self = try reader.value()
    }
}

extension JSONSyntax {
    /// Reads a value of a type of one's own.
    ///
    /// - Throws: ``JSONSyntaxFault`` for what is no JSON, and for what the type does not take.
    package static func value<Value: Decodable>(
        _ type: Value.Type, of bytes: [UInt8]
    ) throws(JSONSyntaxFault) -> Value {
        try check(bytes)
        let data = Data(bytes)
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch {
            throw JSONSyntaxFault(in: data)
        }
    }
}
