// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Foundation
import Testing

import AllonymMigration

/// What several records tell of is one, and the newest word on it counts.
@Suite struct OneSubscriptionTests {
    private func read(
        _ files: [(name: String, text: String)], _ key: String, at: String
    ) throws -> Population {
        let side = try side(key)
        // Batches are taken one at a time.
        nonisolated(unsafe) let intake = try Intake(
            rules: side.rules, readers: side.formats.readers,
            at: Instant(milliseconds: #require(Migration.milliseconds(of: at))))
        let inputs = files.map { input($0.text, name: $0.name) }
        _ = try Scan(side.formats.readers, threads: 1).run(inputs) { batch in
            #expect(batch.rejections.map(\.description) == [])
            intake.add(batch)
        }
        return intake.finish()
    }

    // MARK: - Tokens

    private static let tokenFile = """
        purchase_token;store_product_id;user_id
        token.1;com.example.basic;USER

        """

    private static func event(_ user: String, _ name: String) -> String {
        #"{"api_version": 3, "event_name": "\#(name)", "event_id": "e-\#(name)", "#
            + #""event_created_at": "2026-04-02T10:00:00.000Z", "user_id": "\#(user)", "#
            + #""store": "GOOGLE_PLAY_STORE", "purchase_type": "RENEWING_SUBSCRIPTION", "#
            + #""plan": "basic", "purchase_token": "token.1", "#
            + #""store_original_transaction_id": "GPA.1", "store_transaction_id": "GPA.1"}"# + "\n"
    }

    /// Whose row the file has, whose event the log, and who holds what in the end.
    @Test(
        arguments: [
            ("ada", "ada", "ACTIVATE", ["basic of ada, true"], 0),
            ("ada", "ada", "DEACTIVATE", ["basic of ada, false"], 0),
            ("ada", "bob", "ACTIVATE", ["basic of bob, true"], 1),
        ], [false, true])
    func `A purchase that one file knows by its token and a log by its order is one`(
        row: (file: String, log: String, event: String, held: [String], losers: Int),
        isReversed: Bool
    ) throws {
        var files = [
            (name: "file.csv", text: Self.tokenFile.replacing("USER", with: row.file)),
            (name: "log.jsonl", text: Self.event(row.log, row.event)),
        ]
        if isReversed { files.reverse() }
        let population = try read(files, "purchasely", at: "2026-04-10")
        let held = population.all.map { purchase in
            let user = population.string(purchase.user) ?? "nobody"
            return "\(population.string(purchase.product) ?? "?") of \(user), "
                + "\(purchase.givesAccess)"
        }
        #expect(held == row.held)
        #expect(population.superseded.count == row.losers)
    }

    // MARK: - Rows of one period

    /// A row of an export: user, renewal, start, end, when it was written.
    private static func row(
        _ user: String, _ renewal: Int, _ start: Int, _ end: Int, written: Int,
        refunded: Int? = nil
    ) -> TestRecord {
        var says: [NeutralField: Said] = [
            .userID: .text(user), .store: "app_store", .originalTransactionID: "t",
            .transactionID: .text("t\(renewal)"), .renewalNumber: .number(renewal),
            .purchaseDate: .number(start), .expiryDate: .number(end),
            .versionDate: .number(written),
        ]
        if let refunded { says[.refundedDate] = .number(refunded) }
        return .purchase(says)
    }

    /// Rows in any order, and who holds the purchase at hour 50, in which state.
    private static let rows: [(String, [TestRecord], String, NeutralState)] = [
        (
            "the row written last decides, its owner too",
            [row("a", 1, 40, 60, written: 41), row("b", 1, 40, 60, written: 45)], "b", .active
        ),
        (
            "the highest renewal decides, though an older one was written later",
            [
                row("a", 1, 10, 30, written: 49, refunded: 20), row("a", 2, 30, 60, written: 31),
            ], "a", .active
        ),
        (
            "a refund of the highest renewal counts",
            [
                row("a", 1, 10, 30, written: 11), row("a", 2, 30, 60, written: 45, refunded: 44),
            ], "a", .refunded
        ),
    ]

    @Test(arguments: rows, [false, true])
    func `Of rows of one subscription the latest period counts, and of that the newest row`(
        row: (why: String, rows: [TestRecord], user: String, state: NeutralState),
        isReversed: Bool
    ) throws {
        let population = try population(
            isReversed ? row.rows.reversed() : row.rows, of: "revenuecat",
            readers: [testReader(.latestPeriod)], at: .hour(50))
        let purchase = try #require(population.all.first)
        #expect(population.all.count == 1, "\(row.why)")
        #expect(
            population.string(purchase.user) == row.user, "\(row.why)")
        #expect(purchase.state == row.state, "\(row.why)")
    }

    // MARK: - Moments

    /// Moments in days, each with the line that says it; what is latest of them, and of all others,
    /// and whether one date is far ahead, however many lines say it.
    @Test(
        arguments: [
            ([(1, 1), (2, 2), (3, 3)], 3, 2, false),
            ([(3, 1), (2, 2), (1, 3)], 3, 2, false),
            ([(90, 1), (2, 2), (1, 3)], 90, 2, true),
            ([(1, 1), (31, 2)], 31, 1, false),
            ([(1, 1), (32, 2)], 32, 1, true),
            ([(90, 1), (91, 1), (2, 2)], 91, 2, true),
            ([(90, 1), (91, 2), (2, 3)], 91, 90, false),
            ([(90, 1), (90, 2), (2, 3)], 90, 2, true),
            ([(2, 1), (90, 2), (1, 3), (90, 4), (90, 5)], 90, 2, true),
            ([(2, 1), (2, 2), (90, 3), (90, 4)], 90, 2, true),
            ([(90, 1), (90, 2), (80, 3), (80, 4)], 90, 80, false),
        ] as [([(Int, Int)], Int, Int, Bool)])
    func `One date that is more than thirty days ahead of all others is far ahead`(
        said: [(day: Int, line: Int)], latest: Int, second: Int, isFarAhead: Bool
    ) {
        var (whole, halves) = (LatestMoments(), [LatestMoments(), LatestMoments()])
        for (index, row) in said.enumerated() {
            let at = LatestMoments.Row(input: 0, line: row.line, start: row.line * 100)
            whole.take(.hour(row.day * 24), in: at)
            halves[index % 2].take(.hour(row.day * 24), in: at)
        }
        #expect(whole.latest == .hour(latest * 24))
        #expect(whole.second == .hour(second * 24))
        #expect(whole.isFarAhead == isFarAhead)
    }
}
