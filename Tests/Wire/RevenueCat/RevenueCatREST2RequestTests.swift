// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RevenueCatWire
import Testing

/// The requests of REST v2: the accepted rows' bodies are valid by the published schema.
///
/// Source: https://www.revenuecat.com/docs/api-v2, read 2026-11-22.
@Suite struct RevenueCatREST2RequestTests {
    static let samples = [
        WireSample(
            REST2.CreateCustomer.self,
            #"{"id": "u", "attributes": [{"name": "$email", "value": "a@b.c"}]}"#),
        WireSample(
            REST2.SetAttributes.self, #"{"attributes": [{"name": "$email", "value": null}]}"#),
        WireSample(
            REST2.GrantEntitlement.self,
            #"{"entitlement_id": "entl1", "expires_at": 1780315200000}"#),
        WireSample(REST2.RevokeGrantedEntitlement.self, #"{"entitlement_id": "entl1"}"#),
        WireSample(
            REST2.TransferCustomer.self, #"{"target_customer_id": "v", "app_ids": ["app1"]}"#),
        WireSample(REST2.AssignOffering.self, #"{"offering_id": null}"#),
        WireSample(
            REST2.CreateProduct.self,
            """
            {"store_identifier": "monthly", "app_id": "app1", "type": "subscription",
            "display_name": "Monthly", "subscription": {"duration": "P1M"}, "title":
            "Monthly"}
            """),
        WireSample(REST2.CreateEntitlement.self, #"{"lookup_key": "pro", "display_name": "Pro"}"#),
        WireSample(REST2.UpdateEntitlement.self, #"{"display_name": "Pro"}"#),
        WireSample(REST2.ProductIDs.self, #"{"product_ids": ["prod1"]}"#),
        WireSample(
            REST2.CreateOffering.self,
            """
            {"lookup_key": "main", "display_name": "Main", "metadata": {"rank": 3}}
            """),
        WireSample(REST2.UpdateOffering.self, #"{"is_current": true, "metadata": null}"#),
        WireSample(
            REST2.CreatePackage.self,
            #"{"lookup_key": "tip", "display_name": "Tip", "position": 2}"#),
        WireSample(REST2.UpdatePackage.self, #"{"position": 3}"#),
        WireSample(
            REST2.AttachProducts.self,
            """
            {"products": [{"product_id": "prod1", "eligibility_criteria": "all"}]}
            """),
        WireSample(
            REST2.CreateWebhookIntegration.self,
            """
            {"name": "Hook", "url": "https://example.com/hook", "authorization_header":
            "token", "environment": "production", "event_types": ["initial_purchase"],
            "app_id": "app1"}
            """),
        WireSample(
            REST2.UpdateWebhookIntegration.self,
            #"{"authorization_header": null, "environment": "sandbox"}"#),
        WireSample(REST2.UpdateWebhookIntegration.self, #"{}"#),
        .refused(REST2.CreateCustomer.self, #"{"attributes":[]}"#),
        .refused(REST2.CreateCustomer.self, #"{"id":5}"#),
        .refused(REST2.SetAttributes.self, #"{"attributes":[{"name":"k"}]}"#),
        .refused(REST2.SetAttributes.self, #"{"attributes":[{"name":"k","value":5}]}"#),
        .refused(REST2.GrantEntitlement.self, #"{"entitlement_id":"e"}"#),
        .refused(REST2.GrantEntitlement.self, #"{"entitlement_id":"e","expires_at":"soon"}"#),
        .refused(REST2.RevokeGrantedEntitlement.self, #"{}"#),
        .refused(REST2.TransferCustomer.self, #"{"app_ids":[]}"#),
        .refused(REST2.AssignOffering.self, #"{}"#),
        .refused(REST2.AssignOffering.self, #"{"offering_id":5}"#),
        .refused(REST2.CreateProduct.self, #"{"store_identifier":"m","app_id":"a","type":"gift"}"#),
        .refused(REST2.CreateEntitlement.self, #"{"lookup_key":"pro"}"#),
        .refused(REST2.UpdateEntitlement.self, #"{}"#),
        .refused(REST2.ProductIDs.self, #"{"product_ids":"prod1"}"#),
        .refused(REST2.CreateOffering.self, #"{"display_name":"Main"}"#),
        .refused(REST2.CreatePackage.self, #"{"lookup_key":"tip"}"#),
        .refused(REST2.AttachProducts.self, #"{"products":[{"product_id":"p"}]}"#),
        .refused(REST2.CreateWebhookIntegration.self, #"{"name":"Hook"}"#),
        .refused(
            REST2.CreateWebhookIntegration.self,
            #"{"name":"n","url":"u","event_types":["renewed"]}"#),
        .refused(REST2.UpdateWebhookIntegration.self, #"{"environment":"staging"}"#),
    ]

    @Test(arguments: samples)
    func `Requests are read as their schema has them, or refused`(sample: WireSample) throws {
        try sample.check()
    }

    static let changes: [(json: String, change: Change<String>)] = [
        ("{}", .keep), (#"{"authorization_header":null}"#, .remove),
        (#"{"authorization_header":"token"}"#, .set("token")),
    ]

    @Test(arguments: changes)
    func `What is missing stays, and null removes`(
        row: (json: String, change: Change<String>)
    ) throws {
        let update = try JSONDecoder().decode(
            REST2.UpdateWebhookIntegration.self, from: Data(row.json.utf8))
        #expect(update.authorizationHeader == row.change)
        #expect(try WireSample.json(update) == row.json)
    }
}
