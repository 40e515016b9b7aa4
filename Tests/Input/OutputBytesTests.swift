// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import Foundation
import Testing

@Suite struct OutputBytesTests {
    @Test(
        arguments: ["", "a", "ab", "12345678", "$RCAnonymousID:0a9d2f606a0e4d6f", "ééééééé-+*!"])
    func `A cell is in quotes where it has to be, whatever its length`(text: String) {
        func cell(_ text: String, _ delimiter: Character) -> String {
            let bytes = OutputBytes(capacity: 1)
            bytes.append(cell: text, delimiter: delimiter.asciiValue ?? 0)
            return bytes.text
        }
        for delimiter: Character in [",", ";"] {
            #expect(cell(text, delimiter) == text)
            for special in ["\(delimiter)", "\"", "\n", "\r"] {
                for offset in 0...text.count {
                    let index = text.index(text.startIndex, offsetBy: offset)
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
            let bytes = OutputBytes(capacity: 1)
            bytes.append(number: number)
            #expect(bytes.text == String(number))
        }
    }

    @Test(arguments: [
        ("", ""), ("a/é", "a/é"), ("\"", "\\\""), ("\\", "\\\\"), ("\n\r\t", "\\n\\r\\t"),
        ("\u{8}\u{C}", "\\b\\f"), ("\u{0}\u{1F}\u{7F}", "\\u0000\\u001f\u{7F}"),
    ])
    func `Of a JSON text what has to be escaped is, wherever it stands`(
        text: String, escaped: String
    ) throws {
        for count in 0...17 {
            let before = String(repeating: "x", count: count)
            let bytes = OutputBytes(capacity: 1)
            bytes.append(json: before + text + "y")
            #expect(bytes.text == "\"\(before)\(escaped)y\"")
            let read = try JSONDecoder().decode(String.self, from: Data(bytes.array))
            #expect(read == before + text + "y")
            let later = OutputBytes(capacity: 1)
            later.append(before + text + "y")
            later.escape(from: 0)
            #expect(later.array == bytes.array)
            let part = OutputBytes()
            part.append(jsonPart: text)
            #expect(part.text == escaped)
        }
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (951_825_599_007, "2000-02-29T11:59:59.007Z"),
            (951_868_800_000, "2000-03-01T00:00:00.000Z"),
            (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func `A moment is written to the millisecond`(milliseconds: Int64, text: String) {
        let bytes = OutputBytes(capacity: 1)
        bytes.append(instant: milliseconds)
        #expect(bytes.text == text)
    }

    @Test func `What is cut off or forgotten is written over`() {
        let bytes = OutputBytes(capacity: 1)
        bytes.append("abc")
        bytes.cut(to: 1)
        bytes.append("d")
        #expect(bytes.text == "ad")
        bytes.empty()
        bytes.append(UInt8(ascii: "e"))
        #expect(bytes.text == "e" && bytes.count == 1)
    }
}
