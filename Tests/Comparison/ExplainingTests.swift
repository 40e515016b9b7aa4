// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import Foundation
import Testing

import AllonymComparison

@Suite struct ExplainingTests {
    @Test func `A row is explained with authority, date and source`() throws {
        let sheet = try Explanation(builtIn.get()).subject("revenuecat.identify.4")
        let row = try #require(sheet.sections.first?.rows.first)
        #expect(row[0] == "revenuecat.identify.4")
        #expect(row[1] == "current = own or anonymous")
        #expect(row[2] == "switch")
        #expect(row[4].hasPrefix("documented, 2026-11-21: user-ids, logIn()"))
        #expect(sheet.sections.count == 1)
    }

    @Test(
        arguments: [
            (
                "qonversion.tell.9",
                "subscription_started (to the owner; in a free trial: trial_started), "
                    + "subscription_canceled (to the owner; in a free trial: trial_canceled)"
            ),
            (
                "purchasely.tell.16",
                "ACTIVATE (to the owner), SUBSCRIPTION_RENEWED (to the owner; first payment after "
                    + "a free trial: SUBSCRIPTION_RENEWED and TRIAL_CONVERTED), "
                    + "TRANSACTION_PROCESSED (to the owner; in a free trial: none)"
            ),
            (
                "revenuecat.tell.48",
                "SUBSCRIPTION_PAUSED (to the owner, already when it is set ahead), "
                    + "EXPIRATION (to the owner)"
            ),
            (
                "purchasely.tell.39",
                "SUBSCRIPTION_WILL_PAUSE (to the owner, only when it is set ahead), "
                    + "DEACTIVATE (to the owner), SUBSCRIPTION_PAUSED (to the owner)"
            ),
        ])
    func `What is sent of a free trial, and ahead of a pause, stands with the event`(
        id: String, events: String
    ) throws {
        let sheet = try Explanation(builtIn.get()).subject(id)
        let row = try #require(sheet.sections.first?.rows.first)
        #expect(row[2] == "tell: " + events)
    }

    @Test func `A provider is explained whole, every row once`() throws {
        let mappings = try builtIn.get()
        for provider in mappings.providers {
            let sheet = try Explanation(mappings).subject(provider.name)
            for section in sheet.sections {
                #expect(Set(section.rows.map { $0[0] }).count == section.rows.count)
            }
            let ids = sheet.sections.flatMap(\.rows).map { $0[0] }
            #expect(Set(provider.rulebook.rows.map(\.id)).isSubset(of: ids))
            #expect(ids.contains("\(provider.key).id.1"))
            for setting in provider.rulebook.settings {
                #expect(ids.contains("\(provider.key).\(setting.name)"))
            }
        }
    }

    @Test(
        arguments: [
            ("nami.claim", 6), ("nami.id", 6), ("nami.settings", 4), ("Nami.switch", 1),
            ("qonversion.id.anonymous", 1), ("qonversion.logout.2", 1),
        ])
    func `Tables, settings and ID rules can be asked for`(subject: String, rows: Int) throws {
        let sheet = try Explanation(builtIn.get()).subject(subject)
        #expect(sheet.sections.map(\.rows.count) == [rows])
    }

