// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

/// A damaged mapping file is refused when it is loaded: with the file, the entry and the reason.
@Suite struct DamagedMappingsTests {
    struct Damage: Sendable, CustomTestStringConvertible {
        let file: String
        let text: String
        let replacement: String
        let entry: String?
        let reason: String

        var testDescription: String { "\(file): \(reason)" }
    }

    private static let rules = "revenuecat/rulebook.json"
    private static let ids = "nami/identifiers.json"
    private static let others = "blocklists.json"
    private static let guide = "findings.json"
    private static let questions = "at-a-glance.json"

    static let damages = [
        Damage(
            file: guide, text: "\"severity\": \"ambiguous\"",
            replacement: "\"severity\": \"unsure\"",
            entry: "several-values", reason: "\"severity\" does not allow \"unsure\""),
        Damage(
            file: guide,
            text: "\"code\": \"trimmed\", \"about\": \"ids\", \"severity\": \"changed\"",
            replacement: "\"code\": \"hashed\", \"about\": \"ids\", \"severity\": \"changed\"",
            entry: "hashed", reason: "occurs twice at this severity"),
        Damage(
            file: guide, text: "\"action\": \"Plan again with a newer export.\"",
            replacement: "\"deed\": \"Fix it.\"",
            entry: "file-older-than-moment", reason: "unknown member \"deed\""),
        Damage(
            file: guide, text: "\"rule\": \"scan.kind\"", replacement: "\"rule\": \"scan.date\"",
            entry: "scan.date", reason: "rules are sorted and stand once"),
        Damage(
            file: guide, text: "[\"rejected-kind\"]", replacement: "[\"rejected-sort\"]",
            entry: "scan.kind", reason: "there is no finding \"rejected-sort\""),
        Damage(
            file: guide, text: "[\"rejected-kind\"]", replacement: "[]", entry: "scan.kind",
            reason: "\"codes\" is empty"),
        Damage(
            file: guide, text: "\"days\": 30", replacement: "\"days\": 0",
            entry: "population.ended-long-ago", reason: "\"days\" has to be from 1 to"),
        Damage(
            file: guide, text: "\"days\": 30,", replacement: "",
            entry: "population.ended-long-ago", reason: "unknown member \"authority\""),
        Damage(
            file: guide, text: "\"source\": \"google-play, gracePeriodDuration\",",
            replacement: "", entry: "population.ended-long-ago", reason: "\"source\" is missing"),
        Damage(
            file: rules, text: "\"id\": \"revenuecat.identify.2\",", replacement: "",
            entry: "identify, row 2", reason: "\"id\" is missing"),
        Damage(
            file: rules, text: "\"revenuecat.identify.2\"", replacement: "\"revenuecat.logout.2\"",
            entry: "revenuecat.logout.2", reason: "the id has to be \"revenuecat.identify.\""),
        Damage(
            file: rules, text: "\"revenuecat.identify.2\"",
            replacement: "\"revenuecat.identify.1\"", entry: "revenuecat.identify.1",
            reason: "occurs twice"),
        Damage(
            file: rules, text: "\"target\": \"same\"", replacement: "\"target\": \"equal\"",
            entry: "revenuecat.identify.1", reason: "\"target\" does not allow \"equal\""),
        Damage(
            file: rules, text: "\"target\": \"same\"", replacement: "\"goal\": \"same\"",
            entry: "revenuecat.identify.1", reason: "does not allow \"goal\""),
        Damage(
            file: rules, text: "\"target\": \"same\"", replacement: "\"kind\": \"consumable\"",
            entry: "revenuecat.identify.1", reason: "has no fact \"kind\""),
        Damage(
            file: rules, text: "\"outcome\": \"keep\"", replacement: "\"outcome\": \"hold\"",
            entry: "revenuecat.configure.2", reason: "does not allow \"hold\""),
        Damage(
            file: rules, text: "\"outcome\": \"keep\"", replacement: "\"outcome\": \"copy\"",
            entry: "revenuecat.configure.2", reason: "has no effect \"copy\""),
        Damage(
            file: rules, text: "\"refusal\": \"already-anonymous\",", replacement: "",
            entry: "revenuecat.logout.1", reason: "a refusal belongs to \"refuse\""),
        Damage(
            file: rules, text: "already-anonymous", replacement: "already-gone",
            entry: "revenuecat.logout.1", reason: "does not allow \"already-gone\""),
        Damage(
            file: rules, text: "\"restore\": \"keep\"", replacement: "\"restore\": \"kept\"",
            entry: "revenuecat.claim.36", reason: "has no value \"kept\""),
        Damage(
            file: rules, text: "\"authority\": \"documented\"",
            replacement: "\"authority\": \"rumoured\"", entry: "restore",
            reason: "does not allow \"rumoured\""),
        Damage(
            file: rules, text: "\"source\": \"user-ids, Logging Out\"",
            replacement: "\"source\": \"hearsay\"", entry: "revenuecat.logout.2",
            reason: "begins with a key of \"sources\""),
        Damage(
            file: rules, text: "\"checked\": \"2026-11-21\"",
            replacement: "\"checked\": \"yesterday\"", entry: nil, reason: "has to be a date"),
        Damage(
            file: rules, text: "\"version\": 1", replacement: "\"version\": 2", entry: nil,
            reason: "expected version 1"),
        Damage(
            file: rules, text: "\"provider\"", replacement: "\"vendor\"", entry: nil,
            reason: "unknown member \"vendor\""),
        Damage(
            file: rules, text: "\"tables\": {", replacement: "\"tables\": [", entry: nil,
            reason: "no valid JSON"),
        Damage(
            file: ids, text: "\"form\": \"{uuid}\"", replacement: "\"form\": \"uuid\"",
            entry: "anonymous", reason: "has to end in"),
        Damage(
            file: ids, text: "\"numeric\": \"[0-9]+\"", replacement: "\"numeric\": \"[0-9+\"",
            entry: "nami.id.2", reason: "is not closed"),
        Damage(
            file: ids, text: "\"external-ids\": \"sha256-uuid\"",
            replacement: "\"external-ids\": \"all\"", entry: "nami.id.3",
            reason: "has no value \"all\""),
        Damage(
            file: ids, text: "\"refuse\": \"empty\"", replacement: "\"refuse\": \"nothing\"",
            entry: "nami.id.1", reason: "does not allow \"nothing\""),
        Damage(
            file: ids, text: "\"instead\": \"sha256\"", replacement: "\"instead\": \"md5\"",
            entry: "nami.id.2", reason: "\"instead\" does not allow \"md5\""),
        Damage(
            file: ids, text: "\"advise\": \"advertising-id\"",
            replacement: "\"advise\": \"not-portable\"", entry: "nami.id.4",
            reason: "is worked out for every provider"),
        Damage(
            file: ids, text: "\"shorter-than\": 16", replacement: "\"shorter-than\": 0",
            entry: "nami.id.", reason: "\"shorter-than\" has to be from 1 to 2147483647, not 0"),
        Damage(
            file: "revenuecat/identifiers.json", text: "\"longest\": 100",
            replacement: "\"longest\": -5", entry: "revenuecat.id.",
            reason: "\"longest\" has to be from 1 to 2147483647, not -5"),
        Damage(
            file: "nami/formats.json", text: "\"file\": \"nami-log-in.csv\"",
            replacement: "\"file\": \"../nami-log-in.csv\"", entry: "nami.",
            reason: "it is a file in the folder of the plan"),
        Damage(
            file: "purchasely/formats.json", text: "\"count\": 5", replacement: "\"count\": -5",
            entry: "purchasely.", reason: "\"count\" has to be from 1 to"),
        Damage(
            file: others, text: "\"id\": \"posthog.2\"", replacement: "\"id\": \"posthog.1\"",
            entry: "posthog.1", reason: "occurs twice"),
        Damage(
            file: others, text: "\"case\": \"any\"", replacement: "\"case\": \"some\"",
            entry: "posthog.1", reason: "\"case\" is \"any\" or \"exact\", not \"some\""),
        Damage(
            file: others, text: "\"value\": \"guest\"", replacement: "\"value\": \"gäst\"",
            entry: "posthog.2", reason: "only ASCII"),
        Damage(
            file: others, text: "\"pattern\": \"[0-]*\"", replacement: "\"pattern\": \"[0-\"",
            entry: "segment.1", reason: "is not closed"),
        Damage(
            file: others, text: "\"system\": \"PostHog\", ", replacement: "",
            entry: "posthog.1", reason: "\"system\" is missing"),
        Damage(
            file: others, text: "\"source\": \"posthog, ", replacement: "\"source\": \"hog, ",
            entry: "posthog.1", reason: "begins with a key of \"sources\""),
        Damage(
            file: "qonversion/rulebook.json", text: "\"trial\": \"trial_expired\"",
            replacement: "\"trials\": \"trial_expired\"",
            entry: "qonversion.tell.11, subscription_expired",
            reason: "unknown member \"trials\"; there are: event, to, from, once, all, id, trial"),
        Damage(
            file: rules, text: "\"ahead\": \"once\"", replacement: "\"ahead\": \"soon\"",
            entry: "revenuecat.tell.48, SUBSCRIPTION_PAUSED",
            reason: "\"ahead\" does not allow \"soon\"; it allows: once, only"),
        Damage(
            file: "qonversion/rulebook.json", text: "\"trial\": \"trial_expired\"",
            replacement: "\"trial\": \"trial_over\"", entry: "qonversion.tell.11",
            reason: "the vocabulary has no event \"trial_over\""),
        Damage(
            file: "qonversion/vocabulary.json", text: "\"word\": \"log in\"",
            replacement: "\"word\": \"sign in\"", entry: "qonversion.actions.log-in.1",
            reason: "there is no neutral word \"sign in\""),
        Damage(
            file: "neutral.json", text: "\"word\": \"buy\"", replacement: "\"word\": \"cancel\"",
            entry: "cancel", reason: "occurs twice"),
        Damage(
            file: questions, text: "\"title\": \"Refund\"", replacement: "\"title\": \"Log-out\"",
            entry: "Log-out", reason: "the question occurs twice"),
        Damage(
            file: questions, text: "\"asks\": \"taking\"}", replacement: "\"asks\": \"making\"}",
            entry: "Log-in as \"guest\"", reason: "no answer is worded for \"making\""),
        Damage(
            file: questions, text: "\"asks\": \"taking\", \"say\": \"accepted\"",
            replacement:
                "\"asks\": \"taking\", \"when\": {\"refused\": \"no\"}, \"say\": \"accepted\"",
            entry: "Log-in as \"guest\"", reason: "has to apply without a condition"),
        Damage(
            file: questions, text: "\"say\": \"never\"",
            replacement: "\"say\": \"at no time after this\"", entry: "at no time after this",
            reason: "an answer has at most 4 words"),
        Damage(
            file: questions, text: "\"sees\": \"open\"", replacement: "\"sees\": \"opening\"",
            entry: "at launch", reason: "\"sees\" is never \"opening\""),
        Damage(
            file: questions, text: "\"sees\": \"open\"", replacement: "\"looks\": \"open\"",
            entry: "at launch", reason: "\"when\" does not allow \"looks\""),
    ]

