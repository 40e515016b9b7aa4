// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymMappings
import AllonymMigration
import Foundation

/// Findings about whole files, their moment, and what is told by several records.
extension ActionCase {
    private static let ada = NeutralLine.purchase()
    private static let (head, row) = (WrongInputTests.head, WrongInputTests.row)

    private static let bare = ["purchase-date", "expiry-date"]

    private static func day(_ text: String) -> Int64? { Migration.milliseconds(of: text) }

    private static var changing: ActionCase {
        let lines = String(repeating: ada, count: 4)
        var before = Given(lines)
        before.isWrittenTo = true
        return ActionCase(
            "input-changed", .needsDecision, "neutral", "neutral", before, Given(lines))
    }

    private static let columns = """
        rc_original_app_user_id,rc_last_seen_app_user_id_alias,product_identifier,start_time,\
        end_time,grace_period_end_time,effective_end_time,store,is_auto_renewable,is_sandbox,\
        store_transaction_id,original_store_transaction_id,refunded_at,\
        billing_issues_detected_at,entitlement_identifiers,renewal_number,updated_at

        """

    /// A row with two ends.
    private static func ends(_ period: String, _ access: String) -> String {
        columns + """
            ada,ada,pro,2026-10-20 00:00:00,\(period) 00:00:00,,\(access) 00:00:00,app_store,true,\
            false,1001,1001,,,"[""gold""]",1,2026-11-06 00:00:00

            """
    }

    /// Rows by which ada and bob each have a running subscription, of these transactions.
    private static func held(
        _ first: String, _ second: String, on day: String = "2026-11-07"
    ) -> String {
        func row(_ user: String, _ transaction: String, _ day: String) -> String {
            """
            \(user),\(user),pro,2026-11-01 00:00:00,2026-12-05 00:00:00,,2026-12-05 00:00:00,\
            app_store,true,false,\(transaction),\(transaction),,,"[""gold""]",1,\(day) 00:00:00

            """
        }
        return columns + row("ada", first, "2026-11-06") + row("bob", second, day)
    }

    /// An answer that has an entitlement's own ID alone.
    private static let active = """
        {"object":"list","items":[{"object":"customer.active_entitlement",\
        "entitlement_id":"entl7d20a91c3e","expires_at":null}],"next_page":null,\
        "url":"/v2/projects/proj4c81d0e9/customers/ada_1234/active_entitlements"}
        """
    private static let names = """
        {"object":"list","items":[{"object":"entitlement","project_id":"proj4c81d0e9",\
        "id":"entl7d20a91c3e","lookup_key":"pro","display_name":"Pro","created_at":1740787200000}],\
        "next_page":null,"url":"/v2/projects/proj4c81d0e9/entitlements"}
        """

    /// Two events of one device, by the identities of its user.
    private static func device(_ first: String, _ second: String) -> String {
        func event(_ identity: String, _ number: Int) -> String {
            """
            {"event_name":"subscription_started",\
            "user_id":"QON_4a038a768987cc42b9dee36c55eba584","custom_user_id":"",\
            "identity_id":"\(identity)","time":\(1_790_000_000 + number),\
            "created_at":\(1_790_000_000 + number),"product_id":"com.example.pro",\
            "price":{"value":9.99,"value_usd":9.99,"currency":"USD"},\
            "transaction":{"transaction_id":\(2_000_001_800_000_101 + number),\
            "original_transaction_id":\(2_000_001_800_000_101 + number),"expires":1799000000,\
            "grace_period_expires":null},"properties":{},\
            "device_id":"3D1EE3E5-AB94-DD23-F3D4-A9CF05811128","app_version":"3.2.0",\
            "environment":"production","platform":"iOS","country":"US"}

            """
        }
        return event(first, 0) + event(second, 1)
    }

    /// An event of ada_1234, and one of another purchase that names its user as said.
    private static func owned(_ user: String) -> String {
        func event(_ user: String, _ transaction: Int) -> String {
            """
            {"api_version":3,"event_name":"ACTIVATE","event_id":"e\(transaction)",\
            "event_created_at":"2026-11-20T10:05:00.000Z","event_created_at_ms":1795169100000,\(user)\
            "store":"APPLE_APP_STORE","purchase_type":"RENEWING_SUBSCRIPTION",\
            "product":"RADIO_PLUS","plan":"premium_monthly","purchasely_subscription_id":"s\(transaction)",\
            "store_product_id":"com.example.premium","store_transaction_id":"\(transaction)",\
            "store_original_transaction_id":"\(transaction)","environment":"PRODUCTION",\
            "purchased_at":"2026-11-20T10:00:00.000Z","purchased_at_ms":1795168800000,\
            "subscription_status":"AUTO_RENEWING","effective_next_renewal_at":"2026-12-20T10:00:00.000Z",\
            "effective_next_renewal_at_ms":1797760800000,"next_renewal_at":"2026-12-20T10:00:00.000Z",\
            "next_renewal_at_ms":1797760800000}

            """
        }
        return event("\"user_id\":\"ada_1234\",", 1) + event(user, 3)
    }

