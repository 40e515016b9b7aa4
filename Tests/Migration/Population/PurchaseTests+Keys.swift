// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import Testing

import AllonymMigration

/// Which records describe the same purchase.
extension PurchaseTests {
    @Test(
        arguments: [
            (NeutralField.kind, "consumable", "subscription", 2), (.kind, "consumable", "", 1),
            (.kind, "", "subscription", 1), (.kind, "consumable", "consumable", 1),
            (.store, "app_store", "play_store", 2), (.store, "app_store", "", 1),
        ] as [(NeutralField, String, String, Int)])
    func `What has no number is told apart by its kind and store, where both are said`(
        field: NeutralField, one: String, other: String, count: Int
    ) throws {
        let records = [one, other].map { word in
            var says: [NeutralField: Said] = [
                .userID: "a", .product: "pro", .purchaseDate: 10, .expiryDate: 20,
            ]
            says[field] = word.isEmpty ? nil : .text(word)
            return TestRecord.purchase(says)
        }
        let population = try population(records, readers: [testReader(.latestRow)])
        #expect(population.purchaseCount == count)
        #expect(population.counts.merged == 2 - count)
    }

    /// Two records, and as how many purchases they count.
    private static let keys: [(String, [NeutralField: Said], [NeutralField: Said], Int)] = [
        (
            "the original transaction", [.originalTransactionID: "1", .transactionID: "2"],
            [.originalTransactionID: "1", .transactionID: "3"], 1
        ),
        (
            "what is bought once has transactions of its own",
            [.kind: "consumable", .originalTransactionID: "1", .transactionID: "2"],
            [.kind: "consumable", .originalTransactionID: "1", .transactionID: "3"], 2
        ),
        (
            "a transaction is its own original", [.transactionID: "1"],
            [.originalTransactionID: "1", .transactionID: "2"], 1
        ),
        (
            "stores number for themselves", [.transactionID: "1", .store: "app_store"],
            [.transactionID: "1", .store: "play_store"], 2
        ),
        (
            "a store that is not said may be any", [.transactionID: "1", .store: "app_store"],
            [.transactionID: "1"], 1
        ),
        ("the provider's ID", [.purchaseID: "1"], [.purchaseID: "1"], 1),
        ("IDs of another kind", [.purchaseID: "1"], [.transactionID: "1"], 2),
        ("the token", [.purchaseToken: "long.token"], [.purchaseToken: "long.token"], 1),
        ("another token", [.purchaseToken: "long.token"], [.purchaseToken: "long.taken"], 2),
        ("the receipt", [.receipt: "MIIT"], [.receipt: "MIIT"], 1),
        ("another receipt", [.receipt: "MIIT"], [.receipt: "MIIU"], 2),
        (
            "the product and its date", [.product: "p", .purchaseDate: 1],
            [.product: "p", .purchaseDate: 1], 1
        ),
        (
            "the product at another date", [.product: "p", .purchaseDate: 1],
            [.product: "p", .purchaseDate: 2], 2
        ),
        ("the entitlements", [.entitlement: ["e"]], [.entitlement: ["e"]], 1),
        ("other entitlements", [.entitlement: ["e"]], [.entitlement: ["e", "f"]], 2),
        ("nothing", [:], [:], 2),
    ]

    @Test(arguments: keys)
    func `A purchase is known by the first key that it has`(
        what: String, one: [NeutralField: Said], other: [NeutralField: Said], count: Int
    ) throws {
        let user: [NeutralField: Said] = [.userID: "a"]
        let records = [one, other].map { TestRecord.purchase($0.merging(user) { $1 }) }
        let population = try population(records, readers: [testReader(.latestRow)])
        #expect(population.purchaseCount == count)
    }

    @Test(arguments: ["GPA.3372-4150-5432-12345..3", "GPA.3372-4150-5432-12345", "another order"])
    func `A transaction that only adds to a long original one comes back whole`(
        transaction: String
    ) throws {
        let original = "GPA.3372-4150-5432-12345"
        let records = ["GPA.3372-4150-5432-12345..2", transaction].map { transaction in
            TestRecord.purchase(
                Self.first.merging([
                    .originalTransactionID: .text(original), .transactionID: .text(transaction),
                ]) { $1 })
        }
        let population = try population(records, readers: [testReader(.latestRow)])
        let purchase = try #require(population.all.first)
        #expect(population.string(purchase.transaction) == transaction)
        #expect(population.string(purchase.originalTransaction) == original)
    }
}
