// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

import AllonymMigration

/// Names that would act on a page or a terminal, and what is shared of a plan.
@Suite struct HostileReportTests {
    private static let pages = ["report.html", "report.md", "steps.md"]
    private static let shared = pages + ["report.json"]

    @discardableResult
    private func planned(
        _ target: String, isRedacted: Bool = false, in folder: TemporaryFolder
    ) throws -> MigrationReport {
        var migration = try migration(from: "neutral", to: target)
        migration.at = testMoment
        migration.isRedacted = isRedacted
        return try migration.plan([HostilePlan.neutral()], into: folder.path)
    }

    @Test(arguments: everySide)
    func `Names are shown escaped, on one line, and act nowhere`(target: String) throws {
        let folder = TemporaryFolder()
        try planned(target, in: folder)
        for name in Self.pages {
            let text = try folder.text(name)
            let hidden: [Unicode.Scalar] = [
                "\u{202E}", "\u{7}", "\u{1B}", "\r", "\u{2028}", "\u{FEFF}",
            ]
            #expect(!text.unicodeScalars.contains { hidden.contains($0) }, "\(name)")
        }
        let page = try folder.text("report.html")
        #expect(!page.contains("<script") && !page.contains("<img"))
        let root = try readPage(page)
        #expect(root.text.contains("zq7<img src=x onerror=alert(1)>"))
        #expect(root.text.contains("zq7|\\u{202e}premium"))
        let words = try folder.text("report.md")
        #expect(words.contains("zq7\\<img src=x onerror=alert(1)\\>"))
        #expect(words.contains("zq7\\|\\\\u{202e}premium"))
        for name in ["report.md", "steps.md"] {
            let text = try folder.text(name)
            let names = try folder.object("report.json")["required"] as? [[String: Any]] ?? []
            for required in names {
                let name = try #require(required["name"] as? String)
                #expect(text.contains(MarkdownText.plain(name)), "\(name)")
            }
            // Nothing but an escape keeps a mark of HTML from acting.
            #expect(!text.replacing("\\<", with: "").contains("<"))
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(
                lines.allSatisfy {
                    $0.isEmpty || "#-|*0123456789ILTEGASNRF".contains($0.first ?? " ")
                })
        }
    }

    @Test(arguments: everySide)
    func `A redacted plan has no ID, e-mail, product or entitlement in what is shared`(
        target: String
    ) throws {
        let (folder, whole) = (TemporaryFolder(), TemporaryFolder())
        let report = try planned(target, isRedacted: true, in: folder)
        try planned(target, in: whole)
        for name in Self.shared {
            let text = try folder.text(name)
            #expect(!text.lowercased().contains(HostilePlan.mark), "\(name)")
            let isNamed = try whole.text(name).lowercased().contains(HostilePlan.mark)
            #expect(isNamed || name == "steps.md", "\(name)")
            #expect(text.contains("entitlement 1") || name == "steps.md", "\(name)")
        }
        // The lists, and what the caller is told, are as ever.
        let (some, all) = (try folder.contents(), try whole.contents())
        #expect(some.keys.sorted() == all.keys.sorted())
        for (name, bytes) in all where !Self.shared.contains(name) && name != "manifest.json" {
            #expect(some[name] == bytes, "\(name)")
        }
        #expect(report.stakes.entitlements.keys.allSatisfy { $0.hasPrefix(HostilePlan.mark) })
        // It is the same plan.
        try planned(target, in: folder)
        #expect(try folder.contents() == all)
    }

    @Test func `What is shared of an export has nothing of its rows`() throws {
        let folder = TemporaryFolder()
        let text = try Fixtures.text("revenuecat/export-v5.csv")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        // A column that no format knows, and words that are none.
        let wider = lines.enumerated().map { number, line in
            line.isEmpty ? "" : "\(line),\(number == 0 ? "zq7column" : "zq7value")"
        }.joined(separator: "\n").replacing("play_store", with: "zq7store")
        var migration = try migration(from: "revenuecat", to: "nami")
        migration.isRedacted = true
        let report = try migration.plan(
            [input(wider, name: "zq7-ada@mail.example.csv")], into: folder.path)
        #expect(report.findings.contains { $0.about == .reading })
        #expect(report.findings.flatMap(\.subjects).contains { $0.contains("zq7") })
        for name in Self.shared {
            #expect(try !folder.text(name).contains("zq7"), "\(name)")
        }
    }

    @Test func `The lines of a verification are shown escaped`() {
        var report = VerificationReport(name: "Nami", isToBeReplaced: false)
        for id in HostilePlan.ids {
            report.count(
                id, id, before: HostilePlan.entitlements, after: [], explained: [],
                objection: HostilePlan.products[2])
        }
        let lines = report.lines
        #expect(lines.count { $0.hasPrefix("unexplained: zq7") } == HostilePlan.ids.count - 1)
        #expect(lines.contains { $0.contains("zq7\\u{202e}gnp.evil") })
        #expect(lines.contains { $0.contains("zq7\\u{7}bell\\nline\\r\\u{1b}[31m") })
        for line in lines { #expect(ShownText.escaped(line) == line) }
    }

    @Test func `The same name has the same stand-in, and another one another`() {
        var standIns = StandIns()
        #expect(standIns.text(for: "pro", "entitlement") == "entitlement 1")
        #expect(standIns.text(for: "gold", "entitlement") == "entitlement 2")
        #expect(standIns.text(for: "pro", "entitlement") == "entitlement 1")
        #expect(standIns.text(for: "pro", "product") == "product 1")
    }

    @Test(arguments: [
        ("a|b", "a\\|b"), ("<b>&amp;", "\\<b\\>\\&amp;"), ("1*2_3`4", "1\\*2\\_3\\`4"),
        ("a\nb\u{202E}", "a\\\\nb\\\\u{202e}"), ("![x](y) #$~", "\\!\\[x\\](y) \\#\\$\\~"),
        ("plain text, 9.99", "plain text, 9.99"),
    ])
    func `Markdown shows a text as it is`(text: String, plain: String) {
        #expect(MarkdownText.plain(text) == plain)
    }
}
