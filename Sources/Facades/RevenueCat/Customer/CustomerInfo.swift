// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymSimulation
public import Foundation
import RevenueCatWire

/// The ID of a product at its store; of a Google Play subscription with its base plan, as
/// `product:plan`.
public typealias ProductIdentifier = String

/// What RevenueCat knows of a customer, at one moment.
///
/// It does not change by itself. What it says is derived from the answer of REST v1, which it can
/// be decoded from and encoded to. Two are equal when they say the same of the customer, whenever
/// they were asked for: ``requestDate`` and ``rawData`` do not count.
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, CustomerInfo), read
/// 2026-11-21.
public final class CustomerInfo: NSObject, Identifiable, Sendable {
    /// The customer's entitlements, active or not.
    public let entitlements: EntitlementInfos
    /// Every purchase that is no subscription, oldest first.
    public let nonSubscriptions: [NonSubscriptionTransaction]
    /// The customer's subscriptions, running or not.
    public let subscriptionsByProductIdentifier: [ProductIdentifier: SubscriptionInfo]

    let response: SubscriberResponse
    /// What running is measured by.
    private let referenceDate: Date
    /// Whether the app ran in a sandbox.
    private let isInSandbox: Bool
    /// What was decoded; nil where nothing was.
    private let raw: CatalogueValue?
    /// The products that were given to the memberwise initialiser.
    private let givenProducts: Set<ProductIdentifier>?

    /// What an answer says, at a moment: by default, now.
    init(
        _ response: SubscriberResponse, raw: CatalogueValue? = nil, now: Date = Date(),
        inSandbox: Bool = false
    ) {
        self.response = response
        isInSandbox = inSandbox
        self.raw = raw
        let reference = ReferenceDate(requestDate: response.requestDate, now: now).date
        referenceDate = reference
        givenProducts = nil
        let subscriber = response.subscriber
        entitlements = EntitlementInfos(
            subscriber, reference, raw?["subscriber"]?["entitlements"], inSandbox: inSandbox)
        nonSubscriptions = NonSubscriptionTransaction.all(of: subscriber.nonSubscriptions)
        subscriptionsByProductIdentifier = SubscriptionInfo.all(of: subscriber, reference)
        super.init()
    }

    /// Customer info made by hand, for tests and previews.
    public init(
        entitlements: EntitlementInfos, expirationDatesByProductId: [String: Date] = [:],
        purchaseDatesByProductId: [String: Date] = [:],
        allPurchasedProductIds: Set<String> = [], requestDate: Date, firstSeen: Date,
        originalAppUserId: String, originalPurchaseDate: Date? = nil, managementURL: URL? = nil
    ) {
        var subscriber = SubscriberResponse.Subscriber(
            originalAppUserID: originalAppUserId, originalPurchaseDate: originalPurchaseDate,
            firstSeen: firstSeen, managementURL: managementURL)
        subscriber.entitlements = entitlements.all.mapValues(\.response)
        for (product, expiration) in expirationDatesByProductId {
            let purchase = purchaseDatesByProductId[product]
            subscriber.subscriptions[product] = SubscriberResponse.Subscription(
                expiresDate: expiration, purchaseDate: purchase ?? requestDate,
                store: .unknown)
        }
        response = SubscriberResponse(requestDate: requestDate, subscriber: subscriber)
        raw = nil
        isInSandbox = false
        let reference = ReferenceDate(requestDate: requestDate, now: Date()).date
        referenceDate = reference
        givenProducts = allPurchasedProductIds
        self.entitlements = entitlements
        nonSubscriptions = []
        subscriptionsByProductIdentifier = SubscriptionInfo.all(of: subscriber, reference)
        super.init()
    }

