// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import PurchaselyWire
import Testing

/// What goes over Purchasely's wire.
///
/// Source: https://docs.purchasely.com/docs/server-events-attributes, read 2026-11-22.
@Suite struct PurchaselyWireTests {
    static let needed = """
        "api_version":3,"event_created_at":"2026-05-03T10:00:11.250Z",\
        "event_created_at_ms":1777802411250,"store_product_id":"com.example.monthly",\
        "product":"PLUS","store_transaction_id":"2","store_original_transaction_id":"1",\
        "store_app_bundle_id":"com.example","store_country":null,\
        "purchased_at":"2026-05-03T10:00:05.000Z","purchased_at_ms":1777802405000,\
        "original_purchased_at":"2026-04-03T10:00:05.000Z","original_purchased_at_ms":1775210405000
        """

    static let subscription = """
        "store":"APPLE_APP_STORE","environment":"PRODUCTION","purchase_type":"RENEWING_SUBSCRIPTION",\
        "plan":"monthly","purchasely_subscription_id":"subs_1","subscription_status":"AUTO_RENEWING",\
        "offer_type":"NONE","previous_offer_type":"FREE_TRIAL","is_family_shared":false,\
        "next_renewal_at":"2026-06-03T10:00:05.000Z","next_renewal_at_ms":1780480805000,\
        "effective_next_renewal_at":"2026-06-03T10:00:05.000Z",\
        "effective_next_renewal_at_ms":1780480805000,"customer_currency":"EUR",\
        "plan_price_in_customer_currency":4.5,"plan_price_in_eur":4.5,"cumulated_revenues_in_eur":9
        """

    static let everything = """
        "previous_plan":"weekly","content_id":"c","from_purchasely_subscription_id":"subs_0",\
        "purchase_token":"t","offer_identifier":"o","offer_code_ref_name":"r",\
        "promotional_offer_id":"p","grace_period_expires_at":"2026-06-03T10:00:05.000Z",\
        "grace_period_expires_at_ms":1780480805000,"defer_end_at":"2026-06-03T10:00:05.000Z",\
        "defer_end_at_ms":1780480805000,"auto_resume_at":"2026-06-03T10:00:05.000Z",\
        "auto_resume_at_ms":1780480805000,"device_id":"d","device_type":"PHONE","presentation":"a",\
        "placement":"b","ab_test":"c","ab_test_variant":"d","audience":"e"
        """

