// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

/// Whom an event is about; every type has these but `TRANSFER`.
///
/// Source: https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields,
/// read 2026-11-22.
package struct EventCustomer: Hashable, Codable, Sendable {
    /// An experiment that the customer is in.
    package struct Experiment: Hashable, Codable, Sendable {
        package var experimentID: String
        package var experimentVariant: String
        package var enrolledAtMilliseconds: Int64?

        package init(
            experimentID: String, experimentVariant: String, enrolledAtMilliseconds: Int64? = nil
        ) {
            self.experimentID = experimentID
            self.experimentVariant = experimentVariant
            self.enrolledAtMilliseconds = enrolledAtMilliseconds
        }

        private enum CodingKeys: String, CodingKey {
            case experimentID = "experiment_id"
            case experimentVariant = "experiment_variant"
            case enrolledAtMilliseconds = "enrolled_at_ms"
        }
    }

    package var appUserID: String
    package var originalAppUserID: String
    package var aliases: [String]
    package var subscriberAttributes: [String: SubscriberAttribute]?
    package var experiments: [Experiment]?

    package init(
        appUserID: String, originalAppUserID: String, aliases: [String],
        subscriberAttributes: [String: SubscriberAttribute]? = nil, experiments: [Experiment]? = nil
    ) {
        self.appUserID = appUserID
        self.originalAppUserID = originalAppUserID
        self.aliases = aliases
        self.subscriberAttributes = subscriberAttributes
        self.experiments = experiments
    }

    private enum CodingKeys: String, CodingKey {
        case aliases, experiments
        case appUserID = "app_user_id"
        case originalAppUserID = "original_app_user_id"
        case subscriberAttributes = "subscriber_attributes"
    }
}

/// What an event of a purchase says of it.
///
/// What does not apply to the purchase is null; what belongs to other types is left out.
/// Source: https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields,
/// read 2026-11-22.
package struct EventPurchase: Hashable, Codable, Sendable {
    package var productID: String
    @Nullable package var entitlementIDs: [String]?
    /// Deprecated.
    @Nullable package var entitlementID: String?
    @Nullable package var periodType: EventPeriodType?
    package var purchasedAtMilliseconds: Int64
    @Nullable package var expirationAtMilliseconds: Int64?
    /// In capitals, such as `APP_STORE`.
    package var store: String
    package var environment: EventEnvironment
    @Nullable package var presentedOfferingID: String?
    /// In US dollars, negative for a refund.
    @Nullable package var price: Double?
    @Nullable package var currency: String?
    @Nullable package var priceInPurchasedCurrency: Double?
    @Nullable package var taxPercentage: Double?
    @Nullable package var commissionPercentage: Double?
    /// Deprecated.
    @Nullable package var takehomePercentage: Double?
    @Nullable package var transactionID: String?
    @Nullable package var originalTransactionID: String?
    @Nullable package var isFamilyShare: Bool?
    @Nullable package var countryCode: String?
    @Nullable package var offerCode: String?
    /// 1 for the first period.
    @Nullable package var renewalNumber: Int?
    /// Of `BILLING_ISSUE`.
    package var gracePeriodExpirationAtMilliseconds: Int64?
    /// Of `SUBSCRIPTION_PAUSED`.
    package var autoResumeAtMilliseconds: Int64?
    /// Of `RENEWAL`.
    package var isTrialConversion: Bool?
    /// Of `CANCELLATION`.
    package var cancelReason: EventReason?
    /// Of `EXPIRATION`.
    package var expirationReason: EventReason?
    /// Of `PRODUCT_CHANGE`.
    package var newProductID: String?

    package init(
        productID: String, entitlementIDs: [String]? = nil, entitlementID: String? = nil,
        periodType: EventPeriodType? = nil, purchasedAtMilliseconds: Int64,
        expirationAtMilliseconds: Int64? = nil, store: String, environment: EventEnvironment,
        presentedOfferingID: String? = nil, price: Double? = nil, currency: String? = nil,
        priceInPurchasedCurrency: Double? = nil, taxPercentage: Double? = nil,
        commissionPercentage: Double? = nil, takehomePercentage: Double? = nil,
        transactionID: String? = nil, originalTransactionID: String? = nil,
        isFamilyShare: Bool? = nil, countryCode: String? = nil, offerCode: String? = nil,
        renewalNumber: Int? = nil, gracePeriodExpirationAtMilliseconds: Int64? = nil,
        autoResumeAtMilliseconds: Int64? = nil, isTrialConversion: Bool? = nil,
        cancelReason: EventReason? = nil, expirationReason: EventReason? = nil,
        newProductID: String? = nil
    ) {
        self.productID = productID
        self.entitlementIDs = entitlementIDs
        self.entitlementID = entitlementID
        self.periodType = periodType
        self.purchasedAtMilliseconds = purchasedAtMilliseconds
        self.expirationAtMilliseconds = expirationAtMilliseconds
        self.store = store
        self.environment = environment
        self.presentedOfferingID = presentedOfferingID
        self.price = price
        self.currency = currency
        self.priceInPurchasedCurrency = priceInPurchasedCurrency
        self.taxPercentage = taxPercentage
        self.commissionPercentage = commissionPercentage
        self.takehomePercentage = takehomePercentage
        self.transactionID = transactionID
        self.originalTransactionID = originalTransactionID
        self.isFamilyShare = isFamilyShare
        self.countryCode = countryCode
        self.offerCode = offerCode
        self.renewalNumber = renewalNumber
        self.gracePeriodExpirationAtMilliseconds = gracePeriodExpirationAtMilliseconds
        self.autoResumeAtMilliseconds = autoResumeAtMilliseconds
        self.isTrialConversion = isTrialConversion
        self.cancelReason = cancelReason
        self.expirationReason = expirationReason
        self.newProductID = newProductID
    }

    private enum CodingKeys: String, CodingKey {
        case store, environment, price, currency
        case productID = "product_id"
        case entitlementIDs = "entitlement_ids"
        case entitlementID = "entitlement_id"
        case periodType = "period_type"
        case purchasedAtMilliseconds = "purchased_at_ms"
        case expirationAtMilliseconds = "expiration_at_ms"
        case presentedOfferingID = "presented_offering_id"
        case priceInPurchasedCurrency = "price_in_purchased_currency"
        case taxPercentage = "tax_percentage"
        case commissionPercentage = "commission_percentage"
        case takehomePercentage = "takehome_percentage"
        case transactionID = "transaction_id"
        case originalTransactionID = "original_transaction_id"
        case isFamilyShare = "is_family_share"
        case countryCode = "country_code"
        case offerCode = "offer_code"
        case renewalNumber = "renewal_number"
        case gracePeriodExpirationAtMilliseconds = "grace_period_expiration_at_ms"
        case autoResumeAtMilliseconds = "auto_resume_at_ms"
        case isTrialConversion = "is_trial_conversion"
        case cancelReason = "cancel_reason"
        case expirationReason = "expiration_reason"
        case newProductID = "new_product_id"
    }
}

