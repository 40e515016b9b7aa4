// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Testing

import AllonymMigration

/// What gives access at a plan's moment.
@Suite struct MomentTests {
    @Test(arguments: everySide)
    func `What is over and said to give access is missed for that`(target: String) throws {
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

    /// How often the file is given, and how often its far row stands in it.
    @Test(arguments: [(1, 1), (1, 2), (2, 1), (3, 4)])
    func `A date that is far ahead of all others is named, and is not the moment`(
        files: Int, rows: Int
    ) throws {
        func line(_ user: String, _ bought: String, _ end: String) -> String {
            #"{"allonym":1,"type":"purchase","user-id":"\#(user)","product":"p","#
                + #""store-product":"p","store":"play_store","kind":"subscription","#
                + #""purchase-token":"t.\#(user)","purchase-date":"\#(bought)","#
                + #""expiry-date":"\#(end)"}"# + "\n"
        }
        let lines =
            line("ada_1", "2026-11-01", "2026-12-01")
            + String(repeating: line("bob_2", "2099-01-01", "2099-02-01"), count: rows)
            + line("cy_3", "2026-11-02", "2026-12-02")
        var migration = try migration(from: "neutral", to: "neutral")
        migration.at = nil
        for (at, isNamed) in [(nil, true), ("2026-11-10", false)] {
            let folder = TemporaryFolder()
            migration.at = at.flatMap { Migration.milliseconds(of: $0) }
            let inputs = (0..<files).map { input(lines, name: "in\($0).jsonl") }
            _ = try migration.plan(inputs, into: folder.path)
            let report = try folder.text("report.json")
            #expect(report.contains("moment-far-ahead") == isNamed)
            #expect(report.contains("in0.jsonl:2") == isNamed)
            #expect(try folder.text("access.csv").contains("ada_1,ada_1,p"))
            #expect(try !folder.text("access.csv").contains("bob_2,bob_2,p"))
        }
    }

    /// The end of the period, of access and of grace, and when it was given back; whether there is
    /// access on 10 November, and whether the two ends are told of.
    private static let ends: [(String, String, String, String, Bool, Bool)] = [
        ("2026-11-20", "2026-11-20", "", "", true, false),
        ("2026-11-20", "2026-11-05", "", "", false, true),
        ("2026-11-05", "2026-11-20", "", "", true, true),
        ("2026-11-20", "2026-11-05", "", "2026-11-05", false, false),
        ("2026-11-05", "2026-11-20", "2026-11-20", "", true, false),
        ("2026-11-05", "", "", "", false, false),
        ("", "2026-11-20", "", "", true, false),
    ]

    @Test(arguments: ends)
    func `Two ends of one period are told of where nothing says why`(
        period: String, access: String, grace: String, refund: String, hasAccess: Bool, isTold: Bool
    ) throws {
        func date(_ day: String) -> String { day.isEmpty ? "" : day + " 00:00:00" }
        let problem = grace.isEmpty ? "" : date(period)
        let header =
            "rc_original_app_user_id,rc_last_seen_app_user_id_alias,product_identifier,start_time,"
            + "end_time,grace_period_end_time,effective_end_time,store,is_auto_renewable,is_sandbox,"
            + "store_transaction_id,original_store_transaction_id,refunded_at,"
            + "billing_issues_detected_at,entitlement_identifiers,renewal_number,updated_at\n"
        let row =
            "ada,ada,pro,2026-10-20 00:00:00,\(date(period)),\(date(grace)),\(date(access)),"
            + "app_store,true,false,1001,1001,\(date(refund)),\(problem),\"[\"\"gold\"\"]\",1,"
            + "2026-11-06 00:00:00\n"
        let folder = TemporaryFolder()
        var migration = try migration(from: "revenuecat", to: "neutral")
        migration.at = Migration.milliseconds(of: "2026-11-10")
        _ = try migration.plan([input(header + row, name: "in.csv")], into: folder.path)
        #expect(try folder.text("access.csv").contains("ada,ada,gold") == hasAccess)
        #expect(try folder.findings()["ends-disagree"] == (isTold ? 1 : nil))
    }

    @Test(arguments: everySide)
    func `What begins after the moment goes over, and nobody has to have it`(target: String) throws
    {
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
