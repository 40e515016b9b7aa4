// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymInput
import Testing

@Suite struct NumberedTextsTests {
    @Test func `Texts are numbered in the order of their first appearance, and kept once`() {
        var texts = NumberedTexts()
        #expect(texts.known("a") == nil)
        #expect(["a", "b", "a", "", "b", ""].map { texts.number(of: $0) } == [0, 1, 0, 2, 1, 2])
        #expect(texts.count == 3)
        #expect((0..<3).map { texts[$0] } == ["a", "b", ""])
        #expect(texts.known("b") == 1 && texts.known("") == 2 && texts.known("c") == nil)
    }

    @Test func `The same text of another kind is another one`() {
        var texts = NumberedTexts()
        #expect(texts.number(of: "a", kind: 0) == 0)
        #expect(texts.known("a", kind: 1) == nil)
        #expect(texts.number(of: "a", kind: 1) == 1)
        #expect(texts.known("a") == 0 && texts.known("a", kind: 1) == 1)
        #expect(texts.kind(of: 0) == 0 && texts.kind(of: 1) == 1)
    }

    @Test func `Texts are told apart by their bytes`() {
        var texts = NumberedTexts()
        let all = ["\u{E9}", "e\u{301}", "a\0", "a", "A", "\u{FEFF}a"]
        #expect(all.map { texts.number(of: $0) } == Array(0..<6))
        #expect((0..<6).map { Array(texts[$0].utf8) } == all.map { Array($0.utf8) })
    }

    @Test func `A hundred thousand texts keep their numbers`() {
        var texts = NumberedTexts()
        for number in 0..<100_000 {
            #expect(texts.number(of: "customer \(number)", kind: UInt8(number % 2)) == number)
        }
        for number in 0..<100_000 {
            #expect(texts.known("customer \(number)", kind: UInt8(number % 2)) == number)
            #expect(texts.known("customer \(number)", kind: UInt8(1 - number % 2)) == nil)
        }
        #expect(texts[99_999] == "customer 99999")
    }
}
