// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import AllonymTestSupport
import Testing

/// One ID, asked of all providers at once.
@Suite struct IdentifierCheckTests {
    private func check(
        asked: [String]? = nil, sha256: IdentifierCheck.Hash? = nil
    ) throws -> IdentifierCheck {
        let mappings = EveryProvider.mappings
        return IdentifierCheck(
            try mappings.providers.map { try $0.rules() }, asked: asked,
            blocklists: mappings.blocklists, sha256: sha256)
    }

    private func verdict(_ provider: String, _ id: UserID) throws -> Verdict {
        try #require(try check().verdicts(on: id).first { $0.provider == provider }).verdict
    }

    @Test(
        arguments: [
            (
                "revenuecat", "guest",
                .init(reason: .blockedValue, rule: "revenuecat.id.3", evidence: .entry("guest"))
            ),
            (
                "revenuecat", "né/x",
                .init(
                    reason: .forbiddenCharacter, rule: "revenuecat.id.5",
                    evidence: .character("/", offset: 3))
            ),
            (
                "revenuecat", UserID(unchecked: String(repeating: "é", count: 101)),
                .init(
                    reason: .tooLong, rule: "revenuecat.id.6", evidence: .length(101, limit: 100))
            ),
            (
                "nami", "1234x",
                .init(
                    reason: .wrongFormat, rule: "nami.id.2",
                    evidence: .formats(["numeric", "sha256", "uuid"], offset: 4))
            ),
            (
                "nami", "035b30e2-faf4-462d-aec3-caa0fbe26c4",
                .init(
                    reason: .wrongFormat, rule: "nami.id.2",
                    evidence: .formats(["numeric", "sha256", "uuid"], offset: 35))
            ),
            (
                "purchasely", "",
                .init(reason: .empty, rule: "purchasely.id.1", evidence: .length(0, limit: 1))
            ),
            (
                "revenuecat", " \t\u{A0}",
                .init(reason: .empty, rule: "revenuecat.id.2", evidence: .blank(3))
            ),
        ] as [(String, UserID, Finding)])
    func `A reason names the rule and what in the ID broke it`(
        provider: String, id: UserID, finding: Finding
    ) throws {
        let found = try verdict(provider, id).findings.map {
            Finding(reason: $0.reason, rule: $0.rule, evidence: $0.evidence)
        }
        #expect(found == [finding])
    }

    @Test(
        arguments: [
            (" guest", "trimmed", [.blockedValue], [.entry("guest")], []),
            (" guest", "kept", [], [], [.guessable, .surroundingWhitespace, .notPortable]),
            (" ", "trimmed", [.empty], [.blank(1)], []), (" ", "kept", [.empty], [.blank(1)], []),
            (
                "\u{A0} a/b\n", "trimmed", [.forbiddenCharacter], [.character("/", offset: 4)],
                []
            ),
            (
                " 0123456789abcdefg", "trimmed", [], [], [.surroundingWhitespace, .notPortable]
            ),
        ] as [(UserID, String, [Reason], [Evidence], [Advice])])
    func `A verdict is what a log-in would answer, and advice is about the ID as given`(
        id: UserID, whitespace: String, reasons: [Reason], evidence: [Evidence], advice: [Advice]
    ) throws {
        let mappings = EveryProvider.mappings
        let check = IdentifierCheck(
            try mappings.providers.map {
                try $0.rules($0.key == "revenuecat" ? ["whitespace": whitespace] : [:])
            }, asked: ["revenuecat"])
        let verdict = try #require(check.verdicts(on: id).first).verdict
        #expect(verdict.reasons == reasons)
        #expect(verdict.findings.map(\.evidence) == evidence)
        #expect(verdict.advice == advice)
    }

    struct Finding: Equatable, Sendable {
        let reason: Reason
        let rule: String
        let evidence: Evidence?
    }

    @Test(
        arguments: [
            ("a-long-name@mail.example", .email, .character("@", offset: 11)),
            ("12345678901234567890", .guessable, .digits),
            ("u1", .guessable, .length(2, limit: 16)),
            (
                "a user with a long name\u{A0}", .surroundingWhitespace,
                .character("\u{A0}", offset: 23)
            ),
            (
                "00000000-0000-0000-0000-000000000000", .advertisingID,
                .entry("00000000-0000-0000-0000-000000000000")
            ),
            (
                "$RCAnonymousID:0123456789abcdef0123456789abcdef", .anonymousForm,
                .form("$RCAnonymousID:{hex32}")
            ),
            ("Guest", .blockedElsewhere, .elsewhere(["posthog.2"])),
            ("a name of some length", .notPortable, .providers(["nami"])),
        ] as [(UserID, Advice, Evidence)])
    func `Advice names what it was seen by`(
        id: UserID, advice: Advice, evidence: Evidence
    ) throws {
        let hints = try verdict("revenuecat", id).hints.filter { $0.advice == advice }
        #expect(hints.map(\.evidence) == [evidence])
    }