    private static func far(_ day: String) -> String {
        ada
            + NeutralLine.purchase([
                "user-id": "bob_2", "transaction-id": "4", "original-transaction-id": "3",
                "purchase-date": "\(day)T00:00:00Z",
            ])
    }

    private static func bought(_ moment: String, until end: String, says state: String) -> String {
        NeutralLine.purchase([
            "purchase-date": "\(moment)T00:00:00Z", "expiry-date": "\(end)T00:00:00Z",
            "state": state, "gives-access": true,
        ])
    }

    private static func aliases(next: String) -> String {
        """
        {"object":"list","items":[{"object":"customer.alias","id":"ada_\(next.count)"}],\
        "next_page":\(next),"url":"/v2/projects/p/customers/ada/aliases"}

        """
    }

    static let ofFiles = [
        changing,
        ActionCase(
            "input-incomplete", .needsDecision, "revenuecat", "neutral",
            Given(active, aliases(next: "\"/v2/next\"")),
            Given(active, aliases(next: "\"/v2/next\""), aliases(next: "null"))),
        ActionCase(
            "not-in-inputs", .note, "neutral", "neutral", Given(ada, only: "ada_1\nAda_1\n"),
            Given(ada, only: "ada_1\n")),
        ActionCase(
            "after-the-moment", .note, "revenuecat", "neutral",
            Given(WrongInputTests.event, at: day("2026-01-01")), Given(WrongInputTests.event)),
        ActionCase(
            "state-contradicted", .changed, "neutral", "neutral",
            Given(bought("2026-10-01", until: "2026-11-01", says: "expired")),
            Given(bought("2026-11-01", until: "2026-12-01", says: "active"))),
        ActionCase(
            "column-missing", .needsDecision, "revenuecat", "neutral",
            Given("\(head.replacing(",is_sandbox,", with: ",is_other,"))\n\(row)\n"),
            Given("\(head)\n\(row)\n")),
        ActionCase(
            "column-missing", .changed, "revenuecat", "neutral",
            Given("\(head.replacing(",refunded_at,", with: ",returned_at,"))\n\(row)\n"),
            Given("\(head)\n\(row)\n")),
        ActionCase(
            "ends-disagree", .note, "revenuecat", "neutral",
            Given(ends("2026-11-20", "2026-12-05")), Given(ends("2026-12-05", "2026-12-05"))),
        ActionCase(
            "unknown-entitlement", .changed, "revenuecat", "neutral", Given(active),
            Given(active, names)),
        ActionCase(
            "moment-unknown", .note, "neutral", "neutral",
            Given(NeutralLine.purchase(without: bare), at: nil),
            Given(NeutralLine.purchase(without: bare))),
        ActionCase(
            "shared-device", .ambiguous, "qonversion", "neutral", Given(device("hugo", "iris")),
            Given(device("hugo", "hugo"))),
        ActionCase(
            "holder-disputed", .ambiguous, "revenuecat", "neutral", Given(held("1001", "1001")),
            Given(held("1001", "1002"))),
        ActionCase(
            "holder-undecided", .ambiguous, "revenuecat", "neutral",
            Given(held("1001", "1001", on: "2026-11-06")),
            Given(held("1001", "1002", on: "2026-11-06"))),
        ActionCase(
            "without-owner", .needsDecision, "purchasely", "neutral", Given(owned("")),
            Given(owned("\"user_id\":\"bob_2\","))),
        ActionCase(
            "moment-far-ahead", .ambiguous, "neutral", "neutral", Given(far("2099-01-01"), at: nil),
            Given(far("2026-11-02"), at: nil)),
        ActionCase(
            "moment-far-ahead", .ambiguous, "neutral", "neutral", Given(far("2099-01-01"), at: nil),
            Given(far("2099-01-01"))),
        ActionCase(
            "file-older-than-moment", .note, "neutral", "neutral", Given(ada),
            Given(
                ada
                    + NeutralLine.purchase([
                        "user-id": "bob_2", "purchase-date": "2026-11-20T23:00:00Z",
                        "transaction-id": "4", "original-transaction-id": "3",
                    ]))),
    ]
}
