// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymCore
import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

@Suite struct ReportTests {
    /// The example of a second device, with its answers left open.
    static let example = """
        # A second device logs in

        Free text.

        - catalogue: X = subscription, C = consumable -> coins
        - ids: u1 = 035b30e2-faf4-462d-aec3-caa0fbe26c49
        - set: revenuecat.restore = transfer

        | Device | Action | Nami | Purchasely | Qonversion | RevenueCat |
        |--------|--------|------|------------|------------|------------|
        | A | install app_store:alice | none | none | none | none |
        | A | buy X | X | X | X | X |
        | A | log in u1 | X | X [created] | X [aliased] | X [aliased] |
        | B | install app_store:bob | | | | |
        | B | log in u1 | X | X | X | X [switched] |
        | B | log in guest | refused: invalid-identifier | | | refused: invalid-identifier |
        | A | check | | | | X |

        """

    @Test func `The example of the contract holds`() throws {
        let compared = try #require(try compare(Self.example).first)
        #expect(compared.asserted == 19)
        #expect(compared.held == 19)
    }

    @Test(arguments: [
        (1, 1, 1, "1 scenario, the asserted answer holds.\n"),
        (1, 1, 0, "1 scenario, the asserted answer does not hold.\n"),
        (2, 3, 3, "2 scenarios, all 3 asserted answers hold.\n"),
        (1, 3, 1, "1 scenario, 1 of 3 asserted answers holds, 2 do not.\n"),
        (1, 3, 2, "1 scenario, 2 of 3 asserted answers hold, 1 does not.\n"),
    ])
    func `The last line says in the singular what is one`(
        scenarios: Int, asserted: Int, held: Int, line: String
    ) {
        let summary = TableReport().summary(scenarios: scenarios, asserted: asserted, held: held)
        #expect(summary == line)
    }

    @Test func `Markdown has every answer filled in and reads back unchanged`() throws {
        let once = MarkdownReport.text(of: try read(Self.example), try compare(Self.example))
        #expect(!once.contains("| |"))
        #expect(once.contains("| B      | install app_store:bob   | none [installed]"))
        let twice = MarkdownReport.text(of: try read(once), try compare(once))
        #expect(twice == once)
        #expect(try compare(once).allSatisfy { $0.asserted == $0.held })
    }

    @Test func `Every built-in file comes back byte for byte`() throws {
        let mappings = try builtIn.get()
        for name in try mappings.scenarioFiles() {
            let bytes = try mappings.bytes(of: name)
            let file = try ScenarioFile(name: name, bytes: bytes, mappings: mappings)
            let compared = try file.scenarios.map { try Runner(mappings).run($0, of: file) }
            let text = MarkdownReport.text(of: file, compared)
            let again = try ScenarioFile(name: name, bytes: Array(text.utf8), mappings: mappings)
            let twice = try again.scenarios.map { try Runner(mappings).run($0, of: again) }
            #expect(MarkdownReport.text(of: again, twice) == text)
            if compared.allSatisfy({ $0.asserted == $0.answers.joined().count }) {
                #expect(Array(text.utf8) == bytes)
            }
        }
    }

    @Test func `A cell that does not hold gets the right answer, others stay as they are`() throws {
        let text = scenario("Nami", ["buy X | none", "check | X"])
        let markdown = MarkdownReport.text(of: try read(text), try compare(text))
        #expect(markdown.contains("| A      | buy X   | X [attached]     |"))
        #expect(markdown.contains("| A      | check   | X                |"))
    }

    @Test func `Bars and quotes survive`() throws {
        let text = scenario(
            "RevenueCat",
            [
                "log in \"a\\|b\" |", "log in c\\|d |", "buy ,X |", "buy \"a, [b]\" |",
                "buy none |",
                "grant \"\" |", "buy a\\\\|b |", "buy refused:x |",
            ])
        let once = MarkdownReport.text(of: try read(text), try compare(text))
        let twice = MarkdownReport.text(of: try read(once), try compare(once))
        #expect(once.contains("log in \"a\\|b\""))
        #expect(twice == once)
    }

