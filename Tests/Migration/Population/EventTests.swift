// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Testing

import AllonymMigration

/// Purchases, by events.
@Suite struct EventTests {
    /// What an event says of one purchase; its period runs from hour 10 to 20 unless said otherwise.
    private static func event(
        _ event: NeutralEvent, _ hour: Int, user: String = "a", from: Int = 10, to: Int = 20,
        _ more: [NeutralField: Said] = [:], isAnnounced: Bool = false
    ) -> TestRecord {
        let says: [NeutralField: Said] = [
            .userID: .text(user), .store: "app_store", .originalTransactionID: "1",
            .product: "pro", .purchaseDate: .number(from), .expiryDate: .number(to),
        ]
        return .event(event, hour, says.merging(more) { $1 }, isAnnounced: isAnnounced)
    }

    /// Events in order of time, the moment, and how the purchase stands then.
    private static let logs: [(String, [TestRecord], Int, NeutralState)] = [
        ("it was bought", [event(.purchased, 10)], 15, .active),
        ("it was bought and is over", [event(.purchased, 10)], 25, .expired),
        ("it was cancelled", [event(.purchased, 10), event(.cancelled, 12)], 15, .cancelled),
        (
            "it was cancelled and not",
            [event(.purchased, 10), event(.cancelled, 12), event(.uncancelled, 13)], 15, .active
        ),
        (
            "it was renewed after a cancellation",
            [event(.purchased, 10), event(.cancelled, 12), event(.renewed, 20, from: 20, to: 30)],
            25, .active
        ),
        (
            "it was cancelled, and within the same millisecond not",
            [
                event(.purchased, 10), event(.cancelled, 12, [.timeFraction: .number(227)]),
                event(.uncancelled, 12, [.timeFraction: .number(760)]),
            ], 15, .active
        ),
        (
            "it was cancelled within the millisecond in which it had not been",
            [
                event(.purchased, 10), event(.uncancelled, 12, [.timeFraction: .number(227)]),
                event(.cancelled, 12, [.timeFraction: .number(760)]),
            ], 15, .cancelled
        ),
        (
            "an earlier period was given back",
            [
                event(.purchased, 10, [.transactionID: "1"]),
                event(.renewed, 20, from: 20, to: 30, [.transactionID: "2"]),
                event(.refunded, 22, [.transactionID: "1"]),
            ], 25, .active
        ),
        (
            "the period was given back, which cuts it short",
            [
                event(.purchased, 10, [.transactionID: "1"]),
                event(.renewed, 20, from: 20, to: 30, [.transactionID: "2"]),
                event(.refunded, 22, from: 20, to: 22, [.transactionID: "2"]),
            ], 25, .refunded
        ),
        (
            "a charge failed",
            [event(.purchased, 10), event(.billingProblem, 20, [.graceExpiryDate: 26])], 25,
            .grace
        ),
        (
            "a charge failed for long",
            [event(.purchased, 10), event(.billingProblem, 20, [.graceExpiryDate: 24])], 25,
            .billingRetry
        ),
        (
            "the second word on a failed charge keeps the grace of the first",
            [
                event(.purchased, 10), event(.billingProblem, 20, [.graceExpiryDate: 26]),
                event(.billingProblem, 21),
            ], 25, .grace
        ),
        (
            "a charge failed and was made up for",
            [
                event(.purchased, 10), event(.billingProblem, 20),
                event(.recovered, 22, from: 20, to: 30),
            ], 25, .active
        ),
        (
            "it ended after failed charges",
            [event(.purchased, 10), event(.billingProblem, 20), event(.expired, 24)], 25, .expired
        ),
        (
            "it ended early", [event(.purchased, 10), event(.expired, 15, to: 40)], 20, .expired
        ),
        (
            "it was bought again",
            [event(.purchased, 10), event(.expired, 20), event(.purchased, 24, from: 24, to: 30)],
            25, .active
        ),
        (
            "it was refunded",
            [event(.purchased, 10), event(.refunded, 12)], 15, .refunded
        ),
        (
            "a refund was taken back",
            [event(.purchased, 10), event(.refunded, 12), event(.refundReversed, 14)], 15, .active
        ),
        (
            "it was renewed after a refund",
            [event(.purchased, 10), event(.refunded, 12), event(.renewed, 20, from: 20, to: 30)],
            25, .active
        ),
        (
            "it will be suspended",
            [event(.purchased, 10), event(.paused, 12, isAnnounced: true)], 15, .active
        ),
        (
            "it was suspended as announced",
            [
                event(.purchased, 10),
                event(.paused, 12, [.resumeDate: 90], isAnnounced: true),
            ], 25, .paused
        ),
        (
            "the end that begins the suspension keeps the day on which it goes on",
            [
                event(.purchased, 10),
                event(.paused, 12, [.resumeDate: 24], isAnnounced: true), event(.paused, 20),
            ], 25, .expired
        ),
        (
            "it goes on", [event(.purchased, 10), event(.paused, 20), event(.resumed, 22, to: 40)],
            25, .active
        ),
        (
            "it was put off",
            [event(.purchased, 10), event(.cancelled, 12), event(.extended, 13, to: 30)], 25,
            .cancelled
        ),
        (
            "a trial did not become more",
            [event(.trialStarted, 10), event(.trialExpired, 20)], 20, .expired
        ),
        ("access ended", [event(.purchased, 10), event(.accessEnded, 15)], 16, .expired),
        (
            "access ended while a charge is retried",
            [
                event(.purchased, 10), event(.billingProblem, 15, to: 40),
                event(.accessEnded, 16, to: 40),
            ], 20, .billingRetry
        ),
        (
            "access ended and came back",
            [event(.purchased, 10), event(.accessEnded, 15), event(.accessStarted, 16)], 17,
            .active
        ),
        (
            "access ended and a period began",
            [event(.purchased, 10), event(.accessEnded, 15), event(.renewed, 16, to: 40)], 17,
            .active
        ),
        (
            "access ended for an earlier owner alone",
            [
                event(.purchased, 10), event(.accessStarted, 15, user: "b"),
                event(.accessEnded, 16, user: "a"),
            ], 17, .active
        ),
        (
            "access ended for a user who had a later word",
            [
                event(.purchased, 10, [.state: "active"]), event(.accessEnded, 15),
                event(.productChanged, 16, [.state: "active"]),
            ], 17, .active
        ),
        (
            "access ended after a word",
            [event(.purchased, 10, [.state: "active"]), event(.accessEnded, 15)], 17, .expired
        ),
        (
            "a word is old once something happens",
            [event(.purchased, 10, [.state: "expired"]), event(.renewed, 12)], 15, .active
        ),
        (
            "it left, to whom is not said", [event(.purchased, 10), event(.transferredFrom, 15)],
            16, .expired
        ),
    ]

    @Test(arguments: logs)
    func `Events tell how a purchase stands, in whatever order they come`(
        when: String, log: [TestRecord], hour: Int, state: NeutralState
    ) throws {
        for order in orders(of: log) {
            let population = try population(
                order, readers: [testReader(.events)], at: .hour(hour))
            #expect(population.all.map(\.state) == [state])
        }
    }

    /// All orders of at most four records.
    private func orders(of log: [TestRecord]) -> [[TestRecord]] {
        if log.count < 2 { return [log] }
        return log.indices.flatMap { first -> [[TestRecord]] in
            var rest = log
            let record = rest.remove(at: first)
            return orders(of: rest).map { [record] + $0 }
        }
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
