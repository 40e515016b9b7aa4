// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Testing

@testable import AllonymMigration

/// How what is known becomes text.
@Suite struct RowRendererTests {
    @Test func `A list of all IDs within another one leaves that one's ID as it was`() {
        let id = CompiledValue.text([.field(PlanField(.id))])
        let value = CompiledValue.each(
            .object([.init(name: "a", value: .each(id)), .init(name: "b", value: id)]))
        let values = FieldValues()
        for var text in ["x", "y"] {
            text.withUTF8 {
                values.append(
                    id: UnsafeRawBufferPointer($0), isAnonymous: false, isOriginal: false)
            }
        }
        let bytes = RowBytes()
        #expect(RowRenderer(RenderTree([.json(value)]), values, into: bytes).append(json: 0))
        #expect(
            String(decoding: bytes.all, as: UTF8.self)
                == #"[{"a":["x","y"],"b":"x"},{"a":["x","y"],"b":"y"}]"#)
    }

    @Test(
        "A cell is in quotes where it has to be, whatever its length",
        arguments: ["", "a", "ab", "12345678", "$RCAnonymousID:0a9d2f606a0e4d6f", "ééééééé-+*!"])
    func quoting(text: String) {
        func cell(_ text: String, _ delimiter: Character) -> String {
            let bytes = RowBytes(capacity: 1)
            bytes.append(cell: text, delimiter: delimiter.asciiValue ?? 0)
            return String(decoding: bytes.all, as: UTF8.self)
        }
        for delimiter: Character in [",", ";"] {
            #expect(cell(text, delimiter) == text)
            for special in ["\(delimiter)", "\"", "\n", "\r"] {
                for place in 0...text.count {
                    let index = text.index(text.startIndex, offsetBy: place)
                    let whole = text[..<index] + special + text[index...]
                    let doubled = whole.split(separator: "\"", omittingEmptySubsequences: false)
                        .joined(separator: "\"\"")
                    #expect(cell(String(whole), delimiter) == "\"\(doubled)\"")
                }
            }
        }
    }

    @Test func `Whole numbers are written to the last digit`() {
        for number: Int64 in [0, 7, 10, 99, 100, -1, -10, .max, .min, 1_000_000_000_000_000_000] {
            let bytes = RowBytes(capacity: 1)
            bytes.append(number: number)
            #expect(String(decoding: bytes.all, as: UTF8.self) == String(number))
        }
    }
}