    @Test func `Columns are added, and none is changed`() throws {
        let compared = try compare(scenario("Nami", ["buy X | X"]), adding: ["revenuecat", "nami"])
        #expect(compared[0].columns.map(\.provider.key) == ["nami", "revenuecat"])
        #expect(compared[0].answers[1].map(\.holds) == [true, nil])
        let open = try compare("# T\n| Device | Action |\n|---|---|\n| A | install |\n")
        #expect(open[0].columns.map(\.provider.key) == EveryProvider.keys)
    }

    @Test func `Settings of the call come before those of the file`() throws {
        let text = scenario(
            "Nami", ["log in 1 |", "log in 2 |"], declarations: "- set: nami.switch = refused")
        #expect(try compare(text)[0].answers[2][0].refusal == .alreadyLoggedIn)
        let choice = try SettingChoice("Nami.switch", "allowed", builtIn.get())
        #expect(try compare(text, settings: [choice])[0].answers[2][0].outcome == .created)
    }

    @Test func `Settings chosen for the run are written down`() throws {
        let text = scenario(
            "Nami", ["log in 1 |", "log in 2 |"], declarations: "- set: nami.switch = refused")
        let choice = try SettingChoice("nami.switch", "allowed", builtIn.get())
        let file = try read(text)
        let runner = Runner(try builtIn.get(), settings: [choice])
        let once = MarkdownReport.text(of: file, [try runner.run(file.scenarios[0], of: file)])
        #expect(once.contains("- set: nami.switch = allowed\n"))
        #expect(!once.contains("refused"))
        #expect(try compare(once).allSatisfy { $0.asserted == $0.held })
        #expect(MarkdownReport.text(of: try read(once), try compare(once)) == once)
    }

    @Test func `A bar before a combining mark survives, and quotes are bytes`() throws {
        let text = scenario("RevenueCat", ["log in \"\\|\u{301}\" |", "log in \"\u{301}x\" |"])
        let once = MarkdownReport.text(of: try read(text), try compare(text))
        #expect(MarkdownReport.text(of: try read(once), try compare(once)) == once)
        let steps = try read(once).scenarios[0].steps
        #expect(steps[2].action == .logIn("\u{301}x"))
    }

    @Test func `The footer names the step that made the difference, and what hides access`() throws
    {
        let report = TableReport(width: 100)
        let restored = """
            # T

            - ids: u1 = 035b30e2-faf4-462d-aec3-caa0fbe26c49, u2 = 7c9e6679-7425-40de-944b-e07fc1f90ae7

            | Device | Action | Purchasely | Qonversion |
            |---|---|---|---|
            | A | install app_store:a | | |
            | A | log in u1 | | |
            | A | buy X | | |
            | B | install app_store:a | | |
            | B | log in u2 | | |
            | B | restore | | |
            | C | install | | |
            | A | check | none | X |

            """
        let text = report.text(of: try compare(restored)[0])
        #expect(text.contains("purchasely.claim.3"))
        #expect(text.contains("qonversion.claim.4"))
        #expect(!text.contains("C  install"))
        let paused = scenario("Nami", ["buy X |", "pause X | X"])
        #expect(report.text(of: try compare(paused)[0]).contains("nami.active.3"))
    }

    @Test func `Control characters and long words do not reach the terminal as they are`() throws {
        let long = String(repeating: "x", count: 200_000)
        let text = scenario("Nami", ["log in \(long) |", "log in \"\u{1B}[2J\" |"])
            .replacing("# A test", with: "# \u{7}bell")
        let shown = TableReport(width: 80).text(of: try compare(text)[0])
        #expect(!shown.contains("\u{1B}") && !shown.contains("\u{7}"))
        #expect(shown.contains("\\u{7}bell"))
    }

    @Test func `An ID that would be minted next is not minted`() throws {
        let text =
            scenario(
                "RevenueCat",
                ["log in \"$RCAnonymousID:00000000000000000000000000000005\" |", "log out |"]
            ) + "\n| B | install | none [installed] |\n"
        #expect(try compare(text)[0].answers.joined().allSatisfy { $0.refusal != .mintedTwice })
    }

