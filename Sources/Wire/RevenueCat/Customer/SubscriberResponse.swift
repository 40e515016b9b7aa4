// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymSimulation
package import Foundation

/// The body with which REST v1 answers a question about a customer.
///
/// `request_date`, `original_app_user_id` and `first_seen` have to be there; maps may be missing.
/// Two are equal when they say the same of the customer, whenever they were asked.
/// Source: https://www.revenuecat.com/docs/api-v1, Subscriber, read 2026-11-21;
/// https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, CustomerInfoResponse), read
/// 2026-11-21.
package struct SubscriberResponse: Sendable {
    package var requestDate: Date
    package var subscriber: Subscriber

    package init(requestDate: Date, subscriber: Subscriber) {
        self.requestDate = requestDate
        self.subscriber = subscriber
    }

    package struct Subscriber: Hashable, Sendable {
        package var originalAppUserID: String
        package var originalApplicationVersion: String?
        package var originalPurchaseDate: Date?
        package var firstSeen: Date
        package var managementURL: URL?
        package var entitlements: [String: Entitlement] = [:]
        package var subscriptions: [String: Subscription] = [:]
        package var nonSubscriptions: [String: [Transaction]] = [:]
        /// When the customer was last seen; left out where it is not known.
        package var lastSeen: Date?
        /// Deprecated, and always empty where it is there.
        package var otherPurchases: [String: CatalogueValue]?
        /// Only in answers to a secret key.
        package var subscriberAttributes: [String: SubscriberAttribute]?

        /// A customer without purchases.
        package init(
            originalAppUserID: String, originalApplicationVersion: String? = nil,
            originalPurchaseDate: Date? = nil, firstSeen: Date, managementURL: URL? = nil
        ) {
            self.originalAppUserID = originalAppUserID
            self.originalApplicationVersion = originalApplicationVersion
            self.originalPurchaseDate = originalPurchaseDate
            self.firstSeen = firstSeen
            self.managementURL = managementURL
        }
    }
}

extension SubscriberResponse: Hashable {
    package static func == (left: SubscriberResponse, right: SubscriberResponse) -> Bool {
        left.subscriber == right.subscriber
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(subscriber) }
}

extension SubscriberResponse: Codable {
    private enum Key: String, CodingKey {
        case requestDate = "request_date"
        case requestDateMilliseconds = "request_date_ms"
        case subscriber
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        requestDate = try container.date(.requestDate)
        subscriber = try container.decode(Subscriber.self, forKey: .subscriber)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(requestDate, .requestDate)
        let milliseconds = (requestDate.timeIntervalSince1970 * 1_000).rounded(.down)
        try container.encode(Int64(clamping: milliseconds), forKey: .requestDateMilliseconds)
        try container.encode(subscriber, forKey: .subscriber)
    }
}

extension Int64 {
    fileprivate init(clamping value: Double) {
        self = Int64(exactly: value) ?? (value > 0 ? .max : .min)
    }
}

extension SubscriberResponse.Subscriber: Codable {
    private enum Key: String, CodingKey {
        case originalAppUserID = "original_app_user_id"
        case originalApplicationVersion = "original_application_version"
        case originalPurchaseDate = "original_purchase_date"
        case firstSeen = "first_seen"
        case managementURL = "management_url"
        case entitlements, subscriptions
        case nonSubscriptions = "non_subscriptions"
        case lastSeen = "last_seen"
        case otherPurchases = "other_purchases"
        case subscriberAttributes = "subscriber_attributes"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        originalAppUserID = try container.decode(String.self, forKey: .originalAppUserID)
        originalApplicationVersion = try container.decodeIfPresent(
            String.self, forKey: .originalApplicationVersion)
        originalPurchaseDate = try container.dateIfPresent(.originalPurchaseDate)
        firstSeen = try container.date(.firstSeen)
        managementURL = container.address(.managementURL)
        entitlements =
            try container.decodeIfPresent(
                [String: SubscriberResponse.Entitlement].self, forKey: .entitlements) ?? [:]
        subscriptions =
            try container.decodeIfPresent(
                [String: SubscriberResponse.Subscription].self, forKey: .subscriptions) ?? [:]
        nonSubscriptions =
            try container.decodeIfPresent(
                [String: [SubscriberResponse.Transaction]].self, forKey: .nonSubscriptions) ?? [:]
        // The SDK does not read these, so that they never fail an answer.
        lastSeen = try? container.dateIfPresent(.lastSeen)
        otherPurchases = try? container.decodeIfPresent(
            [String: CatalogueValue].self, forKey: .otherPurchases)
        subscriberAttributes = try? container.decodeIfPresent(
            [String: SubscriberAttribute].self, forKey: .subscriberAttributes)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(originalAppUserID, forKey: .originalAppUserID)
        try container.encode(originalApplicationVersion, forKey: .originalApplicationVersion)
        try container.encode(originalPurchaseDate, .originalPurchaseDate)
        try container.encode(firstSeen, .firstSeen)
        try container.encode(managementURL?.absoluteString, forKey: .managementURL)
        try container.encode(entitlements, forKey: .entitlements)
        try container.encode(subscriptions, forKey: .subscriptions)
        try container.encode(nonSubscriptions, forKey: .nonSubscriptions)
        if let lastSeen { try container.encode(lastSeen, .lastSeen) }
        try container.encodeIfPresent(otherPurchases, forKey: .otherPurchases)
        try container.encodeIfPresent(subscriberAttributes, forKey: .subscriberAttributes)
    }
}
