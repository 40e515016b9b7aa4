// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

package import AllonymSimulation

/// A purchase that a client hands over: `POST /v1/receipts`.
///
/// Only the customer and the token are required.
/// Source: https://www.revenuecat.com/docs/api-v1, Create a Purchase, read 2026-11-22;
/// https://github.com/RevenueCat/purchases-android (4980371c, Backend) and
/// https://github.com/RevenueCat/purchases-ios (PostReceiptDataOperation), read 2026-11-22.
package struct ReceiptRequest: Hashable, Codable, Sendable {
    /// What the store gave: a receipt, a token, a signed transaction.
    package var fetchToken: String
    package var appUserID: String
    /// Required for Google Play.
    package var productID: String?
    /// What Android sends instead.
    package var productIDs: [String]?
    /// By Android: products with their base plans and offers.
    package var platformProductIDs: [CatalogueValue]?
    /// False where it is missing.
    package var isRestore: Bool?
    package var price: Double?
    package var currency: String?
    /// 0 pay as you go, 1 pay up front, 2 free trial.
    package var paymentMode: WireNumber?
    package var introductoryPrice: Double?
    package var presentedOfferingIdentifier: String?
    package var presentedPlacementIdentifier: String?
    package var attributes: [String: SubscriberAttribute]?
    package var observerMode: Bool?
    /// `restore`, `purchase` or `queue`.
    package var initiationSource: String?
    package var purchaseCompletedBy: String?
    package var appliedTargetingRule: [String: CatalogueValue]?
    package var transactionID: String?
    package var appTransaction: String?
    package var normalDuration: String?
    package var introDuration: String?
    package var trialDuration: String?
    package var storeCountry: String?
    package var subscriptionGroupID: String?
    /// Amazon's.
    package var storeUserID: String?
    /// By Android, in the store's shape.
    package var pricingPhases: [CatalogueValue]?
    package var prorationMode: String?

    package init(
        fetchToken: String, appUserID: String, productID: String? = nil,
        productIDs: [String]? = nil, platformProductIDs: [CatalogueValue]? = nil,
        isRestore: Bool? = nil, price: Double? = nil, currency: String? = nil,
        paymentMode: WireNumber? = nil, introductoryPrice: Double? = nil,
        presentedOfferingIdentifier: String? = nil, presentedPlacementIdentifier: String? = nil,
        attributes: [String: SubscriberAttribute]? = nil, observerMode: Bool? = nil,
        initiationSource: String? = nil, purchaseCompletedBy: String? = nil,
        appliedTargetingRule: [String: CatalogueValue]? = nil, transactionID: String? = nil,
        appTransaction: String? = nil, normalDuration: String? = nil, introDuration: String? = nil,
        trialDuration: String? = nil, storeCountry: String? = nil,
        subscriptionGroupID: String? = nil, storeUserID: String? = nil,
        pricingPhases: [CatalogueValue]? = nil, prorationMode: String? = nil
    ) {
        self.fetchToken = fetchToken
        self.appUserID = appUserID
        self.productID = productID
        self.productIDs = productIDs
        self.platformProductIDs = platformProductIDs
        self.isRestore = isRestore
        self.price = price
        self.currency = currency
        self.paymentMode = paymentMode
        self.introductoryPrice = introductoryPrice
        self.presentedOfferingIdentifier = presentedOfferingIdentifier
        self.presentedPlacementIdentifier = presentedPlacementIdentifier
        self.attributes = attributes
        self.observerMode = observerMode
        self.initiationSource = initiationSource
        self.purchaseCompletedBy = purchaseCompletedBy
        self.appliedTargetingRule = appliedTargetingRule
        self.transactionID = transactionID
        self.appTransaction = appTransaction
        self.normalDuration = normalDuration
        self.introDuration = introDuration
        self.trialDuration = trialDuration
        self.storeCountry = storeCountry
        self.subscriptionGroupID = subscriptionGroupID
        self.storeUserID = storeUserID
        self.pricingPhases = pricingPhases
        self.prorationMode = prorationMode
    }

    private enum CodingKeys: String, CodingKey {
        case price, currency, attributes
        case fetchToken = "fetch_token"
        case appUserID = "app_user_id"
        case productID = "product_id"
        case productIDs = "product_ids"
        case platformProductIDs = "platform_product_ids"
        case isRestore = "is_restore"
        case paymentMode = "payment_mode"
        case introductoryPrice = "introductory_price"
        case presentedOfferingIdentifier = "presented_offering_identifier"
        case presentedPlacementIdentifier = "presented_placement_identifier"
        case observerMode = "observer_mode"
        case initiationSource = "initiation_source"
        case purchaseCompletedBy = "purchase_completed_by"
        case appliedTargetingRule = "applied_targeting_rule"
        case transactionID = "transaction_id"
        case appTransaction = "app_transaction"
        case normalDuration = "normal_duration"
        case introDuration = "intro_duration"
        case trialDuration = "trial_duration"
        case storeCountry = "store_country"
        case subscriptionGroupID = "subscription_group_id"
        case storeUserID = "store_user_id"
        case pricingPhases = "pricing_phases"
        case prorationMode = "proration_mode"
    }
}
