// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore
import AllonymMappings
import Foundation
import Testing

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

    @Test func `A provider is explained whole, every row once`() throws {
        let mappings = try builtIn.get()
        for provider in mappings.providers {
            let sheet = try Explanation(mappings).subject(provider.name)
            let ids = sheet.sections.flatMap(\.rows).map { $0[0] }
            #expect(Set(ids).count == ids.count)
            #expect(Set(provider.rulebook.rows.map(\.id)).isSubset(of: ids))
            #expect(ids.contains("\(provider.key).id.1"))
            for setting in provider.rulebook.settings {
                #expect(ids.contains("\(provider.key).\(setting.name)"))
            }
        }
    }

    @Test(
        arguments: [
            ("nami.claim", 5), ("nami.id", 6), ("nami.settings", 4), ("Nami.switch", 1),
            ("qonversion.id.anonymous", 1), ("qonversion.logout.2", 1),
        ])
    func `Tables, settings and ID rules can be asked for`(subject: String, rows: Int) throws {
        let sheet = try Explanation(builtIn.get()).subject(subject)
        #expect(sheet.sections.map(\.rows.count) == [rows])
    }

    @Test func `A setting of a table's name is shown with the table`() throws {
        let sheet = try Explanation(builtIn.get()).subject("qonversion.logout")
        #expect(
            sheet.sections.map { $0.rows[0][0] } == ["qonversion.logout", "qonversion.logout.1"])
    }

    @Test(
        arguments: [
            ("adapty", "there are: nami, purchasely"), ("nami.fees", "there are: settings, id"),
            ("nami.claim.99", "no rule \"nami.claim.99\""), ("", "no provider \"\""),
        ])
    func `What there is not is refused with what there is`(subject: String, reason: String) throws {
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
        #expect(rows[1]["rule"] == "nami.claim.2")
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
