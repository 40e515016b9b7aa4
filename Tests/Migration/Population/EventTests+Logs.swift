// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Testing

import AllonymMigration

/// How a purchase stands after a log of events.
extension EventTests {
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
}
