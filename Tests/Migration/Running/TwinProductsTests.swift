// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import Testing

import AllonymMigration

/// Products that may be one under two names.
@Suite struct TwinProductsTests {
    /// A line of a purchase with an end, or with a beginning alone.
    private static func purchase(
        _ user: String, _ product: String, _ more: String,
        date: String = #""expiry-date":"2026-12-20T00:00:00Z""#
    ) -> String {
        #"{"allonym":1,"type":"purchase","user-id":"\#(user)","product":"\#(product)","#
            + #""state":"active",\#(more),\#(date)}"# + "\n"
    }

    private static let entitled = #""store":"app_store","entitlement":["pro"]"#
    private static let bought = #""store":"app_store","original-transaction-id":"1""#
    private static let later = #""expiry-date":"2026-12-21T00:00:00Z""#
    private static let forLife = #""kind":"non-consumable","purchase-date":"2026-10-20T00:00:00Z""#
    private static let pair = "premium and com.x.premium: 1"

    @Test(
        arguments: [
            (
                purchase("ada", "premium", entitled), purchase("ada", "com.x.premium", bought),
                [pair]
            ),
            (
                purchase("ada", "premium", entitled, date: forLife),
                purchase("ada", "com.x.premium", bought, date: forLife), [pair]
            ),
            // Of several customers, at different times, of several stores.
            (purchase("ada", "premium", entitled), purchase("bob", "com.x.premium", bought), []),
            (
                purchase("ada", "premium", entitled),
                purchase("ada", "com.x.premium", bought, date: later), []
            ),
            (
                purchase("ada", "premium", entitled),
                purchase(
                    "ada", "com.x.premium", bought.replacing("app_store", with: "play_store")), []
            ),
            // Two that the store has numbers for are two; of two without one nothing is said.
            (
                purchase("ada", "premium", bought.replacing("\"1\"", with: "\"2\"")),
                purchase("ada", "com.x.premium", bought), []
            ),
            (
                purchase("ada", "premium", entitled), purchase("ada", "com.x.premium", entitled), []
            ),
        ] as [(String, String, [String])])
    func `Products that one customer has at one store for one time may be one`(
        first: String, second: String, pairs: [String]
    ) throws {
        let migration = try migration(from: "neutral", to: "neutral")
        for text in [first + second, second + first] {
            let twins = try migration.startingTables([input(text)]).twins
            #expect(twins.map { "\($0.entitled) and \($0.bought): \($0.customers)" } == pairs)
        }
    }

    @Test func `The pair of the most customers is told of first`() throws {
        let lines =
            Self.purchase("ada", "a", Self.entitled) + Self.purchase("ada", "com.x.a", Self.bought)
            + ["bob", "cleo"].enumerated().map { number, user in
                Self.purchase(user, "b", Self.entitled)
                    + Self.purchase(
                        user, "com.x.b", Self.bought.replacing("\"1\"", with: "\"2\(number)\""))
            }.joined()
        let migration = try migration(from: "neutral", to: "neutral")
        let twins = try migration.startingTables([input(lines)]).twins
        #expect(twins.map(\.customers) == [2, 1])
        #expect(
            twins.first?.says
                == "\"b\" and \"com.x.b\" may be one product: 2 customers hold both, from one store "
                + "and for the same time, and only the second with a transaction or a token. They "
                + "count as two purchases; to have them read as one, give both rows of the table the "
                + "same target_product."
        )
    }
}
