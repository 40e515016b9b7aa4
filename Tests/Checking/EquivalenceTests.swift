// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymChecking
import AllonymCore
import AllonymMappings
import AllonymSimulation
import AllonymTestSupport
import Testing

/// The engine for files says what the plain call says, to every ID.
///
/// `ALLONYM_CHECK_IDS` says how many IDs, `ALLONYM_SEED` which.
@Suite struct EquivalenceTests {
    private static let count = fuzzInputs("ALLONYM_CHECK_IDS", otherwise: 5_000)

    private func brief(_ verdicts: [ProviderVerdict]) -> [BriefVerdict] {
        verdicts.map {
            BriefVerdict(
                provider: $0.provider, reasons: $0.verdict.reasons, advice: $0.verdict.advice)
        }
    }

    @Test(arguments: [[:], strictSettings, ["revenuecat": ["whitespace": "kept"]]])
    func `The engine and the plain call give the same verdicts`(
        settings: [String: [String: String]]
    ) throws {
        let seed = SeededGenerator.seedOfRun
        print("equivalence: \(Self.count) IDs, seed \(seed)")
        let check = try builtInCheck(settings)
        let matcher = IDMatcher(try CompiledCheck(check))
        var ids = RandomIDs(seed: seed)
        var refused = 0
        for _ in 0..<Self.count {
            let id = ids.next()
            let plain = brief(check.verdicts(onBytes: id))
            if plain.contains(where: { !$0.reasons.isEmpty }) { refused += 1 }
            let quick = matcher.verdicts(on: id)
            if quick != plain {
                Issue.record("\(id): \(quick), not \(plain)")
                return
            }
            let cut = ids.random(0...id.count)
            let last = ids.random(cut...id.count)
            let pieces = [id[..<cut], id[cut..<last], id[last...]]
            let long = matcher.verdicts(onPieces: pieces)
            // Blocked values fit into any buffer: pieces are not compared with them.
            if !isListed(plain), long != plain {
                Issue.record("\(id) in pieces: \(long), not \(plain)")
                return
            }
        }
        #expect(refused > Self.count / 20)
        #expect(refused < Self.count)
    }

    private func isListed(_ verdicts: [BriefVerdict]) -> Bool {
        verdicts.contains {
            $0.reasons.contains(.blockedValue) || $0.advice.contains(.blockedElsewhere)
                || $0.advice.contains(.advertisingID)
        }
    }

    @Test(
        arguments: [
            "", "guest", "Guest", "null", "42", "a/b", " x ", "a@b.c", "a@.b", "@b.cd", "a@b.",
            "00000000-0000-0000-0000-000000000000", "035b30e2-faf4-462d-aec3-caa0fbe26c49",
            "035b30e2-faf4-462d-aec3-caa0fbe26c4", "035b30e2-faf4-462d-aec3-caa0fbe26c4g",
            "035b30e2-faf4-462d-aec30caa0fbe26c49", "\u{0}", "名前", "\u{2003}", "\u{85}",
            "e\u{301}", "👩‍👩‍👧", "$RCAnonymousID:0123456789abcdef0123456789abcdef",
        ])
    func `Known IDs have the same verdicts either way`(id: String) throws {
        for settings in [[:], strictSettings] {
            let check = try builtInCheck(settings)
            let matcher = IDMatcher(try CompiledCheck(check, countsForms: true))
            #expect(matcher.verdicts(on: Array(id.utf8)) == brief(check.verdicts(onBytes: id.utf8)))
        }
    }

