// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings
import Testing

import AllonymMigration

extension Population {
    /// All purchases and grants that are held, in the order of their numbers.
    var all: [Purchase] {
        var all: [Purchase] = []
        forEachCustomer { customer in
            all += (Array(customer.purchases) + Array(customer.grants)).map { purchase($0) }
        }
        all += (Array(ownerless.purchases) + Array(ownerless.grants)).map { purchase($0) }
        return all.sorted { $0.number.index < $1.number.index }
    }

    /// What a purchase or grant unlocks.
    func entitlements(of purchase: Purchase) -> [String] {
        var texts: [String] = []
        forEachEntitlement(of: purchase) { texts += [string($0)].compactMap { $0 } }
        return texts
    }
}

/// Purchases, by records that say how they stand.
@Suite struct PurchaseTests {
    static let first: [NeutralField: Said] = [
        .userID: "a", .store: "app_store", .product: "pro", .transactionID: "t1",
        .originalTransactionID: "t1", .purchaseDate: 10, .expiryDate: 20, .versionDate: 11,
        .entitlement: ["gold"],
    ]

    /// The second period of ``first``.
    private static var second: [NeutralField: Said] {
        first.merging([
            .transactionID: "t2", .purchaseDate: 20, .expiryDate: 30, .versionDate: 21,
        ]) { $1 }
    }

    @Test(arguments: [FormatReader.Order.latestRow, .latestPeriod], [false, true])
    func `The newest record of a purchase counts, whichever comes first`(
        order: FormatReader.Order, isReversed: Bool
    ) throws {
        let records = [Self.first, Self.second].map { TestRecord.purchase($0) }
        let population = try population(
            isReversed ? records.reversed() : records, readers: [testReader(order)])
        let purchase = try #require(population.all.first)
        #expect(population.purchaseCount == 1)
        #expect(purchase.purchased == .hour(20))
        #expect(purchase.expires == .hour(30))
        #expect(purchase.firstPurchased == .hour(10))
        #expect(population.string(purchase.transaction) == "t2")
        #expect(population.string(purchase.originalTransaction) == "t1")
        #expect(population.counts.renewals == 1)
    }

    /// A refund of the first period that was written down after the second one began.
    @Test(
        arguments: [
            (FormatReader.Order.latestRow, NeutralState.refunded), (.latestPeriod, .active),
        ], [false, true])
    func `A late change of an earlier period counts only where the latest row does`(
        order: (FormatReader.Order, NeutralState), isReversed: Bool
    ) throws {
        let refund = Self.first.merging([.refundedDate: 22, .versionDate: 22]) { $1 }
        let records = [Self.second, refund].map { TestRecord.purchase($0) }
        let population = try population(
            isReversed ? records.reversed() : records, readers: [testReader(order.0)],
            at: .hour(25))
        #expect(population.all.map(\.state) == [order.1])
    }

    /// The second period was first written down before the first one was looked at for the last time.
    @Test func `Of one period the record that was written down last counts, whatever others were`()
        throws
    {
        let looked = Self.first.merging([.versionDate: 40]) { $1 }
        let early = Self.second.merging([.versionDate: 19, .product: "early"]) { $1 }
        let late = Self.second.merging([.versionDate: 30, .product: "late"]) { $1 }
        let population = try population(
            [looked, early, late].map { .purchase($0) }, readers: [testReader(.latestPeriod)])
        #expect(population.all.map { population.string($0.product) } == ["late"])
    }

    @Test func `Of two records that are equally new the later one counts`() throws {
        let renamed = Self.first.merging([.product: "plus"]) { $1 }
        let population = try population(
            [.purchase(Self.first), .purchase(renamed)], readers: [testReader(.latestRow)])
        #expect(population.all.map { population.string($0.product) } == ["plus"])
        #expect(population.counts.merged == 1)
    }

    @Test(arguments: [false, true])
    func `What the newest record does not say of product, entitlements and token, others do`(
        isReversed: Bool
    ) throws {
        var bare = Self.second
        for field in [NeutralField.product, .entitlement] { bare[field] = nil }
        let full = Self.first.merging([.purchaseToken: "token", .resumeDate: 90]) { $1 }
        let records = [TestRecord.purchase(bare), .purchase(full)]
        let population = try population(
            isReversed ? records.reversed() : records, readers: [testReader(.latestRow)],
            at: .hour(40))
        let purchase = try #require(population.all.first)
        #expect(population.string(purchase.product) == "pro")
        #expect(population.entitlements(of: purchase) == ["gold"])
        #expect(population.string(purchase.token) == "token")
        #expect(purchase.state == .expired)
    }

