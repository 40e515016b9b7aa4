// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Foundation

/// Findings about IDs, most of which are given another one at the source.
extension ActionCase {
    /// Customers by their IDs, each with a running subscription, and by other ones.
    private static func ids(
        _ code: String, _ severity: FindingSeverity, to target: String, _ wrong: [String],
        _ right: [String]
    ) -> ActionCase {
        let store = target == "nami" ? "app_store" : "stripe"
        return ActionCase(
            code, severity, "neutral", target, Given(customers(wrong, store)),
            Given(customers(right, store)))
    }

    private static func customers(_ ids: [String], _ store: String) -> String {
        ids.enumerated().map { index, id in
            NeutralLine.customer(id)
                + NeutralLine.purchase([
                    "user-id": id, "store": store, "price": 9.99, "currency": "USD",
                    "transaction-id": "in_\(index)", "original-transaction-id": "sub_\(index)",
                ])
        }.joined()
    }

    /// A customer with an anonymous ID beside another one.
    private static func beside(_ id: String) -> String {
        NeutralLine.customer("bob", anonymous: anonymous) + NeutralLine.customer(id)
    }

    /// A purchase at Stripe of an anonymous customer, and when the customer has logged in.
    private static func outOfReach(_ severity: FindingSeverity, to target: String) -> ActionCase {
        let purchase = NeutralLine.purchase([
            "user-id": anonymous, "store": "stripe", "price": 9.99, "currency": "USD",
            "transaction-id": "in_1", "original-transaction-id": "sub_1",
        ])
        return ActionCase(
            "owner-out-of-reach", severity, "neutral", target,
            Given(NeutralLine.customer(anonymous: anonymous) + purchase),
            Given(NeutralLine.customer("ada_1234", anonymous: anonymous) + purchase))
    }

    private static let anonymous = "$RCAnonymousID:e0c2127ba3dc46d3aa99b982e80c5d7a"
    /// What `user_42` becomes at Nami.
    private static let hash = "573baabb5ca42a23f3a118d027eadd8dc9bed70e40708a1b1ed9410b00feed0e"
    private static let long = String(repeating: "x", count: 101)

    static let ofIDs = [
        outOfReach(.changed, to: "qonversion"), outOfReach(.dropped, to: "purchasely"),
        ActionCase(
            "alias-ambiguous", .ambiguous, "neutral", "revenuecat", Given(beside(" bob")),
            Given(beside("bob_2"))),
        ids("looks-anonymous", .note, to: "revenuecat", [anonymous], ["ada_1234"]),
        ids("blocked-elsewhere", .note, to: "qonversion", ["guest"], ["ada_1234"]),
        ids("surrounding-whitespace", .note, to: "qonversion", [" bob"], ["bob_2"]),
        ids("empty", .needsDecision, to: "revenuecat", [" "], ["ada_1234"]),
        ids("blocked-value", .needsDecision, to: "revenuecat", ["guest"], ["ada_1234"]),
        ids("forbidden-character", .needsDecision, to: "revenuecat", ["a/b"], ["a_b"]),
        ids("blocked-value", .needsDecision, to: "revenuecat", ["NaN", "ada"], ["bob", "ada"]),
        ids("too-long", .needsDecision, to: "revenuecat", [long], [String(long.dropLast())]),
        ids("wrong-format", .needsDecision, to: "nami", ["guest"], ["20071"]),
        ids("collision", .ambiguous, to: "nami", ["user_42", hash], ["user_42", "20071"]),
        ids("case-twins", .ambiguous, to: "purchasely", ["Bob", "bob"], ["Bob", "bob_2"]),
        ids("path-segment", .needsDecision, to: "revenuecat", ["."], ["ada_1234"]),
        ids("path-segment", .needsDecision, to: "qonversion", [".."], ["ada_1234"]),
        ids("owner-undecided", .needsDecision, to: "revenuecat", ["guest"], ["ada_1234"]),
        ids("owner-ambiguous", .ambiguous, to: "purchasely", ["Bob", "bob"], ["Bob", "bob_2"]),
    ]
}
