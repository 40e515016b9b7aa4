// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Foundation

/// Findings about neutral files beside an export.
extension ActionCase {
    /// Lines of an added file about the purchase `t1` of ada, wrong and as they should be.
    private static func added(
        _ code: String, _ severity: FindingSeverity, _ wrong: [String: any Sendable],
        _ right: [[String: any Sendable]]
    ) -> ActionCase {
        ActionCase(
            code, severity, "revenuecat", "neutral", Given(export, line(wrong)),
            Given(export, right.map(line).joined()))
    }

    private static func line(_ members: [String: any Sendable]) -> String {
        NeutralLine.added(
            ["user-id": "ada", "product": "coins", "store": "app_store"].merging(members) { $1 })
    }

    private static let export = AddedFilesTests.export
    private static let receipt = NeutralLine.added([
        "user-id": "ada", "product": "coins", "store": "app_store", "receipt": "MIIT",
    ])
    private static let grant = NeutralLine.line(
        "grant", ["user-id": "ada", "entitlement": ["pro"]])
    private static let joined = NeutralLine.customer("ada", "bob")

    static let ofAddedFiles = [
        added(
            "added-unknown-id", .needsDecision, ["user-id": "adda", "receipt": "MIIT"],
            [["receipt": "MIIT"]]),
        ActionCase(
            "added-unknown-id", .needsDecision, "revenuecat", "neutral",
            Given(export, receipt + line(["user-id": "adda"])), Given(export, receipt)),
        added(
            "added-unknown-purchase", .needsDecision, ["product": "cions", "receipt": "MIIT"],
            [["receipt": "MIIT"]]),
        added(
            "added-unknown-purchase", .needsDecision,
            ["original-transaction-id": "typo", "receipt": "MIIT"],
            [["original-transaction-id": "o1", "receipt": "MIIT"]]),
        added(
            "added-several-purchases", .ambiguous,
            ["user-id": "bob", "product": "pro", "store": "play_store", "purchase-token": "t"],
            [
                [
                    "user-id": "bob", "product": "pro", "store": "play_store",
                    "purchase-token": "t", "transaction-id": "t3",
                ]
            ]),
        added(
            "added-other-owner", .ambiguous, ["user-id": "bob", "transaction-id": "t1"],
            [["transaction-id": "t1"]]),
        ActionCase(
            "added-other-owner", .ambiguous, "revenuecat", "neutral",
            Given(export, line(["user-id": "bob", "transaction-id": "t1"])),
            Given(export, joined + line(["user-id": "bob", "transaction-id": "t1"]))),
        added(
            "added-other-product", .ambiguous, ["transaction-id": "t1", "product": "pro"],
            [["transaction-id": "t1"]]),
        ActionCase(
            "added-other-receipt", .changed, "revenuecat", "neutral",
            Given(export, receipt + line(["receipt": "other"])), Given(export, receipt)),
        added(
            "added-other-state", .note, ["transaction-id": "t1", "state": "refunded"],
            [["transaction-id": "t1"]]),
        ActionCase(
            "added-merged", .note, "revenuecat", "neutral", Given(export, receipt + joined),
            Given(export, receipt)),
        ActionCase(
            "added-grant", .dropped, "revenuecat", "neutral", Given(export, receipt + grant),
            Given(grant, source: "neutral")),
        ActionCase(
            "missing-receipt", .needsDecision, "revenuecat", "qonversion",
            Given(retried("app_store")),
            Given(retried("app_store"), secret("app_store", "receipt"))),
        ActionCase(
            "missing-purchase-token", .needsDecision, "revenuecat", "qonversion",
            Given(retried("play_store")),
            Given(retried("play_store"), secret("play_store", "purchase-token"))),
    ]

    private static let header = String(export.split(separator: "\n")[0]) + "\n"

    /// A purchase that the store tries to renew, so that the app does not bring it.
    private static func retried(_ store: String) -> String {
        header + """
            ada,ada,DE,pro,2026-10-01 00:00:00,2026-11-01 00:00:00,\(store),true,false,false,false,1,\
            t1,o1,,,2026-11-01 00:00:00,EUR,1,"[""gold""]",1,2026-11-02 00:00:00,,

            """
    }

    /// What a server keeps of it.
    private static func secret(_ store: String, _ field: String) -> String {
        NeutralLine.added([
            "user-id": "ada", "product": "pro", "store": store, "kind": "subscription",
            "store-product": "com.example.pro", field: "MIIT", "price": 1, "currency": "EUR",
        ])
    }
}
