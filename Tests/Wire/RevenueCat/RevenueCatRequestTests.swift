// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
import Foundation
import RevenueCatWire
import Testing

/// The bodies of REST v1 and of the SDKs.
///
/// Source: https://www.revenuecat.com/docs/api-v1, read 2026-11-22.
@Suite struct RevenueCatRequestTests {
    static let samples = [
        WireSample(
            ReceiptRequest.self,
            """
            {"fetch_token":"t","app_user_id":"u","product_id":"monthly","price":9.5,\
            "currency":"USD","payment_mode":"2","introductory_price":1.5,"is_restore":false,\
            "presented_offering_identifier":"main","attributes":{"$email":{"value":"a@b.c",\
            "updated_at_ms":1}}}
            """),
        WireSample(
            ReceiptRequest.self,
            """
            {"fetch_token":"t","app_user_id":"u","product_ids":["monthly"],\
            "platform_product_ids":[{"product_id":"monthly","base_plan_id":"p"}],\
            "is_restore":true,"pricing_phases":[{"billingPeriod":"P1M"}],\
            "proration_mode":"DEFERRED","normal_duration":"P1M","store_user_id":"amzn",\
            "observer_mode":true,"initiation_source":"queue"}
            """),
        WireSample(
            ReceiptRequest.self, #"{"fetch_token":"t","app_user_id":"u","payload_version":1}"#,
            writes: #"{"fetch_token":"t","app_user_id":"u"}"#),
        .refused(ReceiptRequest.self, #"{"app_user_id":"u"}"#),
        .refused(ReceiptRequest.self, #"{"fetch_token":"t"}"#),
        .refused(ReceiptRequest.self, #"{"fetch_token":1,"app_user_id":"u"}"#),
        .refused(
            ReceiptRequest.self, #"{"fetch_token":"t","app_user_id":"u","payment_mode":"two"}"#),
        WireSample(IdentifyRequest.self, #"{"app_user_id":"a","new_app_user_id":"b"}"#),
        .refused(IdentifyRequest.self, #"{"app_user_id":"a"}"#),
        WireSample(
            AttributesRequest.self,
            #"{"attributes":{"k":{"value":null,"updated_at_ms":5},"l":{"value":"v"}}}"#),
        WireSample(
            AttributesRequest.self, #"{"attributes":{"k":{}}}"#,
            writes: #"{"attributes":{"k":{"value":null}}}"#),
        .refused(AttributesRequest.self, #"{"attributes":{"k":"v"}}"#),
        .refused(AttributesRequest.self, "{}"),
        WireSample(AttributionRequest.self, #"{"data":{"rc_idfa":"x"},"network":"1"}"#),
        WireSample(AttributionRequest.self, #"{"data":{},"network":1}"#),
        .refused(AttributionRequest.self, #"{"data":{},"network":"01"}"#),
        WireSample(GrantRequest.self, #"{"end_time_ms":1780315200000}"#),
        WireSample(GrantRequest.self, #"{"duration":"two_week","start_time_ms":7}"#),
        .refused(GrantRequest.self, "{}"),
        .refused(GrantRequest.self, #"{"start_time_ms":7}"#),
        .refused(GrantRequest.self, #"{"duration":"fortnight"}"#),
        WireSample(ErrorBody.self, #"{"code":7259,"message":"Subscriber not found."}"#),
        WireSample(ErrorBody.self, #"{"code":"7259","message":"m"}"#),
        WireSample(ErrorBody.self, #"{"message":"m"}"#),
        WireSample(
            ErrorBody.self,
            """
            {"code":7263,"message":"m","attribute_errors":[{"key_name":"$email","message":"n"}]}
            """),
        .refused(ErrorBody.self, #"{"code":1}"#),
        WireSample(DeletedSubscriber.self, #"{"app_user_id":"u","deleted":true}"#),
        WireSample(
            ProductEntitlementMapping.self,
            """
            {"product_entitlement_mapping":{"a:p":{"product_identifier":"a",\
            "base_plan_id":"p","entitlements":["pro"]}}}
            """),
        WireSample(
            ProductsResponse.self,
            """
            {"product_details":[{"identifier":"a","product_type":"subscription","title":"A",\
            "description":null,"purchase_options":{"base_option":{"price_id":"p",\
            "base":{"period_duration":"P1M","price":{"amount_micros":9990000,"currency":"USD"},\
            "cycle_count":1}}}}]}
            """),
    ]

    @Test(arguments: samples)
    func `Bodies are read and written as documented, or refused`(sample: WireSample) throws {
        try sample.check()
    }

    static let catalogue = Catalogue(
        [
            .subscription("monthly", unlocks: ["pro"], trial: .week, price: 10),
            .consumable("coins", price: 1),
        ],
        offerings: [
            CatalogueOffering(
                "main", metadata: ["rank": 3], packages: ["$rc_monthly": "monthly"])
        ], placements: ["start": "main", "end": nil], fallback: "main")

    @Test func `A catalogue becomes what the SDKs fetch`() throws {
        let catalogue = RevenueCatRequestTests.catalogue
        #expect(
            try WireSample.json(OfferingsResponse(catalogue))
                == """
                {"current_offering_id":"main","offerings":[{"description":"main",\
                "identifier":"main","metadata":{"rank":3},"packages":[{\
                "identifier":"$rc_monthly","platform_product_identifier":"monthly"}]}],\
                "placements":{"fallback_offering_id":"main","offering_ids_by_placement":{\
                "end":null,"start":"main"}}}
                """)
        #expect(
            try WireSample.json(ProductEntitlementMapping(catalogue))
                == """
                {"product_entitlement_mapping":{"coins":{"entitlements":["coins"],\
                "product_identifier":"coins"},"monthly":{"entitlements":["pro"],\
                "product_identifier":"monthly"}}}
                """)
        let products = ProductsResponse(["coins", "none", "monthly"], of: catalogue)
        #expect(products.productDetails.map(\.identifier) == ["coins", "monthly"])
        let monthly = products.productDetails[1].purchaseOptions["base_option"]
        #expect(monthly?.base?.periodDuration == "P1M")
        #expect(monthly?.base?.price?.amountMicros == 10_000_000)
        #expect(monthly?.trial?.periodDuration == "P1W")
        #expect(monthly?.trial?.price == nil)
        let coins = products.productDetails[0].purchaseOptions["base_option"]
        #expect(coins?.basePrice?.amountMicros == 1_000_000)
        #expect(coins?.base == nil)
    }
}
