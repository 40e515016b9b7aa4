// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
import Foundation
import NamiWire
import Testing

/// What goes over Nami's wire: webhooks alone.
///
/// Source: https://docs.namiml.com/integrations/other-integrations/webhooks/event-types, read
/// 2026-11-22.
@Suite struct NamiWireTests {
    static let envelope = """
        "created_date":"2026-09-01T08:00:00.123456+00:00","id":"e","user_id":"u"
        """

    static let samples = [
        WireSample(
            WebhookEvent.self,
            """
            {"event_type":"user.subscription.purchased",\(envelope),"event_platform":"apple",\
            "active_entitlements":[{"description":"All","entitlement_ref_id":"premium",\
            "expiration":"2026-10-01T08:00:00Z","last_verified":"2026-10-10T00:00:00.356795Z",\
            "name":"All","purchase_platform":"apple","sku_ref_id":"monthly"}],\
            "customer_journey_state":{"former_subscriber":false,"in_account_hold":false,\
            "in_grace_period":false,"in_trial_period":true,"in_intro_offer_period":false,\
            "in_pause":false,"is_cancelled":false},"devices":[{"id":"d","platform":{"id":"p",\
            "name":"App Store","platform_type":"apple","marketplace_app_id":"com.example"}}],\
            "external_ids":[{"key":"external_id","type":"uuid","value":"x"}]}
            """),
        WireSample(WebhookEvent.self, #"{"event_type":"device.session.start",\#(envelope)}"#),
        .refused(WebhookEvent.self, #"{"event_type":"device.session.start"}"#),
        WireSample(
            PurchaseUpdate.self,
            """
            {"event_type":"purchase.updated",\(envelope),"collapse_key":"k",\
            "canceled_at":"2026-10-01T08:00:00Z","expires_at":"2026-10-01T08:00:00Z",\
            "is_active":true,"is_auto_renewable":false,"billing_cycles":2,\
            "entitlements":[{"entitlement_ref_id":"premium"}],"devices_with_access":[{"id":"d"}],\
            "external_ids":[]}
            """),
    ]

    @Test(arguments: samples)
    func `A body is read and written as it is documented`(sample: WireSample) throws {
        try sample.check()
    }

    @Test(
        arguments: [
            ("035b30e2-faf4-462d-aec3-caa0fbe26c49", "uuid"),
            ("E97EDA7D-F1BC-48E1-8DF4-F67EF4A4E4FF", "uuid"), ("123456", "numeric"),
            (String(repeating: "a1", count: 32), "sha256"),
            (String(repeating: "11", count: 32), "sha256"), ("", nil), ("ann", nil),
            ("035b30e2xfaf4-462d-aec3-caa0fbe26c49", nil),
        ] as [(String, String?)])
    func `An external ID says which of the three forms it has`(id: String, type: String?) {
        #expect(ExternalID.app(id) == ExternalID(key: "external_id", type: type, value: id))
    }

    @Test func `An event's date has microseconds and an offset, an entitlement's has seconds`() {
        let date = Date(timeIntervalSince1970: 1_767_268_800.25)
        #expect(EventDate(created: date).rawValue == "2026-01-01T12:00:00.250000+00:00")
        #expect(EventDate(date).rawValue == "2026-01-01T12:00:00Z")
    }
}