    @Test(
        arguments: [
            (" guest", [.blockedValue]), ("guest\n", [.blockedValue]), (" ", [.empty]),
            ("", [.empty]),
            ("\u{3000}\r\n-1\u{85}", [.blockedValue]), (" a/b ", [.forbiddenCharacter]),
            (" Guest", []), (" gu est ", []), ("\u{200B}guest", []), ("x guest", []),
            ("\u{2003}" + String(repeating: "é", count: 100) + "\u{A0}", []),
            (" " + String(repeating: "é", count: 101), [.tooLong]),
        ] as [(String, [Reason])])
    func `A provider that trims refuses what is left, however the ID comes`(
        id: String, reasons: [Reason]
    ) throws {
        let check = try builtInCheck(asked: ["revenuecat"])
        let matcher = IDMatcher(try CompiledCheck(check))
        let bytes = Array(id.utf8)
        let plain = brief(check.verdicts(onBytes: bytes))
        #expect(plain.map(\.reasons) == [reasons])
        #expect(matcher.verdicts(on: bytes) == plain)
        for cut in 0...bytes.count {
            for last in cut...bytes.count {
                let pieces = [bytes[..<cut], bytes[cut..<last], bytes[last...]]
                #expect(matcher.verdicts(onPieces: pieces) == plain, "\(cut), \(last)")
            }
        }
        let white = Array(String(repeating: " \u{2028}", count: 500).utf8)[...]
        let long = matcher.verdicts(onPieces: [white, bytes[...], white])
        #expect(long.map(\.reasons) == [reasons])
    }

    @Test func `Every length up to two thousand has the same verdicts either way`() throws {
        let check = try builtInCheck(strictSettings)
        let matcher = IDMatcher(try CompiledCheck(check))
        for unit in ["a", "0", "é", "/"] {
            for count in [0...130, 240...270, 1_490...1_510].joined() {
                let id = Array(String(repeating: unit, count: count).utf8)
                let plain = brief(check.verdicts(onBytes: id))
                #expect(matcher.verdicts(on: id) == plain, "\(count) times \(unit)")
            }
        }
    }

    @Test func `More questions than there are bits are refused`() throws {
        let citation = Citation(
            says: "", authority: .inferred, source: "", address: "", checked: "2026-11-21")
        let provider = try #require(try builtIn.get().provider("nami"))
        let rules = (1...70).map {
            IdentifierRule(id: "made.id.\($0)", kind: .refuseLongerThan($0), citation: citation)
        }
        let made = try Provider(
            key: "made", rulebook: provider.rulebook, anonymous: provider.anonymous,
            identifierRules: rules)
        let check = IdentifierCheck([try made.rules()])
        #expect(throws: TooManyRules.self) { try CompiledCheck(check) }
        #expect(check.verdicts(on: "abc").first?.verdict.findings.count == 2)
    }

    @Test(arguments: [false, true])
    func `Rules made up for the purpose are compiled as well, those too that trim before they ask`(
        trims: Bool
    ) throws {
        let citation = Citation(
            says: "", authority: .inferred, source: "", address: "", checked: "2026-11-21")
        let kinds: [IdentifierRule.Kind] = [
            .refuseEmpty(blank: false), .refuseEmpty(blank: true),
            .refuseValues(["gäst", "x", "0123456789abcdef0123456789abcdef0123456789"]),
            .refuseCharacters(["é", "/", "\u{1F469}"]), .refuseLongerThan(3),
            .refuseAllBut([
                IdentifierFormat(name: "a", pattern: try Pattern("[a-f]{1,3}-?[0-9]+")),
                IdentifierFormat(name: "b", pattern: try Pattern("[a-z]{2}[0-9]{2}")),
                IdentifierFormat(name: "c", pattern: try Pattern("")),
            ]),
            .advise(.guessable, shorterThan: 5), .advise(.email, shorterThan: 0),
        ]
        let provider = try #require(try builtIn.get().provider("nami"))
        for kind in kinds {
            let rules: [IdentifierRule.Kind] = trims ? [.trim, kind] : [kind]
            let made = try Provider(
                key: "made", rulebook: provider.rulebook, anonymous: provider.anonymous,
                identifierRules: rules.enumerated().map {
                    IdentifierRule(id: "made.id.\($0)", kind: $1, citation: citation)
                })
            let check = IdentifierCheck([try made.rules()])
            let matcher = IDMatcher(try CompiledCheck(check))
            var ids = RandomIDs(seed: 7)
            let known = [
                "gäst", "x", "abc-1", "abcd-1", "ab12", "ab1", "f0", "👩", "\u{A0}", " x", "ab12 ",
                "\u{3000}gäst\t", " ab 12 ",
            ]
            for id in known.map({ Array($0.utf8) }) + (0..<2_000).map({ _ in ids.next() }) {
                #expect(matcher.verdicts(on: id) == brief(check.verdicts(onBytes: id)), "\(id)")
            }
        }
    }
}
