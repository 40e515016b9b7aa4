// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Testing

import AllonymInput

/// Text from files as people are shown it.
@Suite struct ShownTextTests {
    @Test(arguments: [
        ("ada", "ada"), ("", ""), ("Ünïcödé 🙂", "Ünïcödé 🙂"), ("a\tb\nc\r", "a\\tb\\nc\\r"),
        ("\u{1B}[31mred", "\\u{1b}[31mred"), ("\u{202E}abc", "\\u{202e}abc"),
        ("\u{FEFF}x", "\\u{feff}x"), ("a\u{0}b", "a\\u{0}b"), ("a\u{A0}b", "a\\u{a0}b"),
        ("\u{2028}", "\\u{2028}"), ("\u{200D}", "\\u{200d}"), ("\"\\", "\"\\"),
    ])
    func `What acts on a terminal or cannot be seen is an escape`(text: String, shown: String) {
        #expect(ShownText.escaped(text) == shown)
    }

    @Test(arguments: [
        ("ada@mail.test", "ada@mail.test"), ("$RCAnonymousID:1f", "$RCAnonymousID:1f"),
        ("..", "\"..\""), ("", "\"\""), (" x y", "\" x y\""), ("Ms. A.", "\"Ms. A.\""),
        ("a\"d", "\"a\\\"d\""), ("-", "\"-\""), ("u1.", "\"u1.\""),
    ])
    func `An ID in a sentence is in quotes unless it is a plain word`(id: String, shown: String) {
        #expect(ShownText.word(id) == shown)
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567"), (-1_000, "-1,000"),
        (-999, "-999"),
    ])
    func `Thousands are told apart`(number: Int, text: String) {
        #expect(number.grouped == text)
    }

    @Test(arguments: [(0, "0 calls"), (1, "1 call"), (2, "2 calls"), (1_200, "1,200 calls")])
    func `A noun behind a number is in the plural unless it is 1`(number: Int, text: String) {
        #expect(number.of("call") == text)
    }
}
