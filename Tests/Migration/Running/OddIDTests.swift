// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Foundation
import Testing

import AllonymMigration

/// IDs that programs are tempted to change.
@Suite struct OddIDTests {
    private func plan(_ ids: [String], to target: String) throws -> TemporaryFolder {
        var lines = ""
        for (number, id) in ids.enumerated() {
            lines += """
                {"allonym":1,"type":"customer","ids":[{"id":"\(id)","kind":"custom"}]}
                {"allonym":1,"type":"purchase","user-id":"\(id)","product":"pro","store":"play_store",\
                "store-product":"com.x.pro","kind":"subscription","state":"active",\
                "purchase-token":"token\(number)","order-id":"GPA.\(number)","price":1,"currency":"EUR",\
                "expiry-date":"2026-12-20T00:00:00Z"}
                {"allonym":1,"type":"grant","user-id":"\(id)","entitlement":["gold"],\
                "expiry-date":"2026-12-20T00:00:00Z"}

                """
        }
        let folder = TemporaryFolder()
        var migration = try migration(from: "neutral", to: target)
        migration.at = testMoment
        _ = try migration.plan([input(lines)], into: folder.path)
        return folder
    }

    private func holds(_ folder: TemporaryFolder) throws -> Bool {
        let report = try Migration.verify(
            folder.path, hashing: TestHashing(), mappings: mappings())
        #expect(report.holds, "\(report.lines)")
        return report.holds
    }

    @Test(arguments: everySide)
    func `An ID that begins with a byte order mark is kept whole`(target: String) throws {
        let id = "\u{FEFF}ada"
        let folder = try plan([id, "ada"], to: target)
        let rows = try folder.rows("ids.csv")
        #expect(rows.map { Array($0[0].utf8) } == [Array(id.utf8), Array("ada".utf8)])
        // Nami gets the hash of both.
        let isHashed = target == "nami"
        #expect((rows[0][1].utf8.elementsEqual(id.utf8)) == !isHashed)
        #expect(rows[0][1] != rows[1][1])
        let files = try folder.contents().filter { $0.key.hasPrefix("\(target)") }
        let written = files.values.map { String(decoding: $0, as: UTF8.self) }.joined()
        if !isHashed {
            #expect(written.contains(id) || written.contains("%EF%BB%BFada"))
        }
        #expect(try holds(folder))
        #expect(try Migration.customers(id, in: folder.path).count == 1)
    }

    @Test(arguments: everySide, [".", ".."])
    func `An ID that a path takes for a folder stands in no path`(target: String, id: String) throws
    {
        let folder = try plan([id, "...", ".a"], to: target)
        let rows = try folder.rows("ids.csv")
        #expect(rows.map { $0[0] } == [id, "...", ".a"])
        let refuses = ["qonversion", "revenuecat"].contains(target)
        #expect(rows[0][2] == (refuses ? "needs-decision" : target == "nami" ? "changed" : "kept"))
        #expect((try folder.findings()["path-segment"] == 1) == refuses)
        for name in try folder.contents().keys where name.hasSuffix(".jsonl") {
            for call in try folder.objects(name) {
                guard let path = call["path"] as? String else { continue }
                #expect(
                    !path.split(separator: "/").contains { [".", ".."].contains($0) }, "\(path)")
            }
        }
        #expect(try holds(folder))
    }

    @Test(arguments: ["refunded_at", "is_sandbox", "end_time"])
    func `A column of the format that a file lacks is a finding`(column: String) throws {
        let text = try sample("revenuecat", "revenuecat.export-v5", customers: 5)
        let header = try #require(text.split(separator: "\n").first)
        let renamed = header.replacing(",\(column),", with: ",x_\(column),")
        let other = text.replacing(header, with: renamed)
        for (text, isMissing) in [(text, false), (other, true)] {
            let folder = TemporaryFolder()
            let migration = try migration(from: "revenuecat", to: "neutral")
            let report = try migration.plan([input(text, name: "a.csv")], into: folder.path)
            let finding = report.findings.first { $0.code == "column-missing" }
            #expect((finding != nil) == isMissing)
            #expect(finding?.subjects == (isMissing ? ["\(column) in a.csv"] : nil))
        }
    }
}
