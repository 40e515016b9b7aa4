// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

@Suite struct GlanceTests {
    @Test func `Every question is answered by all four in at most four words`() throws {
        let glance = try Glance.answered()
        #expect(glance.columns == ["Nami", "Purchasely", "Qonversion", "RevenueCat"])
        #expect(glance.rows.count == 14)
        for row in glance.rows {
            for (answer, provider) in zip(row.answers, glance.columns) {
                let text = try #require(answer?.text, "\(row.question), \(provider)")
                #expect((1...4).contains(text.split(separator: " ").count), "\(text)")
                #expect(text.allSatisfy { $0.isLetter || " -".contains($0) }, "\(text)")
            }
        }
    }

    @Test func `Every scenario of the file is a question, and every answer in it is asserted`()
        throws
    {
        let mappings = try builtIn.get()
        let compared = try Glance.scenarios(mappings)
        #expect(compared.map(\.scenario.title) == mappings.questions.questions.map(\.title))
        for scenario in compared {
            #expect(scenario.asserted == scenario.scenario.steps.count * 4)
            #expect(scenario.held == scenario.asserted, "\(scenario.scenario.title)")
        }
    }

    @Test func `Questions are marked where, and only where, two answers differ`() throws {
        let glance = try Glance.answered()
        for row in glance.rows {
            let words = Set(row.answers.compactMap { $0?.text })
            #expect(row.differs == (words.count > 1), "\(row.question)")
        }
        let same = glance.rows.filter { !$0.differs }.map(\.question)
        #expect(same == ["Other store, log-in", "Refund"])
    }

    /// What the answers are, and what they become when a setting is another.
    @Test(
        arguments: [
            ("Reinstall, no log-in", "nami", nil, "at once"),
            ("Reinstall, no log-in", "revenuecat", nil, "on restore"),
            ("Reinstall, no log-in", "purchasely", "auto-import=every-launch", "at once"),
            ("Restore by other account", "revenuecat", nil, "moves"),
            ("Restore by other account", "revenuecat", "restore=keep", "refused"),
            ("Restore by other account", "revenuecat", "restore=share", "both"),
            ("Restore by other account", "qonversion", nil, "both"),
            ("Restore by other account", "qonversion", "restore=transfer", "moves"),
            ("Switch accounts on device", "nami", nil, "moves"),
            ("Switch accounts on device", "nami", "switch=refused", "refused"),
            ("Switch accounts on device", "revenuecat", nil, "stays"),
            ("Buys, logs in as new ID", "revenuecat", nil, "same user"),
            ("Buys, logs in as new ID", "purchasely", nil, "moves"),
            ("Buys, logs in as known ID", "revenuecat", nil, "on restore"),
            ("Log-out", "qonversion", nil, "kept"),
            ("Log-out", "qonversion", "logout=fresh", "on restore"),
            ("Refund", "nami", nil, "lost"),
            ("Log-in as \"guest\"", "nami", nil, "refused"),
            ("Log-in as \"guest\"", "purchasely", nil, "accepted"),
            ("Webhook of a transfer", "revenuecat", nil, "names both"),
            ("Webhook of a transfer", "revenuecat", "restore=keep", "no event"),
            ("Webhook of a transfer", "purchasely", nil, "to each"),
            ("Webhook of a transfer", "qonversion", nil, "no event"),
        ] as [(String, String, String?, String)])
    func `An answer follows from the rules`(
        question: String, provider: String, setting: String?, answer: String
    ) throws {
        let mappings = try builtIn.get()
        let choice = try setting.map { text in
            let parts = text.split(separator: "=").map(String.init)
            return try SettingChoice("\(provider).\(parts[0])", parts[1], mappings)
        }
        let glance = try Glance.answered(settings: choice.map { [$0] } ?? [])
        #expect(glance.answer(to: question, by: provider)?.text == answer)
        #expect(glance.settings.isEmpty == (setting == nil))
    }