    @Test(
        arguments: [
            (
                "revenuecat.export-v5", "RevenueCat, readers: The files that can be read.",
                "read as Scheduled data export, versions 4 to 7"
            ),
            (
                "revenuecat.columns.1", "RevenueCat, readers: The files that can be read.",
                "refused, unless the table of products has entitlements"
            ),
            (
                "qonversion.rest-user",
                "Qonversion, writers: The files and calls that can be written.",
                "POST https://api.qonversion.io/v3/users/{anonymous-id}, in qonversion-calls.jsonl"
            ),
            (
                "qonversion.rest-user.12.2", "A call of qonversion.rest-user", "POST https://"
            ),
            (
                "revenuecat.limits.1", "RevenueCat, limits: How much, how often",
                "calls, customer-information: 480 in 60 seconds"
            ),
            ("purchasely.support.2", "Purchasely, support: What to ask", "ask Purchasely"),
            ("nami.rollback.4", "Nami, rollback: What is documented", "know before you go back"),
            ("neutral.identity.3", "Neutral format, identity: How many", "IDs: told apart by case"),
            ("nami.identifiers", "nami.identifiers: all rules about user IDs accept it", "{uuid}"),
            ("neutral.identifiers", "neutral.identifiers: all rules", "custom IDs: any number"),
            (
                "posthog.1", "Other systems: what they refuse as a user ID",
                "advice blocked-elsewhere"
            ),
        ])
    func `What is read, written, limited and asked for, by its ID`(
        id: String, title: String, then: String
    ) throws {
        let section = try #require(try Explanation(builtIn.get()).subject(id).sections.first)
        #expect(section.title.hasPrefix(title))
        #expect(section.heads == ["Rule", "When", "Then", "Says", "From"])
        #expect(section.rows[0][2].contains(then), "\(section.rows[0])")
        let from = /(documented|observed|inferred), \d{4}-\d\d-\d\d: .+/
        #expect(section.rows.allSatisfy { $0[4].wholeMatch(of: from) != nil })
    }

    @Test(
        arguments: [
            ("missing-receipt", ["missing-receipt: a finding of migration plans"]),
            (
                "blocked-value",
                [
                    "blocked-value: a finding of migration plans",
                    "blocked-value: the rules that say so", "blocked-value: in neutral words",
                ]
            ),
            (
                "Owned-By-Another",
                [
                    "owned-by-another: the rules that say so",
                    "owned-by-another: in neutral words",
                    "owned-by-another (refusals): what providers call it",
                ]
            ),
            ("email", ["email: the rules that say so", "email: in neutral words"]),
            ("scan.kind", ["scan.kind: a rule of Allonym's own, which leads to findings"]),
            (
                "population.ended-long-ago",
                [
                    "population.ended-long-ago: a rule of Allonym's own, which leads to findings",
                    "population.ended-long-ago: the number of days that it goes by",
                ]
            ),
            (
                "ended-long-ago",
                [
                    "ended-long-ago: a finding of migration plans",
                    "ended-long-ago: the number of days that it goes by",
                ]
            ),
            ("needs-decision", ["needs-decision: in neutral words"]),
            ("loggedOut", ["loggedout: in neutral words"]),
            ("findings", ["Findings of migration plans"]),
            (
                "behaviour-state-grace", ["behaviour-state-grace: a finding of migration plans"]
            ),
        ])
    func `Findings, reasons and words by their names alone`(
        name: String, titles: [String]
    ) throws {
        let sheet = try Explanation(builtIn.get()).subject(name)
        #expect(sheet.sections.map(\.title) == titles)
    }

