// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Testing

import AllonymMigration

/// Purchases that go from one customer to another, and lists of all that a customer may use.
@Suite struct TransferTests {
    private static func event(
        _ event: NeutralEvent, _ hour: Int, user: String?, _ transaction: String = "1",
        _ more: [NeutralField: Said] = [:]
    ) -> TestRecord {
        var says: [NeutralField: Said] = [
            .store: "app_store", .originalTransactionID: .text(transaction),
            .purchaseDate: .number(1), .expiryDate: .number(90),
        ]
        if let user { says[.userID] = .text(user) }
        return .event(event, hour, says.merging(more) { $1 })
    }

    private static func transfer(
        _ hour: Int, _ from: [String], _ to: [String], _ store: String = "app_store"
    ) -> TestRecord {
        .event(
            .transferredTo, hour,
            [.transferredFrom: .list(from), .transferredTo: .list(to), .store: .text(store)])
    }

    /// Events, and who owns each purchase in the end.
    private static let logs: [(String, [TestRecord], [String])] = [
        (
            "all of the store goes",
            [
                event(.purchased, 1, user: "a"), event(.purchased, 2, user: "a", "2"),
                transfer(5, ["a"], ["b"]),
            ], ["b", "b"]
        ),
        (
            "other stores and grants stay",
            [
                event(.purchased, 1, user: "a", "1", [.store: "play_store"]),
                event(.granted, 2, user: "a", "2", [.store: "promotional"]),
                transfer(5, ["a"], ["b"]),
            ], ["a", "a"]
        ),
        (
            "an alias goes with its customer",
            [
                event(.purchased, 1, user: "a", "1", [.originalID: "o"]),
                transfer(5, ["x", "o"], ["b"]),
            ], ["b"]
        ),
        (
            "what is bought later stays",
            [event(.purchased, 6, user: "a"), transfer(5, ["a"], ["b"])], ["a"]
        ),
        (
            "on and on",
            [
                event(.purchased, 1, user: "a"), transfer(5, ["a"], ["b"]),
                transfer(6, ["b"], ["c"]),
            ], ["c"]
        ),
        (
            "there and back",
            [
                event(.purchased, 1, user: "a"), transfer(5, ["a"], ["b"]),
                transfer(6, ["b"], ["a"]),
            ], ["a"]
        ),
        (
            "the way back alone",
            [
                event(.purchased, 1, user: "a"), transfer(5, ["b"], ["a"]),
                transfer(6, ["a"], ["b"]),
            ], ["b"]
        ),
        (
            "a later event names the owner again",
            [
                event(.purchased, 1, user: "a"), transfer(5, ["a"], ["b"]),
                event(.cancelled, 7, user: "b"), transfer(8, ["b"], ["c"]),
            ], ["c"]
        ),
        (
            "one purchase is named",
            [
                event(.purchased, 1, user: "a"), event(.purchased, 2, user: "a", "2"),
                event(.transferredTo, 5, user: "b", "2"),
            ], ["a", "b"]
        ),
        (
            "the loser names the winner",
            [
                event(.purchased, 1, user: "a"),
                event(.transferredFrom, 5, user: "a", "1", [.transferredTo: ["b"]]),
            ], ["b"]
        ),
        (
            "nobody but the winner is named",
            [
                event(.purchased, 1, user: "a"),
                event(.transferredTo, 5, user: nil, "1", [.transferredTo: ["b"]]),
            ], ["b"]
        ),
    ]

    @Test(arguments: logs, [false, true])
    func `Purchases go where transfers take them, in whatever order events come`(
        of row: (when: String, log: [TestRecord], owners: [String]), isReversed: Bool
    ) throws {
        let population = try population(
            isReversed ? row.log.reversed() : row.log, readers: [testReader(.events)])
        let owners = population.all
            .sorted {
                (population.string($0.originalTransaction) ?? "")
                    < (population.string($1.originalTransaction) ?? "")
            }
            .map { population.string($0.user) }
        #expect(owners == row.owners)
        #expect(population.all.allSatisfy { $0.givesAccess })
        #expect(population.counts.unplaced == 0)
    }

    @Test func `A transfer of which one side is not known moves nothing, and is counted`() throws {
        let population = try population(
            [
                Self.event(.purchased, 1, user: "a"),
                .event(.transferredTo, 5, [.userID: "b"]),
                .event(.transferredFrom, 6, [.userID: "a"]),
            ], readers: [testReader(.events)])
        #expect(population.all.map { population.string($0.user) } == ["a"])
        #expect(population.counts.unplaced == 2)
    }

    // MARK: - Lists

    /// What a user event lists: each entitlement is a purchase without a transaction.
    private static func list(_ hour: Int, _ products: [String]) -> [TestRecord] {
        [.event(.renewed, hour, [.userID: "u", .anonymousID: "n"])]
            + products.map {
                .purchase([
                    .userID: "u", .product: .text($0), .expiryDate: 90, .state: "active",
                    .versionDate: .number(hour),
                ])
            }
    }

    @Test(arguments: [false, true])
    func `What the newest list of a customer lacks gives no access any more`(
        isReversed: Bool
    ) throws {
        var lists = [Self.list(5, ["p", "q"]), Self.list(7, ["q", "r"])]
        if isReversed { lists.reverse() }
        let population = try population(
            lists.flatMap { $0 }, readers: [testReader(.events, listsAll: true)])
        let states = population.all.map { purchase in
            "\(population.string(purchase.product) ?? "") \(purchase.state) \(purchase.givesAccess)"
        }
        #expect(states.sorted() == ["p expired false", "q active true", "r active true"])
    }

    @Test func `An empty list takes all access away, but a word on one purchase does not`() throws {
        let reader = try testReader(.events, listsAll: true)
        let emptied = try population(
            Self.list(5, ["p"]) + Self.list(8, []), readers: [reader])
        #expect(emptied.all.map(\.givesAccess) == [false])
        let told = try population(
            Self.list(5, ["p"])
                + [.event(.accessStarted, 8, [.userID: "u", .purchaseID: "x"])], readers: [reader])
        #expect(told.all.map(\.givesAccess) == [true, true])
    }
}
