// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import Testing

@Suite struct PatternTests {
    @Test(
        arguments: [
            ("^[0-9a-zA-Z_-]*$", "", true),
            ("^[0-9a-zA-Z_-]*$", "user_42-x", true),
            ("^[0-9a-zA-Z_-]*$", "user.42", false),
            ("[a-zA-Z0-9._-]{1,255}", "", false),
            ("[a-zA-Z0-9._-]{1,255}", "a", true),
            ("[a-zA-Z0-9._-]{1,255}", String(repeating: "a", count: 255), true),
            ("[a-zA-Z0-9._-]{1,255}", String(repeating: "a", count: 256), false),
            ("[0-9]+", "0042", true),
            ("[0-9]+", "-42", false),
            ("[0-9]+", "４２", false),
            ("[0-9a-f]{2}-[0-9a-f]{2}", "ab-cd", true),
            ("[0-9a-f]{2}-[0-9a-f]{2}", "ab-cd-", false),
            ("[0-9a-f]{2}-[0-9a-f]{2}", "abc-cd", false),
            ("\\$RC:[a-z]{3}", "$RC:abc", true),
            ("a?b", "b", true),
            ("a?b", "aab", false),
            ("x{2,}", "x", false),
            ("x{2,}", "xxxx", true),
            ("[]", "", false),
        ])
    func `A pattern covers the whole text`(pattern: String, text: String, matches: Bool) throws {
        #expect(try Pattern(pattern).matches(text.utf8) == matches)
    }

    @Test(
        arguments: [
            ("[0-9]+", "42", nil), ("[0-9]+", "4x2", 1), ("[0-9]+", "", 0), ("[0-9]{3}", "12", 2),
            ("[0-9]{3}", "1234", 3), ("[a-f]-[0-9]+", "a-x", 2), ("", "x", 0), ("", "", nil),
            ("[a-z]+", "né", 1),
        ] as [(String, String, Int?)])
    func `A pattern says where a text stops being of it`(
        pattern: String, text: String, offset: Int?
    ) throws {
        #expect(try Pattern(pattern).mismatch(in: text.utf8) == offset)
    }

    @Test(
        arguments: [
            ("[a-z", "is not closed"),
            ("a{2", "is not closed"),
            ("a{2,1}", "{n,m}"),
            ("a{x}", "{n,m}"),
            ("[z-a]", "runs backwards"),
            ("(a|b)", "no meaning here"),
            ("a.b", "no meaning here"),
            ("ab\\", "nothing follows"),
            ("é", "only ASCII"),
            ("[a-z]*abc", "two ways"),
            ("[0-9]+[0-9]", "two ways"),
        ])
    func `What is no pattern is refused with the reason`(text: String, reason: String) {
        #expect { try Pattern(text) } throws: { error in
            (error as? PatternError)?.description.contains(reason) == true
        }
    }
}
