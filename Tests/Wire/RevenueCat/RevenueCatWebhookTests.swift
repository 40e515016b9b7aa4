// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import RevenueCatWire
import Testing

/// The bodies of webhooks.
///
/// Source: https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields, read
/// 2026-11-22.
@Suite struct RevenueCatWebhookTests {
    static func event(_ members: String) -> String {
        #"{"api_version":"1.0","event":{"id":"e","event_timestamp_ms":1780315200000,\#(members)}}"#
    }

    static let customer = """
        "app_id":"app1","app_user_id":"u","original_app_user_id":"u","aliases":["u","v"],\
        "subscriber_attributes":{"$email":{"value":"a@b.c","updated_at_ms":1}}
        """

    static let purchase = """
        "product_id":"monthly","entitlement_ids":["pro"],"entitlement_id":null,\
        "period_type":"NORMAL","purchased_at_ms":1,"expiration_at_ms":2,"store":"APP_STORE",\
        "environment":"PRODUCTION","presented_offering_id":null,"price":9.5,"currency":"USD",\
        "price_in_purchased_currency":9.5,"tax_percentage":0,"commission_percentage":0.3,\
        "takehome_percentage":0.7,"transaction_id":"t2","original_transaction_id":"t1",\
        "is_family_share":false,"country_code":"US","offer_code":null,"renewal_number":2
        """

    static let transfer = """
        "type":"TRANSFER","app_id":"app1","store":"APP_STORE","environment":"PRODUCTION",\
        "transferred_from":["a"],"transferred_to":["b","c"]
        """