    /// The rule that decides, and how it is when its authority is turned round.
    @Test(
        arguments: [
            ("Reinstall, no log-in", "nami", "claim.4", false),
            ("Reinstall, no log-in", "revenuecat", "claim.3", false),
            ("Log-in as \"guest\"", "nami", "id.2", false),
            ("Refund", "nami", "active.4", true),
            ("Log-out", "purchasely", "present.7", true),
            ("Webhook of a transfer", "revenuecat", "tell.2", false),
            ("Family member opens app", "nami", "claim.6", true),
            ("Restore by other account", "revenuecat", "claim.5", false),
        ])
    func `An answer is marked where a rule behind it is not documented`(
        question: String, provider: String, rule: String, isInferred: Bool
    ) throws {
        let now = try Glance.answered().answer(to: question, by: provider)
        #expect(now?.isUndocumented == isInferred)
        #expect(now?.marked.hasSuffix("*") == isInferred)
        let turned = try TemporaryMappings()
        try turned.turn("\(provider).\(rule)", of: provider)
        let then = try Glance.answered(in: Mappings.load(from: turned.directory.path))
            .answer(to: question, by: provider)
        #expect(then?.isUndocumented == !isInferred)
        #expect(then?.text == now?.text)
    }

    @Test func `A documented rule is marked if it holds for a default that no document states`()
        throws
    {
        let question = "Restore by other account"
        let answer = try Glance.answered().answer(to: question, by: "qonversion")
        #expect(answer?.marked == "both*")
        let turned = try TemporaryMappings()
        try turned.turn("restore", of: "qonversion", under: "name")
        let mappings = try Mappings.load(from: turned.directory.path)
        #expect(
            try Glance.answered(in: mappings).answer(to: question, by: "qonversion")?.marked
                == "both")
    }

    @Test func `What was only seen in published code is marked as well`() throws {
        let answer = try Glance.answered().answer(
            to: "Family member opens app", by: "revenuecat")
        #expect(answer?.marked == "on restore*")
    }

    @Test func `What comes after the device has access does not count`() throws {
        // At Nami a restore after the reinstall changes nothing any more.
        let turned = try TemporaryMappings()
        try turned.turn("nami.claim.3", of: "nami")
        let glance = try Glance.answered(in: Mappings.load(from: turned.directory.path))
        #expect(glance.answer(to: "Reinstall, no log-in", by: "nami")?.isUndocumented == false)
    }

    @Test(
        arguments: [
            ("# Refund", "# Refunds", "scenarios/at-a-glance.md", "the question \"Refund\""),
            ("| refund X  ", "| expire X  ", "scenarios/at-a-glance.md", "the action \"refund X\""),
        ])
    func `A question without its scenario or its action is an error`(
        text: String, replacement: String, file: String, reason: String
    ) throws {
        let copy = try TemporaryMappings()
        try copy.replace(text, with: replacement, in: file)
        let mappings = try Mappings.load(from: copy.directory.path)
        let error = try #require(throws: ReadingError.self) { try Glance.answered(in: mappings) }
        #expect(error.file == file)
        #expect(error.reason.contains(reason), "\(error)")
    }
}

extension TemporaryMappings {
    /// Makes an inferred rule documented, and any other inferred.
    fileprivate func turn(_ rule: String, of provider: String, under key: String = "id") throws {
        let isID = rule.contains(".id.")
        let file = "\(provider)/\(isID ? "identifiers" : "rulebook").json"
        let url = directory.appendingPathComponent(file)
        let text = try String(contentsOf: url, encoding: .utf8)
        let start = try #require(text.range(of: "\"\(key)\": \"\(rule)\"")).upperBound
        let authority = try #require(
            text[start...].firstMatch(of: #/"authority": "(\w+)"/#))
        let turned = authority.output.1 == "inferred" ? "documented" : "inferred"
        try write(
            text.replacingCharacters(in: authority.range, with: "\"authority\": \"\(turned)\""),
            to: file)
    }
}
