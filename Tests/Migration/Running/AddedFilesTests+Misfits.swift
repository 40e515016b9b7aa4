// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymTestSupport
import Foundation
import Testing

import AllonymMigration

/// Added lines that do not fit the export.
extension AddedFilesTests {
    static let export = """
        rc_original_app_user_id,rc_last_seen_app_user_id_alias,country,product_identifier,start_time,\
        end_time,store,is_auto_renewable,is_trial_period,is_in_intro_offer_period,is_sandbox,\
        price_in_usd,store_transaction_id,original_store_transaction_id,refunded_at,\
        unsubscribe_detected_at,billing_issues_detected_at,purchased_currency,\
        purchase_price_in_purchased_currency,entitlement_identifiers,renewal_number,updated_at,\
        effective_end_time,grace_period_end_time
        ada,ada,DE,coins,2026-11-01 00:00:00,,app_store,false,false,false,false,1,t1,o1,,,,EUR,1,\
        "[""gold""]",1,2026-11-02 00:00:00,,
        bob,bob,DE,pro,2026-11-01 00:00:00,2026-12-01 00:00:00,play_store,true,false,false,false,\
        1,t2,o2,,,,EUR,1,"[""gold""]",1,2026-11-02 00:00:00,2026-12-01 00:00:00,
        bob,bob,DE,pro,2026-11-03 00:00:00,2026-12-03 00:00:00,play_store,true,false,false,false,\
        1,t3,o3,,,,EUR,1,"[""gold""]",1,2026-11-03 00:00:00,2026-12-03 00:00:00,

        """

    /// Members of added lines, and the codes of what is found about them.
    private static let lines: [([[String: String]], [String: Int])] = [
        ([["original-transaction-id": "o1", "receipt": "MIIT"]], [:]),
        ([["transaction-id": "t1", "receipt": "MIIT"]], [:]),
        ([["receipt": "MIIT"]], [:]),
        ([["receipt": "MIIT", "original-transaction-id": "typo"]], ["added-unknown-purchase": 1]),
        ([["receipt": "MIIT", "product": "cions"]], ["added-unknown-purchase": 1]),
        ([["receipt": "MIIT", "store": "play_store"]], ["added-unknown-purchase": 1]),
        ([["receipt": "MIIT", "user-id": "adda"]], ["added-unknown-id": 1]),
        ([["transaction-id": "t1", "user-id": "adda"]], ["added-unknown-id": 1]),
        ([["transaction-id": "t1", "user-id": "bob"]], ["added-other-owner": 1]),
        ([["transaction-id": "t1", "product": "pro"]], ["added-other-product": 1]),
        ([["transaction-id": "t1", "state": "refunded"]], ["added-other-state": 1]),
        ([["transaction-id": "t1", "state": "active"]], [:]),
        (
            [
                ["transaction-id": "t1", "receipt": "MIIT"],
                ["transaction-id": "t1", "receipt": "no"],
            ],
            ["added-other-receipt": 1]
        ),
        (
            [["transaction-id": "t1", "receipt": "MIIT"], ["receipt": "MIIT"]],
            [:]
        ),
        (
            [
                [
                    "user-id": "bob", "product": "pro", "store": "play_store",
                    "purchase-token": "token",
                ]
            ],
            ["added-several-purchases": 1]
        ),
        (
            [
                [
                    "user-id": "bob", "product": "pro", "store": "play_store",
                    "transaction-id": "t3", "purchase-token": "token",
                ]
            ], [:]
        ),
    ]

