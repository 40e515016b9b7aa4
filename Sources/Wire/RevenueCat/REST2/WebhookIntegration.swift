// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension REST2 {
    /// An event that an endpoint can ask for.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, WebhookEventType, read 2026-11-22.
    package enum WebhookEventType: String, Codable, Sendable, CaseIterable {
        case billingIssue = "billing_issue"
        case cancellation
        case expiration
        case initialPurchase = "initial_purchase"
        case invoiceIssuance = "invoice_issuance"
        case nonRenewingPurchase = "non_renewing_purchase"
        case productChange = "product_change"
        case refundReversed = "refund_reversed"
        case renewal
        case subscriptionExtended = "subscription_extended"
        case subscriptionPaused = "subscription_paused"
        case temporaryEntitlementGrant = "temporary_entitlement_grant"
        case transfer
        case uncancellation
        case virtualCurrencyTransaction = "virtual_currency_transaction"

        /// The type in the webhook's body.
        package var type: EventType { EventType(rawValue: rawValue.uppercased()) }
    }

    /// An endpoint of webhooks; null stands for all.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, WebhookIntegration, read 2026-11-22.
    package struct WebhookIntegration: Hashable, Codable, Sendable {
        /// The one value of `object`.
        package enum ObjectName: String, Codable, Sendable {
            case webhookIntegration = "webhook_integration"
        }

        package var id: String
        package var projectID: String
        package var name: String
        package var url: String
        @Nullable package var environment: Environment?
        package var eventTypes: [WebhookEventType]?
        @Nullable package var appID: String?
        package var createdAt: Int64
        package private(set) var object = ObjectName.webhookIntegration

        package init(
            id: String, projectID: String, name: String, url: String,
            environment: Environment? = nil,
            eventTypes: [WebhookEventType]? = nil, appID: String? = nil, createdAt: Int64
        ) {
            self.id = id
            self.projectID = projectID
            self.name = name
            self.url = url
            self.environment = environment
            self.eventTypes = eventTypes
            self.appID = appID
            self.createdAt = createdAt
        }

        private enum CodingKeys: String, CodingKey {
            case id, name, url, environment, object
            case projectID = "project_id"
            case eventTypes = "event_types"
            case appID = "app_id"
            case createdAt = "created_at"
        }
    }

    /// An endpoint to create.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Create a webhook integration, read 2026-11-22.
    package struct CreateWebhookIntegration: Hashable, Codable, Sendable {
        package var name: String
        package var url: String
        package var authorizationHeader: String?
        package var environment: Environment?
        package var eventTypes: [WebhookEventType]?
        package var appID: String?

        package init(
            name: String, url: String, authorizationHeader: String? = nil,
            environment: Environment? = nil, eventTypes: [WebhookEventType]? = nil,
            appID: String? = nil
        ) {
            self.name = name
            self.url = url
            self.authorizationHeader = authorizationHeader
            self.environment = environment
            self.eventTypes = eventTypes
            self.appID = appID
        }

        private enum CodingKeys: String, CodingKey {
            case name, url, environment
            case authorizationHeader = "authorization_header"
            case eventTypes = "event_types"
            case appID = "app_id"
        }
    }

    /// What changes of an endpoint; what is not there stays, and null removes.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Update a webhook integration, read 2026-11-22.
    package struct UpdateWebhookIntegration: Hashable, Codable, Sendable {
        package var name: String?
        package var url: String?
        package var authorizationHeader: Change<String>
        package var environment: Change<Environment>
        package var eventTypes: Change<[WebhookEventType]>
        package var appID: Change<String>

        package init(
            name: String? = nil, url: String? = nil, authorizationHeader: Change<String> = .keep,
            environment: Change<Environment> = .keep,
            eventTypes: Change<[WebhookEventType]> = .keep,
            appID: Change<String> = .keep
        ) {
            self.name = name
            self.url = url
            self.authorizationHeader = authorizationHeader
            self.environment = environment
            self.eventTypes = eventTypes
            self.appID = appID
        }

        private enum CodingKeys: String, CodingKey {
            case name, url, environment
            case authorizationHeader = "authorization_header"
            case eventTypes = "event_types"
            case appID = "app_id"
        }
    }
}
