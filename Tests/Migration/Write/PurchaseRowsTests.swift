// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

import AllonymMigration

/// purchases.csv.
@Suite struct PurchaseRowsTests {
    private static let inputs: [(key: String, file: String)] = [
        ("revenuecat", "export-v5.csv"), ("revenuecat", "rest-v1-subscribers.jsonl"),
        ("revenuecat", "webhooks.jsonl"), ("qonversion", "webhooks.jsonl"),
        ("purchasely", "webhook-v3.jsonl"), ("nami", "webhooks.jsonl"),
    ]

    /// The rows of the file, by the names of their columns.
    private func rows(_ folder: TemporaryFolder) throws -> [[String: String]] {
        let lines = try folder.text("purchases.csv").split(separator: "\n").map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let header = try #require(lines.first)
        return try lines.dropFirst().map { cells in
            try #require(cells.count == header.count)
            return Dictionary(uniqueKeysWithValues: zip(header, cells))
        }
    }

    @Test func `It has a row for each purchase, and what becomes of them adds up to the report`()
        throws
    {
        for input in Self.inputs {
            for target in everySide where target != input.key {
                let folder = TemporaryFolder()
                var migration = try migration(from: input.key, to: target)
                migration.at = testMoment
                _ = try migration.plan([fixture("\(input.key)/\(input.file)")], into: folder.path)
                let rows = try rows(folder)
                let counts = try folder.object("report.json")["counts"] as? [String: Any]
                let told = (counts?["purchases"] as? [String: Int] ?? [:]).filter { $0.value > 0 }
                let changes = Dictionary(grouping: rows) { $0["change"] ?? "" }.mapValues(\.count)
                #expect(!rows.isEmpty)
                #expect(rows.count == told["read"], "\(input) to \(target)")
                #expect(
                    changes == told.filter { $0.key != "read" }, "\(input) to \(target)")
                for row in rows where row["change"] == "dropped" {
                    #expect(row["code"]?.isEmpty == false, "\(row)")
                }
            }
        }
    }

    @Test func `It says by which ID a copy is held, and whose it was first`() throws {
        let rows = ["ada", "bob"].enumerated().map { index, user in
            #"{"object": "list", "url": "/v4/users/QON_\#(user)/purchases", "data": [{"#
                + #""object": "purchase", "id": "\#(index)", "user_id": "QON_\#(user)", "#
                + #""platform": "app_store", "product_id": "pro", "#
                + #""purchased_at": "2026-11-0\#(index + 1)T00:00:00Z", "#
                + #""expires_at": "2026-12-01T00:00:00Z", "is_auto_renewing": true, "#
                + #""store_data": {"transaction_id": "70", "original_transaction_id": "70"}, "#
                + #""created_at": "2026-11-0\#(index + 1)T00:00:00Z"}], "has_more": false}"# + "\n"
        }
        let folder = TemporaryFolder()
        var migration = Migration(
            from: try side("qonversion", ["restore": "copy"]), to: try side("neutral"),
            hashing: TestHashing(), mappings: try mappings())
        migration.at = testMoment
        _ = try migration.plan([input(rows.joined())], into: folder.path)
        let told = try self.rows(folder).map { row in
            ["source_id", "owner", "transaction", "ends"].map { row[$0] ?? "" }
        }
        #expect(
            told == [
                ["QON_ada", "QON_ada", "70", "2026-12-01T00:00:00.000Z"],
                ["QON_bob", "QON_ada", "70", "2026-12-01T00:00:00.000Z"],
            ])
    }

    @Test func `A token stands there as its fingerprint, and nowhere whole`() throws {
        let line =
            #"{"allonym":1,"type":"purchase","user-id":"ada_1","product":"p","store-product":"p","#
            + #""store":"play_store","kind":"subscription","purchase-token":"secret.token.1","#
            + #""purchase-date":"2026-11-01","expiry-date":"2026-12-20"}"# + "\n"
        let folder = TemporaryFolder()
        var migration = try migration(from: "neutral", to: "revenuecat")
        migration.at = testMoment
        _ = try migration.plan([input(line)], into: folder.path)
        let row = try #require(try rows(folder).first)
        #expect(row["transaction"]?.count == 16)
        #expect(try !folder.text("purchases.csv").contains("secret"))
    }

    @Test
    func `access.csv has every reason why the import gives somebody something not, in one order`()
        throws
    {
        func line(_ store: String, _ more: String) -> String {
            #"{"allonym":1,"type":"purchase","user-id":"ada_1","product":"p_\#(store)","#
                + #""store-product":"p_\#(store)","store":"\#(store)","kind":"subscription","#
                + #""state":"active","entitlement":["pro"],"expiry-date":"2026-12-20"\#(more)}"#
                + "\n"
        }
        let lines = [
            line("roku", ""), line("app_store", #","original-transaction-id":"7""#),
        ]
        var cells: Set<String> = []
        for text in [lines, lines.reversed()] {
            let folder = TemporaryFolder()
            var migration = try migration(from: "neutral", to: "revenuecat")
            migration.at = testMoment
            _ = try migration.plan([input(text.joined())], into: folder.path)
            let row = try folder.text("access.csv").split(separator: "\n").last ?? ""
            cells.insert(row.split(separator: ",").last.map(String.init) ?? "")
            #expect(try verify(folder, "revenuecat").holds)
        }
        #expect(cells == ["pro=brought-by-app;pro=missing-transaction-id"])
    }
}