    @Test(arguments: lines)
    func `What contradicts the export, or is unknown to it, is found, and the export counts`(
        lines: [[String: String]], codes: [String: Int]
    ) throws {
        var text = ""
        for members in lines {
            let all = ["user-id": "ada", "product": "coins", "store": "app_store"]
                .merging(members) { _, member in member }
            text += try line("purchase", all)
        }
        let files = try workspace(["export.csv": Self.export, "added.jsonl": text])
        let plain = try plan(["export.csv"], in: files, from: "revenuecat", to: "neutral")
        let folder = try plan(
            ["export.csv", "added.jsonl"], in: files, from: "revenuecat", to: "neutral")
        let found = try folder.findings().filter { $0.key.hasPrefix("added-") }
        #expect(found == codes)
        let rows = try folder.rows("findings.csv").filter { $0[0].hasPrefix("added-") }
        for row in rows { #expect(row.last?.contains("added.jsonl:") == true, "\(row)") }
        #expect(try folder.text("access.csv") == plain.text("access.csv"))
        #expect(try folder.text("ids.csv") == plain.text("ids.csv"))
        let isTaken = codes.keys.allSatisfy {
            ["added-other-receipt", "added-other-state"].contains($0)
        }
        let written = try folder.text("neutral.jsonl")
        if !isTaken { #expect(try written == plain.text("neutral.jsonl")) }
        let says = lines.contains { $0["receipt"] == "MIIT" }
        #expect(written.contains("\"receipt\":\"MIIT\"") == (isTaken && says))
        #expect(!written.contains("\"receipt\":\"no\""))
        #expect(try verify(folder).holds)
    }

    @Test func `A receipt that the export has stays, and another one is a finding`() throws {
        let export = """
            receipt_data;user_id;country
            MIITold;ada;DE

            """
        let reader = try side("purchasely").formats.readers.first {
            $0.id == "purchasely.subscribers-storekit-1"
        }
        let columns = try #require(reader).knownBy.map(\.description)
        #expect(columns.allSatisfy(export.contains), "\(columns)")
        for (receipt, isOther) in [("MIITold", false), ("MIITnew", true)] {
            let text = try line(
                "purchase",
                ["user-id": "ada", "product": "pro", "store": "app_store", "receipt": receipt])
            let files = try workspace(["export.csv": export, "added.jsonl": text])
            let folder = try plan(
                ["added.jsonl", "export.csv"], in: files, from: "purchasely", to: "revenuecat")
            #expect((try folder.findings()["added-other-receipt"] == 1) == isOther)
            let written = try folder.contents().filter { $0.key.hasPrefix("revenuecat-") }
                .map { String(decoding: $0.value, as: UTF8.self) }.joined()
            #expect(written.contains("MIITold") && !written.contains("MIITnew"))
        }
    }

    @Test func `A store that the export does not know is added by a line`() throws {
        let transaction =
            #""key":"original_transaction_id","type":"original_transaction_id","#
            + #""value":"1000000500000001""#
        let event = WrongInputTests.lines("nami/webhooks.jsonl")[0]
            .replacing("\"apple\"", with: "\"google\"")
            .replacing("2026-10-01T08:00:00Z", with: "2026-12-20T08:00:00Z")
            .replacing(
                transaction, with: #""key":"external_id","type":"external_id","value":"20071""#)
        let store = try line(
            "purchase",
            ["user-id": "20071", "product": "com.example.monthly", "store": "play_store"])
        let files = try workspace(["export.jsonl": event, "added.jsonl": store])
        let before = try plan(["export.jsonl"], in: files, from: "nami", to: "purchasely")
        #expect(try before.findings()["missing-store"] == 1)
        // Whoever reads of a word that is ignored learns whose it is.
        let ignored = try before.rows("findings.csv").filter { $0[0] == "unknown-value" }
        #expect(!ignored.isEmpty && ignored.allSatisfy { $0[2] == "20071" })
        let after = try plan(
            ["export.jsonl", "added.jsonl"], in: files, from: "nami", to: "purchasely")
        #expect(try after.findings()["missing-store"] == nil)
        #expect(try after.rows("purchases.csv").map { $0[2] } == ["play_store"])
        #expect(try after.findings()["brought-by-app"] == 1)
        #expect(try verify(after).holds)
    }

    @Test func `Without an export there is nothing to complete, and grants are not taken`() throws {
        let receipt = try line(
            "purchase", ["user-id": "ada", "product": "coins", "store": "app_store"])
        let grant = try line("grant", ["user-id": "ada", "entitlement": ["gold"]])
        let files = try workspace(["export.csv": Self.export, "added.jsonl": receipt + grant])
        let error = error {
            _ = try plan(["added.jsonl"], in: files, from: "revenuecat", to: "nami")
        }
        #expect(error?.input?.reason.contains("--from neutral") == true)
        let folder = try plan(
            ["export.csv", "added.jsonl"], in: files, from: "revenuecat", to: "nami")
        #expect(try folder.findings()["added-grant"] == 1)
        let neutral = try plan(["added.jsonl"], in: files, from: "neutral", to: "nami")
        #expect(try neutral.findings().keys.allSatisfy { !$0.hasPrefix("added-") })
    }

    @Test func `An added file does not move the plan's moment, and lines of it may be refused`()
        throws
    {
        let late = try line(
            "purchase",
            [
                "user-id": "ada", "product": "coins", "store": "app_store",
                "purchase-date": "2031-01-01T00:00:00Z",
            ])
        let files = try workspace([
            "export.csv": Self.export,
            "added.jsonl": late + #"{"allonym":1,"type":"purchase"}"# + "\n",
        ])
        let moments = try [["export.csv"], ["export.csv", "added.jsonl"]].map { names in
            let folder = TemporaryFolder()
            let migration = try migration(from: "revenuecat", to: "nami")
            let report = try migration.plan(
                names.map { .file("\(files.path)/\($0)") }, into: folder.path)
            let rejected = report.findings.first { $0.code == "rejected-missing" }
            #expect((rejected?.source.contains("neutral") ?? false) == (names.count == 2))
            return report.at
        }
        #expect(moments[0] == moments[1] && moments[0] != nil)
    }
}
