// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymSimulation
import AllonymTestSupport
import Foundation
import Testing

import AllonymMigration

/// Random records give what the plain way gives.
///
/// `ALLONYM_POPULATIONS` says how many populations, `ALLONYM_SEED` which.
@Suite struct RandomPopulationTests {
    private static let count =
        ProcessInfo.processInfo.environment["ALLONYM_POPULATIONS"].flatMap(Int.init) ?? 300
    private var random = SeededGenerator(seed: SeededGenerator.seedOfRun)

    private mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    private mutating func number(_ range: Range<Int>) -> Int {
        Int.random(in: range, using: &random)
    }

    private mutating func id() -> Said {
        .text(
            one(of: [
                "a", "b", "c", "d", "e", "f", "an ID too long for sixteen bytes",
                "12345678901234567",
            ]))
    }

    /// What is said of a purchase of few keys.
    private mutating func purchase() -> [NeutralField: Said] {
        let from = number(0..<50)
        return [
            .userID: id(), .store: .text(one(of: ["app_store", "play_store"])),
            .originalTransactionID: .text(one(of: ["1", "GPA.3372-4150-5432-12345"])),
            .purchaseDate: .number(from), .expiryDate: .number(from + number(1..<50)),
            .product: .text(one(of: ["p", "q", "r"])),
        ]
    }

    private mutating func aliases() -> TestRecord {
        let ids = (0..<2).map { _ in id() }
        return .alias([.userID: ids[0], .originalID: ids[1]])
    }

    @Test(arguments: [FormatReader.Order.latestRow, .latestPeriod])
    mutating func `Random rows give what the plain way gives`(order: FormatReader.Order) throws {
        print("random rows: seed \(SeededGenerator.seedOfRun)")
        let reader = try testReader(order)
        for _ in 0..<Self.count {
            var records: [TestRecord] = []
            // Of two rows of one date the later one counts, so each has one of its own.
            for version in (0..<number(0..<30)).map({ $0 + 20 }).shuffled(using: &random) {
                var says = purchase()
                says[.versionDate] = .number(version)
                if number(0..<5) == 0 { says[.refundedDate] = .number(number(0..<60)) }
                records.append(number(0..<6) == 0 ? aliases() : .purchase(says))
            }
            compare(
                try population(records, readers: [reader], at: .hour(60)),
                PlainPopulation(records, orders: [order], at: .hour(60)), records)
        }
    }

    private static let events: [NeutralEvent] = [
        .purchased, .renewed, .trialConverted, .recovered, .cancelled, .uncancelled,
        .billingProblem, .paused, .resumed, .expired, .refunded, .refundReversed, .accessStarted,
        .accessEnded, .productChanged, .extended,
    ]

    @Test mutating func `A random log in any order gives what the plain way gives in order`() throws
    {
        print("random logs: seed \(SeededGenerator.seedOfRun)")
        let reader = try testReader(.events)
        for _ in 0..<Self.count {
            var records: [TestRecord] = []
            for hour in 0..<number(0..<30) {
                switch number(0..<8) {
                case 0: records.append(aliases())
                case 1:
                    let sides = [one(of: ["a", "b", "c"]), one(of: ["d", "e", "f"])]
                    let isBack = Bool.random(using: &random)
                    records.append(
                        .event(
                            .transferredTo, hour,
                            [
                                .transferredFrom: .list([sides[isBack ? 1 : 0]]),
                                .transferredTo: .list([sides[isBack ? 0 : 1]]),
                                .store: .text(one(of: ["app_store", "play_store"])),
                            ]))
                default: records.append(.event(one(of: Self.events), hour, purchase()))
                }
            }
            records += records.filter { _ in Bool.random(using: &random) }
            let plain = PlainPopulation(records, orders: [.events], at: .hour(60))
            for _ in 0..<3 {
                records.shuffle(using: &random)
                compare(
                    try population(records, readers: [reader], at: .hour(60)), plain, records)
            }
        }
    }

    private func compare(
        _ population: Population, _ plain: PlainPopulation, _ records: [TestRecord]
    ) {
        var customers: [Set<String>] = []
        population.forEachCustomer { customer in
            customers.append(Set(customer.ids.compactMap { population.string($0) }))
        }
        #expect(Set(customers) == Set(plain.customers), "\(records)")
        let holdings = population.all.map { purchase in
            let customer = population.customer(of: purchase.user)
            let key = population.string(purchase.originalTransaction) ?? ""
            return PlainPopulation.Holding(
                user: customer.isPresent ? customers[customer.index] : [],
                key: "\(purchase.store?.rawValue ?? "") \(key)", state: purchase.state,
                isCopy: purchase.isCopy, firstPurchased: purchase.firstPurchased,
                purchased: purchase.purchased, expires: purchase.expires,
                product: population.string(purchase.product))
        }
        #expect(holdings.count == Set(holdings).count)
        let counts = population.counts
        let told = counts.purchases + counts.grants + counts.events
        let others = [
            counts.ignored, counts.duplicates, counts.late, counts.later, counts.unplaced,
            counts.identities, counts.transfers, counts.renewals, counts.merged, counts.superseded,
        ]
        #expect(told == holdings.count + others.reduce(0, +), "\(records)")
        let missing = plain.holdings.subtracting(holdings)
        let wrong = Set(holdings).subtracting(plain.holdings)
        #expect(missing.isEmpty && wrong.isEmpty, "\(missing) not \(wrong) of \(records)")
    }
}
