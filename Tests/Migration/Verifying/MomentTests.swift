// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import AllonymMigration

@Suite("What gives access at a plan's moment")
struct MomentTests {
    @Test("What is over and said to give access is missed for that", arguments: everySide)
    func contradicted(target: String) throws {
        for state in ["expired", "refunded"] {
            let line =
                #"{"allonym":1,"type":"purchase","user-id":"ada_1","product":"p","#
                + #""store-product":"p","store":"play_store","kind":"subscription","#
                + #""purchase-token":"t.1","purchase-date":"2026-11-01","#
                + #""expiry-date":"2026-11-20","gives-access":true,"state":"\#(state)"}"# + "\n"
            let folder = TemporaryFolder()
            var migration = try migration(from: "neutral", to: target)
            migration.at = testMoment
            _ = try migration.plan([input(line)], into: folder.path)
            #expect(try folder.findings()["state-contradicted"] == 1)
            let outcome = try verify(folder, target)
            #expect(outcome.holds, "\(outcome.lines)")
            let code =
                ["revenuecat": "state-contradicted", "neutral": nil][target] ?? "not-running"
            #expect(Array(outcome.codes.keys) == [code].compactMap { $0 }, "\(outcome.lines)")
        }
    }

    @Test("What begins after the moment goes over, and nobody has to have it", arguments: everySide)
    func later(target: String) throws {
        func line(_ type: String, _ more: String) -> String {
            #"{"allonym":1,"type":"\#(type)","user-id":"ada_1","purchase-date":"2026-11-02","#
                + "\(more)}\n"
        }
        let lines =
            line(
                "purchase",
                #""product":"p","store-product":"p","store":"play_store","kind":"subscription","#
                    + #""state":"active","purchase-token":"t.1","entitlement":["pro"]"#)
            + line("grant", #""entitlement":["vip"]"#)
        var migration = try migration(from: "neutral", to: target)
        var written: [Int] = []
        for (at, hasBegun) in [("2026-11-01", false), ("2026-11-03", true)] {
            let folder = TemporaryFolder()
            migration.at = Migration.milliseconds(of: at)
            _ = try migration.plan([input(lines)], into: folder.path)
            #expect(try folder.text("access.csv").contains(",pro;vip,") == hasBegun)
            #expect(try (folder.findings()["begins-later"] == nil) == hasBegun)
            let outcome = try verify(folder, target)
            #expect(outcome.holds, "\(outcome.lines)")
            let rows = try folder.object("report.json")["written"] as? [[String: Any]]
            written.append((rows ?? []).compactMap { $0["rows"] as? Int }.reduce(0, +))
        }
        #expect(written[0] == written[1])
    }
}