    static let samples = [
        WireSample(WebhookBody.self, event("\"type\":\"TEST\",\(customer),\(purchase)")),
        WireSample(
            WebhookBody.self, event("\"type\":\"INITIAL_PURCHASE\",\(customer),\(purchase)")),
        WireSample(
            WebhookBody.self,
            event("\"type\":\"RENEWAL\",\(customer),\(purchase),\"is_trial_conversion\":true")),
        WireSample(
            WebhookBody.self,
            event(
                "\"type\":\"CANCELLATION\",\(customer),\(purchase),"
                    + "\"cancel_reason\":\"UNSUBSCRIBE\"")),
        WireSample(
            WebhookBody.self,
            event(
                "\"type\":\"EXPIRATION\",\(customer),\(purchase),"
                    + "\"expiration_reason\":\"SUBSCRIPTION_PAUSED\"")),
        WireSample(
            WebhookBody.self,
            event(
                "\"type\":\"BILLING_ISSUE\",\(customer),\(purchase),"
                    + "\"grace_period_expiration_at_ms\":3")),
        WireSample(
            WebhookBody.self,
            event(
                "\"type\":\"PRODUCT_CHANGE\",\(customer),\(purchase),\"new_product_id\":\"y\"")),
        WireSample(
            WebhookBody.self,
            event(
                "\"type\":\"SUBSCRIPTION_PAUSED\",\(customer),\(purchase),\"auto_resume_at_ms\":4")
        ),
        WireSample(WebhookBody.self, event(transfer)),
        WireSample(
            WebhookBody.self, event("\(transfer),\"app_user_id\":\"a\",\"aliases\":[]"),
            writes: event(transfer)),
        WireSample(
            WebhookBody.self,
            event(
                """
                "type":"VIRTUAL_CURRENCY_TRANSACTION",\(customer),"source":"admin_api",\
                "adjustments":[{"amount":-5,"currency":{"code":"GLD","name":"Gold",\
                "description":null}}],"virtual_currency_transaction_id":"x"
                """)),
        WireSample(
            WebhookBody.self,
            event(
                """
                "type":"EXPERIMENT_ENROLLMENT",\(customer),"experiment_id":"x",\
                "experiment_variant":"b","enrolled_at_ms":5
                """)),
        WireSample(WebhookBody.self, event("\"type\":\"OF_TOMORROW\",\(customer)")),
        .refused(WebhookBody.self, event(customer)),
        .refused(WebhookBody.self, event(#""type":"TRANSFER","transferred_from":["a"]"#)),
        .refused(WebhookBody.self, event(#""type":"RENEWAL","app_user_id":"u""#)),
        .refused(WebhookBody.self, #"{"api_version":"1.0"}"#),
    ]

    @Test(arguments: samples)
    func `Events have the members of their type, or are refused`(sample: WireSample) throws {
        try sample.check()
    }

    /// A phone that bought a month, after a free week.
    private func bought(
        _ act: (Installation, WorldClock) throws -> Void = { _, _ in }
    ) throws -> HeldPurchase {
        let clock = WorldClock()
        let world = try SharedWorld(
            "revenuecat", catalogue: RevenueCatRequestTests.catalogue, clock: clock)
        let phone = try world.installation("phone")
        let line = Line(phone, facade: "revenuecat")
        _ = line.launch(as: "u")
        guard case .answered = line.purchase("monthly") else { throw Refused() }
        try act(phone, clock)
        return try #require(line.view()?.purchases.first)
    }

    private struct Refused: Error {}

    private func written(_ name: String, _ purchase: HeldPurchase) throws -> EventPurchase {
        let event = WebhookEvent(
            name, id: "e", date: Date(timeIntervalSince1970: 0), appID: "app1",
            customer: EventCustomer(appUserID: "u", originalAppUserID: "u", aliases: ["u"]),
            purchase: purchase, newProductID: "yearly")
        #expect(event.type.rawValue == name)
        return try #require(event.purchase)
    }

    @Test func `A purchase of the simulation is told with its type's own members`() throws {
        let trial = try bought()
        let initial = try written("INITIAL_PURCHASE", trial)
        #expect(initial.productID == "monthly")
        #expect(initial.entitlementIDs == ["pro"])
        #expect(initial.periodType == .trial)
        #expect(initial.price == 0)
        #expect(initial.currency == "USD")
        #expect(initial.store == "APP_STORE")
        #expect(initial.environment == .production)
        #expect(initial.renewalNumber == 1)
        #expect(initial.transactionID == initial.originalTransactionID)
        #expect(initial.expirationAtMilliseconds == trial.expirationDate?.wireMilliseconds)
        #expect(initial.isTrialConversion == nil)
        #expect(initial.cancelReason == nil)
        #expect(try written("PRODUCT_CHANGE", trial).newProductID == "yearly")

        let renewed = try written(
            "RENEWAL", try bought { phone, _ in phone.store.renew("monthly") })
        #expect(renewed.isTrialConversion == true)
        #expect(renewed.periodType == .normal)
        #expect(renewed.price == 10)
        #expect(renewed.renewalNumber == 2)
        #expect(renewed.transactionID != renewed.originalTransactionID)
        #expect(renewed.newProductID == nil)

        let cancelled = try written(
            "CANCELLATION", try bought { phone, _ in phone.store.cancel("monthly") })
        #expect(cancelled.cancelReason == .unsubscribe)
        #expect(cancelled.expirationReason == nil)

        let failed = try bought { phone, _ in
            phone.store.renew("monthly")
            phone.store.fail("monthly")
        }
        let issue = try written("BILLING_ISSUE", failed)
        #expect(issue.gracePeriodExpirationAtMilliseconds != nil)
        #expect(try written("CANCELLATION", failed).cancelReason == .billingError)
    }

    @Test(arguments: [
        ("INITIAL_PURCHASE", 10), ("RENEWAL", 10), ("NON_RENEWING_PURCHASE", 10),
        ("REFUND_REVERSED", 10), ("BILLING_ISSUE", 0), ("CANCELLATION", 0), ("UNCANCELLATION", 0),
        ("PRODUCT_CHANGE", 0), ("SUBSCRIPTION_PAUSED", 0), ("EXPIRATION", 0),
    ])
    func `An event has a price where money moved, as in the published samples`(
        name: String, price: Double
    ) throws {
        let renewed = try bought { phone, _ in phone.store.renew("monthly") }
        let event = try written(name, renewed)
        #expect(event.price == price)
        #expect(event.priceInPurchasedCurrency == price)
    }

    @Test func `An invoice has no price in dollars, so that nothing is counted twice`() throws {
        let renewed = try bought { phone, _ in phone.store.renew("monthly") }
        let invoice = try written("INVOICE_ISSUANCE", renewed)
        #expect(invoice.price == nil)
        #expect(invoice.priceInPurchasedCurrency == 10)
    }

    @Test func `A refund is told with a negative price`() throws {
        let refunded = try written(
            "CANCELLATION",
            try bought { phone, _ in
                phone.store.renew("monthly")
                phone.store.refund("monthly")
            })
        #expect(refunded.cancelReason == .customerSupport)
        #expect(refunded.price == -10)
        #expect(refunded.priceInPurchasedCurrency == -10)
    }
}