/// What a `TRANSFER` says: who lost purchases and who has them now.
///
/// Source: https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields,
/// read 2026-11-22.
package struct EventTransfer: Hashable, Codable, Sendable {
    package var store: String
    package var environment: EventEnvironment
    package var transferredFrom: [String]
    package var transferredTo: [String]

    package init(
        store: String, environment: EventEnvironment, transferredFrom: [String],
        transferredTo: [String]
    ) {
        self.store = store
        self.environment = environment
        self.transferredFrom = transferredFrom
        self.transferredTo = transferredTo
    }

    private enum CodingKeys: String, CodingKey {
        case store, environment
        case transferredFrom = "transferred_from"
        case transferredTo = "transferred_to"
    }
}

/// What changed in a balance of virtual currency.
///
/// Source: https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields,
/// read 2026-11-22.
package struct EventVirtualCurrency: Hashable, Codable, Sendable {
    /// How much of which.
    package struct Adjustment: Hashable, Codable, Sendable {
        package var amount: Int
        package var currency: Currency

        package init(amount: Int, currency: Currency) {
            self.amount = amount
            self.currency = currency
        }
    }

    /// A virtual currency.
    package struct Currency: Hashable, Codable, Sendable {
        package var code: String
        package var name: String
        @Nullable package var description: String?

        package init(code: String, name: String, description: String? = nil) {
            self.code = code
            self.name = name
            self.description = description
        }
    }

    package var adjustments: [Adjustment]
    package var productDisplayName: String?
    package var purchaseEnvironment: EventEnvironment?
    /// `in_app_purchase` or `admin_api`.
    package var source: String
    package var virtualCurrencyTransactionID: String

    package init(
        adjustments: [Adjustment], productDisplayName: String? = nil,
        purchaseEnvironment: EventEnvironment? = nil, source: String,
        virtualCurrencyTransactionID: String
    ) {
        self.adjustments = adjustments
        self.productDisplayName = productDisplayName
        self.purchaseEnvironment = purchaseEnvironment
        self.source = source
        self.virtualCurrencyTransactionID = virtualCurrencyTransactionID
    }

    private enum CodingKeys: String, CodingKey {
        case adjustments, source
        case productDisplayName = "product_display_name"
        case purchaseEnvironment = "purchase_environment"
        case virtualCurrencyTransactionID = "virtual_currency_transaction_id"
    }
}

/// Which experiment a customer was enrolled in.
///
/// Source: https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields,
/// read 2026-11-22.
package struct EventExperiment: Hashable, Codable, Sendable {
    package var experimentID: String
    package var experimentVariant: String
    package var offeringID: String?
    package var enrolledAtMilliseconds: Int64?

    package init(
        experimentID: String, experimentVariant: String, offeringID: String? = nil,
        enrolledAtMilliseconds: Int64? = nil
    ) {
        self.experimentID = experimentID
        self.experimentVariant = experimentVariant
        self.offeringID = offeringID
        self.enrolledAtMilliseconds = enrolledAtMilliseconds
    }

    private enum CodingKeys: String, CodingKey {
        case experimentID = "experiment_id"
        case experimentVariant = "experiment_variant"
        case offeringID = "offering_id"
        case enrolledAtMilliseconds = "enrolled_at_ms"
    }
}
