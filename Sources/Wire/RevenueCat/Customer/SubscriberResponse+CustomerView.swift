// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
package import AllonymSimulation
import Foundation

/// The answer that REST v1 would give about a customer of the simulation.
///
/// Of several purchases behind one entitlement, or of one product, the one that gives access
/// longest is shown. A subscription that has gone over to another product is shown as two: what it
/// was has expired. A customer was last seen when they were first seen: the simulation keeps no
/// record of calls, and in the empty customer that the SDK's tests have from production the two are
/// the same.
/// Source: https://www.revenuecat.com/docs/api-v1, Subscriber, read 2026-11-21;
/// https://github.com/RevenueCat/purchases-ios (SigningTests), read 2026-11-27.
extension SubscriberResponse {
    package init(_ view: CustomerView) {
        requestDate = WireDate.whole(view.date)
        subscriber = Subscriber(
            originalAppUserID: view.originalID,
            originalApplicationVersion: view.firstDownload?.version,
            originalPurchaseDate: view.firstDownload.map { WireDate.whole($0.date) },
            firstSeen: WireDate.whole(view.firstSeen))
        subscriber.lastSeen = subscriber.firstSeen
        subscriber.otherPurchases = [:]
        guard !view.purchases.isEmpty || !view.grants.isEmpty else { return }
        for purchase in view.purchases {
            for part in purchase.parts { add(part, of: purchase) }
        }
        for grant in view.grants { add(grant) }
        subscriber.managementURL = SubscriberResponse.managementURL(of: view.purchases)
    }

    private mutating func add(_ purchase: HeldPurchase, of whole: HeldPurchase) {
        let product = purchase.product.id
        switch purchase.product.kind {
        case .subscription:
            let subscription = Subscription(purchase, of: whole)
            let end = subscription.expiresDate ?? .distantFuture
            if let other = subscriber.subscriptions[product],
                (other.expiresDate ?? .distantFuture) > end
            {
                break
            }
            subscriber.subscriptions[product] = subscription
        case .nonRenewing, .nonConsumable, .consumable:
            subscriber.nonSubscriptions[product, default: []] += [Transaction(purchase)]
        }
        for entitlement in purchase.product.entitlements {
            add(
                Entitlement(
                    expiresDate: purchase.accessEnd.map(WireDate.whole),
                    gracePeriodExpiresDate: purchase.gracePeriodExpirationDate
                        .map(WireDate.whole),
                    productIdentifier: product,
                    purchaseDate: WireDate.whole(purchase.purchaseDate)),
                as: entitlement)
        }
    }

    /// A grant is a purchase of a product of its own, which never renews.
    private mutating func add(_ grant: Grant) {
        let product = SubscriberResponse.product(of: grant)
        let date = WireDate.whole(grant.date)
        let end = grant.expirationDate.map(WireDate.whole)
        subscriber.subscriptions[product] = Subscription(
            expiresDate: end, originalPurchaseDate: date, purchaseDate: date, store: .promotional)
        add(
            Entitlement(expiresDate: end, productIdentifier: product, purchaseDate: date),
            as: grant.entitlement)
    }

    /// The ID of the product that stands for a grant, by how long it is.
    ///
    /// One that has none of the provider's durations is `custom`, as one with a date of its own is
    /// in answers that users show. Source: https://www.revenuecat.com/docs/api-v1, Subscriber;
    /// https://community.revenuecat.com/general-questions-7/promotional-entitlement-with-custom-expiration-not-extending-correctly-on-renewal-7445,
    /// read 2026-11-27.
    static func product(of grant: Grant) -> String {
        "rc_promo_\(grant.entitlement)_\(duration(of: grant)?.rawValue ?? "custom")"
    }

    private static func duration(of grant: Grant) -> GrantRequest.Duration? {
        guard let end = grant.expirationDate else { return .lifetime }
        return GrantRequest.Duration.allCases.first { duration in
            guard let period = duration.period else { return false }
            // Dates that were written down are in whole milliseconds.
            return abs(period.end(from: grant.date).timeIntervalSince(end)) < 0.01
        }
    }

    private mutating func add(_ entitlement: Entitlement, as identifier: String) {
        let end = entitlement.expiresDate ?? .distantFuture
        if let other = subscriber.entitlements[identifier],
            (other.expiresDate ?? .distantFuture) > end
        {
            return
        }
        subscriber.entitlements[identifier] = entitlement
    }

