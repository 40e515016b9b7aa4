// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymComparison
import AllonymMappings
import Testing

@Suite struct GlanceReportTests {
    @Test(arguments: [40, 60, 80, 200])
    func `The report keeps to the width of the terminal`(width: Int) throws {
        let glance = try Glance.answered()
        var report = GlanceReport(width: width)
        for compared in try Glance.scenarios(builtIn.get()) { report.count(compared) }
        let text = report.text(of: glance) + report.summary(of: glance)
        for line in text.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
    }

    @Test func `A command that does not fit behind its sentence has a line of its own`() throws {
        let glance = try Glance.answered()
        let report = GlanceReport(width: 60)
        let lines = (report.text(of: glance) + report.summary(of: glance)).split(separator: "\n")
        for command in [
            "allonym compare google-play.", "allonym explain PROVIDER.settings.",
            "allonym diverge nami revenuecat",
        ] {
            #expect(lines.contains("  \(command)"), "\(lines)")
        }
    }

    @Test(arguments: [80, 200])
    func `A terminal of 80 columns has a line for each question`(width: Int) throws {
        let glance = try Glance.answered()
        let lines = GlanceReport(width: width).text(of: glance).split(separator: "\n")
        let head = try #require(lines.firstIndex { $0.contains("Question") })
        for (row, line) in zip(glance.rows, lines[(head + 1)...]) {
            #expect(line.hasPrefix(row.differs ? "≠  \(row.question) " : "   \(row.question) "))
            let cells = line.split(separator: #/ {2,}/#).suffix(4).map(String.init)
            #expect(cells == row.answers.compactMap { $0?.marked })
        }
    }

    @Test func `A narrower one has the providers behind each answer`() throws {
        let glance = try Glance.answered()
        let lines = GlanceReport(width: 60).text(of: glance).split(separator: "\n").map(String.init)
        for row in glance.rows {
            let title = try #require(
                lines.firstIndex(of: (row.differs ? "≠ " : "  ") + row.question))
            let said = lines[(title + 1)...].prefix { $0.hasPrefix("   ") }
            for (answer, provider) in zip(row.answers, glance.columns) {
                let answer = try #require(answer)
                let line = try #require(said.first { $0.contains(provider) })
                #expect(line.hasPrefix("   \(answer.text)  "))
                #expect(line.contains("\(provider)*") == answer.isUndocumented)
            }
        }
    }

    @Test(arguments: [60, 80])
    func `Without colour there are no escapes, and with it the words are the same`(width: Int)
        throws
    {
        let glance = try Glance.answered()
        let plain = GlanceReport(width: width).text(of: glance)
        let coloured = GlanceReport(width: width, isColoured: true).text(of: glance)
        #expect(!plain.contains("\u{1B}"))
        #expect(coloured.contains("\u{1B}"))
        #expect(coloured.replacing(#/\u{1B}\[[0-9]*m/#, with: "") == plain)
    }

    @Test func `Settings that were chosen stand above the table`() throws {
        let choice = try SettingChoice("revenuecat.restore", "keep", try builtIn.get())
        let text = GlanceReport().text(of: try Glance.answered(settings: [choice]))
        #expect(text.contains("\nset: revenuecat.restore = keep\n"))
        #expect(!GlanceReport().text(of: try Glance.answered()).contains("set: "))
    }

    @Test func `The last lines say how many scenarios hold, and how to see one`() throws {
        let glance = try Glance.answered()
        var report = GlanceReport(width: 120)
        for compared in try Glance.scenarios(builtIn.get()) { report.count(compared) }
        #expect(report.holds)
        #expect(
            report.summary(of: glance) == """
                14 scenarios, all 280 expected answers hold.
                Step by step: allonym compare at-a-glance. Every scenario: allonym compare --all
                What a move from one to another changes: allonym diverge nami revenuecat

                """)
    }

    @Test func `Scenarios that do not hold are named, up to ten of them`() throws {
        let glance = try Glance.answered()
        var report = GlanceReport(width: 120)
        let wrong = scenario("Nami", ["buy X | none", "check | X"])
        for compared in try compare(wrong) { report.count(compared) }
        #expect(!report.holds)
        let once = report.summary(of: glance)
        #expect(once.hasPrefix("1 scenario, 1 of 2 expected answers hold, 1 does not:\n"))
        #expect(once.contains("\n✗ test.md:1 A test\n"))
        for _ in 0..<11 { for compared in try compare(wrong) { report.count(compared) } }
        let often = report.summary(of: glance).split(separator: "\n")
        #expect(often.count { $0.hasPrefix("✗ ") } == 10)
        #expect(often.contains("and 2 more scenarios"))
        #expect(often[0] == "12 scenarios, 12 of 24 expected answers hold, 12 do not:")
    }
}
