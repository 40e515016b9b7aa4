// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The body of a webhook.
///
/// Source: https://www.revenuecat.com/docs/integrations/webhooks, read 2026-11-22.
package struct WebhookBody: Hashable, Codable, Sendable {
    package var apiVersion: String
    package var event: WebhookEvent

    package init(apiVersion: String, event: WebhookEvent) {
        self.apiVersion = apiVersion
        self.event = event
    }

    private enum CodingKeys: String, CodingKey {
        case event
        case apiVersion = "api_version"
    }
}

/// One event, with the members of its type and no others.
///
/// Retries keep the ID and the date.
/// Source: https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields,
/// read 2026-11-22.
package struct WebhookEvent: Hashable, Sendable {
    package var type: EventType
    package var id: String
    package var eventTimestampMilliseconds: Int64
    /// Absent for what was granted by hand.
    package var appID: String?
    package var customer: EventCustomer?
    package var purchase: EventPurchase?
    package var transfer: EventTransfer?
    package var virtualCurrency: EventVirtualCurrency?
    package var experiment: EventExperiment?

    private init(_ type: EventType, id: String, date: Date, appID: String?) {
        self.type = type
        self.id = id
        eventTimestampMilliseconds = date.wireMilliseconds
        self.appID = appID
    }

    /// An event about a customer, and a purchase of theirs.
    package init(
        _ type: EventType, id: String, date: Date, appID: String?, customer: EventCustomer,
        purchase: EventPurchase? = nil
    ) {
        self.init(type, id: id, date: date, appID: appID)
        self.customer = customer
        self.purchase = purchase
    }

    /// A transfer.
    package init(id: String, date: Date, appID: String?, transfer: EventTransfer) {
        self.init(.transfer, id: id, date: date, appID: appID)
        self.transfer = transfer
    }

    /// A change of a balance.
    package init(
        id: String, date: Date, appID: String?, customer: EventCustomer,
        virtualCurrency: EventVirtualCurrency
    ) {
        self.init(.virtualCurrencyTransaction, id: id, date: date, appID: appID)
        self.customer = customer
        self.virtualCurrency = virtualCurrency
    }

    /// An enrolment.
    package init(
        id: String, date: Date, appID: String?, customer: EventCustomer,
        experiment: EventExperiment
    ) {
        self.init(.experimentEnrollment, id: id, date: date, appID: appID)
        self.customer = customer
        self.experiment = experiment
    }
}

extension WebhookEvent: Codable {
    private enum Key: String, CodingKey {
        case type, id
        case eventTimestampMilliseconds = "event_timestamp_ms"
        case appID = "app_id"
        case appUserID = "app_user_id"
        case productID = "product_id"
    }

    /// Reads the members that the type has; of a type that is not known, those that are there.
    ///
    /// - Throws: `DecodingError` where a required member is missing or is of another shape.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        type = try container.decode(EventType.self, forKey: .type)
        id = try container.decode(String.self, forKey: .id)
        eventTimestampMilliseconds = try container.decode(
            Int64.self, forKey: .eventTimestampMilliseconds)
        appID = try container.decodeIfPresent(String.self, forKey: .appID)
        if type == .transfer {
            transfer = try EventTransfer(from: decoder)
            return
        }
        if container.contains(.appUserID) { customer = try EventCustomer(from: decoder) }
        switch type {
        case .virtualCurrencyTransaction:
            virtualCurrency = try EventVirtualCurrency(from: decoder)
        case .experimentEnrollment:
            experiment = try EventExperiment(from: decoder)
        default:
            if container.contains(.productID) { purchase = try EventPurchase(from: decoder) }
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(type, forKey: .type)
        try container.encode(id, forKey: .id)
        try container.encode(eventTimestampMilliseconds, forKey: .eventTimestampMilliseconds)
        try container.encodeIfPresent(appID, forKey: .appID)
        try customer?.encode(to: encoder)
        try purchase?.encode(to: encoder)
        try transfer?.encode(to: encoder)
        try virtualCurrency?.encode(to: encoder)
        try experiment?.encode(to: encoder)
    }
}
