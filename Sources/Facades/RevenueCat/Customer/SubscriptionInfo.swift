// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import RevenueCatWire

/// One subscription of a customer, running or not.
///
/// Source: https://github.com/RevenueCat/purchases-ios (5.86.0-SNAPSHOT, SubscriptionInfo), read
/// 2026-11-21.
public final class SubscriptionInfo: NSObject, Sendable {
    private let response: SubscriberResponse.Subscription

    /// The product, without a base plan.
    public let productIdentifier: ProductIdentifier
    /// Whether it runs; one without a date of expiration always does.
    public let isActive: Bool
    /// What was paid.
    public let price: ProductPaidPrice?

    init(
        _ product: String, _ subscription: SubscriberResponse.Subscription, _ reference: Date
    ) {
        response = subscription
        productIdentifier = product
        isActive = subscription.expiresDate.isActive(at: reference)
        price = ProductPaidPrice(subscription.price)
        super.init()
    }

    /// When its current period began.
    public var purchaseDate: Date { response.purchaseDate }
    /// When it was first bought.
    public var originalPurchaseDate: Date? { response.originalPurchaseDate }
    /// When it expires or expired.
    public var expiresDate: Date? { response.expiresDate }
    /// Where it was bought.
    public var store: Store { Store(response.store) }
    /// Whether it was bought in a sandbox.
    public var isSandbox: Bool { response.isSandbox }
    /// When it was seen that renewal is switched off.
    public var unsubscribeDetectedAt: Date? { response.unsubscribeDetectedAt }
    /// When it was seen that a payment failed.
    public var billingIssuesDetectedAt: Date? { response.billingIssuesDetectedAt }
    /// When its grace period ends.
    public var gracePeriodExpiresDate: Date? { response.gracePeriodExpiresDate }
    /// When a paused one goes on; nil in the simulation, where pauses have no end of their own.
    public var autoResumeDate: Date? { response.autoResumeDate }
    /// Whether the customer bought it.
    public var ownershipType: PurchaseOwnershipType {
        PurchaseOwnershipType(response.ownershipType)
    }
    /// What kind of period runs.
    public var periodType: PeriodType { PeriodType(response.periodType) }
    /// When the money was returned.
    public var refundedAt: Date? { response.refundedAt }
    /// The store's ID of the newest transaction.
    public var storeTransactionId: String? { response.storeTransactionID }
    /// Whether it renews when its period ends.
    public var willRenew: Bool { response.willRenew }
    /// The product's name for people.
    public var displayName: String? { response.displayName }
    /// Where the customer can manage it.
    public var managementURL: URL? { response.managementURL }
    /// The base plan, at Google Play.
    public var productPlanIdentifier: String? { response.productPlanIdentifier }

    /// The subscription, in one line for developers.
    public override var description: String {
        let end = expiresDate.map { WireDate($0).text } ?? "nil"
        return "<SubscriptionInfo: productIdentifier=\(productIdentifier), isActive=\(isActive), "
            + "willRenew=\(willRenew), store=\(store), expiresDate=\(end)>"
    }

    /// The subscriptions of an answer; one with a base plan stands under `product:plan`.
    static func all(
        of subscriber: SubscriberResponse.Subscriber, _ reference: Date
    ) -> [ProductIdentifier: SubscriptionInfo] {
        guard !subscriber.subscriptions.isEmpty else { return [:] }
        var all: [ProductIdentifier: SubscriptionInfo] = [:]
        // Sorted, so that of two that come under one key it is always the same that stays.
        for (product, subscription) in subscriber.subscriptions.sorted(by: { $0.key < $1.key }) {
            let key = subscription.productPlanIdentifier.map { "\(product):\($0)" } ?? product
            all[key] = SubscriptionInfo(product, subscription, reference)
        }
        return all
    }
}
