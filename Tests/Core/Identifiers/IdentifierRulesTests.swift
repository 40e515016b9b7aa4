// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymTestSupport
import Testing

/// Accepted and refused IDs side by side, provider by provider.
@Suite struct IdentifierRulesTests {
    private func verdict(
        _ provider: String, _ id: String, _ settings: [String: String] = [:]
    ) throws -> Verdict {
        let provider = try #require(EveryProvider.mappings.provider(provider))
        return try provider.rules(settings).identifiers.check(UserID(unchecked: id))
    }

    @Test(
        arguments: [
            "no_user", "null", "none", "nil", "(null)", "NaN", "\u{0}", "unidentified",
            "undefined", "unknown", "anonymous", "guest", "-1", "0", "[]", "{}", "[object Object]",
            "\\x00",
        ])
    func `RevenueCat blocks the values of its list`(id: String) throws {
        #expect(try verdict("revenuecat", id).reasons == [.blockedValue])
    }

    @Test(
        arguments: [
            "Guest", "anonymous1", "NULL", "nan", "-2", "00", "(NULL)", "object Object",
            "a@b.example", "user:42", "$x", "(x)", "é", "user_42",
            String(repeating: "é", count: 100), "$RCAnonymousID:0123456789abcdef0123456789abcdef",
        ])
    func `RevenueCat takes near misses`(id: String) throws {
        #expect(try verdict("revenuecat", id).isAccepted)
    }

    @Test(
        arguments: [
            ("", [.empty]), (" \t\u{A0}", [.empty]), ("/", [.forbiddenCharacter]),
            ("a/b", [.forbiddenCharacter]), (String(repeating: "a", count: 101), [.tooLong]),
            (String(repeating: "é", count: 101), [.tooLong]),
            (String(repeating: "/", count: 101), [.forbiddenCharacter, .tooLong]),
        ] as [(String, [Reason])])
    func `RevenueCat gives every reason, in order`(id: String, reasons: [Reason]) throws {
        #expect(try verdict("revenuecat", id).reasons == reasons)
    }

    @Test(
        arguments: [
            ("user_42", []), ("a.b", [.wrongFormat]), (String(repeating: "a", count: 1_500), []),
            (String(repeating: "a", count: 1_501), [.tooLong]), ("null", [.blockedValue]),
            ("a/b", [.forbiddenCharacter, .wrongFormat]),
        ] as [(String, [Reason])])
    func `RevenueCat's REST v2 has an alphabet and a length of its own`(
        id: String, reasons: [Reason]
    ) throws {
        #expect(try verdict("revenuecat", id, ["identifiers": "api-v2"]).reasons == reasons)
    }

    @Test(
        arguments: [
            ("035b30e2-faf4-462d-aec3-caa0fbe26c49", true, true),
            ("E97EDA7D-F1BC-48E1-8DF4-F67EF4A4E4FF", true, true),
            ("9a9999a9-99aa-99a9-aa99-999a999999a9", true, true),
            (String(repeating: "0f", count: 32), true, true),
            (String(repeating: "0F", count: 32), true, true),
            ("123456", true, false), ("0", true, false),
            ("035b30e2faf4462daec3caa0fbe26c49", false, false),
            ("{035b30e2-faf4-462d-aec3-caa0fbe26c49}", false, false),
            (String(repeating: "0f", count: 31), false, false), ("-1", false, false),
            ("1.5", false, false), (" 1", false, false), ("user_42", false, false),
            ("a@b.example", false, false), ("٣", false, false),
        ])
    func `Nami takes UUIDs and SHA-256, and numbers by the newest page`(
        id: String, newest: Bool, older: Bool
    ) throws {
        #expect(try verdict("nami", id).isAccepted == newest)
        let settings = ["external-ids": "sha256-uuid"]
        #expect(try verdict("nami", id, settings).isAccepted == older)
    }

    @Test(
        arguments: [
            ("a.b-c_1", true, true), ("a@b.example", true, false), ("$x", true, false),
            ("é", true, false), (String(repeating: "a", count: 255), true, true),
            (String(repeating: "a", count: 256), true, false), ("", false, false),
        ])
    func `Qonversion takes any identity, and REST v4 some`(id: String, any: Bool, v4: Bool) throws {
        #expect(try verdict("qonversion", id).isAccepted == any)
        #expect(try verdict("qonversion", id, ["identity-ids": "v4"]).isAccepted == v4)
    }

    @Test(
        arguments: [
            ("123456789", []), ("toto", []), ("null", []), ("a/b", []), ("", [.empty]),
        ] as [(String, [Reason])])
    func `Purchasely takes whatever the app gives`(id: String, reasons: [Reason]) throws {
        #expect(try verdict("purchasely", id).reasons == reasons)
    }

    @Test(
        arguments: [
            ("a-long-name@mail.example", [.email]),
            (
                "00000000-0000-0000-0000-000000000000",
                [.advertisingID]
            ),
            ("1234567890123456789", [.guessable]), ("short", [.guessable]),
            (" 0123456789abcdefg", [.surroundingWhitespace]),
            ("$RCAnonymousID:0123456789abcdef0123456789abcdef", [.anonymousForm]),
            ("035b30e2-faf4-462d-aec3-caa0fbe26c49", []), ("@@", [.guessable]),
        ] as [(String, [Advice])])
    func `RevenueCat's advice comes with accepted IDs only`(id: String, advice: [Advice]) throws {
        let verdict = try verdict("revenuecat", id)
        #expect(verdict.isAccepted)
        #expect(verdict.advice == advice)
        #expect(try self.verdict("revenuecat", "guest").advice == [])
    }