    /// When the server said so.
    public var requestDate: Date { response.requestDate }
    /// When the customer was first known.
    public var firstSeen: Date { response.subscriber.firstSeen }
    /// The App User ID under which the customer was first known.
    ///
    /// It need not be the one in use, which is ``Purchases/appUserID``.
    public var originalAppUserId: String { response.subscriber.originalAppUserID }
    /// Where the customer can manage a running subscription; nil where there is none.
    public var managementURL: URL? { response.subscriber.managementURL }
    /// When the app itself was first bought or loaded; nil where `SimulatedStore.firstDownload` is.
    public var originalPurchaseDate: Date? { response.subscriber.originalPurchaseDate }
    /// Which version of the app that was; nil where `SimulatedStore.firstDownload` is.
    public var originalApplicationVersion: String? {
        response.subscriber.originalApplicationVersion
    }
    /// What tells it from others.
    public typealias ID = String
    /// The original App User ID.
    public var id: String { originalAppUserId }

    /// The answer as it came, or as REST v1 would give it.
    public var rawData: [String: Any] {
        if let raw { return raw.dictionary }
        return dictionary(of: response)
    }

    /// This info as it is at a later moment: an answer of more than three days ago is measured by
    /// the clock.
    func seen(at now: Date) -> CustomerInfo {
        let reference = ReferenceDate(requestDate: requestDate, now: now).date
        return reference == referenceDate
            ? self : CustomerInfo(response, raw: raw, now: now, inSandbox: isInSandbox)
    }

    /// Whether both say the same of the customer.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CustomerInfo else { return false }
        return self === other || response == other.response
    }

    /// Of what it says of the customer.
    public override var hash: Int { response.hashValue }

    /// The customer, in one line for developers.
    public override var description: String {
        let active = entitlements.active.keys.sorted().joined(separator: ", ")
        let subscriptions = activeSubscriptions.sorted().joined(separator: ", ")
        return "<CustomerInfo: originalAppUserId=\(originalAppUserId), "
            + "activeEntitlements=[\(active)], activeSubscriptions=[\(subscriptions)], "
            + "requestDate=\(WireDate(requestDate).text)>"
    }
}

// MARK: What follows from it

extension CustomerInfo {
    /// The subscriptions that run, those that never expire included.
    public var activeSubscriptions: Set<ProductIdentifier> {
        let running = subscriptionsByProductIdentifier.filter(\.value.isActive)
        return Set(running.keys)
    }

    /// Every product that the customer ever bought.
    public var allPurchasedProductIdentifiers: Set<ProductIdentifier> {
        givenProducts
            ?? Set(subscriptionsByProductIdentifier.keys)
            .union(nonSubscriptions.map(\.productIdentifier))
    }

    /// When the subscription that runs longest expires or expired; nil where none has a date.
    public var latestExpirationDate: Date? {
        subscriptionsByProductIdentifier.values.compactMap(\.expiresDate).max()
    }

    /// When a subscription expires or expired.
    public func expirationDate(
        forProductIdentifier productIdentifier: ProductIdentifier
    ) -> Date? {
        subscriptionsByProductIdentifier[productIdentifier]?.expiresDate
    }

    /// When a product was bought or renewed last.
    public func purchaseDate(forProductIdentifier productIdentifier: ProductIdentifier) -> Date? {
        let subscriber = response.subscriber
        return subscriber.nonSubscriptions[productIdentifier]?.last?.purchaseDate
            ?? subscriptionsByProductIdentifier[productIdentifier]?.purchaseDate
    }

    /// When the subscription behind an entitlement expires or expired.
    public func expirationDate(forEntitlement entitlementIdentifier: String) -> Date? {
        entitlements[entitlementIdentifier]?.expirationDate
    }

    /// When an entitlement was bought or renewed last.
    public func purchaseDate(forEntitlement entitlementIdentifier: String) -> Date? {
        entitlements[entitlementIdentifier]?.latestPurchaseDate
    }

    /// The products bought that are no subscriptions.
    @available(*, deprecated, renamed: "nonSubscriptions")
    public var nonConsumablePurchases: Set<String> {
        Set(nonSubscriptions.map(\.productIdentifier))
    }

    /// The purchases that are no subscriptions, as transactions of the store.
    @available(*, deprecated, renamed: "nonSubscriptions")
    public var nonSubscriptionTransactions: [StoreTransaction] {
        nonSubscriptions.map { purchase in
            StoreTransaction(
                productIdentifier: purchase.productIdentifier,
                purchaseDate: purchase.purchaseDate,
                transactionIdentifier: purchase.transactionIdentifier)
        }
    }
}
