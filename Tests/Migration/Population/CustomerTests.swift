// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Testing

import AllonymMigration

/// IDs, and which of them are one customer.
@Suite struct CustomerTests {
    private static let anonymous = "$RCAnonymousID:0123456789abcdef0123456789abcdef"

    /// The IDs of each customer, as texts.
    private static func customers(_ population: Population) -> [[String]] {
        var customers: [[String]] = []
        population.forEachCustomer { customer in
            #expect(customer.number.index == customers.count)
            #expect(customer.ids.allSatisfy { population.customer(of: $0) == customer.number })
            customers.append(customer.ids.map { population.string($0) ?? "" })
        }
        return customers
    }

    private static let joins: [(String, [TestRecord], [[String]])] = [
        (
            "IDs of one record are one customer's",
            [.customer([.originalID: "a", .userID: "b", .anonymousID: "c"])], [["a", "b", "c"]]
        ),
        (
            "IDs of different records are different customers'",
            [.customer([.userID: "b"]), .customer([.userID: "a"])], [["b"], ["a"]]
        ),
        (
            "customers stand in the order of their first IDs",
            [
                .customer([.userID: "a"]), .customer([.userID: "b"]), .customer([.userID: "c"]),
                .alias([.userID: "c", .aliases: ["a"]]),
            ], [["a", "c"], ["b"]]
        ),
        (
            "a chain of aliases is one customer",
            [
                .alias([.userID: "d", .aliases: ["c"]]), .alias([.userID: "b", .aliases: ["a"]]),
                .alias([.userID: "c", .aliases: ["b", "d"]]),
            ], [["d", "c", "b", "a"]]
        ),
        (
            "aliases without a user are one customer's",
            [.alias([.aliases: ["a", "b"]]), .alias([.anonymousAliases: ["b", "c"]])],
            [["a", "b", "c"]]
        ),
        (
            "purchases and events join too",
            [
                .purchase([.userID: "a", .originalID: "b", .transactionID: "1"]),
                .event(.loggedIn, 1, [.userID: "c", .anonymousID: "b"]),
            ], [["b", "a", "c"]]
        ),
        (
            "a transfer joins nobody",
            [
                .event(.transferredTo, 1, [.transferredFrom: ["a", "b"], .transferredTo: ["c"]])
            ], [["a"], ["b"], ["c"]]
        ),
        (
            "a message that tries the connection tells of nobody, and one that means nothing of an ID",
            [.event(.test, 1, [.userID: "a"]), .event(.ignored, 2, [.userID: "b"])], [["b"]]
        ),
        ("the empty ID is one", [.customer([.userID: ""])], [[""]]),
        (
            "IDs are told apart by their bytes",
            [.customer([.userID: "é"]), .customer([.userID: "e\u{301}"])],
            [["é"], ["e\u{301}"]]
        ),
    ]

    @Test(arguments: joins)
    func `Records tell which IDs are one customer`(
        when: String, records: [TestRecord], expected: [[String]]
    ) throws {
        for size in [1, 2, 100] {
            let population = try population(
                records, readers: [testReader(.events)], batchSize: size)
            #expect(
                Self.customers(population).map { $0.map(\.bytes) }
                    == expected.map { $0.map(\.bytes) })
            #expect(population.idCount == expected.joined().count)
            #expect(population.customerCount == expected.count)
        }
    }

    @Test(arguments: [
        ("revenuecat", 1), ("qonversion", 2), ("purchasely", 2), ("nami", 2),
    ])
    func `Where anonymous IDs are apart, a custom one of the same text is another`(
        provider: String, customers: Int
    ) throws {
        let population = try population(
            [.customer([.userID: "x"]), .customer([.anonymousID: "x"])], of: provider,
            readers: [testReader(.latestRow)])
        #expect(population.customerCount == customers)
        let last = population.facts(of: IDNumber(population.idCount - 1))
        #expect(last.isAnonymous)
        #expect(last.isApart == (customers == 2))
    }

    @Test(arguments: [
        ("revenuecat", anonymous, true), ("revenuecat", "x" + anonymous, true),
        ("revenuecat", "somebody", false), ("qonversion", anonymous, false),
        ("purchasely", "035B30E2-FAF4-462D-AEC3-CAA0FBE26C49", false),
    ])
    func `An ID counts as anonymous by the provider's own form`(
        provider: String, id: String, isAnonymous: Bool
    ) throws {
        let population = try population(
            [.customer([.userID: .text(id)])], of: provider, readers: [testReader(.latestRow)])
        #expect(population.facts(of: IDNumber(0)).isAnonymous == isAnonymous)
        #expect(population.string(IDNumber(0)) == id)
    }

    @Test func `A customer has an original ID, and one that was last in use`() throws {
        let population = try population(
            [
                .customer([.originalID: "o", .userID: "a", .versionDate: 5]),
                .customer([.originalID: "o", .userID: "b", .versionDate: 9]),
                .customer([.originalID: "o", .userID: "c", .versionDate: 7]),
                .customer([.anonymousID: "d"]),
                .alias([.aliases: ["e", "f"]]),
            ], readers: [testReader(.latestRow)])
        let numbers = (0..<3).map { population.customer(CustomerNumber($0)) }
        #expect(numbers.map(\.original.index) == [0, -1, -1])
        #expect(numbers.map(\.lastUsed.index) == [2, 4, -1])
    }

    @Test func `Of an ID the newest record counts, and the first and last time it was seen`() throws
    {
        let records: [TestRecord] = [
            .customer([
                .userID: "a", .versionDate: 5, .country: "FR", .firstSeenDate: 4,
                .lastSeenDate: 5, .attributes: "{\"x\":1}",
            ]),
            .customer([
                .userID: "a", .versionDate: 3, .country: "DE", .platform: "ios",
                .firstSeenDate: 2, .lastSeenDate: 3, .attributes: "{}",
            ]),
            .purchase([.userID: "a", .versionDate: 9, .country: "ES", .transactionID: "1"]),
        ]
        let population = try population(records, readers: [testReader(.latestRow)])
        let facts = population.facts(of: IDNumber(0))
        #expect(population.string(facts.country) == "FR")
        #expect(population.string(facts.platform) == "ios")
        #expect(population.string(facts.device) == nil)
        #expect((facts.firstSeen, facts.lastSeen) == (.hour(2), .hour(5)))
        #expect(facts.attributes == RecordLocation(input: 0, offset: 0, length: 9))
    }
}

extension String {
    /// What tells texts apart here.
    fileprivate var bytes: [UInt8] { Array(utf8) }
}
