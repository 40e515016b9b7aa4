// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The body with which REST v1 answers a question about a customer.
///
/// `request_date`, `original_app_user_id` and `first_seen` have to be there; maps may be missing.
/// Two are equal when they say the same of the customer, whenever they were asked.
/// Source: https://www.revenuecat.com/docs/api-v1, Subscriber, read 2026-11-21;
/// https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, CustomerInfoResponse), read
/// 2026-11-21.
struct SubscriberResponse: Sendable {
    var requestDate: Date
    var subscriber: Subscriber

    struct Subscriber: Hashable, Sendable {
        var originalAppUserID: String
        var originalApplicationVersion: String?
        var originalPurchaseDate: Date?
        var firstSeen: Date
        var managementURL: URL?
        var entitlements: [String: Entitlement] = [:]
        var subscriptions: [String: Subscription] = [:]
        var nonSubscriptions: [String: [Transaction]] = [:]
    }
}

extension SubscriberResponse: Hashable {
    static func == (left: SubscriberResponse, right: SubscriberResponse) -> Bool {
        left.subscriber == right.subscriber
    }

    func hash(into hasher: inout Hasher) { hasher.combine(subscriber) }
}

extension SubscriberResponse: Codable {
    private enum Key: String, CodingKey {
        case requestDate = "request_date"
        case requestDateMilliseconds = "request_date_ms"
        case subscriber
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        requestDate = try container.date(.requestDate)
        subscriber = try container.decode(Subscriber.self, forKey: .subscriber)
    }

    func encode(to encoder: any Encoder) throws {
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
    }

    init(from decoder: any Decoder) throws {
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
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(originalAppUserID, forKey: .originalAppUserID)
        try container.encode(originalApplicationVersion, forKey: .originalApplicationVersion)
        try container.encode(originalPurchaseDate, .originalPurchaseDate)
        try container.encode(firstSeen, .firstSeen)
        try container.encode(managementURL?.absoluteString, forKey: .managementURL)
        try container.encode(entitlements, forKey: .entitlements)
        try container.encode(subscriptions, forKey: .subscriptions)
        try container.encode(nonSubscriptions, forKey: .nonSubscriptions)
    }
}
