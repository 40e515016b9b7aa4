// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Testing

@testable import AllonymMigration

/// What is at stake for those who have access.
@Suite struct StakesTests {
    private func customer(_ id: String, _ purchases: [Fields]) -> People.Customer {
        .init(
            ids: [.init(text: id)],
            purchases: purchases.map { fields in
                var fields = fields
                fields["state"] = "active"
                return fields
            })
    }

    private func stakes(_ customers: [People.Customer]) throws -> Stakes {
        let folder = TemporaryFolder()
        return try plan(
            People(customers), from: side("neutral"), to: side("neutral"),
            PlanOptions(at: testMoment), in: folder
        ).stakes
    }

    @Test func `What was paid is summed by store, entitlement and currency`() throws {
        let stakes = try stakes([
            customer(
                "ada",
                [
                    [
                        "product": "p", "store": "app_store", "entitlement": ["pro", "gold"],
                        "price": "9.99", "currency": "EUR",
                    ],
                    ["product": "q", "store": "stripe", "price": "1200", "currency": "jpy"],
                ]),
            customer(
                "bob",
                [["product": "p", "store": "app_store", "price": "0.015", "currency": "EUR"]]),
        ])
        #expect(stakes.customers[.kept] == 2 && stakes.customers.all == 2)
        #expect(stakes.stores.mapValues(\.customers.all) == ["app_store": 2, "stripe": 1])
        #expect(stakes.stores["app_store"]?.paid["EUR"]?[.kept] == 10_005_000)
        #expect(stakes.stores["stripe"]?.paid["JPY"]?[.kept] == 1_200_000_000)
        #expect(stakes.entitlements["gold"]?.paid["EUR"]?[.kept] == 9_990_000)
        #expect(stakes.entitlements.keys.sorted() == ["gold", "p", "pro", "q"])
    }

    @Test(arguments: ["1e3", "-5", "9,99", "", ".", "1.2.3", "1234567890123456789012"])
    func `What is no plain amount is no money`(price: String) throws {
        let stakes = try stakes([
            customer(
                "ada", [["product": "p", "store": "stripe", "price": price, "currency": "EUR"]])
        ])
        #expect(stakes.stores["stripe"]?.customers.all == 1)
        #expect(stakes.stores["stripe"]?.paid.isEmpty == true)
    }

    @Test func `What has no name is nobody's access, and nobody else's store`() throws {
        let stakes = try stakes([
            customer("ada", [["store": "play_store"]]),
            customer("bob", [["product": "p", "store": "app_store"]]),
        ])
        #expect(stakes.customers.all == 1)
        #expect(stakes.stores.keys.sorted() == ["app_store"])
    }

    @Test(arguments: [
        (0, "0.00"), (10_000, "0.01"), (9_990_000, "9.99"), (1_234_567, "1.234567"),
        (1_500_000_000, "1500.00"),
    ])
    func `Amounts have two decimals or more`(millionths: Int, text: String) {
        #expect(Stakes.decimal(millionths) == text)
    }
}
