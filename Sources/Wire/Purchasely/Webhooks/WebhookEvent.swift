// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// The body of a webhook, in version 3: one event, flat.
///
/// Retries keep the ID and the date. What an event is about stands in its parts, whose members are
/// the body's own.
/// Source: https://docs.purchasely.com/docs/server-events-attributes, read 2026-11-22.
package struct WebhookEvent: Hashable, Sendable {
    package var apiVersion: Int
    package var eventName: EventName
    /// Missing in older samples; the vendor's own receiver does not ask for it.
    package var eventID: String?
    /// When it was first sent.
    package var eventCreatedAt: EventDate
    package var user: EventUser
    package var purchase: EventPurchase
    package var price: EventPrice
    package var attribution: EventAttribution

    package init(
        _ name: EventName, id: String, date: EventDate, user: EventUser, purchase: EventPurchase,
        price: EventPrice = EventPrice(), attribution: EventAttribution = EventAttribution()
    ) {
        apiVersion = 3
        eventName = name
        eventID = id
        eventCreatedAt = date
        self.user = user
        self.purchase = purchase
        self.price = price
        self.attribution = attribution
    }
}

extension WebhookEvent: Codable {
    /// Reads an event; members that are not known are ignored.
    ///
    /// - Throws: `DecodingError` where a member is missing that the vendor's own receiver asks for,
    ///   or is of another shape.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyName.self)
        apiVersion = try container.needed("api_version")
        eventName = try container.needed("event_name")
        eventID = try container.value("event_id")
        eventCreatedAt = try container.neededDate("event_created_at")
        user = try EventUser(container)
        purchase = try EventPurchase(container)
        price = try EventPrice(container)
        attribution = try EventAttribution(container)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyName.self)
        try container.put(apiVersion, "api_version")
        try container.put(eventName, "event_name")
        try container.put(eventID, "event_id")
        try container.put(date: eventCreatedAt, "event_created_at")
        try user.write(into: &container)
        try purchase.write(into: &container)
        try price.write(into: &container)
        try attribution.write(into: &container)
    }
}

/// What an event tells of.
///
/// Names may be added at any time, so that any text is one.
/// Source: https://docs.purchasely.com/docs/lifecycle-events, read 2026-11-22.
package struct EventName: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// Access begins, or goes on.
    package static let activate = EventName(rawValue: "ACTIVATE")
    /// Access ends.
    package static let deactivate = EventName(rawValue: "DEACTIVATE")
    /// Money was charged or paid back.
    package static let transactionProcessed = EventName(rawValue: "TRANSACTION_PROCESSED")
    package static let subscriptionDeferred = EventName(rawValue: "SUBSCRIPTION_DEFERRED")
    package static let subscriptionTransferred = EventName(rawValue: "SUBSCRIPTION_TRANSFERRED")
    package static let subscriptionReceived = EventName(rawValue: "SUBSCRIPTION_RECEIVED")
    package static let oneTimePurchaseTransferred = EventName(
        rawValue: "ONE_TIME_PURCHASE_TRANSFERRED")
    package static let oneTimePurchaseReceived = EventName(
        rawValue: "ONE_TIME_PURCHASE_RECEIVED")

    /// Of the two events of a transfer the other one; nil for every other event.
    package var counterpart: EventName? {
        switch self {
        case .subscriptionTransferred: .subscriptionReceived
        case .subscriptionReceived: .subscriptionTransferred
        case .oneTimePurchaseTransferred: .oneTimePurchaseReceived
        case .oneTimePurchaseReceived: .oneTimePurchaseTransferred
        default: nil
        }
    }

    /// Whether it tells the former owner of a transfer.
    package var isLoss: Bool {
        self == .subscriptionTransferred || self == .oneTimePurchaseTransferred
    }

    /// Whether it says only who has access, or what was paid, beside an event that says why.
    package var isAside: Bool {
        self == .activate || self == .deactivate || self == .transactionProcessed
    }
}