    @Test(
        arguments: [
            ("$RCAnonymousID:0123456789abcdef0123456789abcdef", true, true),
            ("$RCAnonymousID:0123456789abcdefghijklmnopqrstuv", true, true),
            ("foo$RCAnonymousID:0123456789abcdef0123456789abcdef", true, true),
            ("é$RCAnonymousID:0123456789abcdef0123456789abcdef", true, true),
            ("$RCAnonymousID:0123456789ABCDEF0123456789ABCDEF", false, true),
            ("$RCAnonymousID:", false, true), ("$RCAnonymousID:0123456789abcdef", false, true),
            ("$RCAnonymousID:0123456789abcdef0123456789abcdefx", false, true),
            ("foo$RCAnonymousID:", false, false), ("$rcanonymousid:0123456789abcdef", false, false),
        ])
    func `RevenueCat's anonymous form is looked for at the end, as on iOS`(
        id: String, isAnonymous: Bool, isSuspect: Bool
    ) throws {
        let provider = try #require(EveryProvider.mappings.provider("revenuecat"))
        #expect(provider.anonymous.recognises(UserID(unchecked: id)) == isAnonymous)
        #expect(try verdict("revenuecat", id).advice.contains(.anonymousForm) == isSuspect)
    }

    @Test(
        arguments: [
            (" u1 ", "u1"), ("u1", "u1"), ("\n\tu 1\r\n", "u 1"), ("   ", ""), ("", ""),
            ("\u{A0}é\u{A0}", "é"),
        ])
    func `A log-in's ID is trimmed where the provider trims`(id: String, trimmed: String) throws {
        let provider = try #require(EveryProvider.mappings.provider("revenuecat"))
        let id = UserID(unchecked: id)
        #expect(try provider.rules().identifiers.normalized(id).text == trimmed)
        let kept = try provider.rules(["whitespace": "kept"]).identifiers
        #expect(kept.normalized(id) == id)
    }

    @Test(
        arguments: [
            (" guest", false, true), ("guest", false, false), (" Guest ", true, true),
            (" ", false, false), ("", false, false), ("a b", true, true), (" a/b", false, false),
            (" " + String(repeating: "x", count: 100), true, false),
        ])
    func `A log-in is checked as trimmed, and a launch as it stands`(
        id: String, logIn: Bool, launch: Bool
    ) throws {
        let provider = try #require(EveryProvider.mappings.provider("revenuecat"))
        let id = UserID(unchecked: id)
        let rules = try provider.rules().identifiers
        #expect(rules.verdict(onLogIn: id).isAccepted == logIn)
        #expect(rules.check(id).isAccepted == launch)
        let kept = try provider.rules(["whitespace": "kept"]).identifiers
        #expect(kept.verdict(onLogIn: id) == kept.check(id))
    }

    @Test(
        arguments: [
            (" pad6789012345678", [.wrongFormat]), ("pad6789012345678\n", [.wrongFormat]),
            (" guest", [.wrongFormat]), (" ", [.empty]), ("pad6789012345678", []),
        ] as [(String, [Reason])], ["trimmed", "kept"])
    func `REST v2 is given an ID as it stands, whatever an SDK would trim`(
        row: (String, [Reason]), whitespace: String
    ) throws {
        let (text, reasons) = row
        let provider = try #require(EveryProvider.mappings.provider("revenuecat"))
        let settings = ["identifiers": "api-v2", "whitespace": whitespace]
        let rules = try provider.rules(settings).identifiers
        let id = UserID(unchecked: text)
        #expect(rules.normalized(id) == id)
        #expect(rules.verdict(onLogIn: id).reasons == reasons)
    }

    @Test func `What is accepted is what nothing speaks against, under every setting`() throws {
        let parts = [
            "", " ", "\u{A0}", "a", "a/b", "user_42", "é", "\u{0}", "null", "guest", "-1", "0",
            "a.b", "\u{2028}", "ß", "日本", "\u{85}", "00000000-0000-0000-0000-000000000000",
            "0a9d2f60-6a0e-4d6f-9a53-5c1f6e5b7a01", "0A9D2F60-6A0E-4D6F-9A53-5C1F6E5B7A01",
            String(repeating: "a", count: 64), String(repeating: "é", count: 90),
            String(repeating: "a", count: 1_400),
        ]
        let mappings = EveryProvider.mappings
        var answers: Set<Bool> = []
        for provider in mappings.providers {
            for settings in [[:], provider.key == "revenuecat" ? ["identifiers": "api-v2"] : [:]] {
                let rules = try provider.rules(settings).identifiers
                for id in parts.flatMap({ part in parts.map { UserID(unchecked: part + $0) } }) {
                    let isAccepted = rules.check(id).isAccepted
                    #expect(rules.accepts(id) == isAccepted, "\(provider.key): \"\(id.text)\"")
                    answers.insert(isAccepted)
                    var text = id.text
                    let isVisible =
                        text.utf8.count < 128 && !text.isEmpty
                        && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
                    let isSurelyAccepted = text.withUTF8 { rules.surelyAccepts(bytes: $0.span) }
                    #expect(
                        isSurelyAccepted == (isAccepted && isVisible),
                        "\(provider.key): \"\(id.text)\"")
                }
            }
        }
        #expect(answers.count == 2)
    }
}