    @Test(
        arguments: [
            ("anonymous", 5), ("ANONYMOUS", 1), ("'Anonymous'", 1), ("\"none\"", 1),
            ("NONE", 0), ("lmy47d", 1), ("invalid", 1), ("0-0-0", 1), ("nan", 0), ("[]", 1),
            ("035b30e2-faf4-462d-aec3-caa0fbe26c49", 0), ("anonymous1", 0), ("", 4),
            ("''", 1), ("\"\"", 1), (" \t", 1), ("' '", 0),
        ])
    func `Other systems refuse some values, each by its own rule of case`(
        id: String, count: Int
    ) throws {
        let entries = EveryProvider.mappings.blocklists.blocking(UserID(unchecked: id))
        #expect(entries.count == count, "\(entries.map(\.id))")
    }

    @Test func `Every entry of the blocklists says where it comes from`() throws {
        let entries = EveryProvider.mappings.blocklists.entries
        #expect(entries.count == 56)
        #expect(Set(entries.map(\.system)).count == 5)
        #expect(entries.allSatisfy { $0.citation.address.hasPrefix("https://") })
        #expect(entries.allSatisfy { $0.citation.checked.hasPrefix("2026-") })
    }

    @Test(
        arguments: [
            ("guest", [false, true, true, false]), ("42", [true, true, true, true]),
            ("a@b.example", [false, true, true, true]), ("", [false, false, false, false]),
        ] as [(UserID, [Bool])])
    func `An accepted ID is not portable when another provider refuses it`(
        id: UserID, accepted: [Bool]
    ) throws {
        let verdicts = try check().verdicts(on: id)
        #expect(verdicts.map(\.provider) == EveryProvider.keys)
        let four = ["nami", "purchasely", "qonversion", "revenuecat"]
        let ofFour = verdicts.filter { four.contains($0.provider) }
        #expect(ofFour.map(\.verdict.isAccepted) == accepted)
        let isPortable = Set(verdicts.map(\.verdict.isAccepted)).count == 1
        for verdict in verdicts.map(\.verdict) {
            #expect(verdict.advice.contains(.notPortable) == (verdict.isAccepted && !isPortable))
        }
    }

    @Test func `Portable means to all providers, whoever is asked`() throws {
        let verdicts = try check(asked: ["revenuecat"]).verdicts(on: "a name of some length")
        #expect(verdicts.map(\.provider) == ["revenuecat"])
        #expect(verdicts.first?.verdict.advice == [.notPortable])
    }

    @Test(
        arguments: [
            ([0x61, 0xFF], .byte(0xFF, offset: 1)), ([0xC3, 0xA9, 0xC3], .byte(0xC3, offset: 2)),
            ([0xED, 0xA0, 0x80], .byte(0xED, offset: 0)), ([0xC0, 0x80], .byte(0xC0, offset: 0)),
            ([0x61, 0x00], nil), ([0xC3, 0xA9], nil),
        ] as [([UInt8], Evidence?)])
    func `Bytes that are no text are refused by all, with the offset`(
        bytes: [UInt8], evidence: Evidence?
    ) throws {
        for verdict in try check().verdicts(onBytes: bytes).map(\.verdict) {
            let faults = verdict.findings.filter { $0.rule == IdentifierCheck.textRule }
            #expect(faults.map(\.evidence) == (evidence == nil ? [] : [evidence]))
            #expect(evidence == nil || verdict.reasons == [.forbiddenCharacter])
        }
    }

    @Test func `A hash is suggested where one is documented`() throws {
        let check = try check(sha256: { bytes in [0x0A, UInt8(bytes.count)] })
        let nami = check.verdicts(on: "a@b.example")[0].verdict
        #expect(nami.suggestion?.text == "0a0b")
        #expect(nami.suggestion?.rule == "nami.id.2")
        #expect(check.verdicts(on: "")[0].verdict.suggestion == nil)
        #expect(check.verdicts(on: "42")[0].verdict.suggestion == nil)
        for id in ["guest", "null", "\u{0}", " ", "\t\u{A0}", "Anonymous", "'null'", "-1", "n/a"] {
            let verdict = check.verdicts(on: UserID(unchecked: id))[0].verdict
            #expect(!verdict.isAccepted)
            #expect(verdict.suggestion == nil, "\(id)")
        }
        #expect(check.verdicts(on: "guest")[3].verdict.suggestion == nil)
        let without = try self.check().verdicts(on: "a@b.example")[0].verdict
        #expect(without.suggestion?.replacement == .sha256)
        #expect(without.suggestion?.text == nil)
    }

    @Test func `Evidence reads as words`() {
        #expect("\(Evidence.byte(10, offset: 3))" == "byte 0x0A at byte 3 is invalid UTF-8")
        #expect("\(Evidence.length(1, limit: 16))" == "1 character; at least 16")
        #expect("\(Evidence.length(0, limit: 1))" == "0 characters; at least 1")
        #expect("\(Evidence.blank(3))" == "nothing but white space, 3 characters")
        #expect("\(Evidence.length(3, limit: 16))" == "3 characters; at least 16")
        #expect("\(Evidence.character("/", offset: 2))" == "\"/\" at byte 2")
    }
}