    @Test func `A finding says what it means and what to do, at each severity`() throws {
        let mappings = try builtIn.get()
        let rows = try Explanation(mappings).subject("alias-not-joined").sections[0].rows
        let entries = mappings.findings.entries(of: "alias-not-joined")
        #expect(rows.map { $0[1] } == ["needs-decision", "dropped"])
        #expect(rows.map { $0[3] } == entries.map(\.meaning))
        #expect(rows.map { $0[4] } == entries.map(\.action))
        #expect(
            rows.map { $0[5] }
                == Array(repeating: "Allonym, \(mappings.findings.checked)", count: 2))
    }

    @Test func `A part or a setting without a provider is shown of each that has it`() throws {
        let explanation = Explanation(try builtIn.get())
        let limits = try explanation.subject("limits").sections.map(\.title)
        #expect(
            limits.map { $0.prefix { $0 != "," } } == [
                "Nami", "Purchasely", "Qonversion", "RevenueCat",
            ])
        let restore = try explanation.subject("restore").sections.flatMap(\.rows).map { $0[0] }
        #expect(Set(["restore", "qonversion.restore", "revenuecat.restore"]).isSubset(of: restore))
    }

    @Test func `Every name that there is can be asked for, and every rule of a table`() throws {
        let mappings = try builtIn.get()
        let explanation = Explanation(mappings)
        var names = explanation.names
        names += mappings.vocabularies.values.flatMap(\.entries).flatMap { [$0.id, $0.name] }
        names += Reason.allCases.map(\.rawValue) + Advice.allCases.map(\.rawValue)
        names += Outcome.allCases.map(\.word) + Refusal.allCases.map(\.rawValue)
        #expect(names.count > 1000)
        for name in names {
            let sheet = try explanation.subject(name)
            #expect(!sheet.sections.isEmpty)
            #expect(sheet.sections.flatMap(\.rows).allSatisfy { !$0.joined().isEmpty })
        }
    }

    @Test func `A setting of a table's name is shown with the table`() throws {
        let sheet = try Explanation(builtIn.get()).subject("qonversion.logout")
        #expect(
            sheet.sections.map { $0.rows[0][0] } == ["qonversion.logout", "qonversion.logout.1"])
    }

    @Test(
        arguments: [
            ("adapty", "allonym explain shows what there is"),
            ("", "subject \"\": unknown; allonym explain shows"),
            ("nami.fees", "allonym explain nami shows what there is"),
            ("nami.claim.99", "allonym explain nami shows what there is"),
            ("nami.clam.1", #"did you mean "nami.claim.1"?"#),
            ("Revenuecat.export-v6", #"did you mean "revenuecat.export-v5"?"#),
            ("mising-receipt", #"did you mean "missing-receipt"?"#),
            ("blockd-value", #"did you mean "blocked-value"?"#),
            ("neutral.claim", "neutral"), ("nami.claim.", "nami.claim"),
        ])
    func `What there is not is refused with the nearest that there is`(
        subject: String, reason: String
    ) throws {
        let explanation = Explanation(try builtIn.get())
        let error = try #require(throws: UnknownSubject.self) {
            try explanation.subject(subject)
        }
        #expect(error.description.contains(reason))
    }

    @Test func `Two providers stand side by side`() throws {
        let explanation = Explanation(try builtIn.get())
        let sheet = try explanation.subjects("revenuecat", "qonversion")
        #expect(sheet.sections.allSatisfy { $0.heads == ["RevenueCat", "Qonversion"] })
        #expect(sheet.sections.map(\.title).contains("identify"))
        #expect(try explanation.subjects("nami.claim", "purchasely.claim").sections.count == 1)
        #expect(throws: UnknownSubject.self) {
            try explanation.subjects("nami.claim", "purchasely.logout")
        }
    }

    @Test(
        arguments: [
            ("log in", "identify(_:)"), ("IDENTIFY", "identify(_:)"), ("22", "logOutAnonymous"),
            ("RECEIPT_ALREADY_IN_USE", "RECEIPT_ALREADY_IN_USE (7)"), ("renewed", "RENEWAL"),
        ])
    func `A word is found by its neutral name, a provider's name or a code`(
        word: String, name: String
    ) throws {
        let text = try WordList(builtIn.get()).word(word).text(width: 100, isColoured: false)
        #expect(text.contains(name))
    }

    @Test func `A word that nobody uses is refused`() throws {
        let words = WordList(try builtIn.get())
        #expect(throws: UnknownSubject.self) { try words.word("frobnicate") }
        #expect(words.all().sections.map(\.title).first == "actions")
    }

    @Test func `A sheet is the same in Markdown and JSON`() throws {
        let sheet = try Explanation(builtIn.get()).subject("nami.claim")
        #expect(sheet.markdown.contains("| nami.claim.2 |"))
        let root = try #require(
            try JSONSerialization.jsonObject(with: Data(sheet.json().utf8)) as? [String: Any])
        let sections = try #require(root["sections"] as? [[String: Any]])
        let rows = try #require(sections[0]["rows"] as? [[String: String]])
        #expect(rows[1]["rule"] == "nami.claim.6")
        #expect(rows[1]["then"] == "attach")
    }

    @Test(arguments: [40, 80, 200])
    func `No line but an address is wider than the terminal`(width: Int) throws {
        let explanation = Explanation(try builtIn.get())
        for sheet in [
            try explanation.subject("purchasely"), explanation.overview(),
            try explanation.subjects("nami", "revenuecat"), WordList(try builtIn.get()).all(),
        ] {
            for line in sheet.text(width: width, isColoured: false).split(separator: "\n") {
                let words = line.split(separator: " ")
                #expect(line.count <= width || words.contains { $0.count > width / 4 }, "\(line)")
            }
        }
    }
}