    @Test func `JSON has every key of every answer`() throws {
        var report = JSONReport()
        var json = report.head
        for compared in try compare(Self.example) { try report.add(compared) { json += $0 } }
        json += report.tail
        let root = try #require(
            try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let summary = try #require(root["summary"] as? [String: Int])
        #expect(summary == ["asserted": 19, "held": 19])
        let scenarios = try #require(root["scenarios"] as? [[String: Any]])
        #expect(scenarios[0]["title"] as? String == "A second device logs in")
        #expect(scenarios[0]["file"] as? String == "test.md")
        let steps = try #require(scenarios[0]["steps"] as? [[String: Any]])
        #expect(steps[2]["line"] as? Int == 13)
        #expect(steps[2]["action"] as? String == "log in u1")
        let answers = try #require(steps[2]["answers"] as? [String: [String: Any]])
        let answer = try #require(answers["revenuecat"])
        #expect(
            answer.keys.sorted() == [
                "access", "accessRules", "aliases", "devices", "events", "expected", "holds",
                "joined", "moved", "originalID", "outcome", "refusal", "rules", "userID",
            ])
        #expect(answer["access"] as? [String] == ["X"])
        #expect(answer["outcome"] as? String == "aliased")
        #expect(answer["refusal"] is NSNull)
        #expect(answer["userID"] as? String == "035b30e2-faf4-462d-aec3-caa0fbe26c49")
        #expect(answer["rules"] as? [String] == ["revenuecat.identify.2"])
        #expect(answer["expected"] as? String == "X [aliased]")
        #expect(answer["holds"] as? Bool == true)
        let moved = try #require(answer["moved"] as? [[String: Any]])
        #expect(moved.count == 1)
        #expect(moved[0]["product"] as? String == "X")
        #expect((moved[0]["from"] as? String)?.hasPrefix("$RCAnonymousID:") == true)
        #expect(moved[0]["to"] as? String == "035b30e2-faf4-462d-aec3-caa0fbe26c49")
        let refused = try #require(steps[5]["answers"] as? [String: [String: Any]])
        #expect(refused["nami"]?["outcome"] as? String == "refused")
        #expect(refused["nami"]?["refusal"] as? String == "invalid-identifier")
        #expect(refused["nami"]?["access"] as? [String] == ["X"])
        #expect(refused["nami"]?["rules"] as? [String] == ["nami.id.2"])
        #expect(refused["revenuecat"]?["rules"] as? [String] == ["revenuecat.id.3"])
        #expect(refused["qonversion"]?["holds"] is NSNull)
    }

    @Test(arguments: [40, 80, 120, 10_000])
    func `A table for the terminal keeps to its width`(width: Int) throws {
        let report = TableReport(width: width, isColoured: false)
        for compared in try compare(Self.example) {
            let lines = report.text(of: compared).split(separator: "\n")
            #expect(lines.allSatisfy { $0.count <= max(width, 84) || $0.contains("https://") })
            #expect(lines.contains { $0.hasPrefix("≠") })
            #expect(
                lines.contains { $0.contains("nami.id.2, nami") || $0.contains("revenuecat.id.3") })
        }
    }

    @Test func `Without colour there are no escapes, and with it the words are the same`() throws {
        let compared = try #require(try compare(Self.example).first)
        let plain = TableReport(width: 100, isColoured: false).text(of: compared)
        let coloured = TableReport(width: 100, isColoured: true).text(of: compared)
        #expect(!plain.contains("\u{1B}"))
        #expect(coloured.replacing(#/\u{1B}\[[0-9]*m/#, with: "") == plain)
    }

    @Test func `A failing answer stands out by its sign`() throws {
        let compared = try compare(scenario("Nami", ["buy X | none"]))
        let text = TableReport().text(of: compared[0])
        #expect(text.contains("✗ X [attached], not none"))
        #expect(text.contains("nami.claim.2"))
    }
}
