// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
package import AllonymSimulation
import Foundation

extension EventPurchase {
    /// A purchase of the simulation: its first entitlement is the product, and its product the plan.
    ///
    /// - Parameters:
    ///   - purchase: The purchase, as it is after what the event tells.
    ///   - id: What Purchasely knows it by, without the prefix.
    ///   - app: The ID of the app at the store.
    package init(_ purchase: HeldPurchase, id: String, app: String) {
        let isSubscription = purchase.product.kind == .subscription
        self.init(
            store: StoreName(purchase.store), purchaseType: PurchaseType(purchase.product.kind),
            product: purchase.product.entitlements.first ?? purchase.product.id,
            plan: purchase.product.id, storeProductID: purchase.product.id,
            storeTransactionID: purchase.transactionID,
            storeOriginalTransactionID: purchase.originalTransactionID, storeAppBundleID: app,
            environment: purchase.isSandbox ? .sandbox : .production,
            offerType: OfferType(purchase),
            purchasedAt: EventDate(purchase.purchaseDate),
            originalPurchasedAt: EventDate(purchase.originalPurchaseDate))
        isFamilyShared = purchase.isFamilyShared
        if purchase.transactions.count > 1 {
            previousOfferType = OfferType(purchase, payment: purchase.transactions.dropLast().last)
        }
        switch purchase.product.kind {
        case .subscription, .nonRenewing: purchaselySubscriptionID = "subs_\(id)"
        case .nonConsumable, .consumable: purchaselyOneTimePurchaseID = "otp_\(id)"
        }
        guard isSubscription else { return }
        subscriptionStatus = SubscriptionStatus(purchase)
        nextRenewalAt = purchase.expirationDate.map(EventDate.init)
        gracePeriodExpiresAt = purchase.gracePeriodExpirationDate.map(EventDate.init)
        autoResumeAt = purchase.resumeDate.map(EventDate.init)
        effectiveNextRenewalAt = [purchase.expirationDate, purchase.gracePeriodExpirationDate]
            .compactMap { $0 }.max().map(EventDate.init)
    }
}

extension EventPrice {
    /// What a purchase of the simulation costs and has brought.
    package init(_ purchase: HeldPurchase) {
        self.init()
        let currency = purchase.product.currencyCode
        let code = currency.lowercased()
        customerCurrency = currency
        let price = purchase.product.price.nearestDouble
        planPriceInCustomerCurrency = price
        planPriceIn = [code: price]
        let paid = purchase.parts.filter { $0.refundDate == nil }.flatMap(\.transactions)
        cumulatedRevenuesIn = [code: paid.reduce(0) { $0 + $1.price }.nearestDouble]
    }

    /// The same with the amount of the newest payment; negative where it was paid back.
    package func charging(for purchase: HeldPurchase, source: EventName?) -> EventPrice {
        var price = self
        let amount = purchase.price.nearestDouble * (purchase.refundDate == nil ? 1 : -1)
        price.amountInCustomerCurrency = amount
        price.amountIn = [purchase.product.currencyCode.lowercased(): amount]
        price.sourceEventName = source
        return price
    }
}

extension PurchaseType {
    /// A kind of the simulation.
    init(_ kind: ProductKind) {
        switch kind {
        case .subscription: self = .renewingSubscription
        case .nonRenewing: self = .nonRenewingSubscription
        case .nonConsumable: self = .nonConsumable
        case .consumable: self = .consumable
        }
    }
}

extension OfferType {
    /// What a purchase of the simulation is under now.
    package init(_ purchase: HeldPurchase) {
        self.init(purchase, payment: purchase.transactions.last)
    }

    /// What one of its payments was under.
    ///
    /// What does not begin a purchase for the first time is promotional. A family member's share says
    /// nothing of that, and counts as introductory, which is inferred.
    init(_ purchase: HeldPurchase, payment: TransactionRecord?) {
        let isIntroduction = purchase.hadIntroduction || purchase.isFamilyShared
        switch payment?.offer {
        case nil: self = .none
        case .free: self = isIntroduction ? .freeTrial : .promotionalOffer
        case .asYouGo, .upFront: self = isIntroduction ? .introOffer : .promotionalOffer
        }
    }
}

extension SubscriptionStatus {
    /// A state of the simulation.
    ///
    /// What ended after a payment that failed, and was not cancelled, is unpaid; what a family took
    /// back is revoked. Both are inferred.
    package init(_ purchase: HeldPurchase) {
        switch purchase.state {
        case .active: self = .autoRenewing
        case .cancelled: self = .autoRenewingCanceled
        case .grace: self = .inGracePeriod
        case .billingRetry: self = .onHold
        case .paused: self = .paused
        case .refunded: self = .revoked
        case .expired:
            let isUnpaid =
                purchase.billingIssueDate != nil && purchase.cancellationDate == nil
            self = purchase.isUnshared ? .revoked : isUnpaid ? .unpaid : .deactivated
        }
    }
}
