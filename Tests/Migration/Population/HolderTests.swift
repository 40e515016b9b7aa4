// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Testing

import AllonymMigration

/// Purchases that records give to several customers.
@Suite struct HolderTests {
    private static func row(
        _ user: String, bought: Int, until: Int, version: Int, _ more: [NeutralField: Said] = [:]
    ) -> TestRecord {
        let says: [NeutralField: Said] = [
            .userID: .text(user), .store: "app_store", .originalTransactionID: "1",
            .purchaseDate: .number(bought), .expiryDate: .number(until),
            .versionDate: .number(version),
        ]
        return .purchase(says.merging(more) { $1 })
    }

    /// Who holds the purchase at hour 50, the owner first; then copies and superseded rows.
    private static let cases: [(String, [TestRecord], [String], Int, Int)] = [
        (
            "two hold what runs for both",
            [
                row("a", bought: 40, until: 60, version: 41),
                row("b", bought: 40, until: 60, version: 42),
            ], ["a", "b"], 1, 0
        ),
        (
            "the first in time owns, not the first in the input",
            [
                row("a", bought: 40, until: 60, version: 41),
                row("b", bought: 40, until: 60, version: 42, [.originalPurchaseDate: 10]),
            ], ["b", "a"], 1, 0
        ),
        (
            "of equal dates the ID that comes first owns, not the first in the input",
            [
                row("b", bought: 40, until: 60, version: 41),
                row("c", bought: 40, until: 60, version: 41),
                row("a", bought: 40, until: 60, version: 42),
            ], ["a", "b", "c"], 2, 0
        ),
        (
            "each holder's own periods count",
            [
                row("a", bought: 20, until: 40, version: 21),
                row("b", bought: 20, until: 40, version: 21),
                row("b", bought: 40, until: 60, version: 41),
                row("a", bought: 40, until: 60, version: 41),
            ], ["a", "b"], 1, 0
        ),
        (
            "whoever has an earlier period alone held it once",
            [
                row("a", bought: 20, until: 40, version: 21),
                row("b", bought: 40, until: 60, version: 41),
            ], ["b"], 0, 1
        ),
        (
            "of what is over for all the latest period counts",
            [
                row("b", bought: 30, until: 40, version: 41),
                row("a", bought: 20, until: 30, version: 42),
                row("c", bought: 30, until: 40, version: 43),
            ], ["b", "c"], 1, 1
        ),
        (
            "what was given back does not count beside what runs",
            [
                row("a", bought: 40, until: 60, version: 41, [.refundedDate: 45]),
                row("b", bought: 40, until: 60, version: 41),
            ], ["b"], 0, 1
        ),
        (
            "two that turn out to be one are one",
            [
                row("a", bought: 20, until: 40, version: 21),
                row("b", bought: 40, until: 60, version: 41),
                .alias([.userID: "a", .aliases: ["b"]]),
            ], ["b"], 0, 0
        ),
        (
            "two that are known to be one are one",
            [
                .alias([.userID: "a", .aliases: ["b"]]),
                row("b", bought: 40, until: 60, version: 41),
                row("a", bought: 20, until: 40, version: 21),
            ], ["b"], 0, 0
        ),
        (
            "whoever has the ID that comes first owns, though another one of theirs counts",
            [
                row("a", bought: 40, until: 60, version: 41),
                row("c", bought: 40, until: 60, version: 41),
                row("b", bought: 40, until: 60, version: 42),
                .alias([.userID: "a", .aliases: ["b"]]),
            ], ["b", "c"], 1, 0
        ),
    ]

    @Test(arguments: cases, [FormatReader.Order.latestRow, .latestPeriod])
    func `Whose record runs holds the purchase, and one of them owns it`(
        of row: (
            when: String, records: [TestRecord], holders: [String], copies: Int, superseded: Int
        ), order: FormatReader.Order
    ) throws {
        let population = try population(
            row.records, readers: [testReader(order)], at: .hour(50))
        let purchases = population.all.sorted { !$0.isCopy && $1.isCopy }
        #expect(purchases.map { population.string($0.user) } == row.holders)
        #expect(purchases.first?.isCopy == false)
        #expect(purchases.dropFirst().allSatisfy { $0.isCopy })
        #expect(population.counts.copies == row.copies)
        #expect(population.counts.superseded == row.superseded)
        #expect(population.purchaseCount == row.holders.count)
    }

    @Test func `One that joins keeps the first purchase of both rows`() throws {
        let population = try population(
            [
                Self.row("a", bought: 20, until: 40, version: 21),
                Self.row("b", bought: 40, until: 60, version: 41),
                .alias([.userID: "a", .aliases: ["b"]]),
            ], readers: [testReader(.latestPeriod)], at: .hour(50))
        #expect(population.all.map(\.firstPurchased) == [.hour(20)])
        #expect(population.all.map(\.purchased) == [.hour(40)])
    }

    @Test func `A purchase of nobody stands apart`() throws {
        let population = try population(
            [
                .purchase([.transactionID: "1"]), .grant([.transactionID: "2"]),
                .purchase([.transactionID: "3"]),
                .purchase([.transactionID: "3", .userID: "a"]),
            ], readers: [testReader(.latestRow)])
        #expect(population.ownerless.purchases.map(\.index) == [0])
        #expect(population.ownerless.grants.map(\.index) == [1])
        #expect(population.counts.ownerless == 2)
        #expect(population.customer(CustomerNumber(0)).purchases.map(\.index) == [2])
    }
}
