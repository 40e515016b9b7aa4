// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
package import AllonymSimulation
package import Foundation

extension WebhookEvent {
    /// What an event says of a purchase, with the members that its type adds.
    ///
    /// Why a subscription ended is told where the purchase's own dates say it.
    /// The price is that of a payment, or of one that is paid back, and 0 where no money moved. An
    /// invoice has it in the currency of the purchase alone, as in the published sample: the event of
    /// the purchase that follows has both.
    /// Source: https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields,
    /// read 2026-11-22.
    ///
    /// - Parameters:
    ///   - name: The event's name, as the rulebook has it.
    ///   - id: The event's ID.
    ///   - date: When it happened.
    ///   - appID: The app of the purchase's store.
    ///   - customer: Whom it is about.
    ///   - purchase: The purchase, afterwards; with a change of product, before it.
    ///   - newProductID: With a change of product: the one it goes to.
    package init(
        _ name: String, id: String, date: Date, appID: String?, customer: EventCustomer,
        purchase: HeldPurchase, newProductID: String? = nil
    ) {
        let type = EventType(rawValue: name)
        var members = EventPurchase(purchase)
        switch type {
        case .billingIssue:
            members.gracePeriodExpirationAtMilliseconds =
                purchase.gracePeriodExpirationDate?.wireMilliseconds
        case .renewal: members.isTrialConversion = purchase.convertsTrial
        case .cancellation: members.cancelReason = purchase.endReason
        case .expiration:
            members.expirationReason =
                purchase.state == .paused
                ? .subscriptionPaused : purchase.endReason
        case .productChange: members.newProductID = newProductID
        case .subscriptionPaused:
            members.autoResumeAtMilliseconds = purchase.resumeDate?.wireMilliseconds
        default: break
        }
        if type == .cancellation, purchase.refundDate != nil {
            members.price = members.price.map { 0 - $0 }
            members.priceInPurchasedCurrency = members.priceInPurchasedCurrency.map { 0 - $0 }
        } else if type == .invoiceIssuance {
            members.price = nil
        } else if !type.isPaid {
            members.price = 0
            members.priceInPurchasedCurrency = 0
        }
        self.init(
            type, id: id, date: date, appID: appID, customer: customer, purchase: members)
    }
}

extension EventPurchase {
    /// A purchase of the simulation; what was paid in another currency has no price in dollars.
    package init(_ purchase: HeldPurchase) {
        let amount = purchase.price.nearestDouble
        let isSubscription = purchase.product.kind == .subscription
        self.init(
            productID: purchase.product.id,
            entitlementIDs: purchase.product.entitlements.isEmpty
                ? nil : purchase.product.entitlements,
            periodType: purchase.isTrial ? .trial : purchase.offer == nil ? .normal : .intro,
            purchasedAtMilliseconds: purchase.purchaseDate.wireMilliseconds,
            expirationAtMilliseconds: purchase.expirationDate?.wireMilliseconds,
            store: StoreName(purchase.store).rawValue.uppercased(),
            environment: purchase.isSandbox ? .sandbox : .production,
            price: amount == 0 || purchase.product.currencyCode == "USD" ? amount : nil,
            currency: purchase.product.currencyCode, priceInPurchasedCurrency: amount,
            transactionID: purchase.transactionID,
            originalTransactionID: purchase.originalTransactionID,
            isFamilyShare: purchase.isFamilyShared,
            renewalNumber: isSubscription ? purchase.transactions.count : nil)
    }

    /// An entitlement granted by hand, which is a purchase of a product of its own.
    package init(_ grant: Grant) {
        self.init(
            productID: SubscriberResponse.product(of: grant), entitlementIDs: [grant.entitlement],
            periodType: .promotional, purchasedAtMilliseconds: grant.date.wireMilliseconds,
            expirationAtMilliseconds: grant.expirationDate?.wireMilliseconds,
            store: "PROMOTIONAL", environment: .production, price: 0,
            priceInPurchasedCurrency: 0, isFamilyShare: false)
    }
}

extension HeldPurchase {
    /// Why it ends or has ended, as far as its dates say it.
    fileprivate var endReason: EventReason {
        if refundDate != nil { return .customerSupport }
        if cancellationDate != nil { return .unsubscribe }
        return billingIssueDate != nil ? .billingError : .unknown
    }
}
