// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

import AllonymMigration

/// What a plan's reports say of records that were rejected.
@Suite struct RejectedReportTests {
    private static let taken = [
        #"{"allonym":1,"type":"purchase","user-id":"ada","product":"p","store":"app_store","#
            + #""state":"active","entitlement":["pro"],"original-transaction-id":"1001"}"#,
        #"{"allonym":1,"type":"grant","user-id":"ada","product":"g","store":"promotional","#
            + #""state":"active","entitlement":["vip"]}"#,
    ]
    private static let rejected = [
        #"{"allonym":1,"type":"purchase","user-id":"ada","product":"p","store":"moon_store"}"#,
        #"{"allonym":1,"type":"purchase","user-id":"bob","product":"p","store":"moon_store"}"#,
        #"{"allonym":1,"type":"purchase","user-id":{},"product":"p","store":"stripe"}"#,
    ]

    private func planned(
        _ records: [String], in folder: TemporaryFolder
    ) throws -> MigrationReport {
        var migration = try migration(from: "neutral", to: "qonversion")
        migration.at = testMoment
        return try migration.plan(
            [input(records.joined(separator: "\n") + "\n")], into: folder.path)
    }

    @Test(
        arguments: [
            (
                taken + rejected,
                "3 of 5 records were rejected; access that they give is not counted. "
                    + "See rejected.jsonl."
            ),
            (
                [taken[0], rejected[2]],
                "1 of 2 records was rejected; access that it gives is not counted. "
                    + "See rejected.jsonl."
            ),
        ] as [([String], String)])
    func `Rejected records are named before anything else, wherever a plan begins`(
        records: [String], says: String
    ) throws {
        let folder = TemporaryFolder()
        let report = try planned(records, in: folder)
        #expect(report.lines[1] == says)
        #expect(report.lines[2].hasPrefix("Of those with access, "))
        let steps = try folder.text("steps.md").split(separator: "\n").map(String.init)
        let first = steps.first { $0.hasPrefix("- ") }
        #expect(first == "- [ ] \(says)")
        let words = try folder.text("report.md")
        let said = try #require(words.range(of: "**\(says)**"))
        let counted = try #require(
            words.range(of: "customers? (was|were) read\\.", options: .regularExpression))
        #expect(said.upperBound < counted.lowerBound)
        let page = try folder.text("report.html")
        let shown = try #require(page.range(of: ">\(says)<"))
        let lead = try #require(page.range(of: "access today, of"))
        #expect(shown.upperBound < lead.lowerBound)
    }

    @Test func `Where nothing was rejected, nothing is said of it`() throws {
        let folder = TemporaryFolder()
        let report = try planned(Self.taken, in: folder)
        #expect(report.lines[1].hasPrefix("Of these "))
        for name in ["report.md", "report.html", "steps.md"] {
            #expect(try !folder.text(name).contains("rejected;"), "\(name)")
        }
    }

    @Test func `What rejected records cost is never said to be nothing`() throws {
        let folder = TemporaryFolder()
        _ = try planned(Self.taken + Self.rejected, in: folder)
        let page = try folder.text("report.html")
        let open = try #require(page.range(of: "These may cost access that is not counted"))
        let free = try #require(page.range(of: "These cost nobody access by themselves"))
        for code in ["rejected-word", "rejected-kind"] {
            let item = try #require(page.range(of: "data-code=\"\(code)\""))
            #expect(open.upperBound < item.lowerBound && item.upperBound < free.lowerBound)
        }
        let note = try #require(page.range(of: "data-code=\"promotional\""))
        #expect(free.upperBound < note.lowerBound)
    }
}
