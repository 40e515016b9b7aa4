// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import QonversionWire
import Testing

/// What is sold and unlocked, over Qonversion's wire.
extension QonversionWireTests {
    static let catalogue = [
        WireSample(
            REST3.ProductList.self,
            """
            {"data":[{"uid":"month","type":0,"apple_product_id":"a","google_product_id":"g",\
            "google_base_plan_id":"b","stripe_product_id":"s","duration":1},\
            {"uid":"book","type":2}]}
            """),
        WireSample(
            REST3.Product.self,
            """
            {"uid":"month","type":1,"duration":1,"subscription_duration":"P1M",\
            "created_at":1600000000,"updated_at":1600000001}
            """),
        WireSample(REST3.Product.self, #"{"uid":"book","type":3}"#),
        .refused(REST3.Product.self, #"{"uid":"month","type":4}"#),
        WireSample(
            REST3.ProductRequest.self,
            """
            {"uid":"month","type":0,"apple_product_id":"a","google_product_id":"g",\
            "google_base_plan_id":"b","stripe_product_id":"s","duration":4}
            """),
        WireSample(REST3.ProductRequest.self, #"{"uid":null,"type":null}"#, writes: "{}"),
        .refused(REST3.ProductRequest.self, #"{"duration":5}"#),
        WireSample(
            REST4.Entitlement.self,
            """
            {"object":"entitlement","id":"gold","url":"/v4/entitlements/gold",\
            "description":null,"product_ids":["month"],"created_at":"2025-09-15T12:30:00Z",\
            "updated_at":"2025-11-03T10:26:40Z"}
            """),
        WireSample(
            REST4.EntitlementRequest.self, #"{"id":"gold","description":"G","product_ids":["a"]}"#),
        WireSample(REST4.EntitlementRequest.self, #"{"description":null,"product_ids":null}"#),
        WireSample(REST4.EntitlementRequest.self, "{}"),
        .refused(REST4.EntitlementRequest.self, #"{"product_ids":"a"}"#),
        WireSample(
            REST4.Product.self,
            """
            {"object":"product","id":"month","url":"/v4/products/month","type":"lifetime",\
            "duration":null,"apple_product_id":"a","google_product_id":null,\
            "google_base_plan_id":null,"stripe_product_id":null,\
            "created_at":"2025-09-15T12:30:00Z","updated_at":"2025-11-03T10:26:40Z"}
            """),
        .refused(REST4.ProductRequest.self, #"{"type":"gift"}"#),
        WireSample(
            REST4.ProductRequest.self,
            """
            {"id":"a","type":"subscription_with_promo","duration":"P1M","apple_product_id":null,\
            "google_product_id":"g"}
            """),
    ]

    @Test func `V4 has a word for each number of v3's, and a length in ISO 8601`() {
        for type in ProductType.allCases { #expect(REST4.ProductWord(type).type == type) }
        #expect(
            ProductDuration.allCases.map(\.iso8601) == ["P1W", "P1M", "P3M", "P6M", "P1Y"])
        for duration in ProductDuration.allCases {
            #expect(ProductDuration(iso8601: duration.iso8601) == duration)
        }
        #expect(ProductDuration(iso8601: "P7D") == nil)
    }
}
