// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Testing

import AllonymMigration

/// Purchases, by events.
@Suite struct EventTests {
    /// What an event says of one purchase; its period runs from hour 10 to 20 unless said otherwise.
    static func event(
        _ event: NeutralEvent, _ hour: Int, user: String = "a", from: Int = 10, to: Int = 20,
        _ more: [NeutralField: Said] = [:], isAnnounced: Bool = false
    ) -> TestRecord {
        let says: [NeutralField: Said] = [
            .userID: .text(user), .store: "app_store", .originalTransactionID: "1",
            .product: "pro", .purchaseDate: .number(from), .expiryDate: .number(to),
        ]
        return .event(event, hour, says.merging(more) { $1 }, isAnnounced: isAnnounced)
    }

    @Test func `An event is counted once, by its ID`() throws {
        let events = [Self.event(.purchased, 10), Self.event(.purchased, 10)]
        let population = try population(events, readers: [testReader(.events)])
        #expect(population.counts.events == 2)
        #expect(population.counts.duplicates == 1)
        #expect(population.counts.merged == 0)
    }

    @Test func `An event without an ID is known by what the reader says`() throws {
        func duplicates(_ other: [NeutralField: Said]) throws -> Int {
            let events = [[:], other].map { more in
                var event = Self.event(.purchased, 10, [.transactionID: "5"])
                event.says.merge(more) { $1 }
                event.says[.eventID] = nil
                return event
            }
            let reader = try testReader(.events, sameBy: [.userID, .eventTime, .transactionID])
            return try population(events, readers: [reader]).counts.duplicates
        }
        #expect(try duplicates([:]) == 1)
        #expect(try duplicates([.product: "other"]) == 1)
        #expect(try duplicates([.transactionID: "6"]) == 0)
        #expect(try duplicates([.eventTime: 11]) == 0)
    }

    @Test func `An event that comes late is counted, and changes only what nothing later did`()
        throws
    {
        let population = try population(
            [
                Self.event(.renewed, 20, from: 20, to: 30),
                Self.event(.cancelled, 12), Self.event(.refunded, 25, from: 20, to: 30),
                Self.event(.productChanged, 11, [.familyShared: true]),
            ], readers: [testReader(.events)])
        #expect(population.counts.late == 1)
        let purchase = try #require(population.all.first)
        #expect((purchase.state, purchase.cancelled) == (.refunded, .none))
        #expect((purchase.firstPurchased, purchase.purchased) == (.hour(10), .hour(20)))
    }

    @Test func `What happens after the given moment has not happened, but its IDs are known`()
        throws
    {
        let population = try population(
            [Self.event(.purchased, 10), Self.event(.refunded, 16, user: "b")],
            readers: [testReader(.events)], at: .hour(15))
        #expect(population.all.map(\.state) == [.active])
        #expect(population.counts.later == 1)
        #expect(population.idCount == 2)
    }

    @Test func `A trial is one by its event, unless its record says another period`() throws {
        let population = try population(
            [
                Self.event(.trialStarted, 10),
                Self.event(
                    .trialStarted, 10, [.originalTransactionID: "2", .periodType: "offer"]),
            ], readers: [testReader(.events)])
        #expect(population.all.map(\.period) == [.trial, .offer])
    }

    @Test func `What was given by hand can be taken back`() throws {
        let grant: [NeutralField: Said] = [.store: "promotional", .originalTransactionID: "9"]
        let given = Self.event(.granted, 10, grant)
        for (log, gives) in [
            ([given], true), ([given, Self.event(.revoked, 12, grant)], false),
            ([given, Self.event(.expired, 12, grant)], false),
        ] {
            let population = try population(log, readers: [testReader(.events)], at: .hour(15))
            #expect((population.grantCount, population.purchaseCount) == (1, 0))
            #expect(population.all.map(\.givesAccess) == [gives])
        }
    }

    @Test func `Events and records of one purchase count by their times`() throws {
        let row = TestRecord.purchase([
            .userID: "a", .store: "app_store", .originalTransactionID: "1", .purchaseDate: 20,
            .expiryDate: 30, .versionDate: 21, .cancelledDate: 21,
        ]).by(1)
        let readers = [try testReader(.events), try testReader(.latestPeriod)]
        for (log, state) in [
            ([Self.event(.purchased, 10), row], NeutralState.cancelled),
            ([row, Self.event(.purchased, 10)], .cancelled),
            ([row, Self.event(.uncancelled, 22, from: 20, to: 30)], .active),
            ([Self.event(.uncancelled, 22, from: 20, to: 30), row], .active),
        ] {
            let population = try population(log, readers: readers, at: .hour(25))
            #expect(population.all.map(\.state) == [state])
            #expect(population.all.map { population.string($0.product) } == ["pro"])
        }
    }
}
