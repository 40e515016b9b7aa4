// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

extension REST2 {
    /// How far along a subscription is.
    package enum SubscriptionStatus: String, Codable, Sendable {
        case active, expired, incomplete, paused, trialing, unknown
        case inBillingRetry = "in_billing_retry"
        case inGracePeriod = "in_grace_period"
    }

    /// What happens when the period ends.
    package enum AutoRenewalStatus: String, Codable, Sendable {
        case hasAlreadyRenewed = "has_already_renewed"
        case requiresPriceIncreaseConsent = "requires_price_increase_consent"
        case willChangeProduct = "will_change_product"
        case willNotRenew = "will_not_renew"
        case willPause = "will_pause"
        case willRenew = "will_renew"
    }

    /// A subscription of a customer.
    ///
    /// Source: https://www.revenuecat.com/docs/api-v2, Subscription, read 2026-11-22.
    package struct Subscription: Hashable, Codable, Sendable {
        /// The one value of `object`.
        package enum ObjectName: String, Codable, Sendable {
            case subscription
        }

        /// What the next period brings.
        package struct PendingChanges: Hashable, Codable, Sendable {
            package var product: Product?

            package init(product: Product? = nil) {
                self.product = product
            }
        }

        package var id: String
        package var customerID: String
        package var originalCustomerID: String
        @Nullable package var productID: String?
        package var startsAt: Int64
        package var currentPeriodStartsAt: Int64
        @Nullable package var currentPeriodEndsAt: Int64?
        /// As the period, unless the next one is paid already.
        @Nullable package var endsAt: Int64?
        package var givesAccess: Bool
        package var pendingPayment: Bool
        package var autoRenewalStatus: AutoRenewalStatus
        package var status: SubscriptionStatus
        package var totalRevenueInUSD: MonetaryAmount
        @Nullable package var presentedOfferingID: String?
        package var entitlements: ListPage<Entitlement>
        package var environment: Environment
        package var store: StoreName
        package var storeSubscriptionIdentifier: String
        package var ownership: Ownership
        package var pendingChanges: PendingChanges?
        package var country: String?
        @Nullable package var managementURL: String?
        package private(set) var object = ObjectName.subscription

        package init(
            id: String, customerID: String, originalCustomerID: String, productID: String? = nil,
            startsAt: Int64, currentPeriodStartsAt: Int64, currentPeriodEndsAt: Int64? = nil,
            endsAt: Int64? = nil, givesAccess: Bool, pendingPayment: Bool,
            autoRenewalStatus: AutoRenewalStatus, status: SubscriptionStatus,
            totalRevenueInUSD: MonetaryAmount, presentedOfferingID: String? = nil,
            entitlements: ListPage<Entitlement>, environment: Environment, store: StoreName,
            storeSubscriptionIdentifier: String, ownership: Ownership,
            pendingChanges: PendingChanges? = nil, country: String? = nil,
            managementURL: String? = nil
        ) {
            self.id = id
            self.customerID = customerID
            self.originalCustomerID = originalCustomerID
            self.productID = productID
            self.startsAt = startsAt
            self.currentPeriodStartsAt = currentPeriodStartsAt
            self.currentPeriodEndsAt = currentPeriodEndsAt
            self.endsAt = endsAt
            self.givesAccess = givesAccess
            self.pendingPayment = pendingPayment
            self.autoRenewalStatus = autoRenewalStatus
            self.status = status
            self.totalRevenueInUSD = totalRevenueInUSD
            self.presentedOfferingID = presentedOfferingID
            self.entitlements = entitlements
            self.environment = environment
            self.store = store
            self.storeSubscriptionIdentifier = storeSubscriptionIdentifier
            self.ownership = ownership
            self.pendingChanges = pendingChanges
            self.country = country
            self.managementURL = managementURL
        }

        private enum CodingKeys: String, CodingKey {
            case id, status, entitlements, environment, store, ownership, country, object
            case customerID = "customer_id"
            case originalCustomerID = "original_customer_id"
            case productID = "product_id"
            case startsAt = "starts_at"
            case currentPeriodStartsAt = "current_period_starts_at"
            case currentPeriodEndsAt = "current_period_ends_at"
            case endsAt = "ends_at"
            case givesAccess = "gives_access"
            case pendingPayment = "pending_payment"
            case autoRenewalStatus = "auto_renewal_status"
            case totalRevenueInUSD = "total_revenue_in_usd"
            case presentedOfferingID = "presented_offering_id"
            case storeSubscriptionIdentifier = "store_subscription_identifier"
            case pendingChanges = "pending_changes"
            case managementURL = "management_url"
        }
    }
}
