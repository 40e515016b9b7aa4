// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import QonversionWire
import Testing

/// What goes over Qonversion's wire: REST v3 and v4, the mobile SDKs' calls, webhooks.
///
/// Source: https://documentation.qonversion.io, the pages that the types name, read 2026-11-25.
@Suite struct QonversionWireTests {
    static let rest3 = [
        WireSample(REST3.User.self, #"{"id":"u","created":1600000000,"environment":"prod"}"#),
        WireSample(
            REST3.User.self,
            #"{"id":"u","created":1,"environment":"sandbox","identity_id":"ann"}"#),
        .refused(REST3.User.self, #"{"id":"u","created":1,"environment":"production"}"#),
        WireSample(REST3.UserRequest.self, #"{"environment":"sandbox"}"#),
        WireSample(REST3.UserRequest.self, #"{"environment":null}"#, writes: "{}"),
        WireSample(REST3.Identity.self, #"{"id":"ann","user_id":"u"}"#),
        WireSample(REST3.IdentityRequest.self, #"{"user_id":"u"}"#),
        WireSample(
            REST3.EntitlementList.self,
            """
            {"object":"list","data":[{"id":"gold","active":true,"started":1,"expires":2,\
            "source":"appstore","product":{"product_id":"month","subscription":\
            {"renew_state":"will_renew","current_period_type":"trial"}}},\
            {"id":"vip","active":false,"started":1,"source":"manual"}]}
            """),
        .refused(
            REST3.Entitlement.self,
            #"{"id":"gold","active":true,"started":1,"source":"toaster"}"#),
        WireSample(REST3.GrantRequest.self, #"{"id":"gold","expires":1600000000}"#),
        WireSample(
            REST3.Purchase.self,
            """
            {"price":"12.99","currency":"USD","purchased":1600000000,\
            "stripe_store_data":{"subscription_id":"sub_1","product_id":"prod_1"}}
            """),
        WireSample(
            REST3.Purchase.self,
            """
            {"app_store_data":{"transaction_id":"1","original_transaction_id":"1",\
            "product_id":"month","receipt":"r"},"play_store_data":{"type":"subscription",\
            "product_id":"month","purchase_token":"t","transaction_id":"1",\
            "original_transaction_id":"1"},"paddle_store_data":{"transaction_id":"1",\
            "product_id":"p","type":"non_recurring","subscription_id":"s"},"user_id":"u"}
            """),
        .refused(REST3.Purchase.self, #"{"price":12.99}"#),
        WireSample(
            REST3.SavedProperties.self,
            """
            {"savedProperties":[{"key":"tea","value":"green"}],\
            "propertyErrors":[{"key":"?","error":"no"}]}
            """),
        WireSample(
            ErrorBody.self,
            """
            {"error":{"type":"request","code":"invalid_data","message":"m"},\
            "_meta":{"reference":"r","fields":[{"name":"id","messages":["m"]}]}}
            """),
        WireSample(
            ErrorBody.self,
            """
            {"error":{"type":"internal","code":"c","message":"m",\
            "details":[{"field":"f","message":"m"}]}}
            """),
        .refused(ErrorBody.self, #"{"error":{"type":"odd","code":"c","message":"m"}}"#),
    ]

    static let rest4 = [
        WireSample(
            REST4.User.self,
            """
            {"object":"user","id":"u","url":"/v4/users/u","environment":"prod",\
            "identity_id":null,"created_at":"2026-01-01T12:00:00Z"}
            """),
        .refused(REST4.User.self, #"{"object":"person","id":"u"}"#),
        WireSample(
            REST4.Identity.self,
            #"{"object":"identity","id":"a","url":"/v4/identities/a","user_id":"u"}"#),
        WireSample(REST4.IdentityRequest.self, #"{"identity_id":"a","user_id":"u"}"#),
        WireSample(
            REST4.ListPage<REST3.Property>.self,
            """
            {"object":"list","url":"/v4/users/u/properties","data":[{"key":"a","value":"b"}],\
            "has_more":false,"next_cursor":null}
            """),
        WireSample(
            REST4.UserEntitlement.self,
            """
            {"object":"user_entitlement","id":"gold","url":"/v4/users/u/entitlements/gold",\
            "is_active":true,"source":"manual","started_at":"2026-01-01T12:00:00Z",\
            "expires_at":null}
            """),
        WireSample(
            REST4.Purchase.self,
            """
            {"object":"purchase","id":"1","url":"/v4/users/u/purchases/1","user_id":"u",\
            "platform":"app_store","product_id":"month","currency":"USD","price":"9.99",\
            "purchased_at":"2025-04-01T10:30:00Z","expires_at":null,"is_auto_renewing":true,\
            "store_data":{"transaction_id":"1","original_transaction_id":"1",\
            "product_id":"month"},"created_at":"2025-04-01T10:30:00Z"}
            """),
        WireSample(
            REST4.PurchaseRequest.self,
            """
            {"platform":"app_store","price":"9.99","currency":"USD","store_data":\
            {"transaction_id":"1","original_transaction_id":"1","product_id":"p","receipt":"r"}}
            """),
        WireSample(
            REST4.PropertiesResult.self,
            """
            {"object":"user_properties_set_result","url":"/v4/users/u/properties",\
            "saved_properties":[],"property_errors":[{"key":"?","error":"no"}]}
            """),
        WireSample(
            REST4.Customer.self,
            """
            {"object":"customer","url":"/v4/customers/u","data":{"customer":{"client_id":"u",\
            "external_identity":"ann","environment":2,"since":"2026-03-18T09:42:11Z"},\
            "attributionData":[],"userProperties":[],"canRemoveCustomer":true,\
            "canEditEntitlements":true}}
            """),
        WireSample(
            REST4.Permission.self,
            """
            {"id":"gold","source":"apple","active":true,"started_at":1729600000,\
            "expires_at":1761136000,"product_id":"month"}
            """),
        WireSample(
            REST4.PermissionRequest.self,
            #"{"permission_id":"gold","expires_at":"2026-01-01T00:00:00Z"}"#),
        WireSample(
            REST4.GrantedPermission.self,
            """
            {"object":"customer_permission","url":"/v4/customers/u/permissions/gold",\
            "permission_id":"gold","expires_at":null}
            """),
        WireSample(
            REST4.CustomerMetrics.self,
            """
            {"object":"customer_metrics","url":"/v4/customers/metrics",\
            "data":{"total_customers":0,"active_subscriptions":0,"churn":0}}
            """),
    ]

    static let mobile = [
        WireSample(
            Mobile.Envelope<Mobile.Identity>.self, #"{"success":true,"data":{"anon_id":"u"}}"#),
        WireSample(
            Mobile.Failure.self,
            #"{"success":false,"data":{"code":10004,"message":"m","status":400}}"#),
        WireSample(
            Mobile.Request.self,
            """
            {"q_uid":"u","client_uid":"u","receipt":"r","purchase":{"product":"month",\
            "purchase_token":"t","transaction_id":"1","original_transaction_id":"1"},\
            "history":[{"purchase_token":"t"}],"purchases":[{"purchase":{"purchase_token":"t"}}],\
            "products_local_data":[{"store_id":"month"}]}
            """),
        WireSample(
            Mobile.Request.self, #"{"install_date":1,"device":{"os":"iOS"},"debug_mode":"1"}"#,
            writes: "{}"),
        .refused(Mobile.Request.self, #"{"q_uid":7}"#),
        WireSample(
            Mobile.LaunchData.self,
            """
            {"uid":"u","timestamp":1,"permissions":[{"id":"gold","associated_product":"month",\
            "active":1,"renew_state":-1,"started_timestamp":1,"source":"manual",\
            "grant_type":"family_sharing","renews_count":2}],"products":[{"id":"month",\
            "store_id":"month","type":0,"duration":1}],"user_products":[],"offerings":\
            [{"id":"main","tag":1,"products":[]}],"products_permissions":{"month":["gold"]}}
            """),
        WireSample(
            Mobile.EligibilityList.self,
            """
            {"products_enriched":[{"product":{"id":"month","store_id":"month","type":0},\
            "intro_eligibility_status":"intro_or_trial_eligible"}]}
            """),
    ]

    static let webhooks = [
        WireSample(
            WebhookEvent.self,
            """
            {"event_name":"trial_converted","user_id":"u","custom_user_id":"","identity_id":"",\
            "time":1600000000,"created_at":1600000000,"product_id":"month","revenue":\
            {"value":7.99,"value_usd":9.99,"currency":"GBP","is_proceed":0},"price":\
            {"value":7.99,"currency":"GBP"},"transaction":{"transaction_id":500000601234560,\
            "original_transaction_id":500000601234560,"expires":1600259200,\
            "grace_period_expires":null,"transaction_date":1600000000},"properties":\
            {"_q_email":"a@b.c"},"environment":"production","platform":"iOS"}
            """),
        .refused(WebhookEvent.self, #"{"event_name":"trial_converted"}"#),
        WireSample(TransactionNumber.self, "7"), WireSample(TransactionNumber.self, #""GPA.1""#),
        WireSample(TransactionNumber.self, #""7""#, writes: "7"),
        .refused(TransactionNumber.self, "7.5"),
    ]

    @Test(arguments: rest3 + rest4 + catalogue + mobile + webhooks)
    func `A body is read and written as it is documented`(sample: WireSample) throws {
        try sample.check()
    }

    @Test(
        arguments: [
            ("invalid_data", .request), ("control_forbidden", .request), ("not_found", .resource),
            ("already_exists", .resource), ("purchase_fraud", .logical),
            ("storage_error", .internal), ("odd", nil),
        ] as [(String, ErrorType?)])
    func `A documented code belongs to a kind`(code: String, type: ErrorType?) {
        #expect(ErrorType(of: code) == type)
    }

    @Test func `Whatever stands for a purchase is found, in order and once`() throws {
        let request = try JSONDecoder().decode(
            Mobile.Request.self,
            from: Data(
                #"{"receipt":"","purchase":{"purchase_token":"a"},"history":[{"purchase_token":"b"},{"purchase_token":"a"}]}"#
                    .utf8))
        #expect(request.proofs == ["a", "b"] && request.userID == nil)
    }

    @Test(
        arguments: [
            ("tea", true), ("_q_email", true), ("a-b_c.d:9", true), ("", false), ("12", false),
            ("a b", false), ("é", false), ("tea\n", false),
        ])
    func `A property's key has letters, digits and four signs, and a letter among them`(
        key: String, isFormed: Bool
    ) {
        #expect(PropertyKey.isFormed(key) == isFormed)
    }

    @Test func `A path is encoded where an ID has other signs than a URL`() {
        #expect(REST4.path("users", "a b/é", "properties") == "/v4/users/a%20b%2F%C3%A9/properties")
    }
}