    @Test(arguments: damages)
    func `Damage is refused with the file, the entry and the reason`(damage: Damage) throws {
        let mappings = try TemporaryMappings()
        try mappings.replace(damage.text, with: damage.replacement, in: damage.file)
        let path = mappings.directory.path
        let error = try #require(throws: MappingsError.self) { try Mappings.load(from: path) }
        #expect(error.file == damage.file)
        if let entry = damage.entry {
            #expect(error.entry?.contains(entry) == true, "\(error)")
        }
        #expect(damage.reason.isEmpty || error.reason.contains(damage.reason), "\(error)")
    }

    @Test func `A table that lacks a row is refused with the situation that has none`() throws {
        let mappings = try TemporaryMappings()
        // The last row of the table said what happens in all other cases.
        try mappings.replace(
            "\"id\": \"nami.access.2\",",
            with: "\"id\": \"nami.access.2\", \"when\": {\"linked\": \"no\"},",
            in: "nami/rulebook.json")
        let path = mappings.directory.path
        let error = try #require(throws: MappingsError.self) { try Mappings.load(from: path) }
        #expect(
            error.description
                == "nami/rulebook.json: nami.access: no row for: holder own, linked yes, current own"
        )
    }

    @Test func `A row that nothing reaches is refused`() throws {
        let mappings = try TemporaryMappings()
        try mappings.replace(
            "\"when\": {\n          \"state\": \"paused\"\n        }",
            with: "\"when\": {\n          \"state\": \"active\"\n        }",
            in: "nami/rulebook.json")
        let path = mappings.directory.path
        let dead = try #require(throws: MappingsError.self) { try Mappings.load(from: path) }
        #expect(
            dead.description == "nami/rulebook.json: nami.active.3: no situation reaches this row")
    }

    @Test(arguments: [
        "neutral.json", "blocklists.json", "findings.json", "at-a-glance.json",
        "nami/identifiers.json", "nami/vocabulary.json",
    ])
    func `A file that is missing is named`(file: String) throws {
        let mappings = try TemporaryMappings()
        try mappings.remove(file)
        let path = mappings.directory.path
        let error = try #require(throws: MappingsError.self) { try Mappings.load(from: path) }
        #expect(error.file == file)
    }

    @Test func `A folder without providers, and one that is not there, are refused`() throws {
        let absent = try #require(throws: MappingsError.self) {
            try Mappings.load(from: "/no/such/folder")
        }
        #expect(absent.reason.hasSuffix("; name a copy of the project's folder Mappings"))
        let mappings = try TemporaryMappings()
        for provider in EveryProvider.keys {
            try mappings.remove(provider)
        }
        let path = mappings.directory.path
        let error = try #require(throws: MappingsError.self) { try Mappings.load(from: path) }
        #expect(error.reason.contains("rulebook.json"))
    }

    /// As many bytes lie between two damages: `ALLONYM_DAMAGE_STRIDE`.
    private static let stride =
        ProcessInfo.processInfo.environment["ALLONYM_DAMAGE_STRIDE"].flatMap(Int.init) ?? 1_999

    @Test(arguments: [UInt8(0), 10, 34, 92, 123, 200, 255])
    func `Any byte in any offset of a file is read or refused, never a crash`(byte: UInt8) throws {
        let mappings = try TemporaryMappings()
        let url = mappings.directory.appendingPathComponent("nami/rulebook.json")
        let original = try Array(Data(contentsOf: url))
        for offset in Swift.stride(from: 0, to: original.count, by: Self.stride) {
            var damaged = original
            damaged[offset] = byte
            try Data(damaged).write(to: url)
            _ = try? Mappings.load(from: mappings.directory.path)
        }
    }
}