    @Test(
        arguments: [
            (nil, nil), (0, nil), (1, 1), (254, 254), (255, 255), (256, 256), (-1, -1),
            (100_000, 100_000),
        ] as [(Int?, Int?)])
    func `Which period it is comes back, whatever the number`(said: Int?, known: Int?) throws {
        // The later row counts, whatever the earlier one has said.
        for earlier in [3, 300] {
            var rows = [Self.first, Self.first]
            rows[0][.renewalNumber] = .number(earlier)
            rows[1][.renewalNumber] = said.map { .number($0) }
            rows[1][.purchaseDate] = 500
            let population = try population(
                rows.map(TestRecord.purchase), readers: [testReader(.latestPeriod)])
            #expect(population.all.map(\.renewal) == [known])
        }
    }

    @Test func `Everything that a record says of a purchase comes back`() throws {
        let says = Self.first.merging([
            .storeProduct: "pro:monthly", .kind: "subscription", .orderID: "order",
            .purchaseID: "sub1", .receipt: "MIIT", .originalPurchaseDate: 1, .graceExpiryDate: 2,
            .resumeDate: 3, .cancelledDate: 4, .billingProblemDate: 5, .refundedDate: 6,
            .periodType: "introductory", .state: "grace", .givesAccess: true, .renews: false,
            .familyShared: true, .environment: "sandbox", .country: "DE", .currency: "EUR",
            .price: "9.99", .entitlement: ["gold", "silver"], .renewalNumber: 3,
            .eventID: "e1", .eventName: "RENEWAL", .eventTime: 7,
        ]) { $1 }
        let population = try population(
            [.purchase(says)], readers: [testReader(.latestRow)], at: .hour(1))
        let purchase = try #require(population.all.first)
        let texts = [
            purchase.product, purchase.storeProduct, purchase.transaction,
            purchase.originalTransaction, purchase.orderID, purchase.purchaseID,
            purchase.country, purchase.currency, purchase.price, purchase.eventID,
            purchase.eventName,
        ].map { population.string($0) }
        #expect(
            texts == [
                "pro", "pro:monthly", "t1", "t1", "order", "sub1", "DE", "EUR", "9.99", "e1",
                "RENEWAL",
            ])
        let dates = [
            purchase.firstPurchased, purchase.graceExpires, purchase.resumes, purchase.cancelled,
            purchase.billingProblem, purchase.refunded, purchase.eventTime, purchase.purchased,
            purchase.version, purchase.expires,
        ]
        #expect(dates == [1, 2, 3, 4, 5, 6, 7, 10, 11, 20].map { .hour($0) })
        #expect(
            (purchase.store, purchase.kind, purchase.period) == (
                .appStore, .subscription, .introductory
            ))
        #expect((purchase.stateSaid, purchase.renewal) == (.grace, 3))
        #expect(
            (purchase.isFamilyShared, purchase.isSandbox, purchase.renews) == (true, true, false))
        #expect(population.entitlements(of: purchase) == ["gold", "silver"])
        #expect(purchase.receipt == RecordLocation(input: 0, offset: 0, length: 9))
        #expect(population.counts.sandbox == 1)
        #expect(!purchase.isGrant)
    }

    @Test func `Access is by the rulebook, unless the provider says`() throws {
        func gives(_ says: [NeutralField: Said], of provider: String?) throws -> [Bool] {
            let record = TestRecord.purchase(Self.first.merging(says) { $1 })
            return try population(
                [record], of: provider, readers: [testReader(.latestRow)], at: .hour(15)
            ).all.map(\.givesAccess)
        }
        for provider in [nil, "revenuecat", "qonversion", "purchasely", "nami"] {
            #expect(try gives([.state: "active"], of: provider) == [true])
            #expect(try gives([.state: "grace"], of: provider) == [true])
            #expect(try gives([.state: "expired"], of: provider) == [false])
            #expect(try gives([.state: "pending"], of: provider) == [false])
            #expect(
                try gives([.state: "billing-retry", .givesAccess: true], of: provider) == [true])
            #expect(try gives([.state: "active", .givesAccess: false], of: provider) == [false])
        }
    }

    @Test func `What was given by hand stands apart`() throws {
        let population = try population(
            [
                .grant([.userID: "a", .entitlement: ["gold"], .purchaseDate: 1, .expiryDate: 9]),
                .purchase(Self.first),
                .purchase([.userID: "a", .store: "promotional", .transactionID: "9"]),
            ], readers: [testReader(.latestRow)], at: .hour(5))
        let customer = population.customer(CustomerNumber(0))
        #expect(customer.purchases.map(\.index) == [1])
        #expect(customer.grants.map(\.index) == [0, 2])
        #expect((population.purchaseCount, population.grantCount) == (1, 2))
    }

    @Test func `The moment is the latest at which something happened, unless it is given`() throws {
        let records = [TestRecord.purchase(Self.first)]
        #expect(try population(records, readers: [testReader(.latestRow)]).at == .hour(11))
        let given = try population(records, readers: [testReader(.latestRow)], at: .hour(90))
        #expect(given.at == .hour(90))
        #expect(given.all.map(\.state) == [.expired])
    }
}
