// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Foundation

/// Findings about single records, which are corrected where the file is made.
extension ActionCase {
    private static let ada = NeutralLine.purchase()
    private static let bob = NeutralLine.purchase([
        "user-id": "bob_2", "transaction-id": "4", "original-transaction-id": "3",
    ])
    private static let (head, row) = (WrongInputTests.head, WrongInputTests.row)
    private static let event = WrongInputTests.event

    /// A neutral line that is wrong, and as it should be, behind a good one.
    private static func neutral(
        _ code: String, _ severity: FindingSeverity, _ wrong: String, _ right: String
    ) -> ActionCase {
        ActionCase(
            code, severity, "neutral", "neutral", Given(ada + wrong), Given(ada + right))
    }

    /// A row of an export that is wrong, and as it should be.
    private static func row(
        _ code: String, _ severity: FindingSeverity, _ wrong: String, _ right: String
    ) -> ActionCase {
        ActionCase(
            code, severity, "revenuecat", "neutral", Given("\(head)\n\(row)\n\(wrong)\n"),
            Given("\(head)\n\(row)\n\(right)\n"))
    }

    /// An event that is wrong, and as it should be, behind a good one.
    private static func event(
        _ code: String, _ severity: FindingSeverity, _ wrong: String, _ right: String
    ) -> ActionCase {
        ActionCase(
            code, severity, "revenuecat", "neutral", Given("\(event)\n\(wrong)\n"),
            Given("\(event)\n\(right)\n"))
    }

    private static func changed(_ key: String, _ value: String) -> String {
        WrongInputTests.replacing(key, with: value)
    }

    private static func cell(_ value: String) -> String {
        WrongInputTests.cell("presented_offering", value)
    }

    /// A file in another encoding than UTF-8, and what `iconv` makes of it.
    private static var encoding: ActionCase {
        let text = ada + NeutralLine.purchase(["user-id": "zo\u{EB}_1", "transaction-id": "5"])
        var before = Given()
        before.files = [text.unicodeScalars.map { UInt8($0.value) }]
        return ActionCase(
            "rejected-encoding", .needsDecision, "neutral", "neutral", before, Given(text))
    }

    /// Entitlements with and without the user whose they are, and those of another one.
    private static var entitlements: (with: String, without: String, other: String) {
        let text = WrongInputTests.lines("qonversion/v3-entitlements.jsonl")[0]
        let id = "QON_1a2b3c4d1a2b3c4d1a2b3c4d1a2b3c4d"
        let other = text.replacing(id, with: "QON_5e6f7a8b5e6f7a8b5e6f7a8b5e6f7a8b") + "\n"
        return (text, text.replacing("\"user_id\":\"\(id)\",", with: ""), other)
    }

    /// An event with two transactions, one of which is the purchase's.
    private static func transactions(_ ids: String...) -> String {
        let items = ids.map { id in
            #",{"key":"original_transaction_id","type":"original_transaction_id","value":"\#(id)"}"#
        }
        return WrongInputTests.lines("nami/webhooks.jsonl")[0].replacing(
            #"[{"key":"original_transaction_id","type":"original_transaction_id","value":"#
                + #""1000000500000001"}]"#,
            with: #"[{"key":"external_id","type":"external_id","value":"20071"}"#
                + items.joined() + "]")
    }

    static let ofRecords = [
        neutral("rejected-syntax", .needsDecision, String(bob.dropLast(30)) + "\n", bob),
        encoding,
        row("rejected-field-count", .needsDecision, cell("a,b"), cell("\"a,b\"")),
        row("rejected-quotes", .needsDecision, cell("\"a"), cell("\"a\"")),
        event(
            "rejected-kind", .needsDecision, changed("aliases", "5"), changed("aliases", "[]")),
        row(
            "rejected-date", .needsDecision,
            WrongInputTests.cell("start_time", "2026-02-30 00:00:00"),
            WrongInputTests.cell("start_time", "2026-02-28 00:00:00")),
        neutral(
            "rejected-number", .needsDecision, NeutralLine.purchase(["price": "9,99"]),
            NeutralLine.purchase(["price": "9.99"])),
        ActionCase(
            "rejected-missing", .needsDecision, "qonversion", "neutral",
            Given(entitlements.other + entitlements.without),
            Given(entitlements.other + entitlements.with)),
        row(
            "rejected-word", .needsDecision, WrongInputTests.cell("store", "moon_store"),
            WrongInputTests.cell("store", "app_store")),
        event("rejected-event", .needsDecision, changed("type", "\"TELEPORTED\""), ""),
        ActionCase(
            "rejected-answer", .needsDecision, "qonversion", "neutral",
            Given(
                entitlements.other
                    + #"{"error":{"type":"request","code":"rate_limit","message":"Too many"}}"#),
            Given(entitlements.other + entitlements.with)),
        ActionCase(
            "rejected-unmatched", .needsDecision, "revenuecat", "neutral",
            Given(event + "\n" + WrongInputTests.lines("revenuecat/rest-v1-subscribers.jsonl")[0]),
            Given(event, WrongInputTests.lines("revenuecat/rest-v1-subscribers.jsonl")[0])),
        event(
            "rejected-word", .needsDecision, changed("store", "\"MOON_STORE\""),
            changed("store", "\"APP_STORE\"")),
        event(
            "unknown-value", .changed, changed("period_type", "\"LUNAR\""),
            changed("period_type", "\"NORMAL\"")),
        neutral(
            "wrong-value", .changed, NeutralLine.purchase(["price": -9.99, "currency": "USD"]),
            NeutralLine.purchase(["price": 9.99, "currency": "USD"])),
        ActionCase(
            "several-values", .ambiguous, "nami", "neutral",
            Given(transactions("1000000500000001", "1000000500000002")),
            Given(
                transactions(),
                NeutralLine.added([
                    "user-id": "20071", "product": "com.example.monthly", "store": "app_store",
                    "original-transaction-id": "1000000500000001",
                ]))),
        neutral(
            "unknown-member", .needsDecision,
            bob.replacing("\"expiry-date\"", with: "\"expires\""), bob),
        neutral(
            "member-twice", .ambiguous,
            bob.replacing("\"product\":\"pro\"", with: "\"product\":\"pro\",\"product\":\"pro\""),
            bob),
        ActionCase(
            "event-without-purchase", .dropped, "revenuecat", "neutral",
            Given(event + "\n" + withoutPurchase),
            Given(event, WrongInputTests.lines("revenuecat/rest-v1-subscribers.jsonl")[0])),
    ]

    private static let withoutPurchase = """
        {"event":{"event_timestamp_ms":1789892830000,"type":"RENEWAL","id":"e9","store":"APP_STORE",\
        "app_user_id":"ada_1234","original_app_user_id":"ada_1234","aliases":["ada_1234"],\
        "environment":"PRODUCTION"},"api_version":"1.0"}
        """
}
