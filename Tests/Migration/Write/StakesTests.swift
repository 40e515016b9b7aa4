// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Foundation
import Testing

import AllonymMigration

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

    /// What Nami's app brings, and of other stores what Nami does not take.
    private func play(_ entitlement: String = "pro") -> Fields {
        [
            "product": "p", "store": "play_store", "price": "5", "currency": "EUR",
            "entitlement": [entitlement],
        ]
    }

    private func paddle(_ entitlement: String) -> Fields {
        var fields = play(entitlement)
        fields["store"] = "paddle"
        return fields
    }

    @Test func `A customer counts under the reason of the worst, with what was paid for that`()
        throws
    {
        let stakes = try plan(
            People([
                customer("ada", [play(), paddle("gold")]), customer("bob", [play()]),
                // One of two purchases of the same entitlement is enough.
                customer("cid", [paddle("pro"), play()]),
            ]), from: side("neutral"), to: side("nami"), PlanOptions(at: testMoment),
            in: TemporaryFolder()
        ).stakes
        #expect(stakes.customers[.byDecision] == 1 && stakes.customers[.byApp] == 2)
        #expect(stakes.codes.keys.sorted() == ["brought-by-app", "not-taken"])
        let (app, none) = (stakes.codes["brought-by-app"], stakes.codes["not-taken"])
        #expect(app?.customers[.byApp] == 2 && none?.customers[.byDecision] == 1)
        #expect(app?.paid["EUR"]?[.byApp] == 15_000_000)
        #expect(none?.paid["EUR"]?[.byDecision] == 5_000_000)
        #expect(stakes.paid["EUR"]?[.byApp] == 15_000_000)
        #expect(stakes.paid["EUR"]?[.byDecision] == 5_000_000)
        #expect(stakes.reasons.keys.allSatisfy { $0.severity != nil && $0.rule != nil })
        // Of an entitlement, and of a store, money counts by what becomes of that access.
        #expect(stakes.entitlements["pro"]?.paid["EUR"]?[.byApp] == 20_000_000)
        #expect(stakes.stores["play_store"]?.paid["EUR"]?[.byApp] == 15_000_000)
        #expect(stakes.stores["paddle"]?.paid["EUR"]?[.byApp] == 5_000_000)
        #expect(stakes.stores["paddle"]?.customers[.byApp] == 1)
    }

    @Test func `Money of whoever loses nothing is not lost`() throws {
        let folder = TemporaryFolder()
        let report = try plan(
            People([customer("cid", [paddle("pro"), play()])]), from: side("neutral"),
            to: side("nami"), PlanOptions(at: testMoment), in: folder)
        #expect(report.findings.contains { $0.code.rawValue == "not-taken" })
        #expect(
            report.findings.allSatisfy { $0.cost.paid.values.allSatisfy { $0.all == $0[.byApp] } })
        #expect(report.stakes.customers[.byApp] == 1 && report.stakes.customers.all == 1)
        #expect(report.stakes.paid["EUR"]?.all == 10_000_000)
        #expect(!report.lines.contains { $0.hasPrefix("Last paid") })
        for name in ["report.md", "report.html"] {
            #expect(try !folder.text(name).contains("Last paid for what is lost"), "\(name)")
        }
        // One amount beside the customer whom the app brings it all.
        let page = try folder.text("report.html")
        #expect(page.components(separatedBy: "<small>last paid 10.00").count == 3)
        #expect(page.components(separatedBy: "<small>last paid").count == 3)
    }

    @Test func `Beside a number of customers stands the money of these alone`() throws {
        let folder = TemporaryFolder()
        let report = try plan(
            People([customer("ada", [play(), paddle("gold")])]), from: side("neutral"),
            to: side("nami"), PlanOptions(at: testMoment), in: folder)
        #expect(report.stakes.customers[.byApp] == 0 && report.stakes.customers[.byDecision] == 1)
        #expect(report.lines.contains("Last paid for what is lost until you decide: 5.00 EUR."))
        let stakes = try folder.object("report.json")["stakes"] as? [String: Any]
        let paid = (stakes?["paid"] as? [String: Any])?["EUR"] as? [String: String]
        #expect(
            paid == [
                "withAccess": "5.00", "kept": "0.00", "byApp": "0.00", "byDecision": "5.00",
                "lost": "0.00",
            ])
    }

    @Test(arguments: everySide)
    func `Reasons add up to the outcomes, and each is a finding`(target: String) throws {
        var random = RandomPeople(seed: 11)
        let people = random.people(customers: 300)
        for source in everySide {
            let report = try plan(
                people, from: side(source), to: side(target), in: TemporaryFolder())
            for outcome in AccessOutcome.allCases {
                let sum = report.stakes.reasons.values.reduce(0) { $0 + $1.customers[outcome] }
                #expect(sum == (outcome == .kept ? 0 : report.stakes.customers[outcome]))
            }
            for reason in report.stakes.reasons.keys {
                #expect(report.findings.contains { $0.code == reason.code })
            }
        }
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

    @Test func `In a sandbox nobody pays`() throws {
        let sale: Fields = [
            "product": "p", "store": "stripe", "price": "9.99", "currency": "EUR",
            "environment": "sandbox",
        ]
        let stakes = try stakes([customer("ada", [sale])])
        #expect(stakes.stores["stripe"]?.customers.all == 1)
        #expect(stakes.stores["stripe"]?.paid.isEmpty == true)
    }

    @Test func `Whoever has sandbox purchases only is said to be a tester, whatever comes of it`()
        throws
    {
        func sale(_ number: Int, _ environment: String?) -> Fields {
            var fields = PurchasePlanTests.running
            fields["environment"] = environment
            fields["transaction-id"] = "200000000000010\(number)"
            fields["original-transaction-id"] = "200000000000010\(number)"
            return fields
        }
        let people = People([
            customer("ada", [sale(1, "sandbox")]), customer("bob", [sale(2, "production")]),
            customer("cid", [sale(3, "sandbox"), sale(4, "production")]),
            customer("dan", [sale(5, nil)]),
            .init(
                ids: [.init(text: "eve")], purchases: [sale(6, "sandbox")],
                grants: [["entitlement": ["gold"], "state": "active"]]),
        ])
        let says = "1 of the 5 has sandbox purchases only: 1 loses it for good."
        let kept = "1 of the 5 has sandbox purchases only: 1 keeps it with the import."
        for (target, outcome, sentence) in [
            ("purchasely", AccessOutcome.lost, says), ("neutral", AccessOutcome.kept, kept),
        ] {
            let folder = TemporaryFolder()
            let report = try plan(
                people, from: side("neutral"), to: side(target), PlanOptions(at: testMoment),
                in: folder)
            #expect(report.stakes.testers.all == 1 && report.stakes.testers[outcome] == 1)
            #expect(report.counts.customers.withAccess == 5)
            #expect(report.counts.customers.sandbox == 1)
            #expect(report.lines[1].hasSuffix(". \(sentence)"))
            for name in ["report.md", "report.html", "steps.md"] {
                #expect(try folder.text(name).contains(sentence), "\(name)")
            }
        }
        let without = try stakes([
            customer("bob", [sale(2, "production")]), customer("dan", [sale(5, nil)]),
        ])
        #expect(without.testers.all == 0 && without.customers.all == 2)
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
        (89_234_000_000, "JPY", "89,234"), (1_500_000, "JPY", "1.5"), (4_740_000, "EUR", "4.74"),
        (12_000_000, "USD", "12.00"), (1_500_000, "KWD", "1.500"), (1_000_000, "XXX", "1.00"),
    ])
    func `An amount has the decimals of its currency`(
        millionths: Int, currency: String, text: String
    ) {
        #expect(Stakes.amount(millionths, in: currency) == text)
    }

    @Test(arguments: [
        (0, "0.00"), (10_000, "0.01"), (9_990_000, "9.99"), (1_234_567, "1.234567"),
        (1_500_000_000, "1500.00"),
    ])
    func `Amounts have two decimals or more`(millionths: Int, text: String) {
        #expect(Stakes.decimal(millionths) == text)
    }
}
