// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONBodies
import Testing

@Suite struct JSONBodyTests {
    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONBody.bytes(of: value), as: UTF8.self)
    }

    /// Whether the two write the same.
    private func check(_ value: some Encodable) throws {
        #expect(try text(value) == WireSample.json(value))
    }

    static let texts: [(text: String, written: String)] = [
        ("", #""""#),
        ("a/b", #""a/b""#),
        (#"say "hi" \ bye"#, #""say \"hi\" \\ bye""#),
        ("\u{08}\u{0C}\n\r\t", #""\b\f\n\r\t""#),
        ("\u{00}\u{0B}\u{1F}", #""\u0000\u000b\u001f""#),
        ("\u{7F}", "\"\u{7F}\""),
        ("Zoë 🦊 \u{2028}", "\"Zoë 🦊 \u{2028}\""),
    ]

    @Test(arguments: texts)
    func `A text is escaped where JSON asks for it`(text: String, written: String) throws {
        #expect(try self.text(text) == written)
        try check(text)
        try check([text: text])
    }

    @Test func `Numbers are written with the digits that a coder writes`() throws {
        try check([Int.min, -1, 0, 7, Int.max])
        try check([UInt64.max])
        try check([Int8.min, .max])
        try check([0, -0.0, 1, 9.99, -9.99, 0.1 + 0.2, 1e15, 1e16, 1e-7, .greatestFiniteMagnitude])
        try check([Float(0.1), 3])
        try check([Decimal(string: "9.90"), Decimal(-12)])
        for seed in 1...2_000 {
            let double = Double(bitPattern: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
            if double.isFinite { try check(double) }
        }
    }

    static let unwritable: [Double] = [.nan, .infinity, -.infinity]

    @Test(arguments: unwritable)
    func `A number that is not finite is refused`(number: Double) throws {
        #expect(throws: EncodingError.self) { try JSONBody.bytes(of: ["price": number]) }
        #expect(throws: EncodingError.self) { try JSONBody.bytes(of: [Float(number)]) }
        #expect(throws: EncodingError.self) { try WireSample.json(["price": number]) }
    }

    @Test func `Objects, lists and what is missing are written as a coder writes them`() throws {
        try check([String: Int]())
        try check([Int]())
        try check([[], [1], [2, 3]])
        try check(["b": 1, "a": 2, "B": 3, "é": 4, "a/b": 5, "": 6, "aa": 7])
        try check([true, nil, false])
        try check(["a": nil, "b": "c"] as [String: String?])
        try check([3: "three", 20: "twenty"])
        try check(URL(string: "https://apps.apple.com/account/subscriptions?a=1"))
        try check(Data([0, 1, 255]))
        try check(Date(timeIntervalSinceReferenceDate: 86_400.5))
    }

    /// Writes members out of order, in nested containers that are filled later, and one twice.
    private struct Winding: Encodable {
        private struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }

            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: Key.self)
            var list = members.nestedUnkeyedContainer(forKey: Key(stringValue: "list"))
            var object = members.nestedContainer(
                keyedBy: Key.self, forKey: Key(stringValue: "object"))
            try members.encode("first", forKey: Key(stringValue: "twice"))
            try list.encode(1)
            var inner = list.nestedContainer(keyedBy: Key.self)
            try list.encodeNil()
            try inner.encode("z", forKey: Key(stringValue: "y"))
            try inner.encode("x", forKey: Key(stringValue: "a"))
            var deepest = list.nestedUnkeyedContainer()
            try deepest.encode(list.count)
            try object.encode(true, forKey: Key(stringValue: "here"))
            try [7].encode(to: members.superEncoder())
            try members.encode("last", forKey: Key(stringValue: "twice"))
            // A second container writes into the same object.
            var others = encoder.container(keyedBy: Key.self)
            try others.encodeNil(forKey: Key(stringValue: "another"))
        }
    }

    @Test func `What is nested and filled later stands in its place`() throws {
        let written = """
            {"another":null,"list":[1,{"a":"x","y":"z"},null,[4]],"object":{"here":true},\
            "super":[7],"twice":"last"}
            """
        #expect(try text(Winding()) == written)
        try check(Winding())
    }
}
