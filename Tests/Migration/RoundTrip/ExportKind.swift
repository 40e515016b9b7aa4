// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Testing

/// Everything that a provider exports, what is compared of it, and which words it has not.
struct ExportKind: CustomTestStringConvertible, Sendable {
    let key: String
    let readers: [String]
    /// What is compared of purchases that have it.
    let compared: String
    /// What files of these kinds cannot say.
    let unsaid: [String]

    var testDescription: String { readers.joined(separator: ", ") }

    /// All of them.
    static let all = [
        ExportKind(
            key: "revenuecat", readers: ["revenuecat.export-v5"],
            compared: """
                product store kind transaction-id original-transaction-id purchase-date expiry-date \
                grace-expiry-date resume-date cancelled-date billing-problem-date refunded-date \
                period-type state family-shared environment country currency price entitlement \
                renewal-number
                """,
            unsaid: ["kind consumable", "kind non-consumable"]),
        ExportKind(
            key: "revenuecat", readers: ["revenuecat.rest-v2-pages"],
            compared: """
                product store kind transaction-id original-transaction-id purchase-id purchase-date \
                original-purchase-date expiry-date period-type state renews family-shared environment \
                country entitlement
                """,
            unsaid: [
                "period-type normal", "period-type trial", "state cancelled", "state refunded",
            ]),
        ExportKind(
            key: "revenuecat", readers: ["revenuecat.webhooks"],
            compared: """
                product store kind transaction-id original-transaction-id purchase-date expiry-date \
                grace-expiry-date resume-date period-type state family-shared environment country \
                currency price entitlement renewal-number
                """,
            unsaid: ["kind consumable", "kind non-consumable"]),
        ExportKind(
            key: "qonversion", readers: ["qonversion.customers-api"],
            compared: """
                product store-product store purchase-date original-purchase-date state country \
                currency
                """,
            unsaid: ["state expired", "state grace", "state paused"]),
        ExportKind(
            key: "qonversion",
            readers: [
                "qonversion.rest-v3-user", "qonversion.rest-v3-identity",
                "qonversion.rest-v3-entitlements",
            ],
            compared: "product store purchase-date expiry-date period-type state entitlement",
            // What unlocks nothing is no entitlement.
            unsaid: ["purchases consumable", "state expired", "state paused"]),
        ExportKind(
            key: "qonversion",
            readers: [
                "qonversion.rest-v4-user", "qonversion.rest-v4-identity",
                "qonversion.rest-v4-purchases",
            ],
            compared: """
                product store-product store transaction-id original-transaction-id purchase-token \
                order-id purchase-id purchase-date expiry-date renews currency price
                """,
            unsaid: []),
        ExportKind(
            key: "qonversion", readers: ["qonversion.webhooks"],
            compared: """
                product store-product store kind transaction-id original-transaction-id purchase-date \
                expiry-date grace-expiry-date state environment country currency price
                """,
            unsaid: ["state paused"]),
        ExportKind(
            key: "purchasely", readers: ["purchasely.webhook-v3"],
            compared: """
                product store-product store kind transaction-id original-transaction-id purchase-token \
                purchase-id purchase-date original-purchase-date expiry-date grace-expiry-date \
                period-type state family-shared environment country currency price
                """,
            unsaid: []),
        ExportKind(
            key: "purchasely", readers: ["purchasely.webhook-v2"],
            compared: """
                product store-product store kind original-transaction-id purchase-id purchase-date \
                original-purchase-date expiry-date period-type state
                """,
            unsaid: ["state grace"]),
        ExportKind(
            key: "nami", readers: ["nami.webhooks"],
            compared: """
                product store-product store original-transaction-id expiry-date state environment \
                entitlement
                """,
            unsaid: ["purchases non-consumable", "state grace", "store play_store"]),
    ]
}