    /// Apple's page before Google's, where a subscription of both runs.
    static func managementURL(of purchases: [HeldPurchase]) -> URL? {
        let running = purchases.filter { $0.givesAccess && $0.product.kind == .subscription }
        if running.contains(where: { $0.store == .appStore || $0.store == .macAppStore }) {
            return URL(string: "https://apps.apple.com/account/subscriptions")
        }
        if running.contains(where: { $0.store == .playStore }) {
            return URL(string: "https://play.google.com/store/account/subscriptions")
        }
        return nil
    }
}

extension SubscriberResponse.Subscription {
    /// A part of a purchase.
    ///
    /// Apple goes on with the original purchase when its product changes, and when it had lapsed and
    /// is bought again: its date stays. Elsewhere the date is the part's own. When it resumes is told
    /// of subscriptions of Google Play that are paused now.
    /// Source: https://www.revenuecat.com/docs/api-v1, Subscriber, original_purchase_date;
    /// https://pub.dev/documentation/purchases_flutter, SubscriptionInfo, autoResumeDate, read
    /// 2026-11-27.
    fileprivate init(_ purchase: HeldPurchase, of whole: HeldPurchase) {
        let first =
            switch purchase.store {
            case .appStore, .macAppStore, .testStore: whole.originalPurchaseDate
            case .playStore, .amazon, .stripe, .paddle, .webBilling: purchase.originalPurchaseDate
            }
        let resumes = purchase.state == .paused && purchase.store == .playStore
        self.init(
            autoResumeDate: resumes ? purchase.resumeDate.map(WireDate.whole) : nil,
            billingIssuesDetectedAt: purchase.billingIssueDate.map(WireDate.whole),
            displayName: purchase.product.title,
            expiresDate: purchase.expirationDate.map(WireDate.whole),
            gracePeriodExpiresDate: purchase.gracePeriodExpirationDate.map(WireDate.whole),
            isSandbox: purchase.isSandbox,
            originalPurchaseDate: WireDate.whole(first),
            ownershipType: purchase.isFamilyShared ? .familyShared : .purchased,
            periodType: purchase.periodType,
            price: SubscriberResponse.Price(purchase),
            purchaseDate: WireDate.whole(purchase.purchaseDate),
            refundedAt: purchase.refundDate.map(WireDate.whole), store: StoreName(purchase.store),
            storeTransactionID: purchase.transactionID,
            unsubscribeDetectedAt: purchase.renewalEnded.map(WireDate.whole))
    }
}

extension SubscriberResponse.Transaction {
    fileprivate init(_ purchase: HeldPurchase) {
        self.init(
            displayName: purchase.product.title, id: "rc\(purchase.transactionID)",
            isSandbox: purchase.isSandbox,
            originalPurchaseDate: WireDate.whole(purchase.originalPurchaseDate),
            price: SubscriberResponse.Price(purchase),
            purchaseDate: WireDate.whole(purchase.purchaseDate), store: StoreName(purchase.store),
            storeTransactionID: purchase.transactionID)
    }
}

extension SubscriberResponse.Price {
    /// What was paid last; of a share and of a trial, what the product costs.
    fileprivate init(_ purchase: HeldPurchase) {
        let isPaid = !purchase.isFamilyShared && !purchase.isTrial
        let price = isPaid ? purchase.price : purchase.product.price
        self.init(
            amount: price.nearestDouble,
            currency: purchase.product.currencyCode)
    }
}

extension HeldPurchase {
    /// What kind of period runs.
    fileprivate var periodType: PeriodTypeName {
        switch offer {
        case .free: .trial
        case .asYouGo, .upFront: .intro
        case nil: .normal
        }
    }

    /// When its renewal came to an end: switched off, or over with the subscription.
    ///
    /// That the end of a subscription is reported so is inferred: `willRenew` would be true for
    /// ever otherwise.
    fileprivate var renewalEnded: Date? {
        switch state {
        case .expired, .refunded: cancellationDate ?? refundDate ?? expirationDate
        case .active, .cancelled, .grace, .paused, .billingRetry: cancellationDate
        }
    }
}

extension StoreName {
    /// The name on the wire of a store of the simulation.
    init(_ store: AllonymCore.Store) {
        self =
            switch store {
            case .appStore: .appStore
            case .macAppStore: .macAppStore
            case .playStore: .playStore
            case .amazon: .amazon
            case .stripe: .stripe
            case .paddle: .paddle
            case .webBilling: .rcBilling
            case .testStore: .testStore
            }
    }
}
