// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Testing

/// What is JSON by RFC 8259, and what some readers take for it.
@Suite struct JSONSyntaxTests {
    @Test(arguments: [
        "{}", "[]", " [ ] ", "\n{\t}\r\n", #"{"a":[1,{"b":null}],"c":true}"#, "false", "0", "-0",
        "12.50", "1e9", "-1.5E-3", "2e+1", #""""#, #""ü 日""#, #""\"\\\/\b\f\n\r\t\u00e9""#,
        #""\ud83d\ude00""#, "\u{FEFF}[]", #"{"a":1,"a":2}"#, "\"\u{7F}\"",
        String(repeating: "[", count: 512) + String(repeating: "]", count: 512),
    ])
    func `JSON is accepted`(text: String) {
        #expect(throws: Never.self) { try JSONSyntax.check(Array(text.utf8)) }
    }

    @Test(arguments: [
        "", " ", "{", "[", #"{"a""#, #"{"a":"#, #"{"a":1"#, #"{"a":1,}"#, "[1,]", "[,]", "{,}",
        "[1,,2]", "[1 2]", #"{"a" 1}"#, #"{"a":1 "b":2}"#, #"{"a":1}}"#, "[]]", "[] x", "{}{}",
        "[]/**/", "[]//", "[1/*c*/]", "#c\n[]", "'a'", "{'a':1}", "{a:1}", "{1:1}", "NaN", "nul",
        "Infinity", "-Infinity", "True", "nulll", "undefined", "01", "+1", ".5", "1.", "1e", "1e+",
        "-", "--1", "0x1", "1_000", #""a"#, #""\x""#, #""\u12""#, #""\u00g0""#, #""\ud800""#,
        #""\udc00""#, #""\ud800\u0041""#, #""\""#, "\"a\nb\"", "\"\u{0}\"", "[]\u{0}", "\u{A0}[]",
        String(repeating: "[", count: 513) + String(repeating: "]", count: 513),
        String(repeating: #"{"a":"#, count: 100_000),
    ])
    func `What is nearly JSON is refused`(text: String) {
        #expect(throws: JSONSyntaxFault.self) { try JSONSyntax.check(Array(text.utf8)) }
        #expect(throws: JSONSyntaxFault.self) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test(
        arguments: [
            ("null", .null), (" true ", .boolean(true)), ("false", .boolean(false)),
            ("-12.50e-1", .number(-1.25)), ("0", .number(0)), ("1E2", .number(100)),
            ("\u{FEFF}[]", .array([])), ("[ ]", .array([])), ("{\n}", .object([:])),
            ("[1 , [2],{}]", .array([.number(1), .array([.number(2)]), .object([:])])),
            (
                #"{"a" : "b" , "c":{"d":null}}"#,
                .object(["a": .string("b"), "c": .object(["d": .null])])
            ),
            (#"{"a":1,"a":2}"#, .object(["a": .number(1)])), (#""""#, .string("")),
            (#""ü 日\n""#, .string("ü 日\n")), (#""\\u0041""#, .string("\\u0041")),
            (
                #""\"\\\/\b\f\n\r\t\u00e9\u0000""#,
                .string("\"\\/\u{8}\u{C}\n\r\té\u{0}")
            ),
            (#""a\ud83d\uDE00b\uFFFFc""#, .string("a\u{1F600}b\u{FFFF}c")),
            (#"{"\u0061":"e\u0301"}"#, .object(["a": .string("é")])),
        ] as [(String, JSONValue)])
    func `Its values are read`(text: String, expected: JSONValue) throws {
        let value = try JSONValue(parsing: Array(text.utf8))
        #expect(value == expected)
    }

    @Test(arguments: ["1e999", "[1,\n-1e400]"])
    func `A number that is too large is refused with its line`(text: String) {
        let fault = #expect(throws: JSONSyntaxFault.self) {
            try JSONValue(parsing: Array(text.utf8))
        }
        #expect(fault?.line == text.split(separator: "\n").count)
    }

    @Test(
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x5B, 0x5D, 0xFF], [0x5B, 0x00, 0x5D, 0x00],
        ] as [[UInt8]])
    func `Bytes that are not UTF-8 are refused`(bytes: [UInt8]) {
        #expect(throws: JSONSyntaxFault.self) { try JSONSyntax.check(bytes) }
    }

    @Test(arguments: [
        ("{\n\"a\": 1,\n}", 3), ("[1,\n2\n3]", 3), ("{\"a\":1,}", 1), ("[\n\n", 3), ("", 0),
    ])
    func `The line of the fault is named`(text: String, line: Int) {
        let fault = #expect(throws: JSONSyntaxFault.self) {
            try JSONSyntax.check(Array(text.utf8))
        }
        #expect(fault?.line == line)
    }
}
