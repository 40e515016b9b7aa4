// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import JSONBodies
import Testing

/// A body as a type of the wire reads and writes it.
struct WireSample: Sendable, CustomTestStringConvertible {
    let name: String
    /// What comes out again; nil where the body is refused.
    let expected: String?
    /// Reads the body and writes it.
    let rewritten: @Sendable () throws -> String

    /// A body that is read; written, it is `expected`, or itself.
    init<Value: Codable & Equatable & Sendable>(
        _ type: Value.Type, _ json: String, writes expected: String? = nil
    ) {
        self.init(type, json, expected ?? json)
    }

    /// A body that is refused.
    static func refused<Value: Codable & Equatable & Sendable>(
        _ type: Value.Type, _ json: String
    ) -> WireSample {
        WireSample(type, json, nil)
    }

    private init<Value: Codable & Equatable & Sendable>(
        _ type: Value.Type, _ json: String, _ expected: String?
    ) {
        name = "\(type): \(json)"
        self.expected = expected
        rewritten = {
            let value = try JSONDecoder().decode(type, from: Data(json.utf8))
            let text = try WireSample.json(value)
            #expect(String(decoding: try JSONBody.bytes(of: value), as: UTF8.self) == text)
            #expect(try JSONDecoder().decode(type, from: Data(text.utf8)) == value)
            return text
        }
    }

    var testDescription: String { name }

    /// Checks what it says.
    func check() throws {
        guard let expected else {
            #expect(throws: DecodingError.self) { try rewritten() }
            return
        }
        let value = try JSONDecoder().decode(CatalogueValue.self, from: Data(expected.utf8))
        #expect(try rewritten() == WireSample.json(value))
    }

    /// Any value as JSON with sorted keys.
    static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
