// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import RevenueCatWire
import Testing

/// The objects of REST v2: the rows' bodies are valid by the published schema.
///
/// Source: https://www.revenuecat.com/docs/api-v2, read 2026-11-22.
@Suite struct RevenueCatREST2ObjectTests {
    static let samples = [
        WireSample(
            REST2.Customer.self,
            """
            {"object": "customer", "id": "u", "project_id": "p1", "first_seen_at":
            1780315200000, "last_seen_at": null, "last_seen_app_version": null,
            "last_seen_country": null, "last_seen_platform": null,
            "last_seen_platform_version": null}
            """),
        WireSample(
            REST2.Customer.self,
            """
            {"object": "customer", "id": "u", "project_id": "p1", "first_seen_at":
            1780315200000, "last_seen_at": 1780315200000, "last_seen_app_version": null,
            "last_seen_country": null, "last_seen_platform": "iOS",
            "last_seen_platform_version": null, "active_entitlements": {"object": "list",
            "items": [{"object": "customer.active_entitlement", "entitlement_id": "entl1",
            "expires_at": null}], "next_page": null, "url": "/v2/x"}, "attributes":
            {"object": "list", "items": [{"object": "customer.attribute", "name": "$email",
            "value": "a@b.c", "updated_at": 1780315200000}], "next_page": null, "url":
            "/v2/x"}, "experiment": {"object": "experiment_enrollment", "id": "x", "name":
            "X", "variant": "b"}}
            """),
        WireSample(
            REST2.CustomerAlias.self,
            #"{"object": "customer.alias", "id": "v", "created_at": 1780315200000}"#),
        WireSample(
            REST2.CustomerEntitlement.self,
            """
            {"object": "customer.active_entitlement", "entitlement_id": "entl1",
            "expires_at": null}
            """),
        WireSample(
            REST2.CustomerAttribute.self,
            """
            {"object": "customer.attribute", "name": "$email", "value": "a@b.c",
            "updated_at": 1780315200000}
            """),
        WireSample(
            REST2.CustomerAttribute.self,
            """
            {"object": "customer.attribute", "name": "$email", "value": null, "updated_at":
            1780315200000}
            """),
        WireSample(
            REST2.ListPage<REST2.Customer>.self,
            """
            {"object": "list", "items": [{"object": "customer", "id": "u", "project_id":
            "p1", "first_seen_at": 1780315200000, "last_seen_at": null,
            "last_seen_app_version": null, "last_seen_country": null, "last_seen_platform":
            null, "last_seen_platform_version": null}], "next_page":
            "/v2/projects/p1/customers?starting_after=u", "url":
            "/v2/projects/p1/customers"}
            """),
        WireSample(
            REST2.ListPage<REST2.Subscription>.self,
            """
            {"object": "list", "items": [{"object": "subscription", "id": "sub1",
            "customer_id": "u", "original_customer_id": "u", "product_id": "prod1",
            "starts_at": 1, "current_period_starts_at": 2, "current_period_ends_at": null,
            "ends_at": null, "gives_access": true, "pending_payment": false,
            "auto_renewal_status": "will_renew", "status": "active", "total_revenue_in_usd":
            {"currency": "USD", "gross": 9.5, "commission": 1.5, "tax": 0.5, "proceeds":
            7.5}, "presented_offering_id": null, "entitlements": {"object": "list", "items":
            [{"object": "entitlement", "project_id": "p1", "id": "entl1", "lookup_key":
            "pro", "display_name": "Pro", "created_at": 1780315200000}], "next_page": null,
            "url": "/v2/x"}, "environment": "production", "store": "app_store",
            "store_subscription_identifier": "t2", "ownership": "purchased",
            "management_url": null}], "next_page": null, "url": "/v2/x"}
            """),
        WireSample(
            REST2.Transfer.self,
            """
            {"source_customer": {"object": "customer", "id": "u", "project_id": "p1",
            "first_seen_at": 1780315200000, "last_seen_at": null, "last_seen_app_version":
            null, "last_seen_country": null, "last_seen_platform": null,
            "last_seen_platform_version": null}, "target_customer": {"object": "customer",
            "id": "u", "project_id": "p1", "first_seen_at": 1780315200000, "last_seen_at":
            1780315200000, "last_seen_app_version": null, "last_seen_country": null,
            "last_seen_platform": "iOS", "last_seen_platform_version": null,
            "active_entitlements": {"object": "list", "items": [{"object":
            "customer.active_entitlement", "entitlement_id": "entl1", "expires_at": null}],
            "next_page": null, "url": "/v2/x"}, "attributes": {"object": "list", "items":
            [{"object": "customer.attribute", "name": "$email", "value": "a@b.c",
            "updated_at": 1780315200000}], "next_page": null, "url": "/v2/x"}, "experiment":
            {"object": "experiment_enrollment", "id": "x", "name": "X", "variant": "b"}}}
            """),
        WireSample(
            REST2.Subscription.self,
            """
            {"object": "subscription", "id": "sub1", "customer_id": "u",
            "original_customer_id": "u", "product_id": "prod1", "starts_at": 1,
            "current_period_starts_at": 2, "current_period_ends_at": null, "ends_at": null,
            "gives_access": true, "pending_payment": false, "auto_renewal_status":
            "will_renew", "status": "active", "total_revenue_in_usd": {"currency": "USD",
            "gross": 9.5, "commission": 1.5, "tax": 0.5, "proceeds": 7.5},
            "presented_offering_id": null, "entitlements": {"object": "list", "items":
            [{"object": "entitlement", "project_id": "p1", "id": "entl1", "lookup_key":
            "pro", "display_name": "Pro", "created_at": 1780315200000}], "next_page": null,
            "url": "/v2/x"}, "environment": "production", "store": "app_store",
            "store_subscription_identifier": "t2", "ownership": "purchased",
            "management_url": null}
            """),
        WireSample(
            REST2.Subscription.self,
            """
            {"object": "subscription", "id": "sub1", "customer_id": "u",
            "original_customer_id": "u", "product_id": null, "starts_at": 1,
            "current_period_starts_at": 2, "current_period_ends_at": 3, "ends_at": 3,
            "gives_access": true, "pending_payment": false, "auto_renewal_status":
            "will_renew", "status": "active", "total_revenue_in_usd": {"currency": "USD",
            "gross": 9.5, "commission": 1.5, "tax": 0.5, "proceeds": 7.5},
            "presented_offering_id": null, "entitlements": {"object": "list", "items":
            [{"object": "entitlement", "project_id": "p1", "id": "entl1", "lookup_key":
            "pro", "display_name": "Pro", "created_at": 1780315200000}], "next_page": null,
            "url": "/v2/x"}, "environment": "production", "store": "app_store",
            "store_subscription_identifier": "t2", "ownership": "purchased",
            "management_url": "https://apps.apple.com/account/subscriptions",
            "pending_changes": {"product": {"object": "product", "id": "prod1",
            "store_identifier": "monthly", "type": "subscription", "subscription":
            {"duration": "P1M", "grace_period_duration": null, "trial_duration": "P1W"},
            "created_at": 1780315200000, "app_id": "app1", "display_name": null}},
            "country": "DE"}
            """),
        WireSample(
            REST2.Purchase.self,
            """
            {"object": "purchase", "id": "pur1", "customer_id": "u", "original_customer_id":
            "u", "product_id": "prod2", "purchased_at": 1, "revenue_in_usd": {"currency":
            "USD", "gross": 9.5, "commission": 1.5, "tax": 0.5, "proceeds": 7.5},
            "quantity": 1, "status": "owned", "presented_offering_id": null, "entitlements":
            {"object": "list", "items": [], "next_page": null, "url": "/v2/x"},
            "environment": "sandbox", "store": "play_store", "store_purchase_identifier":
            "t1", "ownership": "family_shared"}
            """),
        WireSample(
            REST2.Purchase.self,
            """
            {"object": "purchase", "id": "pur1", "customer_id": "u", "original_customer_id":
            "u", "product_id": "prod2", "purchased_at": 1, "revenue_in_usd": {"currency":
            "USD", "gross": 9.5, "commission": 1.5, "tax": 0.5, "proceeds": 7.5},
            "quantity": 1, "status": "refunded", "presented_offering_id": null,
            "entitlements": {"object": "list", "items": [], "next_page": null, "url":
            "/v2/x"}, "environment": "sandbox", "store": "play_store",
            "store_purchase_identifier": "t1", "ownership": "family_shared", "country":
            "US"}
            """),
        WireSample(
            REST2.Product.self,
            """
            {"object": "product", "id": "prod1", "store_identifier": "monthly", "type":
            "subscription", "subscription": {"duration": "P1M", "grace_period_duration":
            null, "trial_duration": "P1W"}, "created_at": 1780315200000, "app_id": "app1",
            "display_name": null}
            """),
        WireSample(
            REST2.Product.self,
            """
            {"object": "product", "id": "prod2", "store_identifier": "coins", "type":
            "consumable", "one_time": {"is_consumable": true}, "created_at": 1780315200000,
            "app_id": "app1", "app": {"object": "app", "id": "app1", "name": "Shop",
            "created_at": 1780315200000, "type": "app_store", "project_id": "p1",
            "app_store": {"bundle_id": "com.example.shop"}}, "display_name": "Coins"}
            """),
        WireSample(
            REST2.Entitlement.self,
            """
            {"object": "entitlement", "project_id": "p1", "id": "entl1", "lookup_key":
            "pro", "display_name": "Pro", "created_at": 1780315200000}
            """),
        WireSample(
            REST2.Entitlement.self,
            """
            {"object": "entitlement", "project_id": "p1", "id": "entl1", "lookup_key":
            "pro", "display_name": "Pro", "created_at": 1780315200000, "products":
            {"object": "list", "items": [{"object": "product", "id": "prod1",
            "store_identifier": "monthly", "type": "subscription", "subscription":
            {"duration": "P1M", "grace_period_duration": null, "trial_duration": "P1W"},
            "created_at": 1780315200000, "app_id": "app1", "display_name": null}],
            "next_page": null, "url": "/v2/x"}}
            """),
        WireSample(
            REST2.Offering.self,
            """
            {"object": "offering", "id": "ofrng1", "lookup_key": "main", "display_name":
            "Main", "is_current": true, "created_at": 1780315200000, "project_id": "p1"}
            """),
        WireSample(
            REST2.Offering.self,
            """
            {"object": "offering", "id": "ofrng1", "lookup_key": "main", "display_name":
            "Main", "is_current": true, "created_at": 1780315200000, "project_id": "p1",
            "metadata": {"rank": 3}, "packages": {"object": "list", "items": [{"object":
            "package", "id": "pkg1", "lookup_key": "$rc_monthly", "display_name": "Monthly",
            "position": 1, "created_at": 1780315200000, "products": {"object": "list",
            "items": [{"product": {"object": "product", "id": "prod1", "store_identifier":
            "monthly", "type": "subscription", "subscription": {"duration": "P1M",
            "grace_period_duration": null, "trial_duration": "P1W"}, "created_at":
            1780315200000, "app_id": "app1", "display_name": null}, "eligibility_criteria":
            "google_sdk_ge_6"}], "next_page": null, "url": "/v2/x"}}], "next_page": null,
            "url": "/v2/x"}}
            """),
        WireSample(
            REST2.Package.self,
            """
            {"object": "package", "id": "pkg1", "lookup_key": "$rc_monthly", "display_name":
            "Monthly", "position": null, "created_at": 1780315200000}
            """),
        WireSample(
            REST2.PackageProductAssociation.self,
            """
            {"product": {"object": "product", "id": "prod1", "store_identifier": "monthly",
            "type": "subscription", "subscription": {"duration": "P1M",
            "grace_period_duration": null, "trial_duration": "P1W"}, "created_at":
            1780315200000, "app_id": "app1", "display_name": null}, "eligibility_criteria":
            "google_sdk_ge_6"}
            """),
        WireSample(
            REST2.Error.self,
            """
            {"object": "error", "type": "parameter_error", "param": "id", "doc_url":
            "https://errors.rev.cat/parameter-error", "message": "m", "retryable": false}
            """),
        WireSample(
            REST2.Error.self,
            """
            {"object": "error", "type": "rate_limit_error", "message": "m", "retryable":
            true, "backoff_ms": 1000}
            """),
        WireSample(
            REST2.DeletedObject.self,
            #"{"object": "customer", "id": "u", "deleted_at": 1780315200000}"#),
        WireSample(
            REST2.WebhookIntegration.self,
            """
            {"object": "webhook_integration", "id": "wh1", "project_id": "p1", "name":
            "Hook", "url": "https://example.com/hook", "environment": null, "app_id": null,
            "created_at": 1780315200000}
            """),
        WireSample(
            REST2.WebhookIntegration.self,
            """
            {"object": "webhook_integration", "id": "wh1", "project_id": "p1", "name":
            "Hook", "url": "https://example.com/hook", "environment": "sandbox", "app_id":
            "app1", "created_at": 1780315200000, "event_types": ["renewal", "transfer"]}
            """),
        WireSample(
            REST2.ListPage<REST2.WebhookIntegration>.self,
            """
            {"object": "list", "items": [{"object": "webhook_integration", "id": "wh1",
            "project_id": "p1", "name": "Hook", "url": "https://example.com/hook",
            "environment": null, "app_id": null, "created_at": 1780315200000}], "next_page":
            null, "url": "/v2/x"}
            """),
        WireSample(
            REST2.SubscriptionTransaction.self,
            """
            {"object": "subscription_transaction", "id": "GPA.0", "purchased_at":
            1780315200000, "expiration_date": 1782907200000, "effective_expiration_date":
            null, "product_store_identifier": "monthly"}
            """),
        WireSample(
            REST2.AuthenticatedManagementURL.self,
            """
            {"object": "authenticated_management_url", "management_url":
            "https://billing.revenuecat.com/app1/sub1?token=t"}
            """),
        WireSample(
            REST2.ChartData.self,
            """
            {"object": "chart_data", "category": "revenue", "display_name": "Revenue",
            "display_type": "line", "description": "d", "resolution": "day", "values": [[1.5,
            null]], "yaxis": "$"}
            """),
        WireSample(
            REST2.ChartOptions.self,
            #"{"object": "chart_options", "resolutions": [], "segments": [], "filters": []}"#),
        WireSample(
            REST2.OverviewMetrics.self, #"{"object": "overview_metrics", "metrics": []}"#),
        WireSample(
            REST2.App.self,
            """
            {"object": "app", "id": "app1", "name": "Shop", "created_at": 1780315200000,
            "type": "app_store", "project_id": "p1", "app_store": {"bundle_id":
            "com.example.shop"}}
            """),
        WireSample(
            REST2.App.self,
            """
            {"object": "app", "id": "app2", "name": "Test", "created_at": 1780315200000,
            "type": "test_store", "project_id": "p1"}
            """),
        WireSample(
            REST2.Project.self,
            """
            {"object": "project", "id": "p1", "name": "Shop", "created_at": 1780315200000}
            """),
        .refused(REST2.Customer.self, #"{"object":"customer","id":"u"}"#),
        .refused(
            REST2.Customer.self,
            """
            {"object": "purchase", "id": "u", "project_id": "p1", "first_seen_at":
            1780315200000, "last_seen_at": null, "last_seen_app_version": null,
            "last_seen_country": null, "last_seen_platform": null,
            "last_seen_platform_version": null}
            """),
        .refused(REST2.CustomerAlias.self, #"{"object":"customer","id":"v","created_at":1}"#),
        .refused(REST2.CustomerEntitlement.self, #"{"object":"customer.active_entitlement"}"#),
        .refused(
            REST2.SubscriptionTransaction.self, #"{"object":"purchase","id":"1","purchased_at":1}"#),
        .refused(REST2.DeletedObject.self, #"{"object":"galaxy","id":"u","deleted_at":1}"#),
        .refused(
            REST2.Error.self,
            """
            {"object":"error","type":"odd","message":"m","retryable":true}
            """),
        .refused(REST2.Package.self, #"{"object":"package","id":"p"}"#),
        .refused(REST2.ListPage<REST2.CustomerAlias>.self, #"{"object":"list","url":"/v2/x"}"#),
    ]

    @Test(arguments: samples)
    func `Objects have the members of their schema, or are refused`(sample: WireSample) throws {
        try sample.check()
    }

    @Test func `The names of events are those of webhooks in small letters`() {
        for name in REST2.WebhookEventType.allCases {
            #expect(name.type.rawValue.lowercased() == name.rawValue)
        }
        #expect(REST2.WebhookEventType.nonRenewingPurchase.type == .nonRenewingPurchase)
    }
}
