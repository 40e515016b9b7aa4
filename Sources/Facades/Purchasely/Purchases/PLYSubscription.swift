// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymSimulation
public import Foundation
import PurchaselyWire

/// A subscription of the user's; here also what was bought once, as long as it gives access.
///
/// Source: the interface of the SDK for iOS, 6.0.0, read 2026-11-21. The text that the SDK writes
/// is not documented; here its keys are the names of the properties.
public final class PLYSubscription: NSObject, Codable, Sendable {
    /// The product: a group of plans.
    public let product: PLYProduct
    /// The plan that was bought.
    public let plan: PLYPlan
    /// The store that sold it.
    public let subscriptionSource: PLYSubscriptionSource
    /// When it renews, or ends; nil for what does not end.
    public let nextRenewalDate: Date?
    /// When renewal was switched off, or the money returned.
    public let cancelledDate: Date?
    /// When it was bought first.
    public let originalPurchasedDate: Date?
    /// When it was paid last.
    public let purchasedDate: Date?
    /// What it was offered with.
    public let offerType: PLYSubscriptionOfferType
    /// Its state.
    public let status: PLYSubscriptionStatus
    /// The store's environment, as the simulated world says it.
    public let environment: PLYSubscriptionEnvironment
    /// The country of the account's store, in three letters; which form the SDK has is inferred.
    public let storeCountry: String?
    /// Whether a family member shares it.
    public let isFamilyShared: Bool
    /// What the app said it was bought for; known on the device that bought it.
    public let contentId: String?
    /// The ID of the promotional offer that it is under; nil for none.
    public let offerIdentifier: String?
    /// What it has cost so far, in US dollars; what is sold in another currency counts nothing.
    public let cumulatedRevenuesInUsd: Float
    /// How long it has run, in whole days.
    public let subscriptionDurationInDays: Int
    /// How long it has run, in whole weeks.
    public let subscriptionDurationInWeeks: Int
    /// How long it has run, in whole calendar months.
    public let subscriptionDurationInMonths: Int
    /// Stripe's ID, where it was bought there.
    public let stripePurchaseId: String?
    /// The ID of Stripe's checkout; here always nil.
    public let stripeCheckoutSessionId: String?
    /// How far a commitment has run (SDK 6); here always nil, since the catalogue has none.
    public let commitmentProgress: PLYCommitmentProgress?

    init(
        _ purchase: HeldPurchase, seen date: Date, contentID: String?, _ plans: PlanList
    ) {
        let item = purchase.product
        (plan, product) = plans.plan(of: item)
        subscriptionSource = PLYSubscriptionSource(StoreName(purchase.store))
        nextRenewalDate = purchase.expirationDate
        cancelledDate = purchase.cancellationDate ?? purchase.refundDate
        originalPurchasedDate = purchase.originalPurchaseDate
        purchasedDate = purchase.purchaseDate
        offerType = PLYSubscriptionOfferType(OfferType(purchase))
        status = PLYSubscriptionStatus(purchase)
        environment = purchase.isSandbox ? .sandbox : .production
        storeCountry = purchase.storefront
        isFamilyShared = purchase.isFamilyShared
        contentId = contentID
        offerIdentifier = purchase.transactions.last.flatMap(purchase.promotionalOffer)?.id
        let paid = purchase.transactions.reduce(0) { $0 + $1.price }
        cumulatedRevenuesInUsd =
            item.currencyCode == "USD" ? NSDecimalNumber(decimal: paid).floatValue : 0
        let start = purchase.originalPurchaseDate
        let end = max(start, min(date, purchase.expirationDate ?? date))
        subscriptionDurationInDays = Int(end.timeIntervalSince(start) / 86_400)
        subscriptionDurationInWeeks = subscriptionDurationInDays / 7
        subscriptionDurationInMonths =
            PLYSubscription.calendar.dateComponents([.month], from: start, to: end).month ?? 0
        let isStripe = purchase.store == .stripe
        stripePurchaseId = isStripe ? purchase.originalTransactionID : nil
        stripeCheckoutSessionId = nil
        commitmentProgress = nil
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
        return calendar
    }()

    /// Reads what was encoded.
    ///
    /// - Throws: ``PLYSubscriptionError/couldntFindProduct`` where no product is named.
    public required init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard let product = try values.decodeIfPresent(PLYProduct.self, forKey: .product) else {
            throw PLYSubscriptionError.couldntFindProduct
        }
        self.product = product
        plan = try values.decode(PLYPlan.self, forKey: .plan)
        subscriptionSource = try values.decode(
            PLYSubscriptionSource.self, forKey: .subscriptionSource)
        nextRenewalDate = try values.decodeIfPresent(Date.self, forKey: .nextRenewalDate)
        cancelledDate = try values.decodeIfPresent(Date.self, forKey: .cancelledDate)
        originalPurchasedDate = try values.decodeIfPresent(
            Date.self, forKey: .originalPurchasedDate)
        purchasedDate = try values.decodeIfPresent(Date.self, forKey: .purchasedDate)
        offerType = try values.decode(PLYSubscriptionOfferType.self, forKey: .offerType)
        status = try values.decode(PLYSubscriptionStatus.self, forKey: .status)
        environment = try values.decode(PLYSubscriptionEnvironment.self, forKey: .environment)
        storeCountry = try values.decodeIfPresent(String.self, forKey: .storeCountry)
        isFamilyShared = try values.decode(Bool.self, forKey: .isFamilyShared)
        contentId = try values.decodeIfPresent(String.self, forKey: .contentId)
        offerIdentifier = try values.decodeIfPresent(String.self, forKey: .offerIdentifier)
        cumulatedRevenuesInUsd = try values.decode(Float.self, forKey: .cumulatedRevenuesInUsd)
        subscriptionDurationInDays = try values.decode(
            Int.self, forKey: .subscriptionDurationInDays)
        subscriptionDurationInWeeks = try values.decode(
            Int.self, forKey: .subscriptionDurationInWeeks)
        subscriptionDurationInMonths = try values.decode(
            Int.self, forKey: .subscriptionDurationInMonths)
        stripePurchaseId = try values.decodeIfPresent(String.self, forKey: .stripePurchaseId)
        stripeCheckoutSessionId = try values.decodeIfPresent(
            String.self, forKey: .stripeCheckoutSessionId)
        commitmentProgress = nil
    }

    private enum CodingKeys: CodingKey {
        case product, plan, subscriptionSource, nextRenewalDate, cancelledDate
        case originalPurchasedDate, purchasedDate, offerType, status, environment, storeCountry
        case isFamilyShared, contentId, offerIdentifier, cumulatedRevenuesInUsd
        case subscriptionDurationInDays, subscriptionDurationInWeeks
        case subscriptionDurationInMonths, stripePurchaseId, stripeCheckoutSessionId
    }

    /// Does nothing: the person is played by the test, which calls `installation.store.cancel(_:)`.
    public func unsubscribe() {}
}
