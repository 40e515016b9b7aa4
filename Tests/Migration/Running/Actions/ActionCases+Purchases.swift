// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Foundation

/// Findings about purchases and grants, and about the tables of names.
extension ActionCase {
    private static let stripe: [String: any Sendable] = [
        "store": "stripe", "original-transaction-id": "sub_1", "transaction-id": "in_1",
        "price": 9.99, "currency": "USD",
    ]

    /// As many purchases with receipts, whose customers are each another.
    private static func receipts(_ count: Int, of owner: (Int) -> String) -> String {
        (0..<count).map { number in
            NeutralLine.purchase([
                "user-id": owner(number), "receipt": "MIIT\(number)",
                "transaction-id": "\(number)", "original-transaction-id": "\(number)",
            ])
        }.joined()
    }

    static let ofPurchases = [
        ActionCase(
            "missing-at", .needsDecision, "neutral", "revenuecat", Given(external, at: nil),
            Given(external)),
        ActionCase(
            "too-many-of-customer", .needsDecision, "neutral", "revenuecat",
            Given(receipts(101) { _ in "ada_1234" }),
            Given(receipts(101) { $0 < 50 ? "ada_1234" : "bob_5678" })),
        ActionCase(
            "grace", .needsDecision, "neutral", "revenuecat", Given(grant("grace")),
            Given(grant("active"))),
        ActionCase(
            "ended-long-ago", .needsDecision, "neutral", "purchasely",
            Given(
                NeutralLine.purchase([
                    "purchase-date": "2025-11-20T00:00:00Z",
                    "expiry-date": "2025-12-20T00:00:00Z",
                ])), Given(NeutralLine.purchase())),
        ActionCase(
            "flag-against-dates", .dropped, "neutral", "purchasely",
            Given(NeutralLine.purchase(["gives-access": false])), Given(NeutralLine.purchase())),
        ActionCase(
            "missing-*", .needsDecision, "revenuecat", "qonversion", Given(unpriced),
            Given(
                unpriced,
                NeutralLine.added([
                    "user-id": "ada", "product": "pro", "store": "stripe", "price": 9.99,
                    "currency": "USD", "store-product": "com.example.pro", "kind": "subscription",
                ]))),
    ]

    private static let external = NeutralLine.purchase(
        ["store": "external", "gives-access": true], without: ["purchase-date"])

    private static func grant(_ state: String) -> String {
        NeutralLine.grant([
            "entitlement": ["gold"], "state": state, "gives-access": true,
            "expiry-date": "2026-12-01T00:00:00Z",
        ])
    }

    private static let unpriced = """
        rc_original_app_user_id,rc_last_seen_app_user_id_alias,product_identifier,start_time,\
        end_time,effective_end_time,store,is_auto_renewable,is_sandbox,\
        store_transaction_id,original_store_transaction_id,refunded_at,\
        entitlement_identifiers,renewal_number,updated_at
        ada,ada,pro,2026-11-20 00:00:00,2026-12-20 00:00:00,2026-12-20 00:00:00,stripe,true,\
        false,sub_1,sub_1,,"[""gold""]",1,2026-11-20 00:00:00

        """

    // MARK: - Tables

    /// A running purchase, and a table that has its product.
    private static func products(
        _ code: String, without member: String, _ differs: [String: any Sendable]
    ) -> ActionCase {
        let purchase = NeutralLine.purchase(differs, without: [member])
        return ActionCase(
            code, .needsDecision, "neutral", "qonversion", Given(purchase),
            Given(purchase, products: columns + "pro,pro,com.example.pro,subscription,\n"))
    }

    private static let columns =
        "source_product,target_product,target_store_product,kind,entitlements\n"
    private static let ada = NeutralLine.purchase()
    private static let entitlements = "source_entitlement,target_entitlement\n"

    /// A user of Qonversion whose entitlement names its own product, and whose purchase the store's.
    private static let underTwoNames = """
        {"object":"list","url":"/v4/users/QON_1b2c3d4e1b2c3d4e1b2c3d4e1b2c3d4e/entitlements",\
        "has_more":false,"data":[{"object":"user_entitlement","id":"pro","is_active":true,\
        "source":"appstore","started_at":"2026-11-01T00:00:00Z",\
        "expires_at":"2026-12-01T00:00:00Z","product":{"product_id":"monthly","subscription":\
        {"renew_state":"will_renew","current_period_type":"normal"}}}]}
        {"object":"list","url":"/v4/users/QON_1b2c3d4e1b2c3d4e1b2c3d4e1b2c3d4e/purchases",\
        "has_more":false,"data":[{"object":"purchase","id":"1","platform":"app_store",\
        "user_id":"QON_1b2c3d4e1b2c3d4e1b2c3d4e1b2c3d4e","product_id":"com.example.monthly",\
        "currency":"USD","price":"9.99","purchased_at":"2026-11-01T00:00:00Z",\
        "expires_at":"2026-12-01T00:00:00Z","is_auto_renewing":true,\
        "created_at":"2026-11-01T00:00:00Z","store_data":{"transaction_id":"900",\
        "original_transaction_id":"900"}}]}

        """

    static let ofTables = [
        ActionCase(
            "twin-products", .needsDecision, "qonversion", "neutral", Given(underTwoNames),
            Given(
                underTwoNames,
                products: columns + "monthly,monthly,,,\ncom.example.monthly,monthly,,,\n")),
        products("missing-kind", without: "kind", stripe.merging(["store": "paddle"]) { $1 }),
        products("missing-store-product", without: "store-product", stripe),
        ActionCase(
            "product-not-mapped", .needsDecision, "neutral", "neutral",
            Given(ada, products: columns), Given(ada, products: columns + "pro,pro,,,\n")),
        ActionCase(
            "product-unused", .note, "neutral", "neutral",
            Given(ada, products: columns + "pro,pro,,,\npor,gold,,,\n"),
            Given(ada, products: columns + "pro,pro,,,\n")),
        ActionCase(
            "entitlement-dropped", .dropped, "neutral", "neutral",
            Given(ada, entitlements: entitlements + "pro,\n"),
            Given(ada, entitlements: entitlements + "pro,Pro\n")),
        ActionCase(
            "entitlement-not-mapped", .needsDecision, "neutral", "neutral",
            Given(ada, entitlements: entitlements),
            Given(ada, entitlements: entitlements + "pro,Pro\n")),
    ]
}