    static let samples = [
        WireSample(
            WebhookEvent.self,
            #"{"event_name":"ACTIVATE","event_id":"e","user_id":"u",\#(needed),\#(subscription)}"#),
        WireSample(
            WebhookEvent.self,
            #"{"event_name":"ACTIVATE","user_id":"u",\#(needed),\#(subscription),\#(everything)}"#),
        WireSample(
            WebhookEvent.self,
            """
            {"event_name":"SUBSCRIPTION_TRANSFERRED","event_id":"e","anonymous_user_id":"a",\
            "transferred_to_user_id":"u",\(needed),\(subscription)}
            """),
        WireSample(
            WebhookEvent.self,
            """
            {"event_name":"SUBSCRIPTION_RECEIVED","event_id":"e","user_id":"u",\
            "transferred_from_anonymous_user_id":"a",\(needed),\(subscription)}
            """),
        WireSample(
            WebhookEvent.self,
            """
            {"event_name":"TRANSACTION_PROCESSED","event_id":"e","user_id":"u",\(needed),\
            \(subscription),"amount_in_eur":-4.5,"amount_in_customer_currency":-4.5,\
            "source_event_name":"SUBSCRIPTION_REFUNDED_REVOKED"}
            """),
        // What the vendor's own receiver asks for, and no more; each date by either member.
        WireSample(
            WebhookEvent.self,
            """
            {"api_version":3,"event_name":"NEW_NAME","event_created_at":"2026-05-03T10:00:11Z",\
            "store":"AMAZON_APP_STORE","environment":"SANDBOX","product":"PLUS",\
            "store_product_id":"p","store_transaction_id":"2","store_original_transaction_id":"1",\
            "store_app_bundle_id":"b","purchased_at_ms":1777802405000,\
            "original_purchased_at":"2026-05-03T10:00:05.000Z","unknown":{"a":[1]}}
            """,
            writes: """
                {"api_version":3,"event_name":"NEW_NAME",\
                "event_created_at":"2026-05-03T10:00:11.000Z","event_created_at_ms":1777802411000,\
                "store":"AMAZON_APPSTORE","environment":"SANDBOX","product":"PLUS",\
                "store_product_id":"p","store_transaction_id":"2",\
                "store_original_transaction_id":"1","store_app_bundle_id":"b","store_country":null,\
                "purchased_at":"2026-05-03T10:00:05.000Z","purchased_at_ms":1777802405000,\
                "original_purchased_at":"2026-05-03T10:00:05.000Z",\
                "original_purchased_at_ms":1777802405000}
                """),
        .refused(WebhookEvent.self, "{}"),
        .refused(WebhookEvent.self, #"{"event_name":"ACTIVATE",\#(needed)}"#),
        .refused(
            WebhookEvent.self,
            #"{"event_name":"ACTIVATE","next_renewal_at":"soon",\#(needed),"store":"STRIPE","environment":"SANDBOX"}"#
        ),
        WireSample(
            ReceiptRequest.self,
            """
            {"user_id":"u","store_product_id":"s:b","original_transaction_id":"1","receipt_data":"r",\
            "purchase_token":"t","subscription_id":"s","account_flag":1,\
            "stripe_object_type":"checkout_session","stripe_object_id":"cs","stripe_price_id":"p",\
            "ply_context":"e30=","amount_cents":999,"currency":"EUR","quantity":1,\
            "intro_amount_cents":0,"intro_cycles":1,"intro_duration":3,"intro_period":"day",\
            "duration":1,"period":"month","country":"FR"}
            """),
        WireSample(UserDeletionRequest.self, #"{"user_id":"12345"}"#),
        WireSample(AcceptedRequest.self, #"{"id":"1"}"#),
        WireSample(ErrorList.self, #"{"errors":["unknown api_key"]}"#),
    ]

    @Test(arguments: samples)
    func `A body is read and written as it is documented`(sample: WireSample) throws {
        try sample.check()
    }

    @Test(
        arguments: [
            ("AMAZON_APPSTORE", "AMAZON_APP_STORE"), ("HUAWEI_APPGALLERY", "HUAWEI_APP_GALLERY"),
        ])
    func `Both spellings of a store are one store`(first: String, second: String) {
        #expect(StoreName(rawValue: first) == StoreName(rawValue: second))
        #expect(StoreName(rawValue: second).rawValue == first)
    }

    @Test func `An amount that is written as a text is read, and one that is none is refused`()
        throws
    {
        func read(_ value: String) throws -> Double? {
            let json = """
                {"event_name":"TRANSACTION_PROCESSED",\(Self.needed),\(Self.subscription),\
                "amount_in_customer_currency":\(value)}
                """
            return try JSONDecoder().decode(WebhookEvent.self, from: Data(json.utf8)).price
                .amountInCustomerCurrency
        }
        #expect(try read("\"4.5\"") == 4.5)
        #expect(try read("null") == nil)
        #expect(throws: DecodingError.self) { try read("\"much\"") }
    }

    @Test(
        arguments: [
            (PlatformType.appStore, #"{"user_id":"u","receipt_data":"r"}"#, nil),
            (.appStore, #"{"user_id":"u","original_transaction_id":"1"}"#, nil),
            (.appStore, #"{"user_id":"u"}"#, "original_transaction_id or receipt_data"),
            (.playStore, #"{"user_id":"u","purchase_token":"t"}"#, "store_product_id"),
            (.stripe, #"{"store_product_id":"p"}"#, "user_id"),
        ] as [(PlatformType, String, String?)])
    func `The first member that a store's receipts need is named`(
        platform: PlatformType, json: String, name: String?
    ) throws {
        let receipt = try JSONDecoder().decode(ReceiptRequest.self, from: Data(json.utf8))
        #expect(receipt.missingMember(for: platform) == name)
    }
}
